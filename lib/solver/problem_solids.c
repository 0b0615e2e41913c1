/* The description of the rigid bodies and obstacles of a system, and of their interactions. */
#include "solver/problem_parts.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- bodies, obstacles, shapes --- */

static size_t solids_of(const trama_object *object)
{
    const trama_composition *composition = object->type->composition;
    return composition->solids ? composition->solids(object->model) : 0;
}

static bool is_same_shape(const trama_problem_shape *shape, const trama_solid *solid)
{
    if (shape->kind != solid->kind)
        return false;
    if (solid->points > 0)
        return solid->shared && shape->shared == solid->shared;
    for (size_t i = 0; i < sizeof shape->size / sizeof *shape->size; i++)
        if (shape->size[i] != solid->size[i])
            return false;
    return true;
}

/* The number of a solid's shape: that of the solid before, since bodies of an arrangement follow
 * each other, or a new one. False without memory. */
static bool find_shape(const trama_object *object, size_t index, const trama_solid *solid,
                       trama_problem *p, size_t *number)
{
    if (p->shapes > 0 && is_same_shape(&p->shape[p->shapes - 1], solid)) {
        *number = p->shapes - 1;
        return true;
    }
    trama_problem_shape *shape = &p->shape[p->shapes];
    *shape =
        (trama_problem_shape){.kind = solid->kind,
                              .points = solid->points,
                              .triangles = solid->triangles,
                              .point = calloc(solid->points + 1, sizeof *shape->point),
                              .triangle = calloc(solid->triangles + 1, sizeof *shape->triangle),
                              .shared = solid->shared};
    memcpy(shape->size, solid->size, sizeof shape->size);
    *number = p->shapes++;
    if (!shape->point || !shape->triangle)
        return false;
    if (solid->points > 0)
        object->type->composition->surface(object->model, index, shape->point, shape->triangle);
    return true;
}

static bool add_solid(const trama_object *object, size_t number, size_t index, trama_problem *p)
{
    const trama_solid solid = object->type->composition->solid(object->model, index);
    trama_problem_solid *made =
        solid.is_free ? &p->body[p->bodies++] : &p->obstacle[p->obstacles++];
    *made = (trama_problem_solid){.is = solid, .object = number, .index = index};
    return find_shape(object, index, &solid, p, &made->shape);
}

static bool add_solids(const trama_system *system, trama_problem *p)
{
    for (size_t o = 0; o < system->object_count; o++)
        for (size_t i = 0; i < solids_of(&system->object[o]); i++)
            if (!add_solid(&system->object[o], o, i, p))
                return false;
    return true;
}

bool trama_problem_allocate_solids(const trama_system *system, trama_problem *problem)
{
    size_t solids = 0, joints = 0;
    for (size_t o = 0; o < system->object_count; o++)
        solids += solids_of(&system->object[o]);
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_composition *composition = system->acting[i].type->composition;
        joints += composition->joints ? composition->joints(system->acting[i].self) : 0;
    }
    problem->shape = calloc(solids + 1, sizeof *problem->shape);
    problem->body = calloc(solids + 1, sizeof *problem->body);
    problem->obstacle = calloc(solids + 1, sizeof *problem->obstacle);
    problem->contact = calloc(system->acting_count + 1, sizeof *problem->contact);
    problem->joint = calloc(joints + 1, sizeof *problem->joint);
    return problem->shape && problem->body && problem->obstacle && problem->contact &&
           problem->joint && add_solids(system, problem);
}

void trama_problem_free_solids(trama_problem *problem)
{
    for (size_t i = 0; problem->shape && i < problem->shapes; i++) {
        free(problem->shape[i].point);
        free(problem->shape[i].triangle);
    }
    free(problem->shape);
    free(problem->body);
    free(problem->obstacle);
    free(problem->contact);
    free(problem->joint);
}

/* --- the state --- */

static trama_solid_state state_of(const trama_system *system, const trama_problem_solid *solid)
{
    const trama_object *object = &system->object[solid->object];
    return object->type->composition->state(object->model, solid->index, system->t,
                                            system->q + object->q_begin,
                                            system->v + object->v_begin);
}

static bool is_among(const trama_problem_solid *solid, const trama_system *system,
                     const trama_joint_part *part, size_t side)
{
    return &system->object[solid->object].surface == part->of[side] &&
           solid->index == part->body[side];
}

static trama_problem_end end_of(const trama_system *system, const trama_problem *p,
                                const trama_joint_part *part, size_t side)
{
    trama_problem_end end = {.in = TRAMA_END_WORLD};
    memcpy(end.at, part->at[side], sizeof end.at);
    for (size_t i = 0; i < p->bodies; i++)
        if (is_among(&p->body[i], system, part, side)) {
            end.in = TRAMA_END_BODY;
            end.index = i;
        }
    for (size_t i = 0; i < p->obstacles; i++)
        if (is_among(&p->obstacle[i], system, part, side)) {
            end.in = TRAMA_END_OBSTACLE;
            end.index = i;
        }
    return end;
}

static trama_problem_joint joint_of(const trama_system *system, const trama_problem *p,
                                    const trama_joint_part *part)
{
    trama_problem_joint joint = {.kind = part->kind,
                                 .end = {end_of(system, p, part, 0), end_of(system, p, part, 1)},
                                 .length = part->length};
    memcpy(joint.axis, part->axis, sizeof joint.axis);
    return joint;
}

void trama_problem_begin_solids(const trama_system *system, trama_problem *problem)
{
    for (size_t i = 0; i < problem->bodies; i++)
        problem->body[i].start = state_of(system, &problem->body[i]);
    for (size_t i = 0; i < problem->obstacles; i++)
        problem->obstacle[i].start = state_of(system, &problem->obstacle[i]);
    problem->joints = 0;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        const trama_interaction_composition *composition = acting->type->composition;
        for (size_t j = 0; composition->joints && j < composition->joints(acting->self); j++) {
            const trama_joint_part part = composition->joint(acting->self, j, system->t, system->q);
            problem->joint[problem->joints++] = joint_of(system, problem, &part);
        }
    }
}

void trama_problem_put_bodies(const trama_problem *problem, const trama_state *state,
                              trama_system *system)
{
    for (size_t i = 0; i < problem->bodies; i++) {
        const trama_problem_solid *body = &problem->body[i];
        const trama_object *object = &system->object[body->object];
        object->type->composition->take(object->model, body->index, &state->body[i],
                                        system->q + object->q_begin, system->v + object->v_begin);
    }
}

/* --- what a problem has --- */

static bool is_moving(const trama_solid_state *s)
{
    return s->velocity[0] != 0.0 || s->velocity[1] != 0.0 || s->velocity[2] != 0.0 ||
           s->spin[0] != 0.0 || s->spin[1] != 0.0 || s->spin[2] != 0.0;
}

static void describe_solid(const trama_problem_solid *solid, trama_problem *p)
{
    p->has[TRAMA_HAS_SPHERES + (int)solid->is.kind] = true;
    p->has[TRAMA_HAS_BODIES] |= solid->is.is_free;
    p->has[TRAMA_HAS_BODY_DRAG] |= solid->is.drag[0] != 0.0 || solid->is.drag[1] != 0.0;
}

/* What a law makes of a solid that is among its objects; one that is not touches nothing. */
static void describe_touching(const trama_problem_contact *contact,
                              const trama_problem_solid *solid, trama_problem *p)
{
    const trama_contact_law *law = &contact->law;
    p->has[TRAMA_HAS_GROUPS] |= !contact->object[solid->object] || solid->is.group > 0;
    p->has[TRAMA_HAS_FRICTION] |= isnan(law->friction) && solid->is.friction > 0.0;
    p->has[TRAMA_HAS_RESTITUTION] |= isnan(law->restitution) && solid->is.restitution > 0.0;
}

static void describe_contact(const trama_problem_contact *contact, trama_problem *p)
{
    const trama_contact_law *law = &contact->law;
    p->has[TRAMA_HAS_GROUPS] |= law->bodies && p->has[TRAMA_HAS_BODY_CONTACT];
    p->has[TRAMA_HAS_BODY_CONTACT] |= law->bodies;
    p->has[TRAMA_HAS_NODE_CONTACT] |= law->nodes;
    p->has[TRAMA_HAS_FRICTION] |= law->friction > 0.0;
    p->has[TRAMA_HAS_RESTITUTION] |= law->restitution > 0.0;
    for (size_t i = 0; i < p->bodies && law->bodies; i++)
        describe_touching(contact, &p->body[i], p);
    for (size_t i = 0; i < p->obstacles && law->bodies; i++)
        describe_touching(contact, &p->obstacle[i], p);
}

static void describe_acting(const trama_system *system, trama_problem *p)
{
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        const trama_interaction_composition *composition = acting->type->composition;
        if (!composition->contact)
            continue;
        trama_problem_contact *contact = &p->contact[p->contacts++];
        contact->law = composition->contact(acting->self);
        for (size_t o = 0; o < acting->count; o++)
            contact->object[acting->among[o]] = true;
        describe_contact(contact, p);
    }
}

void trama_problem_describe_solids(const trama_system *system, trama_problem *problem)
{
    for (size_t i = 0; i < problem->bodies; i++)
        describe_solid(&problem->body[i], problem);
    for (size_t i = 0; i < problem->obstacles; i++) {
        const trama_solid_state start = state_of(system, &problem->obstacle[i]);
        describe_solid(&problem->obstacle[i], problem);
        problem->has[TRAMA_HAS_MOVING_OBSTACLES] |= is_moving(&start);
    }
    describe_acting(system, problem);
    trama_problem_begin_solids(system, problem);
    for (size_t i = 0; i < problem->joints; i++)
        problem->has[TRAMA_HAS_BALL_JOINTS + (int)problem->joint[i].kind] = true;
}

/* --- who touches whom --- */

/* What is not said of one solid is that of the other. */
static double of_both(double a, double b, double both)
{
    return isnan(a) ? b : isnan(b) ? a : both;
}

static trama_touching touching_of(const trama_contact_law *law, const trama_solid *a,
                                  const trama_solid *b)
{
    trama_touching touching = {law->friction, law->restitution, law->rest_speed, law->thickness};
    if (isnan(touching.friction) && b)
        touching.friction = of_both(a->friction, b->friction, sqrt(a->friction * b->friction));
    if (isnan(touching.restitution) && b)
        touching.restitution =
            of_both(a->restitution, b->restitution, fmax(a->restitution, b->restitution));
    return touching;
}

bool trama_problem_solids_touch(const trama_problem *problem, const trama_problem_solid *a,
                                const trama_problem_solid *b, trama_touching *touching)
{
    if ((!a->is.is_free && !b->is.is_free) || (a->is.group > 0 && a->is.group == b->is.group))
        return false;
    for (size_t i = 0; i < problem->contacts; i++) {
        const trama_problem_contact *contact = &problem->contact[i];
        if (!contact->law.bodies || !contact->object[a->object] || !contact->object[b->object])
            continue;
        *touching = touching_of(&contact->law, &a->is, &b->is);
        return true;
    }
    return false;
}

bool trama_problem_node_touches(const trama_problem *problem, size_t object,
                                const trama_problem_solid *solid, trama_touching *touching)
{
    for (size_t i = 0; i < problem->contacts; i++) {
        const trama_problem_contact *contact = &problem->contact[i];
        if (!contact->law.nodes || !contact->object[object] || !contact->object[solid->object])
            continue;
        *touching = touching_of(&contact->law, &solid->is, NULL);
        return true;
    }
    return false;
}
