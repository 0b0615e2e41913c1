/* A solver of one's own in C++, beside the same method of the library: a cloth of springs hangs by
 * two corners for half a second under both. The solver gets a problem (nodes, masses, springs, what
 * is held) and gives positions and velocities; it stands among the integrators under its name, and
 * what may be set of it is a parameter like any other.
 *
 * With pkg-config: c++ -std=c++17 own_solver.cpp $(pkg-config --cflags --libs trama) -o own_solver
 */
#include <trama/trama.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace
{

/* --- the solver: symplectic Euler, each step in parts --- */

struct options {
    long parts;
};

const trama_field fields[] = {
    TRAMA_FIELD_ROW(options, parts, "1", 1, 1000, 1, "equal parts that a step is made in"),
};

struct world {
    const trama_problem &problem;
    const options &set;
    std::vector<double> x, v;
    double time = 0;

    world(const trama_problem &p, const options &o)
        : problem(p), set(o), x(p.position, p.position + 3 * p.nodes),
          v(p.velocity, p.velocity + 3 * p.nodes)
    {
    }

    void kick(const trama_spring &s, double h)
    {
        const double *a = &x[3 * s.node[0]], *b = &x[3 * s.node[1]];
        const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double length = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
        for (size_t axis = 0; axis < 3; axis++) {
            const double force = s.stiffness * (1 - s.rest / length) * way[axis];
            v[3 * s.node[0] + axis] += h * force / problem.mass[s.node[0]];
            v[3 * s.node[1] + axis] -= h * force / problem.mass[s.node[1]];
        }
    }

    void advance(double h)
    {
        for (size_t i = 0; i < 3 * problem.nodes; i++)
            v[i] += h * problem.gravity[i % 3];
        for (size_t i = 0; i < problem.springs; i++)
            kick(problem.spring[i], h);
        for (size_t i = 0; i < 3 * problem.nodes; i++) {
            v[i] = problem.held[i] != 0 ? 0 : v[i];
            x[i] += h * v[i];
        }
        time += h;
    }
};

/* What it does not name here it refuses. No exception may leave a function that C calls. */
trama_status open_world(void *, const trama_problem *problem, const void *set,
                        trama_mapping *mapping, void **solver, trama_error *error)
{
    for (trama_feature takes : {TRAMA_HAS_SPRINGS, TRAMA_HAS_GRAVITY, TRAMA_HAS_PINS})
        mapping->taking[takes] = TRAMA_TAKES;
    try {
        *solver = new world(*problem, *static_cast<const options *>(set));
        return TRAMA_OK;
    } catch (const std::bad_alloc &) {
        return trama_fail_memory(error);
    }
}

trama_step_status step(void *solver, double h, trama_state *state)
{
    world &w = *static_cast<world *>(solver);
    for (long i = 0; i < w.set.parts; i++)
        w.advance(h / double(w.set.parts));
    state->time = w.time;
    std::copy(w.x.begin(), w.x.end(), state->position);
    std::copy(w.v.begin(), w.v.end(), state->velocity);
    return TRAMA_STEP_OK;
}

void close_world(void *solver)
{
    delete static_cast<world *>(solver);
}

trama_solver_type own_solver()
{
    trama_solver_type type = {};
    type.name = "mine";
    type.summary = "symplectic Euler in C++";
    type.reference = "this example";
    type.version = 1;
    type.own = "own_solver";
    type.own_version = "1";
    type.precision = "float64";
    type.options = TRAMA_FIELDS(fields, options);
    type.open = open_world;
    type.step = step;
    type.close = close_world;
    return type;
}

/* --- the cloth --- */

template <typename thing> using owner = std::unique_ptr<thing, void (*)(thing *)>;

[[noreturn]] void end(const trama_error &error)
{
    std::fprintf(stderr, "%s: %s\n", error.path, error.text);
    std::exit(EXIT_FAILURE);
}

/* Parameters of a model or a method: its defaults, but for what is set by name. */
owner<void> parameters(const trama_fields &table, const char *settings)
{
    trama_error error;
    owner<void> made(trama_parameters_create(table, settings, &error), std::free);
    if (!made)
        end(error);
    return made;
}

/* A square metre of 6 x 6 nodes, held by two corners. */
owner<trama_scene> make_scene()
{
    trama_error error;
    trama_pin pins[2];
    trama_scene_spec spec = {};
    trama_scene *scene = nullptr;
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    for (int i = 0; i < 2; i++) {
        spec.grid.points[i] = 6;
        spec.grid.side[i] = 1.0;
        trama_fields_default(trama_pin_fields, &pins[i]);
        pins[i].l[0] = pins[i].l[1] = i == 0 ? 0 : -1;
    }
    spec.gravity[1] = -9.8; /* m/s^2 */
    spec.pins = pins;
    spec.pin_count = 2;
    if (trama_scene_create(&spec, &scene, &error) != TRAMA_OK)
        end(error);
    return {scene, trama_scene_destroy};
}

/* Where the nodes are after 500 steps of 1 ms; m, all x, then all y, then all z. */
std::vector<double> hang(const char *method, const char *settings)
{
    trama_error error;
    trama_system *system = nullptr;
    trama_integrator *integrator = nullptr;
    const trama_model_type *model = trama_model_find("provot");
    const trama_integrator_type *type = trama_integrator_find(method);
    /* kg, N/m */
    const auto cloth = parameters(model->parameters, "mass=0.1 structural=50 shear=50 sweeps=0");
    const auto options = parameters(type->parameters, settings);
    const owner<trama_scene> scene = make_scene();
    if (trama_system_create(model, cloth.get(), scene.get(), &system, &error) != TRAMA_OK)
        end(error);
    const owner<trama_system> own(system, trama_system_destroy);
    if (trama_integrator_create(type, options.get(), system, &integrator, &error) != TRAMA_OK)
        end(error);
    const owner<trama_integrator> owned(integrator, trama_integrator_destroy);
    for (int i = 0; i < 500; i++)
        if (trama_integrator_step(integrator, system, 1e-3) != TRAMA_STEP_OK)
            std::exit(EXIT_FAILURE);
    return {system->q, system->q + system->nq};
}

double largest_difference(const std::vector<double> &a, const std::vector<double> &b)
{
    double largest = 0;
    for (size_t i = 0; i < a.size(); i++)
        largest = std::fmax(largest, std::fabs(a[i] - b[i]));
    return largest;
}

} // namespace

int main()
{
    static const trama_solver_type solver = own_solver();
    trama_error error;
    if (trama_solver_register(&solver, &error) != TRAMA_OK)
        end(error);
    const std::vector<double> library = hang("symplectic_euler", ""),
                              mine = hang("mine", "parts=1"), finer = hang("mine", "parts=10");
    const double same = largest_difference(library, mine),
                 moved = largest_difference(library, finer);
    std::printf("in steps of 1 ms it is the library's method: %s\n", same < 1e-12 ? "yes" : "no");
    std::printf("in 10 parts a step it differs by %.2g m\n", moved);
}
