/* Bullet (bulletphysics.org), one of three of its worlds: nodes and springs in that of deformable
 * bodies (bullet_soft.cpp) or in that of soft bodies by positions (bullet_positions.cpp), rigid
 * bodies in btDiscreteDynamicsWorld (bullet_rigid.cpp). Nothing sleeps. */
#include "engines/bullet.hpp"

#include <new>

namespace
{

using bullet::options;

const btContactSolverInfo own;

const char *const soft_bodies[] = {"deformable", "positions", nullptr};

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
    /* Of 0.25 m, Bullet's own, nodes sink 6 cm into a ball of 30 cm. */
    {TRAMA_FIELD_OF(options, cell), .unit = "m", .minimum = 1e-4, .maximum = 100,
     .fallback = {0.01},
     .summary = "cells off which nodes read their distances to solids (setDefaultVoxelsz)"},
    {TRAMA_FIELD_OF(options, soft_bodies), .later = true, .unit = "", .choices = soft_bodies,
     .summary = "what nodes are of: deformable bodies, or btSoftBody's links by positions"},
    {TRAMA_FIELD_OF(options, position_iterations), .later = true, .unit = "1", .minimum = 1,
     .maximum = 1e6, .fallback = {1},
     .summary = "sweeps of btSoftBody over its links (piterations)"},
};

const trama_recommended recommended[] = {{"iterations", 100},
                                         {"residual", 1e-3},
                                         {"deformable_erp", 0.3},
                                         {"deformable_correction", 200},
                                         {nullptr, 0}};

trama_mapping taken_exactly()
{
    trama_mapping m = {};
    for (trama_feature f :
         {TRAMA_HAS_SPRINGS, TRAMA_HAS_DAMPERS, TRAMA_HAS_GRAVITY, TRAMA_HAS_PINS,
          TRAMA_HAS_BODY_DRAG, TRAMA_HAS_MOVING_OBSTACLES, TRAMA_HAS_RESTITUTION, TRAMA_HAS_GROUPS,
          TRAMA_HAS_SPHERES, TRAMA_HAS_BOXES, TRAMA_HAS_CYLINDERS, TRAMA_HAS_CAPSULES,
          TRAMA_HAS_HULLS, TRAMA_HAS_PLANES, TRAMA_HAS_MESHES})
        m.taking[f] = TRAMA_TAKES;
    return m;
}

void say(trama_mapping &m, trama_feature f, trama_taking taking, const char *how)
{
    m.taking[f] = taking;
    snprintf(m.how[f], TRAMA_SOLVER_WORDS, "%s", how);
}

void say_positions(trama_mapping &m, const options *set)
{
    char links[TRAMA_SOLVER_WORDS];
    snprintf(links, sizeof links, "links of no stiffness, held by %ld sweeps a step",
             set->position_iterations);
    say(m, TRAMA_HAS_SPRINGS, TRAMA_APPROXIMATES, links);
    say(m, TRAMA_HAS_DAMPERS, TRAMA_REFUSES, "links have none");
}

trama_mapping mapping_of(const trama_problem *p, const options *set)
{
    char contact[TRAMA_SOLVER_WORDS], cells[TRAMA_SOLVER_WORDS];
    trama_mapping m = taken_exactly();
    snprintf(contact, sizeof contact, "sequential impulses, at most %ld iterations a step",
             set->iterations);
    snprintf(cells, sizeof cells, "distances are read off cells of %g m", set->cell);
    say(m, TRAMA_HAS_DRAG, TRAMA_APPROXIMATES, "a force by the velocity at the step's start");
    say(m, TRAMA_HAS_GUIDES, TRAMA_REFUSES, "a node is free or held");
    say(m, TRAMA_HAS_BODIES, TRAMA_APPROXIMATES,
        "the gyroscopic term implicit in the body's axes, of first order: it loses energy");
    say(m, TRAMA_HAS_BODY_CONTACT, TRAMA_APPROXIMATES, contact);
    say(m, TRAMA_HAS_BALL_JOINTS, TRAMA_APPROXIMATES, contact);
    say(m, TRAMA_HAS_HINGE_JOINTS, TRAMA_APPROXIMATES, contact);
    say(m, TRAMA_HAS_DISTANCE_JOINTS, TRAMA_REFUSES, "it has none");
    say(m, TRAMA_HAS_FRICTION, TRAMA_APPROXIMATES, "along one direction at a point");
    say(m, TRAMA_HAS_NODE_CONTACT, TRAMA_APPROXIMATES, cells);
    if (p->nodes > 0 && set->soft_bodies == bullet::POSITIONS)
        say_positions(m, set);
    else if (p->nodes > 0 && bullet::beyond_soft(p))
        say(m, TRAMA_HAS_SPRINGS, TRAMA_REFUSES, bullet::beyond_soft(p));
    if (p->has[TRAMA_HAS_NODE_CONTACT])
        say(m, TRAMA_HAS_MESHES, TRAMA_REFUSES, "nodes see distances to convex shapes alone");
    if (p->nodes > 0)
        say(m, TRAMA_HAS_BODIES, TRAMA_REFUSES, "beside nodes");
    return m;
}

void close_world(void *solver)
{
    delete static_cast<bullet::world *>(solver);
}

trama_status open_world(void *, const trama_problem *problem, const void *options,
                        trama_mapping *taken, void **solver, trama_error *error)
{
    const auto *set = static_cast<const bullet::options *>(options);
    *taken = mapping_of(problem, set);
    if (!trama_mapping_takes(taken, problem, nullptr))
        return TRAMA_OK;
    try {
        const auto make_nodes =
            set->soft_bodies == bullet::POSITIONS ? bullet::make_positions : bullet::make_soft;
        *solver = (problem->nodes > 0 ? make_nodes : bullet::make_rigid)(problem, set).release();
        return TRAMA_OK;
    } catch (const std::bad_alloc &) {
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    }
}

trama_step_status step(void *solver, double h, trama_state *state)
{
    static_cast<bullet::world *>(solver)->step(h, state);
    return TRAMA_STEP_OK;
}

} // namespace

extern "C" {
extern const trama_solver_type engine_bullet;
const trama_solver_type engine_bullet = {
    .name = "bullet",
    .summary =
        "Bullet: deformable bodies of masses and springs; rigid bodies, by sequential impulses",
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
