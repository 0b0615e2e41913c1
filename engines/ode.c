/* The Open Dynamics Engine (ode.org): a node is a body, a spring a joint that keeps a distance
 * (dJointDBall), as soft as error reduction and constraint force mixing make it:
 *   ERP = h K / (h K + c),  CFM = 1 / (h K + c),
 * which is implicit Euler of the spring. Steps are QuickStep's, 20 relaxations of each by default.
 * Source: ODE manual, "How to use ERP and CFM". */
#include "solver/solver.h"

#include "core/memory.h"

#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct world {
    dWorldID world;
    size_t nodes, springs;
    const trama_problem *problem;
    dBodyID *body;   /* NULL: a node that is held */
    dJointID *joint; /* NULL: between two held nodes */
    double h, time;
    size_t steps;
} world;

static const trama_mapping mapping = {
    .taking = {[TRAMA_HAS_SPRINGS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_DAMPERS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_GRAVITY] = TRAMA_TAKES,
               [TRAMA_HAS_DRAG] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_PINS] = TRAMA_TAKES},
    .how = {[TRAMA_HAS_SPRINGS] = "distance constraints, implicit Euler, 20 relaxations a step",
            [TRAMA_HAS_DAMPERS] = "in the softness of those constraints",
            [TRAMA_HAS_DRAG] = "a force by the velocity at the step's start",
            [TRAMA_HAS_GUIDES] = "a node is free or held"},
};

static bool make_bodies(world *w);
static bool make_springs(world *w);
static void close_world(void *solver);

/* dRandSetSeed: QuickStep shuffles its constraints. */
static trama_status open_world(void *self, const trama_problem *problem, trama_mapping *taken,
                               void **solver, trama_error *error)
{
    world *w = calloc(1, sizeof *w);
    (void)self;
    *taken = mapping;
    if (!w)
        return trama_fail_memory(error);
    dInitODE2(0);
    dRandSetSeed(0);
    *w = (world){.world = dWorldCreate(),
                 .nodes = problem->nodes,
                 .springs = problem->springs,
                 .problem = problem};
    dWorldSetGravity(w->world, problem->gravity[0], problem->gravity[1], problem->gravity[2]);
    if (make_bodies(w) && make_springs(w)) {
        *solver = w;
        return TRAMA_OK;
    }
    close_world(w);
    return trama_fail_memory(error);
}

static bool make_bodies(world *w)
{
    w->body = calloc(w->nodes + 1, sizeof(dBodyID));
    for (size_t i = 0; w->body && i < w->nodes; i++) {
        const trama_problem *p = w->problem;
        const double *x = p->position + 3 * i, *v = p->velocity + 3 * i;
        dMass mass;
        if (p->held[3 * i] != 0.0)
            continue;
        dMassSetSphereTotal(&mass, p->mass[i], 1.0);
        w->body[i] = dBodyCreate(w->world);
        dBodySetMass(w->body[i], &mass);
        dBodySetPosition(w->body[i], x[0], x[1], x[2]);
        dBodySetLinearVel(w->body[i], v[0], v[1], v[2]);
    }
    return w->body != NULL;
}

static bool make_springs(world *w)
{
    w->joint = calloc(w->springs + 1, sizeof(dJointID));
    for (size_t i = 0; w->joint && i < w->springs; i++) {
        const trama_spring *s = &w->problem->spring[i];
        const double *a = w->problem->position + 3 * s->node[0],
                     *b = w->problem->position + 3 * s->node[1];
        dBodyID first = w->body[s->node[0]], second = w->body[s->node[1]];
        if (!first && !second)
            continue;
        w->joint[i] = dJointCreateDBall(w->world, NULL);
        dJointAttach(w->joint[i], first, second);
        dJointSetDBallAnchor1(w->joint[i], a[0], a[1], a[2]);
        dJointSetDBallAnchor2(w->joint[i], b[0], b[1], b[2]);
        dJointSetDBallDistance(w->joint[i], s->rest);
    }
    return w->joint != NULL;
}

/* Softness depends on the step. */
static void soften(world *w, double h)
{
    for (size_t i = 0; i < w->springs; i++) {
        const trama_spring *s = &w->problem->spring[i];
        const double softness = h * s->stiffness + s->damping;
        if (!w->joint[i])
            continue;
        dJointSetDBallParam(w->joint[i], dParamERP, h * s->stiffness / softness);
        dJointSetDBallParam(w->joint[i], dParamCFM, 1.0 / softness);
    }
    w->h = h;
}

static void add_drag(world *w)
{
    for (size_t i = 0; i < w->nodes; i++) {
        const double c = w->problem->drag[i];
        if (!w->body[i] || c == 0.0)
            continue;
        const dReal *v = dBodyGetLinearVel(w->body[i]);
        dBodyAddForce(w->body[i], -c * v[0], -c * v[1], -c * v[2]);
    }
}

static trama_step_status step(void *solver, double h, trama_state *state)
{
    world *w = solver;
    if (h != w->h)
        soften(w, h);
    add_drag(w);
    if (!dWorldQuickStep(w->world, h))
        return TRAMA_STEP_NO_MEMORY;
    state->time = w->time += h;
    for (size_t i = 0; i < w->nodes; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t at = 3 * i + axis;
            state->position[at] =
                w->body[i] ? dBodyGetPosition(w->body[i])[axis] : w->problem->position[at];
            state->velocity[at] = w->body[i] ? dBodyGetLinearVel(w->body[i])[axis] : 0.0;
        }
    return TRAMA_STEP_OK;
}

static void close_world(void *solver)
{
    world *w = solver;
    if (!w)
        return;
    dWorldDestroy(w->world);
    dCloseODE();
    free(w->body);
    free(w->joint);
    free(w);
}

const trama_solver_type engine_ode = {
    .name = "ode",
    .summary = "the Open Dynamics Engine: bodies and softened constraints, by QuickStep",
    .reference = "Smith, Open Dynamics Engine, ode.org",
    .version = 1,
    .own = "ODE",
    .own_version = ENGINES_ODE,
    .precision = sizeof(dReal) == sizeof(double) ? "float64" : "float32",
    .open = open_world,
    .step = step,
    .close = close_world,
};
