/* Bullet's deformable bodies (bulletphysics.org): a node is a node of one soft body, a spring a
 * link of its mass-spring force, explicit and symplectic. A body has one stiffness for its links,
 * and another for those that are called bending: so two in all. Source: Bullet 3,
 * btDeformableMultiBodyDynamicsWorld, btDeformableMassSpringForce. */
#include "solver/cplusplus.h"

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <new>
#include <vector>

namespace
{

/* Their defaults are those of Bullet's own structs. */
struct options {
    long iterations;
    double erp, deformable_erp, deformable_cfm, deformable_correction, residual;
    bool split_impulse;
};

const btContactSolverInfo own;

const trama_field fields[] = {
    {TRAMA_FIELD_OF(options, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {double(own.m_numIterations)}, .summary = "of the solver of contacts, at most"},
    {TRAMA_FIELD_OF(options, residual), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {own.m_leastSquaresResidualThreshold}, .summary = "at which that solver ends"},
    {TRAMA_FIELD_OF(options, erp), .unit = "1", .minimum = 0, .maximum = 1,
     .fallback = {own.m_erp2},
     .summary = "share of an error that a step corrects, of rigid contacts"},
    {TRAMA_FIELD_OF(options, split_impulse), .unit = "", .fallback = {double(own.m_splitImpulse)},
     .summary = "errors of rigid contacts are corrected without a change of velocity"},
    {TRAMA_FIELD_OF(options, deformable_erp), .unit = "1", .minimum = 0, .maximum = 1,
     .fallback = {own.m_deformable_erp}, .summary = "erp of contacts of deformable bodies"},
    {TRAMA_FIELD_OF(options, deformable_cfm), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {own.m_deformable_cfm}, .summary = "softness of contacts of deformable bodies"},
    {TRAMA_FIELD_OF(options, deformable_correction), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {own.m_deformable_maxErrorReduction},
     .summary = "of contacts of deformable bodies, Bullet's m_deformable_maxErrorReduction"},
};

const trama_recommended recommended[] = {{"iterations", 100},
                                         {"residual", 1e-3},
                                         {"deformable_erp", 0.3},
                                         {"deformable_correction", 200},
                                         {nullptr, 0}};

/* What links of a body can have. */
struct constants {
    double stiffness[2] = {0, 0}, damping = 0;
    size_t stiffnesses = 0;
    const char *beyond = nullptr; /* what of the springs no body has */
};

struct world {
    const trama_problem *problem;
    const options *set;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btDeformableBodySolver bodies;
    btDeformableMultiBodyConstraintSolver solver;
    std::unique_ptr<btDeformableMultiBodyDynamicsWorld> bullet;
    std::unique_ptr<btSoftBody> body;
    std::unique_ptr<btDeformableMassSpringForce> springs;
    std::unique_ptr<btDeformableGravityForce> gravity;
    double time = 0;
};

btVector3 vector_of(const double *x)
{
    return {btScalar(x[0]), btScalar(x[1]), btScalar(x[2])};
}

bool add_stiffness(constants &found, double stiffness)
{
    for (size_t i = 0; i < found.stiffnesses; i++)
        if (found.stiffness[i] == stiffness)
            return true;
    if (found.stiffnesses == 2)
        return false;
    found.stiffness[found.stiffnesses++] = stiffness;
    return true;
}

constants constants_of(const trama_problem *p)
{
    constants found;
    for (size_t i = 0; i < p->springs; i++) {
        if (!add_stiffness(found, p->spring[i].stiffness))
            found.beyond = "springs of more than two stiffnesses";
        if (i > 0 && p->spring[i].damping != found.damping)
            found.beyond = "dampers of more than one constant";
        found.damping = p->spring[i].damping;
    }
    return found;
}

trama_mapping mapping_of(const trama_problem *p)
{
    trama_mapping m = {};
    const char *beyond = constants_of(p).beyond;
    m.taking[TRAMA_HAS_SPRINGS] = beyond ? TRAMA_REFUSES : TRAMA_TAKES;
    m.taking[TRAMA_HAS_DAMPERS] = TRAMA_TAKES;
    m.taking[TRAMA_HAS_GRAVITY] = TRAMA_TAKES;
    m.taking[TRAMA_HAS_PINS] = TRAMA_TAKES;
    m.taking[TRAMA_HAS_DRAG] = TRAMA_APPROXIMATES;
    snprintf(m.how[TRAMA_HAS_SPRINGS], TRAMA_SOLVER_WORDS, "%s", beyond ? beyond : "");
    snprintf(m.how[TRAMA_HAS_DRAG], TRAMA_SOLVER_WORDS,
             "a force by the velocity at the step's start");
    snprintf(m.how[TRAMA_HAS_GUIDES], TRAMA_SOLVER_WORDS, "a node is free or held");
    return m;
}

/* A mass of 0 is that of a node that nothing moves. */
void make_body(world &w)
{
    const trama_problem *p = w.problem;
    std::vector<btVector3> x(p->nodes);
    std::vector<btScalar> mass(p->nodes);
    for (size_t i = 0; i < p->nodes; i++) {
        x[i] = vector_of(p->position + 3 * i);
        mass[i] = p->held[3 * i] != 0.0 ? btScalar(0) : btScalar(p->mass[i]);
    }
    w.body = std::make_unique<btSoftBody>(&w.bullet->getWorldInfo(), int(p->nodes), x.data(),
                                          mass.data());
    for (size_t i = 0; i < p->nodes; i++)
        w.body->m_nodes[int(i)].m_v = vector_of(p->velocity + 3 * i);
    w.body->m_cfg.collisions = 0;
    w.body->setActivationState(DISABLE_DEACTIVATION);
    w.body->m_sleepingThreshold = 0;
}

void make_springs(world &w)
{
    const trama_problem *p = w.problem;
    const constants own = constants_of(p);
    for (size_t i = 0; i < p->springs; i++) {
        const trama_spring &s = p->spring[i];
        w.body->appendLink(int(s.node[0]), int(s.node[1]));
        btSoftBody::Link &link = w.body->m_links[w.body->m_links.size() - 1];
        link.m_rl = btScalar(s.rest);
        link.m_bbending = own.stiffnesses == 2 && s.stiffness == own.stiffness[1];
    }
    w.body->m_bUpdateRtCst = false; /* or else lengths at rest are those of the start */
    w.springs = std::make_unique<btDeformableMassSpringForce>(
        btScalar(own.stiffness[0]), btScalar(own.damping), true,
        btScalar(own.stiffnesses == 2 ? own.stiffness[1] : -1.0));
    w.gravity = std::make_unique<btDeformableGravityForce>(vector_of(p->gravity));
    w.bullet->addSoftBody(w.body.get());
    w.bullet->addForce(w.body.get(), w.springs.get());
    w.bullet->addForce(w.body.get(), w.gravity.get());
}

void set_options(world &w)
{
    btContactSolverInfo &to = w.bullet->getSolverInfo();
    to.m_numIterations = int(w.set->iterations);
    to.m_leastSquaresResidualThreshold = btScalar(w.set->residual);
    to.m_erp2 = btScalar(w.set->erp);
    to.m_splitImpulse = w.set->split_impulse;
    to.m_deformable_erp = btScalar(w.set->deformable_erp);
    to.m_deformable_cfm = btScalar(w.set->deformable_cfm);
    to.m_deformable_maxErrorReduction = btScalar(w.set->deformable_correction);
}

void make_world(world &w)
{
    w.solver.setDeformableSolver(&w.bodies);
    w.bullet = std::make_unique<btDeformableMultiBodyDynamicsWorld>(
        &w.dispatcher, &w.broadphase, &w.solver, &w.configuration, &w.bodies);
    w.bullet->setGravity(vector_of(w.problem->gravity));
    w.bullet->getWorldInfo().m_gravity = vector_of(w.problem->gravity);
    w.bullet->getWorldInfo().air_density = w.bullet->getWorldInfo().water_density = 0;
    w.bullet->setImplicit(false);
    w.bullet->setLineSearch(false);
    set_options(w);
    make_body(w);
    make_springs(w);
}

void close_world(void *solver)
{
    world *w = static_cast<world *>(solver);
    if (w && w->bullet && w->body)
        w->bullet->removeSoftBody(w->body.get());
    delete w;
}

trama_status open_world(void *, const trama_problem *problem, const void *set, trama_mapping *taken,
                        void **solver, trama_error *error)
{
    *taken = mapping_of(problem);
    if (!trama_mapping_takes(taken, problem, nullptr))
        return TRAMA_OK;
    try {
        auto w = std::make_unique<world>();
        w->problem = problem;
        w->set = static_cast<const options *>(set);
        make_world(*w);
        *solver = w.release();
        return TRAMA_OK;
    } catch (const std::bad_alloc &) {
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    }
}

/* To the velocities: forces that are given to nodes of a deformable body stay on them. */
void add_drag(world &w, double h)
{
    for (size_t i = 0; i < w.problem->nodes; i++)
        w.body->m_nodes[int(i)].m_v *= btScalar(1.0 - h * w.problem->drag[i] / w.problem->mass[i]);
}

trama_step_status step(void *solver, double h, trama_state *state)
{
    world &w = *static_cast<world *>(solver);
    add_drag(w, h);
    w.bullet->stepSimulation(btScalar(h), 0, btScalar(h));
    state->time = w.time += h;
    for (size_t i = 0; i < w.problem->nodes; i++)
        for (int axis = 0; axis < 3; axis++) {
            const btSoftBody::Node &node = w.body->m_nodes[int(i)];
            state->position[3 * i + size_t(axis)] = node.m_x[axis];
            state->velocity[3 * i + size_t(axis)] =
                w.problem->held[3 * i] != 0.0 ? 0.0 : node.m_v[axis];
        }
    return TRAMA_STEP_OK;
}

} // namespace

extern "C" {
extern const trama_solver_type engine_bullet;
const trama_solver_type engine_bullet = {
    .name = "bullet",
    .summary = "Bullet's deformable bodies: masses and springs, symplectic Euler",
    .reference = "Coumans, Bullet Physics, bulletphysics.org",
    .version = 1,
    .own = "Bullet",
    .own_version = ENGINES_BULLET,
    .precision = sizeof(btScalar) == sizeof(double) ? "float64" : "float32",
    .options = TRAMA_FIELDS(fields, options),
    .recommended = recommended,
    .recommended_by = "Bullet 3, examples/DeformableDemo/Collide.cpp",
    .open = open_world,
    .step = step,
    .failure = nullptr,
    .account = nullptr,
    .close = close_world,
    .self = nullptr,
    .elsewhere = false,
};
}
