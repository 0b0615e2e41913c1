/* Simbody (simtk.org): a node is a body that may translate, a spring or damper a force between two
 * points, a rigid body one that is free, a joint a constraint. Steps are those of its semi-explicit
 * Euler, velocities first, of fixed size; or another integrator goes from step to step by its own,
 * as its accuracy asks. Source: Sherman, Seth and Delp, Simbody: multibody
 * dynamics for biomedical research (2011). */
#include "solver/solver.h"

#include <Simbody.h>

#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace
{

using namespace SimTK;

enum { SEMI_EXPLICIT_EULER, VERLET, RUNGE_KUTTA_MERSON };
const char *const integrators[] = {"SemiExplicitEuler", "Verlet", "RungeKuttaMerson", nullptr};

struct options {
    int integrator;
    double accuracy, constraint_tolerance;
};

/* Defaults are those of Simbody's Integrator.h, but for the integrator: it has no usual one. */
const trama_field fields[] = {
    {TRAMA_CHOICE_OF(options, integrator, integrators), .fallback = {SEMI_EXPLICIT_EULER},
     .summary = "of time; the first has steps of the size that is asked for"},
    {TRAMA_FIELD_OF(options, accuracy), .unit = "1", .minimum = 1e-14, .maximum = 1,
     .fallback = {1e-3}, .summary = "of the others, by which they choose their own steps"},
    {TRAMA_FIELD_OF(options, constraint_tolerance), .unit = "1", .minimum = 1e-14, .maximum = 1,
     .fallback = {1e-4}, .summary = "of joints (setConstraintTolerance)"},
};

struct world {
    world(const trama_problem *of, const options *chosen);
    void make_nodes();
    void make_springs();
    void make_bodies();
    void make_joint(const trama_problem_joint &joint);
    void begin();
    void drag_bodies();
    void make_integrator(double size);
    void step_once(double size);
    void tell(trama_state *to) const;
    void tell_loss(trama_state *to) const;
    bool is_lost() const;

    MobilizedBody &mobilized(MobilizedBodyIndex i)
    {
        return matter.updMobilizedBody(i);
    }

    const trama_problem *problem;
    const options *set;
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::DiscreteForces drag{forces, matter};
    std::vector<MobilizedBodyIndex> node; /* Ground: one that is held */
    std::vector<MobilizedBodyIndex> body;
    State state;
    std::unique_ptr<Integrator> integrator;
    double h = 0, time = 0;
    bool lost = false;
    std::string why;
};

Vec3 vector_of(const double *x)
{
    return {x[0], x[1], x[2]};
}

trama_mapping mapping_of()
{
    trama_mapping m = {};
    for (trama_feature f : {TRAMA_HAS_SPRINGS, TRAMA_HAS_DAMPERS, TRAMA_HAS_GRAVITY, TRAMA_HAS_DRAG,
                            TRAMA_HAS_PINS, TRAMA_HAS_BODIES, TRAMA_HAS_BALL_JOINTS,
                            TRAMA_HAS_HINGE_JOINTS, TRAMA_HAS_DISTANCE_JOINTS})
        m.taking[f] = TRAMA_TAKES;
    for (int f = TRAMA_HAS_SPHERES; f <= TRAMA_HAS_MESHES; f++)
        m.taking[f] = TRAMA_TAKES; /* without contact none is looked at */
    m.taking[TRAMA_HAS_BODY_DRAG] = TRAMA_APPROXIMATES;
    snprintf(m.how[TRAMA_HAS_BODY_DRAG], TRAMA_SOLVER_WORDS,
             "a force by the velocity at the step's start");
    snprintf(m.how[TRAMA_HAS_GUIDES], TRAMA_SOLVER_WORDS, "a node is free or held");
    snprintf(m.how[TRAMA_HAS_BODY_CONTACT], TRAMA_SOLVER_WORDS, "its contact is not mapped");
    snprintf(m.how[TRAMA_HAS_NODE_CONTACT], TRAMA_SOLVER_WORDS, "its contact is not mapped");
    return m;
}

/* --- the problem --- */

world::world(const trama_problem *of, const options *chosen) : problem(of), set(chosen)
{
    if (problem->has[TRAMA_HAS_GRAVITY])
        Force::UniformGravity(forces, matter, vector_of(problem->gravity));
    make_nodes();
    make_springs();
    make_bodies();
    for (size_t i = 0; i < problem->joints; i++)
        make_joint(problem->joint[i]);
    begin();
}

/* Nothing turns: any inertia will do. */
void world::make_nodes()
{
    for (size_t i = 0; i < problem->nodes; i++) {
        const double m = problem->mass[i], c = problem->drag[i];
        if (problem->held[3 * i] != 0.0) {
            node.push_back(GroundIndex);
            continue;
        }
        const Body::Rigid own(MassProperties(m, Vec3(0), Inertia(m, m, m)));
        MobilizedBody::Translation made(matter.Ground(), Transform(), own, Transform());
        node.push_back(made.getMobilizedBodyIndex());
        for (int axis = 0; axis < 3 && c != 0.0; axis++)
            Force::MobilityLinearDamper(forces, made, MobilizerUIndex(axis), c);
    }
}

void world::make_springs()
{
    for (size_t i = 0; i < problem->springs; i++) {
        const trama_spring &s = problem->spring[i];
        Vec3 at[2];
        for (int end = 0; end < 2; end++)
            at[end] = node[s.node[end]] == GroundIndex
                          ? vector_of(problem->position + 3 * s.node[end])
                          : Vec3(0);
        MobilizedBody &a = mobilized(node[s.node[0]]), &b = mobilized(node[s.node[1]]);
        if (node[s.node[0]] == node[s.node[1]])
            continue; /* both are held */
        const Force::TwoPointLinearSpring spring(forces, a, at[0], b, at[1], s.stiffness, s.rest);
        if (s.damping != 0.0)
            Force::TwoPointLinearDamper(forces, a, at[0], b, at[1], s.damping);
    }
}

void world::make_bodies()
{
    for (size_t i = 0; i < problem->bodies; i++) {
        const trama_solid &solid = problem->body[i].is;
        const double *m = solid.moment;
        const Body::Rigid own(MassProperties(solid.mass, Vec3(0), Inertia(m[0], m[1], m[2])));
        MobilizedBody::Free made(matter.Ground(), Transform(), own, Transform());
        body.push_back(made.getMobilizedBodyIndex());
    }
}

Transform place_of(const trama_solid_state &at)
{
    const double *q = at.orientation;
    return Transform(Rotation(Quaternion(q[0], q[1], q[2], q[3])), vector_of(at.position));
}

/* What the world or a still obstacle holds, ground does. */
void world::make_joint(const trama_problem_joint &joint)
{
    MobilizedBodyIndex on[2];
    Vec3 at[2], axis[2], across[2];
    const UnitVec3 about(vector_of(joint.axis));
    const UnitVec3 first = about.perp(), second(about % first);
    for (int side = 0; side < 2; side++) {
        const trama_problem_end &end = joint.end[side];
        const bool is_body = end.in == TRAMA_END_BODY;
        const Transform pose = is_body ? place_of(problem->body[end.index].start) : Transform();
        on[side] = is_body ? body[end.index] : MobilizedBodyIndex(GroundIndex);
        at[side] = ~pose * vector_of(end.at);
        axis[side] = ~pose.R() * Vec3(about);
        across[side] = ~pose.R() * Vec3(first);
    }
    MobilizedBody &a = mobilized(on[0]), &b = mobilized(on[1]);
    if (joint.kind == TRAMA_JOINT_DISTANCE) {
        const Constraint::Rod rod(a, at[0], b, at[1], joint.length);
        return;
    }
    const Constraint::Ball ball(a, at[0], b, at[1]);
    if (joint.kind != TRAMA_JOINT_HINGE)
        return;
    const Vec3 other = axis[1] % across[1];
    const Constraint::ConstantAngle along(a, UnitVec3(axis[0]), b, UnitVec3(across[1]), Pi / 2);
    const Constraint::ConstantAngle aside(a, UnitVec3(axis[0]), b, UnitVec3(other), Pi / 2);
    (void)second;
}

/* The state that the problem begins at. */
void world::begin()
{
    system.realizeTopology();
    state = system.getDefaultState();
    system.realizeModel(state);
    for (size_t i = 0; i < problem->nodes; i++) {
        if (node[i] == GroundIndex)
            continue;
        const MobilizedBody &own = matter.getMobilizedBody(node[i]);
        own.setQFromVector(state, Vector(vector_of(problem->position + 3 * i)));
        own.setUFromVector(state, Vector(vector_of(problem->velocity + 3 * i)));
    }
    for (size_t i = 0; i < problem->bodies; i++) {
        const trama_solid_state &at = problem->body[i].start;
        const MobilizedBody &own = matter.getMobilizedBody(body[i]);
        own.setQToFitTransform(state, place_of(at));
        own.setUToFitVelocity(state, SpatialVec(vector_of(at.spin), vector_of(at.velocity)));
    }
}

/* --- a step --- */

void world::drag_bodies()
{
    State &now = integrator->updAdvancedState();
    system.realize(now, Stage::Velocity);
    for (size_t i = 0; i < problem->bodies; i++) {
        const trama_solid &solid = problem->body[i].is;
        if (solid.drag[0] == 0.0 && solid.drag[1] == 0.0)
            continue;
        const MobilizedBody &own = matter.getMobilizedBody(body[i]);
        const SpatialVec v = own.getBodyVelocity(now);
        const Rotation &turned = own.getBodyTransform(now).R();
        const Vec3 spin = turned * (vector_of(solid.moment).elementwiseMultiply(~turned * v[0]));
        drag.setOneBodyForce(now, own,
                             SpatialVec(-solid.drag[1] * spin, -solid.drag[0] * solid.mass * v[1]));
    }
}

/* Semi-explicit Euler returns after each step of its own, and before the first. */
void world::make_integrator(double size)
{
    if (integrator)
        state = integrator->getState();
    if (set->integrator == VERLET)
        integrator = std::make_unique<VerletIntegrator>(system);
    else if (set->integrator == RUNGE_KUTTA_MERSON)
        integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
    else
        integrator = std::make_unique<SemiExplicitEulerIntegrator>(system, size);
    integrator->setReturnEveryInternalStep(set->integrator == SEMI_EXPLICIT_EULER);
    integrator->setAccuracy(set->accuracy);
    integrator->setConstraintTolerance(set->constraint_tolerance);
    integrator->initialize(state);
    h = size;
}

void world::step_once(double size)
{
    if (!integrator || size != h)
        make_integrator(size);
    drag_bodies();
    const double before = integrator->getTime(), end = before + size;
    if (set->integrator == SEMI_EXPLICIT_EULER)
        while (!(integrator->getTime() > before))
            integrator->stepTo(Infinity);
    else
        while (integrator->getTime() < end)
            integrator->stepTo(end);
}

bool world::is_lost() const
{
    const State &now = integrator->getState();
    for (int i = 0; i < now.getNY(); i++)
        if (!(std::fabs(now.getY()[i]) < 1e100))
            return true;
    return false;
}

void put(const Vec3 &from, double *to)
{
    for (int axis = 0; axis < 3; axis++)
        to[axis] = from[axis];
}

void world::tell(trama_state *to) const
{
    const State &now = integrator->getState();
    system.realize(now, Stage::Velocity);
    for (size_t i = 0; i < problem->nodes; i++) {
        const MobilizedBody &own = matter.getMobilizedBody(node[i]);
        const bool is_held = node[i] == GroundIndex;
        put(is_held ? vector_of(problem->position + 3 * i) : own.getBodyOriginLocation(now),
            to->position + 3 * i);
        put(is_held ? Vec3(0) : own.getBodyOriginVelocity(now), to->velocity + 3 * i);
    }
    for (size_t i = 0; i < problem->bodies; i++) {
        const MobilizedBody &own = matter.getMobilizedBody(body[i]);
        const Quaternion q = own.getBodyRotation(now).convertRotationToQuaternion();
        const SpatialVec v = own.getBodyVelocity(now);
        put(own.getBodyOriginLocation(now), to->body[i].position);
        put(v[0], to->body[i].spin);
        put(v[1], to->body[i].velocity);
        for (int k = 0; k < 4; k++)
            to->body[i].orientation[k] = q[k];
    }
}

void world::tell_loss(trama_state *to) const
{
    for (size_t i = 0; i < 3 * problem->nodes; i++)
        to->position[i] = to->velocity[i] = NaN;
    double *number = reinterpret_cast<double *>(to->body);
    for (size_t i = 0; i < TRAMA_SOLID_NUMBERS * problem->bodies; i++)
        number[i] = NaN;
}

/* --- the table --- */

void close_world(void *solver)
{
    delete static_cast<world *>(solver);
}

trama_status open_world(void *, const trama_problem *problem, const void *set, trama_mapping *taken,
                        void **solver, trama_error *error)
{
    *taken = mapping_of();
    if (!trama_mapping_takes(taken, problem, nullptr))
        return TRAMA_OK;
    try {
        *solver = new world(problem, static_cast<const options *>(set));
        return TRAMA_OK;
    } catch (const std::bad_alloc &) {
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    } catch (const std::exception &e) {
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                          "Simbody refuses the problem: %.200s", e.what());
    }
}

/* Divergence is a result: Simbody throws at numbers that are none. */
trama_step_status step(void *solver, double h, trama_state *state)
{
    world &w = *static_cast<world *>(solver);
    try {
        if (!w.lost)
            w.step_once(h);
    } catch (const std::exception &e) {
        w.why = e.what();
        if (!w.integrator || !w.is_lost())
            return TRAMA_STEP_FAILED;
    }
    w.lost = w.lost || w.is_lost();
    state->time = w.time += h;
    if (w.lost)
        w.tell_loss(state);
    else
        w.tell(state);
    return TRAMA_STEP_OK;
}

const char *failure(const void *solver)
{
    return static_cast<const world *>(solver)->why.c_str();
}

} // namespace

extern "C" {
extern const trama_solver_type engine_simbody;
const trama_solver_type engine_simbody = {
    .name = "simbody",
    .summary = "Simbody: mobilized bodies, forces between points, constraints; semi-explicit "
               "Euler, or integrators that control their errors",
    .reference = "Sherman, Seth and Delp 2011; simtk.org",
    .version = 1,
    .own = "Simbody",
    .own_version = ENGINES_SIMBODY,
    .precision = sizeof(SimTK::Real) == sizeof(double) ? "float64" : "float32",
    .options = TRAMA_FIELDS(fields, options),
    .recommended = nullptr,
    .recommended_by = nullptr,
    .open = open_world,
    .step = step,
    .failure = failure,
    .account = nullptr,
    .close = close_world,
    .self = nullptr,
    .elsewhere = false,
};
}
