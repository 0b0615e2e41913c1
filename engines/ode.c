/* The Open Dynamics Engine (ode.org): a node is a body, a spring a joint that keeps a distance
 * (dJointDBall), as soft as error reduction and constraint force mixing make it:
 *   ERP = h K / (h K + c),  CFM = 1 / (h K + c),
 * which is implicit Euler of the spring. Steps are QuickStep's, unless its dense solver is asked
 * for. Sources: ODE manual, "How to use ERP and CFM"; the defaults and ranges of its header
 * objects.h. */
#include "solver/solver.h"

#include "core/memory.h"
#include "core/numbers.h"

#include <float.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUICK, DENSE };

typedef struct options {
    int stepper;
    long iterations;
    double over_relaxation, erp, cfm, surface_layer, correcting_velocity;
} options;

static const char *const steppers[] = {"quick", "dense", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(options, stepper, steppers), .fallback = {QUICK},
     .summary = "quick: dWorldQuickStep, by relaxation; dense: dWorldStep, by factorisation"},
    {TRAMA_FIELD_OF(options, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {20}, .summary = "relaxations of each constraint in a step of quick"},
    {TRAMA_FIELD_OF(options, over_relaxation), .unit = "1", .minimum = 0.1, .maximum = 2,
     .fallback = {1.3}, .summary = "of quick's relaxations (dWorldSetQuickStepW)"},
    {TRAMA_FIELD_OF(options, erp), .unit = "1", .minimum = 0, .maximum = 1, .fallback = {0.2},
     .summary = "share of an error that a step corrects, of contacts and joints without stiffness"},
    {TRAMA_FIELD_OF(options, cfm), .unit = "m/(N s)", .minimum = 0, .maximum = 1,
     .fallback = {sizeof(dReal) == sizeof(double) ? 1e-10 : 1e-5},
     .summary = "softness of contacts and joints without stiffness"},
    {TRAMA_FIELD_OF(options, surface_layer), .unit = "m", .minimum = 0, .maximum = 1e3,
     .summary = "depth that contacts may sink to before they are corrected"},
    {TRAMA_FIELD_OF(options, correcting_velocity), .unit = "m/s", .minimum = 0,
     .maximum = TRAMA_INFINITY, .fallback = {TRAMA_INFINITY},
     .summary = "speed at most at which a contact is corrected"},
};

static const trama_recommended recommended[] = {{"surface_layer", 0.001}, {NULL, 0}};

typedef struct world {
    dWorldID world;
    size_t nodes, springs;
    const trama_problem *problem;
    const options *options;
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
    .how = {[TRAMA_HAS_DAMPERS] = "in the softness of those constraints",
            [TRAMA_HAS_DRAG] = "a force by the velocity at the step's start",
            [TRAMA_HAS_GUIDES] = "a node is free or held"},
};

static void say_springs(const options *o, trama_mapping *taken)
{
    char *how = taken->how[TRAMA_HAS_SPRINGS];
    if (o->stepper == QUICK)
        snprintf(how, TRAMA_SOLVER_WORDS,
                 "distance constraints, implicit Euler, %ld relaxations a step", o->iterations);
    else
        snprintf(how, TRAMA_SOLVER_WORDS, "distance constraints, implicit Euler, solved directly");
}

static void set_options(const world *w);
static bool make_bodies(world *w);
static bool make_springs(world *w);
static void close_world(void *solver);

/* dRandSetSeed: QuickStep shuffles its constraints. */
static trama_status open_world(void *self, const trama_problem *problem, const void *set,
                               trama_mapping *taken, void **solver, trama_error *error)
{
    (void)self;
    *taken = mapping;
    say_springs(set, taken);
    if (!trama_mapping_takes(taken, problem, NULL))
        return TRAMA_OK;
    world *w = calloc(1, sizeof *w);
    if (!w)
        return trama_fail_memory(error);
    dInitODE2(0);
    dRandSetSeed(0);
    *w = (world){.world = dWorldCreate(),
                 .nodes = problem->nodes,
                 .springs = problem->springs,
                 .problem = problem,
                 .options = set};
    set_options(w);
    dWorldSetGravity(w->world, problem->gravity[0], problem->gravity[1], problem->gravity[2]);
    if (make_bodies(w) && make_springs(w)) {
        *solver = w;
        return TRAMA_OK;
    }
    close_world(w);
    return trama_fail_memory(error);
}

static void set_options(const world *w)
{
    const options *o = w->options;
    dWorldSetQuickStepNumIterations(w->world, (int)o->iterations);
    dWorldSetQuickStepW(w->world, o->over_relaxation);
    dWorldSetERP(w->world, o->erp);
    dWorldSetCFM(w->world, o->cfm);
    dWorldSetContactSurfaceLayer(w->world, o->surface_layer);
    dWorldSetContactMaxCorrectingVel(w->world, o->correcting_velocity);
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
    if (!(w->options->stepper == QUICK ? dWorldQuickStep : dWorldStep)(w->world, h))
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
    .options = TRAMA_FIELDS(fields, options),
    .recommended = recommended,
    .recommended_by = "ODE 0.16, objects.h, dWorldSetContactSurfaceLayer: against jitter",
    .open = open_world,
    .step = step,
    .close = close_world,
};
