/* A body of masses on a lattice, joined by springs along the edges of its cells, the diagonals of
 * their faces and those of the cells: cubes of jelly, boxes, balls.
 *
 *   F = (K (1 - l0/l) + c (r . r')/l^2) r
 *
 * on the first end, with r the vector to the second, stiffnesses of the three kinds and one damper
 * along every spring; -F on the second. Every node has the same mass. The fluid acts along the
 * normals of the surface nodes. */
#include "core/numbers.h"
#include "core/vec.h"
#include "model/model.h"
#include "model/particle/elements.h"
#include "model/particle/particles.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { EDGE, FACE, SPACE, KINDS };

typedef struct parameters {
    double stiffness[KINDS];
    double mass, damping;
} parameters;

typedef struct spring {
    size_t end[2];
    double stiffness, rest;
    int kind;
} spring;

typedef struct lattice {
    trama_particles particles; /* first */
    double damping;
    size_t count;
    spring *spring;
} lattice;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, mass), .required = true, .unit = "kg", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "of the whole, in equal parts on the nodes"},
    {TRAMA_FIELD_AS("edge", parameters, stiffness[EDGE]), .unit = "N/m", .maximum = DBL_MAX,
     .summary = "K of the springs along edges of the cells"},
    {TRAMA_FIELD_AS("face", parameters, stiffness[FACE]), .unit = "N/m", .maximum = DBL_MAX,
     .summary = "K of the springs along diagonals of the cells' faces"},
    {TRAMA_FIELD_AS("space", parameters, stiffness[SPACE]), .unit = "N/m", .maximum = DBL_MAX,
     .summary = "K of the springs along diagonals of the cells"},
    {TRAMA_FIELD_OF(parameters, damping), .unit = "N s/m", .maximum = DBL_MAX,
     .summary = "c of a damper along every spring"},
};

/* ---- The springs. */

/* The way to a neighbour that comes later in the order of nodes. */
static const long ways[13][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {1, -1, 0},
                                 {1, 0, 1},  {1, 0, -1}, {0, 1, 1},  {0, 1, -1}, {1, 1, 1},
                                 {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};

static bool is_inside(const long *points, const long at[3])
{
    return at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && at[0] < points[0] && at[1] < points[1] &&
           at[2] < points[2];
}

static size_t node_at(const long *points, const long at[3])
{
    return (size_t)((at[0] * points[1] + at[1]) * points[2] + at[2]);
}

static double distance(const double *q, size_t nodes, size_t first, size_t second)
{
    const double x = q[second] - q[first], y = q[nodes + second] - q[nodes + first],
                 z = q[2 * nodes + second] - q[2 * nodes + first];
    return sqrt(x * x + y * y + z * z);
}

/* Those from a node to later neighbours, where there is a stiffness or a damper. */
static void add_springs(lattice *self, const parameters *p, const double *rest, const long at[3])
{
    const long *points = trama_scene_spec_of(self->particles.scene)->lattice.points;
    for (size_t w = 0; w < 13; w++) {
        const long to[3] = {at[0] + ways[w][0], at[1] + ways[w][1], at[2] + ways[w][2]};
        const int kind = w < 3 ? EDGE : w < 9 ? FACE : SPACE;
        if (!is_inside(points, to) || (p->stiffness[kind] == 0.0 && p->damping == 0.0))
            continue;
        const size_t first = node_at(points, at), second = node_at(points, to);
        self->spring[self->count++] =
            (spring){.end = {first, second},
                     .stiffness = p->stiffness[kind],
                     .rest = distance(rest, self->particles.nodes, first, second),
                     .kind = kind};
    }
}

static void make_springs(lattice *self, const parameters *p, const double *rest)
{
    const long *points = trama_scene_spec_of(self->particles.scene)->lattice.points;
    long at[3];
    for (at[0] = 0; at[0] < points[0]; at[0]++)
        for (at[1] = 0; at[1] < points[1]; at[1]++)
            for (at[2] = 0; at[2] < points[2]; at[2]++)
                add_springs(self, p, rest, at);
}

/* ---- The law. */

static vec at(const double *x, size_t nodes, size_t node)
{
    return (vec){x[node], x[nodes + node], x[2 * nodes + node]};
}

static void push(double *a, size_t nodes, size_t node, double c, vec force)
{
    a[node] += c * force.x;
    a[nodes + node] += c * force.y;
    a[2 * nodes + node] += c * force.z;
}

static vec force_of(const lattice *self, const spring *s, const double *q, const double *v)
{
    const size_t n = self->particles.nodes;
    const vec r = minus(at(q, n, s->end[1]), at(q, n, s->end[0]));
    const vec rate = minus(at(v, n, s->end[1]), at(v, n, s->end[0]));
    const double square = dot(r, r), length = sqrt(square);
    if (!(length > 0.0)) /* no direction */
        return (vec){0.0, 0.0, 0.0};
    return scaled(s->stiffness * (1.0 - s->rest / length) + self->damping * dot(r, rate) / square,
                  r);
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const lattice *self = model;
    const size_t n = self->particles.nodes;
    const double *inverse_mass = self->particles.inverse_mass;
    (void)t;
    for (size_t i = 0; i < 3 * n; i++)
        a[i] = 0.0;
    for (size_t i = 0; i < self->count; i++) {
        const spring *s = &self->spring[i];
        const vec force = force_of(self, s, q, v);
        push(a, n, s->end[0], inverse_mass[s->end[0]], force);
        push(a, n, s->end[1], -inverse_mass[s->end[1]], force);
    }
    trama_particles_apply(&self->particles, loads, q, v, a);
}

static void energy(void *model, const double *q, double *energies)
{
    const lattice *self = model;
    for (int kind = 0; kind < KINDS; kind++)
        energies[kind] = 0.0;
    for (size_t i = 0; i < self->count; i++) {
        const spring *s = &self->spring[i];
        const double longer = distance(q, self->particles.nodes, s->end[0], s->end[1]) - s->rest;
        energies[s->kind] += 0.5 * s->stiffness * longer * longer;
    }
}

/* Not a number stays. */
static void raise(double value, double *largest)
{
    if (!(value <= *largest) && !isnan(*largest))
        *largest = value;
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    const lattice *self = model;
    (void)v;
    value[0] = value[1] = self->count > 0 ? -TRAMA_INFINITY : TRAMA_NAN;
    for (size_t i = 0; i < self->count; i++) {
        const spring *s = &self->spring[i];
        const double strain =
            distance(q, self->particles.nodes, s->end[0], s->end[1]) / s->rest - 1.0;
        raise(strain, &value[0]);
        raise(-strain, &value[1]);
    }
}

static size_t springs(const void *model)
{
    return ((const lattice *)model)->count;
}

static trama_spring spring_of(const void *model, size_t index)
{
    const lattice *self = model;
    const spring *s = &self->spring[index];
    return (trama_spring){{s->end[0], s->end[1]}, s->stiffness, self->damping, s->rest};
}

static const trama_composition composition = {springs, spring_of, .strained = true};

/* ---- The tangent. */

static size_t find(const void *model, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const lattice *self = model;
    node[0] = self->spring[element].end[0];
    node[1] = self->spring[element].end[1];
    return 2;
}

static void change(const void *model, size_t element, const trama_element_state *state,
                   vec force[TRAMA_ELEMENT_NODES])
{
    const lattice *self = model;
    const spring *s = &self->spring[element];
    const vec r = minus(state->x[1], state->x[0]), dr = minus(state->dx[1], state->dx[0]);
    const vec w = minus(state->v[1], state->v[0]), dw = minus(state->dv[1], state->dv[0]);
    const double inverse = 1.0 / dot(r, r), rate = dot(r, w) * inverse;
    const double faster = (dot(dr, w) + dot(r, dw) - 2.0 * rate * dot(r, dr)) * inverse;
    force[0] = plus(trama_spring_change(s->stiffness, s->rest, r, dr),
                    combined(self->damping * faster, r, self->damping * rate, dr));
    force[1] = scaled(-1.0, force[0]);
}

static trama_elements elements_of(const lattice *self)
{
    return (trama_elements){.self = self,
                            .count = self->count,
                            .nodes = self->particles.nodes,
                            .rates = self->damping > 0.0,
                            .find = find,
                            .change = change};
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const lattice *self = model;
    const trama_elements springs = elements_of(self);
    (void)t;
    trama_elements_product(&springs, q, v, cq, cv, u, y);
    trama_damping_product(self->particles.nodes, loads, 1.0, self->particles.inverse_mass, cv, u,
                          y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const lattice *self = model;
    const trama_elements springs = elements_of(self);
    (void)t;
    trama_elements_assemble(&springs, q, v, k, d);
    trama_damping_assemble(self->particles.nodes, loads, 1.0, self->particles.inverse_mass, d);
}

/* A damper along a spring turns with it. */
static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    return ((const lattice *)model)->damping == 0.0 && loads->drag == 0.0;
}

static const char *tangent_missing(const void *model)
{
    const lattice *self = model;
    return trama_scene_spec_of(self->particles.scene)->drag != 0.0
               ? "the drag of a lattice, along the normals of its outside"
               : NULL;
}

/* ---- Making. */

static void destroy(void *model)
{
    lattice *self = model;
    if (self) {
        free(self->spring);
        trama_particles_free(&self->particles);
    }
    free(self);
}

static bool allocate(lattice *self, const trama_scene *scene)
{
    self->spring = calloc(13 * trama_scene_nodes(scene), sizeof *self->spring);
    return trama_particles_allocate(&self->particles, scene, trama_scene_mesh(scene)) &&
           self->spring;
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    lattice *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    self->damping = p->damping;
    if (!allocate(self, scene)) {
        destroy(self);
        return trama_fail_memory(error);
    }
    trama_particles *particles = &self->particles;
    for (size_t i = 0; i < particles->nodes; i++)
        particles->mass[i] = p->mass / (double)particles->nodes;
    trama_particles_invert(particles);
    trama_scene_reference(scene, particles->normal); /* where there is room for it now */
    make_springs(self, p, particles->normal);
    *model = self;
    return TRAMA_OK;
}

static bool is_damped(const void *model)
{
    return ((const lattice *)model)->damping != 0.0;
}

static const trama_damping_type damping = {"dampers along the springs", is_damped};

const trama_model_type trama_model_lattice = {
    .name = "lattice",
    .summary = "a body of masses and springs on a lattice; of one node, a ball",
    .reference = "Hooke's law; dampers along the springs",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .lattice = true,
    .pointwise = true,
    .energy_names = {"edge", "face", "space"},
    .observed = {{"stretch", "1", "largest (l - l0)/l0 of a spring"},
                 {"compression", "1", "largest (l0 - l)/l0 of a spring"}},
    .create = create,
    .destroy = destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .inverse_measure = trama_particles_inverse_measure,
    .solve_drag = trama_particles_solve_drag,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .tangent_missing = tangent_missing,
    .damping = &damping,
    .energy = energy,
    .masses = trama_particles_masses,
    .composition = &composition,
    .observe = observe,
};
