/* The Open Dynamics Engine (ode.org): a node is a body, a spring a joint that keeps a distance
 * (dJointDBall), as soft as error reduction and constraint force mixing make it:
 *   ERP = h K / (h K + c),  CFM = 1 / (h K + c),
 * which is implicit Euler of the spring. Steps are QuickStep's, unless its dense solver is asked
 * for. ode_solids.c has rigid bodies and contact. Sources: ODE manual, "How to use ERP and CFM";
 * the defaults and ranges of its header objects.h. */
#include "engines/ode.h"
#include "engines/engines.h"

#include "core/memory.h"
#include "core/numbers.h"

#include <float.h>
#include <setjmp.h>
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

static const trama_mapping mapping = {
    .taking = {[TRAMA_HAS_SPRINGS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_DAMPERS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_GRAVITY] = TRAMA_TAKES,
               [TRAMA_HAS_DRAG] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_PINS] = TRAMA_TAKES,
               [TRAMA_HAS_BODIES] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_BODY_DRAG] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_MOVING_OBSTACLES] = TRAMA_TAKES,
               [TRAMA_HAS_BODY_CONTACT] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_NODE_CONTACT] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_FRICTION] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_RESTITUTION] = TRAMA_TAKES,
               [TRAMA_HAS_GROUPS] = TRAMA_TAKES,
               [TRAMA_HAS_BALL_JOINTS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_HINGE_JOINTS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_DISTANCE_JOINTS] = TRAMA_APPROXIMATES,
               [TRAMA_HAS_SPHERES] = TRAMA_TAKES,
               [TRAMA_HAS_BOXES] = TRAMA_TAKES,
               [TRAMA_HAS_CYLINDERS] = TRAMA_TAKES,
               [TRAMA_HAS_CAPSULES] = TRAMA_TAKES,
               [TRAMA_HAS_HULLS] = TRAMA_TAKES,
               [TRAMA_HAS_PLANES] = TRAMA_TAKES,
               [TRAMA_HAS_MESHES] = TRAMA_TAKES},
    .how = {[TRAMA_HAS_DAMPERS] = "in the softness of those constraints",
            [TRAMA_HAS_DRAG] = "a force by the velocity at the step's start",
            [TRAMA_HAS_BODIES] = "the gyroscopic term implicit, of first order",
            [TRAMA_HAS_BODY_DRAG] = "a force by the velocity at the step's start",
            [TRAMA_HAS_FRICTION] = "a pyramid in place of the cone",
            [TRAMA_HAS_GUIDES] = "a node is free or held"},
};

/* What is said of a feature, and how its constraints are solved. */
static void say(trama_mapping *taken, trama_feature feature, const char *what, const options *o)
{
    char *how = taken->how[feature];
    const int used = snprintf(how, TRAMA_SOLVER_WORDS, "%s, ", what);
    if (o->stepper == QUICK)
        snprintf(how + used, TRAMA_SOLVER_WORDS - (size_t)used, "%ld relaxations a step",
                 o->iterations);
    else
        snprintf(how + used, TRAMA_SOLVER_WORDS - (size_t)used, "solved directly");
}

static void say_constraints(trama_mapping *taken, const options *o)
{
    char corrected[64];
    snprintf(corrected, sizeof corrected, "errors corrected by %g of them a step", o->erp);
    say(taken, TRAMA_HAS_SPRINGS, "distance constraints, implicit Euler", o);
    say(taken, TRAMA_HAS_BODY_CONTACT, "at most 4 points a pair, one of a pair of hulls", o);
    say(taken, TRAMA_HAS_NODE_CONTACT, "balls of the thickness around nodes", o);
    for (int f = TRAMA_HAS_BALL_JOINTS; f <= TRAMA_HAS_DISTANCE_JOINTS; f++)
        say(taken, (trama_feature)f, corrected, o);
}

/* Where it depends on the problem and the options. */
static trama_mapping mapping_of(const trama_problem *p, const options *o)
{
    trama_mapping m = mapping;
    say_constraints(&m, o);
    for (size_t i = 0; i < p->contacts; i++)
        if (p->contact[i].law.nodes && p->contact[i].law.thickness == 0.0) {
            m.taking[TRAMA_HAS_NODE_CONTACT] = TRAMA_REFUSES;
            snprintf(m.how[TRAMA_HAS_NODE_CONTACT], TRAMA_SOLVER_WORDS,
                     "of no thickness: a ball around a node has a radius");
        }
    for (size_t i = 0; i < p->obstacles; i++)
        if (p->obstacle[i].is.kind == TRAMA_SOLID_PLANE && p->has[TRAMA_HAS_MOVING_OBSTACLES]) {
            m.taking[TRAMA_HAS_MOVING_OBSTACLES] = TRAMA_REFUSES;
            snprintf(m.how[TRAMA_HAS_MOVING_OBSTACLES], TRAMA_SOLVER_WORDS, "planes stay");
        }
    return m;
}

static void set_options(ode_world *w, const options *o);
static bool make_nodes(ode_world *w);
static bool make_springs(ode_world *w);
static void close_world(void *solver);
static void leave(int number, const char *text, va_list arguments);

/* dRandSetSeed: QuickStep shuffles its constraints. Sweep and prune finds every pair: ODE's hash
 * space missed some of a sheet on a ball, whose nodes then sank in by 12 cm. */
static trama_status open_world(void *self, const trama_problem *problem, const void *set,
                               trama_mapping *taken, void **solver, trama_error *error)
{
    (void)self;
    *taken = mapping_of(problem, set);
    if (!trama_mapping_takes(taken, problem, NULL))
        return TRAMA_OK;
    ode_world *w = calloc(1, sizeof *w);
    if (!w)
        return trama_fail_memory(error);
    dInitODE2(0);
    dSetErrorHandler(leave);
    dSetDebugHandler(leave);
    dRandSetSeed(0);
    *w = (ode_world){.problem = problem,
                     .world = dWorldCreate(),
                     .space = dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XZY),
                     .touching = dJointGroupCreate(0)};
    set_options(w, set);
    dWorldSetGravity(w->world, problem->gravity[0], problem->gravity[1], problem->gravity[2]);
    if (make_nodes(w) && make_springs(w) && ode_make_solids(w)) {
        ode_make_node_balls(w);
        *solver = w;
        return TRAMA_OK;
    }
    close_world(w);
    return trama_fail_memory(error);
}

static void set_options(ode_world *w, const options *o)
{
    w->is_dense = o->stepper == DENSE;
    dWorldSetQuickStepNumIterations(w->world, (int)o->iterations);
    dWorldSetQuickStepW(w->world, o->over_relaxation);
    dWorldSetERP(w->world, o->erp);
    dWorldSetCFM(w->world, o->cfm);
    dWorldSetContactSurfaceLayer(w->world, o->surface_layer);
    dWorldSetContactMaxCorrectingVel(w->world, o->correcting_velocity);
}

static bool make_nodes(ode_world *w)
{
    w->node = calloc(w->problem->nodes + 1, sizeof *w->node);
    for (size_t i = 0; w->node && i < w->problem->nodes; i++) {
        const trama_problem *p = w->problem;
        const double *x = p->position + 3 * i, *v = p->velocity + 3 * i;
        dMass mass;
        if (p->held[3 * i] != 0.0)
            continue;
        dMassSetSphereTotal(&mass, p->mass[i], 1.0);
        w->node[i] = dBodyCreate(w->world);
        dBodySetMass(w->node[i], &mass);
        dBodySetPosition(w->node[i], x[0], x[1], x[2]);
        dBodySetLinearVel(w->node[i], v[0], v[1], v[2]);
    }
    return w->node != NULL;
}

static bool make_springs(ode_world *w)
{
    w->spring = calloc(w->problem->springs + 1, sizeof *w->spring);
    for (size_t i = 0; w->spring && i < w->problem->springs; i++) {
        const trama_spring *s = &w->problem->spring[i];
        const double *a = w->problem->position + 3 * s->node[0],
                     *b = w->problem->position + 3 * s->node[1];
        dBodyID first = w->node[s->node[0]], second = w->node[s->node[1]];
        if (!first && !second)
            continue;
        w->spring[i] = dJointCreateDBall(w->world, NULL);
        dJointAttach(w->spring[i], first, second);
        dJointSetDBallAnchor1(w->spring[i], a[0], a[1], a[2]);
        dJointSetDBallAnchor2(w->spring[i], b[0], b[1], b[2]);
        dJointSetDBallDistance(w->spring[i], s->rest);
    }
    return w->spring != NULL;
}

/* Softness depends on the step. */
static void soften(ode_world *w, double h)
{
    for (size_t i = 0; i < w->problem->springs; i++) {
        const trama_spring *s = &w->problem->spring[i];
        const double softness = h * s->stiffness + s->damping;
        if (!w->spring[i])
            continue;
        dJointSetDBallParam(w->spring[i], dParamERP, h * s->stiffness / softness);
        dJointSetDBallParam(w->spring[i], dParamCFM, 1.0 / softness);
    }
    w->h = h;
}

static void add_drag(ode_world *w)
{
    for (size_t i = 0; i < w->problem->nodes; i++) {
        const double c = w->problem->drag[i];
        if (!w->node[i] || c == 0.0)
            continue;
        const dReal *v = dBodyGetLinearVel(w->node[i]);
        dBodyAddForce(w->node[i], -c * v[0], -c * v[1], -c * v[2]);
    }
}

static void tell_nodes(const ode_world *w, trama_state *state)
{
    for (size_t at = 0; at < 3 * w->problem->nodes; at++) {
        dBodyID node = w->node[at / 3];
        state->position[at] = node ? dBodyGetPosition(node)[at % 3] : w->problem->position[at];
        state->velocity[at] = node ? dBodyGetLinearVel(node)[at % 3] : 0.0;
    }
}

/* False without memory. */
static bool advance(ode_world *w, double h)
{
    if (h != w->h)
        soften(w, h);
    add_drag(w);
    ode_drag_bodies(w);
    ode_touch(w);
    if (!(w->is_dense ? dWorldStep : dWorldQuickStep)(w->world, h))
        return false;
    dJointGroupEmpty(w->touching);
    return true;
}

/* --- ODE's errors, which else would end the program: numbers that it cannot step from --- */

static _Thread_local jmp_buf *rescue;

/* ODE ends the program when this returns. */
static void leave(int number, const char *text, va_list arguments)
{
    if (rescue)
        longjmp(*rescue, 1);
    fprintf(stderr, "trama: ODE: error %d: ", number);
    vfprintf(stderr, text, arguments);
    fputc('\n', stderr);
}

static trama_step_status attempt(ode_world *w, double h)
{
    jmp_buf here;
    rescue = &here;
    if (setjmp(here) == 0) {
        const bool made = advance(w, h);
        rescue = NULL;
        return made ? TRAMA_STEP_OK : TRAMA_STEP_NO_MEMORY;
    }
    rescue = NULL;
    w->is_lost = true;
    return TRAMA_STEP_OK;
}

static trama_step_status step(void *solver, double h, trama_state *state)
{
    ode_world *w = solver;
    const trama_step_status made = w->is_lost ? TRAMA_STEP_OK : attempt(w, h);
    state->time = w->time += h;
    if (w->is_lost) {
        engines_tell_loss(w->problem, state);
    } else {
        tell_nodes(w, state);
        ode_tell_bodies(w, state);
    }
    return made;
}

/* One that an error has left in the middle of a step cannot be destroyed: its memory is kept. */
static _Thread_local ode_world *lost;

static void close_world(void *solver)
{
    ode_world *w = solver;
    if (!w)
        return;
    if (w->is_lost) {
        w->next = lost;
        lost = w;
        return;
    }
    dJointGroupDestroy(w->touching);
    dSpaceDestroy(w->space);
    dWorldDestroy(w->world);
    ode_free_solids(w);
    dCloseODE();
    free(w->node);
    free(w->spring);
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
