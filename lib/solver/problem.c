/* The description of a system for a solver outside this library: its objects and their elements.
 * problem_solids.c has bodies, obstacles and their interactions. */
#include "solver/problem.h"

#include "core/memory.h"
#include "solver/problem_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[TRAMA_FEATURES] = {
    [TRAMA_HAS_SPRINGS] = "springs",
    [TRAMA_HAS_DAMPERS] = "dampers",
    [TRAMA_HAS_GRAVITY] = "gravity",
    [TRAMA_HAS_DRAG] = "drag",
    [TRAMA_HAS_PINS] = "pins",
    [TRAMA_HAS_GUIDES] = "guides",
    [TRAMA_HAS_BENDS] = "bends",
    [TRAMA_HAS_MEMBRANES] = "membranes",
    [TRAMA_HAS_TETRAHEDRA] = "tetrahedra",
    [TRAMA_HAS_BODIES] = "bodies",
    [TRAMA_HAS_BODY_DRAG] = "body_drag",
    [TRAMA_HAS_MOVING_OBSTACLES] = "moving_obstacles",
    [TRAMA_HAS_BODY_CONTACT] = "body_contact",
    [TRAMA_HAS_NODE_CONTACT] = "node_contact",
    [TRAMA_HAS_FRICTION] = "friction",
    [TRAMA_HAS_RESTITUTION] = "restitution",
    [TRAMA_HAS_GROUPS] = "groups",
    [TRAMA_HAS_BALL_JOINTS] = "ball_joints",
    [TRAMA_HAS_HINGE_JOINTS] = "hinge_joints",
    [TRAMA_HAS_DISTANCE_JOINTS] = "distance_joints",
    [TRAMA_HAS_SPHERES] = "spheres",
    [TRAMA_HAS_BOXES] = "boxes",
    [TRAMA_HAS_CYLINDERS] = "cylinders",
    [TRAMA_HAS_CAPSULES] = "capsules",
    [TRAMA_HAS_CONES] = "cones",
    [TRAMA_HAS_HULLS] = "hulls",
    [TRAMA_HAS_PLANES] = "planes",
    [TRAMA_HAS_MESHES] = "meshes",
};

static trama_status check(const trama_system *system, trama_error *error);
static bool allocate(const trama_system *system, trama_problem *p);
static void describe(const trama_system *system, trama_problem *p);

trama_status trama_problem_make(const trama_system *system, trama_problem *problem,
                                trama_error *error)
{
    *problem = (trama_problem){0};
    const trama_status status = check(system, error);
    if (status != TRAMA_OK)
        return status;
    if (!allocate(system, problem) || !trama_problem_allocate_solids(system, problem)) {
        trama_problem_free(problem);
        return trama_fail_memory(error);
    }
    describe(system, problem);
    trama_problem_describe_solids(system, problem);
    trama_problem_begin(system, problem);
    return TRAMA_OK;
}

const char *trama_feature_name(trama_feature feature)
{
    return names[feature];
}

void trama_problem_free(trama_problem *problem)
{
    void *const block[] = {problem->object,      problem->mass, problem->position,
                           problem->velocity,    problem->drag, problem->held,
                           problem->spring,      problem->bend, problem->membrane,
                           problem->tetrahedron, problem->face};
    for (size_t i = 0; i < sizeof block / sizeof *block; i++)
        free(block[i]);
    trama_problem_free_solids(problem);
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

static const double *gravity_of(const trama_object *object)
{
    return trama_activity_loads(object->activity)->gravity;
}

static bool is_moved(const trama_object *object)
{
    return object->nv > 0;
}

/* The first object that gravity can move, or the first of all. */
static const trama_object *first_moved(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (is_moved(&system->object[o]))
            return &system->object[o];
    return &system->object[0];
}

static bool is_same_vector(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static trama_status check_objects(const trama_system *system, trama_error *error)
{
    const double *gravity = gravity_of(first_moved(system));
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const char *what = unsaid(object);
        if (!what && is_moved(object) && !is_same_vector(gravity_of(object), gravity))
            what = "a gravity of its own";
        if (what)
            return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                              "a solver of another program cannot be told this of %s: %s",
                              object->type->name, what);
    }
    return TRAMA_OK;
}

static trama_status check(const trama_system *system, trama_error *error)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (!system->acting[i].type->composition)
            return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                              "a solver of another program is not told of the interaction %s",
                              system->acting[i].type->name);
    return check_objects(system, error);
}

/* --- what it says --- */

static size_t count_of(const trama_object *object, size_t (*counts)(const void *model))
{
    return counts ? counts(object->model) : 0;
}

static size_t nodes_of(const trama_object *object)
{
    return object->type->pointwise ? trama_scene_nodes(object->scene) : 0;
}

/* The surface of nodes that touch something. */
static const trama_mesh *faces_of(const trama_system *system, const trama_object *object)
{
    return system->acting_count > 0 && nodes_of(object) > 0 ? object->surface.mesh : NULL;
}

static bool allocate(const trama_system *system, trama_problem *p)
{
    p->objects = system->object_count;
    p->object = calloc(p->objects + 1, sizeof *p->object);
    for (size_t o = 0; p->object && o < p->objects; o++) {
        const trama_object *object = &system->object[o];
        const trama_composition *composition = object->type->composition;
        const trama_mesh *mesh = faces_of(system, object);
        p->object[o] = (trama_problem_object){object, p->nodes, nodes_of(object)};
        p->nodes += p->object[o].nodes;
        p->springs += count_of(object, composition->springs);
        p->bends += count_of(object, composition->bends);
        p->membranes += count_of(object, composition->membranes);
        p->tetrahedra += count_of(object, composition->tetrahedra);
        p->faces += mesh ? mesh->triangle_count : 0;
    }
    p->mass = trama_doubles(p->nodes + 1);
    p->position = trama_doubles(3 * p->nodes + 1);
    p->velocity = trama_doubles(3 * p->nodes + 1);
    p->drag = trama_doubles(p->nodes + 1);
    p->held = trama_doubles(3 * p->nodes + 1);
    p->spring = calloc(p->springs + 1, sizeof *p->spring);
    p->bend = calloc(p->bends + 1, sizeof *p->bend);
    p->membrane = calloc(p->membranes + 1, sizeof *p->membrane);
    p->tetrahedron = calloc(p->tetrahedra + 1, sizeof *p->tetrahedron);
    p->face = calloc(p->faces + 1, sizeof *p->face);
    return p->object && p->mass && p->position && p->velocity && p->drag && p->held && p->spring &&
           p->bend && p->membrane && p->tetrahedron && p->face;
}

/* Nodes of an element, from those of its object. */
static void shift(size_t *node, size_t count, size_t first)
{
    for (size_t i = 0; i < count; i++)
        node[i] += first;
}

/* Appends; the counts begin at 0 again, since bends of no stiffness are none. */
static void describe_elements(const trama_problem_object *o, trama_problem *p)
{
    const trama_composition *composition = o->of->type->composition;
    for (size_t i = 0; i < count_of(o->of, composition->springs); i++) {
        trama_spring *spring = &p->spring[p->springs++];
        *spring = composition->spring(o->of->model, i);
        shift(spring->node, 2, o->first_node);
        p->has[TRAMA_HAS_SPRINGS] = true;
        p->has[TRAMA_HAS_DAMPERS] |= spring->damping != 0.0;
    }
    for (size_t i = 0; i < count_of(o->of, composition->bends); i++) {
        const trama_bend bend = composition->bend(o->of->model, i);
        if (bend.stiffness == 0.0 && bend.damping == 0.0)
            continue;
        p->bend[p->bends] = bend;
        shift(p->bend[p->bends++].node, 4, o->first_node);
        p->has[TRAMA_HAS_BENDS] = true;
    }
    for (size_t i = 0; i < count_of(o->of, composition->membranes); i++) {
        p->membrane[p->membranes] = composition->membrane(o->of->model, i);
        shift(p->membrane[p->membranes++].node, 3, o->first_node);
        p->has[TRAMA_HAS_MEMBRANES] = true;
    }
    for (size_t i = 0; i < count_of(o->of, composition->tetrahedra); i++) {
        p->tetrahedron[p->tetrahedra] = composition->tetrahedron(o->of->model, i);
        shift(p->tetrahedron[p->tetrahedra++].node, 4, o->first_node);
        p->has[TRAMA_HAS_TETRAHEDRA] = true;
    }
}

static void describe_faces(const trama_mesh *mesh, size_t first, trama_problem *p)
{
    for (size_t i = 0; mesh && i < mesh->triangle_count; i++) {
        memcpy(p->face[p->faces], mesh->triangle[i].node, sizeof p->face[0]);
        shift(p->face[p->faces++], 3, first);
    }
}

static void describe_nodes(const trama_system *system, const trama_problem_object *o,
                           trama_problem *p)
{
    const trama_loads *loads = trama_activity_loads(o->of->activity);
    for (size_t i = 0; i < o->nodes; i++) {
        const size_t node = o->first_node + i;
        p->mass[node] = system->mass[o->of->v_begin + i];
        p->drag[node] = loads->damping + loads->rate * p->mass[node];
        p->has[TRAMA_HAS_DRAG] |= p->drag[node] != 0.0;
    }
}

static void describe_pins(const trama_problem_object *o, trama_problem *p)
{
    const trama_held *held = trama_activity_held(o->of->activity);
    for (size_t i = 0; i < held->count && o->nodes > 0; i++) {
        const size_t axis = held->coordinate[i] / o->nodes, node = held->coordinate[i] % o->nodes;
        p->held[3 * (o->first_node + node) + axis] = 1.0;
    }
    for (size_t i = o->first_node; i < o->first_node + o->nodes; i++) {
        const double axes = p->held[3 * i] + p->held[3 * i + 1] + p->held[3 * i + 2];
        p->has[TRAMA_HAS_PINS] |= axes == 3.0;
        p->has[TRAMA_HAS_GUIDES] |= axes > 0.0 && axes < 3.0;
    }
}

static void describe(const trama_system *system, trama_problem *p)
{
    memcpy(p->gravity, gravity_of(first_moved(system)), sizeof p->gravity);
    for (size_t axis = 0; axis < 3; axis++)
        p->has[TRAMA_HAS_GRAVITY] |= p->gravity[axis] != 0.0;
    p->springs = p->bends = p->membranes = p->tetrahedra = p->faces = 0;
    for (size_t o = 0; o < p->objects; o++) {
        describe_elements(&p->object[o], p);
        describe_faces(faces_of(system, p->object[o].of), p->object[o].first_node, p);
        describe_nodes(system, &p->object[o], p);
        describe_pins(&p->object[o], p);
    }
}

/* --- the state --- */

void trama_problem_begin(const trama_system *system, trama_problem *problem)
{
    for (size_t o = 0; o < problem->objects; o++) {
        const trama_problem_object *own = &problem->object[o];
        const double *q = system->q + own->of->q_begin, *v = system->v + own->of->v_begin;
        for (size_t i = 0; i < own->nodes; i++)
            for (size_t axis = 0; axis < 3; axis++) {
                const size_t at = 3 * (own->first_node + i) + axis;
                problem->position[at] = q[axis * own->nodes + i];
                problem->velocity[at] = v[axis * own->nodes + i];
            }
    }
    trama_problem_begin_solids(system, problem);
}

void trama_problem_put(const trama_problem *problem, const trama_state *state, trama_system *system)
{
    for (size_t o = 0; o < problem->objects; o++) {
        const trama_problem_object *own = &problem->object[o];
        double *q = system->q + own->of->q_begin, *v = system->v + own->of->v_begin;
        for (size_t i = 0; i < own->nodes; i++)
            for (size_t axis = 0; axis < 3; axis++) {
                const size_t at = 3 * (own->first_node + i) + axis;
                q[axis * own->nodes + i] = state->position[at];
                v[axis * own->nodes + i] = state->velocity[at];
            }
    }
    trama_problem_put_bodies(problem, state, system);
}
