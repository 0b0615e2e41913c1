/* What a system says of itself to a solver that is not of this library. */
#include "solver/problem.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>

static const char *const names[TRAMA_FEATURES] = {
    [TRAMA_HAS_SPRINGS] = "springs", [TRAMA_HAS_DAMPERS] = "dampers",
    [TRAMA_HAS_GRAVITY] = "gravity", [TRAMA_HAS_DRAG] = "drag",
    [TRAMA_HAS_PINS] = "pins",       [TRAMA_HAS_GUIDES] = "guides",
};

static trama_status check(const trama_system *system, trama_error *error);
static bool allocate(const trama_object *object, trama_problem *p);
static void describe(const trama_system *system, trama_problem *p);

trama_status trama_problem_make(const trama_system *system, trama_problem *problem,
                                trama_error *error)
{
    *problem = (trama_problem){0};
    const trama_status status = check(system, error);
    if (status != TRAMA_OK)
        return status;
    if (!allocate(&system->object[0], problem)) {
        trama_problem_free(problem);
        return trama_fail_memory(error);
    }
    describe(system, problem);
    trama_problem_begin(system, problem);
    return TRAMA_OK;
}

const char *trama_feature_name(trama_feature feature)
{
    return names[feature];
}

void trama_problem_free(trama_problem *problem)
{
    free(problem->mass);
    free(problem->position);
    free(problem->velocity);
    free(problem->drag);
    free(problem->held);
    free(problem->spring);
    *problem = (trama_problem){0};
}

/* --- what no problem says --- */

static bool is_given(const trama_interval *interval)
{
    return !isnan(interval->iterations[0]) || !isnan(interval->seconds[0]);
}

static bool has_changing_pins(const trama_scene_spec *scene)
{
    for (size_t i = 0; i < scene->pin_count; i++)
        if (is_given(&scene->pins[i].interval) || scene->pins[i].point_set > 0 ||
            !trama_motion_is_rest(&scene->pins[i].motion))
            return true;
    return false;
}

/* What the object has that stays unsaid; NULL: nothing. */
static const char *unsaid(const trama_object *object)
{
    const trama_scene_spec *scene = trama_scene_spec_of(object->scene);
    const trama_composition *composition = object->type->composition;
    if (!composition)
        return "what its model is made of";
    if (composition->beyond && composition->beyond(object->model))
        return composition->beyond(object->model);
    if (scene->drag != 0.0)
        return "drag of a surface (wind)";
    if (scene->force_count > 0)
        return "forces";
    if (scene->stop_count > 0)
        return "stops";
    return has_changing_pins(scene) ? "pins that move or let go" : NULL;
}

static trama_status check(const trama_system *system, trama_error *error)
{
    if (system->acting_count > 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "interactions",
                          "a solver of another program is not told of interactions yet");
    if (system->object_count != 1)
        return trama_fail(error, TRAMA_BAD_INPUT, "objects",
                          "a solver of another program is told of one object alone");
    const char *what = unsaid(&system->object[0]);
    if (what)
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                          "a solver of another program cannot be told this of %s: %s",
                          system->object[0].type->name, what);
    return TRAMA_OK;
}

/* --- what it says --- */

static bool allocate(const trama_object *object, trama_problem *p)
{
    p->nodes = trama_scene_nodes(object->scene);
    p->springs = object->type->composition->springs(object->model);
    p->mass = trama_doubles(p->nodes);
    p->position = trama_doubles(3 * p->nodes);
    p->velocity = trama_doubles(3 * p->nodes);
    p->drag = trama_doubles(p->nodes);
    p->held = trama_doubles(3 * p->nodes);
    p->spring = calloc(p->springs + 1, sizeof *p->spring);
    return p->mass && p->position && p->velocity && p->drag && p->held && p->spring;
}

static void describe_springs(const trama_object *object, trama_problem *p)
{
    for (size_t i = 0; i < p->springs; i++) {
        p->spring[i] = object->type->composition->spring(object->model, i);
        p->has[TRAMA_HAS_SPRINGS] = true;
        p->has[TRAMA_HAS_DAMPERS] |= p->spring[i].damping != 0.0;
    }
}

static void describe_nodes(const trama_system *system, const trama_loads *loads, trama_problem *p)
{
    for (size_t i = 0; i < p->nodes; i++) {
        p->mass[i] = system->mass[i];
        p->drag[i] = loads->damping + loads->rate * p->mass[i];
        p->has[TRAMA_HAS_DRAG] |= p->drag[i] != 0.0;
    }
}

static void describe_pins(const trama_held *held, trama_problem *p)
{
    for (size_t i = 0; i < held->count; i++) {
        const size_t axis = held->coordinate[i] / p->nodes, node = held->coordinate[i] % p->nodes;
        p->held[3 * node + axis] = 1.0;
    }
    for (size_t i = 0; i < p->nodes; i++) {
        const double axes = p->held[3 * i] + p->held[3 * i + 1] + p->held[3 * i + 2];
        p->has[TRAMA_HAS_PINS] |= axes == 3.0;
        p->has[TRAMA_HAS_GUIDES] |= axes > 0.0 && axes < 3.0;
    }
}

static void describe(const trama_system *system, trama_problem *p)
{
    const trama_object *object = &system->object[0];
    const trama_loads *loads = trama_activity_loads(object->activity);
    for (size_t axis = 0; axis < 3; axis++) {
        p->gravity[axis] = loads->gravity[axis];
        p->has[TRAMA_HAS_GRAVITY] |= p->gravity[axis] != 0.0;
    }
    describe_springs(object, p);
    describe_nodes(system, loads, p);
    describe_pins(trama_activity_held(object->activity), p);
}

void trama_problem_begin(const trama_system *system, trama_problem *problem)
{
    trama_problem_to_rows(system->q, problem->nodes, problem->position);
    trama_problem_to_rows(system->v, problem->nodes, problem->velocity);
}

void trama_problem_to_state(const double *rows, size_t nodes, double *state)
{
    for (size_t i = 0; i < nodes; i++)
        for (size_t axis = 0; axis < 3; axis++)
            state[axis * nodes + i] = rows[3 * i + axis];
}

void trama_problem_to_rows(const double *state, size_t nodes, double *rows)
{
    for (size_t i = 0; i < nodes; i++)
        for (size_t axis = 0; axis < 3; axis++)
            rows[3 * i + axis] = state[axis * nodes + i];
}
