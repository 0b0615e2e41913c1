#include "measure/mark.h"
#include "core/field.h"
#include "core/numbers.h"
#include "core/vec.h"
#include "measure/momentum.h"
#include "model/rigid/rigid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding it. */

static const trama_object *object_named(const trama_system *system, const char *name)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (strcmp(system->object[o].name, name) == 0 || (!*name && system->object_count == 1))
            return &system->object[o];
    return NULL;
}

static const trama_rigid *rigid_of(const trama_object *object)
{
    return object->type->rigid ? object->type->rigid(object->model) : NULL;
}

/* `why` and the nearest of the known names; `allowed` if none is near. */
static trama_status refuse(trama_error *error, const char *key, const char *why, const char *name,
                           const char *const *known, size_t count, const char *allowed)
{
    const char *nearest = known ? trama_nearest(name, known, count) : NULL;
    return trama_fail(error, TRAMA_BAD_INPUT, key, "%s: there is no %s; %sallowed: %s%s%s", key,
                      why, nearest ? "nearest " : "", nearest ? "'" : "",
                      nearest ? nearest : allowed, nearest ? "'" : "");
}

static trama_status refuse_object(const char *name, const trama_system *system, trama_error *error)
{
    char why[200];
    const char **known = calloc(system->object_count + 1, sizeof *known);
    for (size_t o = 0; known && o < system->object_count; o++)
        known[o] = system->object[o].name;
    snprintf(why, sizeof why, "object '%.100s'", name);
    const trama_status status =
        refuse(error, "object", why, name, known, system->object_count, "the name of an object");
    free(known);
    return status;
}

static trama_status refuse_body(const char *name, const trama_rigid *rigid, trama_error *error)
{
    char why[200];
    size_t count = 0;
    const char **known = calloc(rigid ? rigid->count + 1 : 1, sizeof *known);
    for (size_t b = 0; known && rigid && b < rigid->count; b++)
        if (rigid->body[b].motion == TRAMA_RIGID_FREE)
            known[count++] = rigid->body[b].name;
    snprintf(why, sizeof why, "free body '%.100s' in the object", name);
    const trama_status status =
        refuse(error, "body", why, name, known, count,
               "a free body of the model rigid_bodies, one of an arrangement as NAME[0]");
    free(known);
    return status;
}

static trama_status find_body(const trama_mark_spec *spec, trama_mark *mark, trama_error *error)
{
    const trama_rigid *rigid = rigid_of(mark->object);
    for (size_t b = 0; rigid && b < rigid->count; b++)
        if (strcmp(rigid->body[b].name, spec->body.text) == 0 &&
            rigid->body[b].motion == TRAMA_RIGID_FREE) {
            mark->body = b;
            return TRAMA_OK;
        }
    return refuse_body(spec->body.text, rigid, error);
}

static trama_status find_nodes(const trama_mark_spec *spec, trama_mark *mark, trama_error *error)
{
    const size_t points = mark->object->type->pointwise ? mark->object->nq / 3 : 0;
    const double nodes = (double)points;
    mark->nodes = spec->nodes;
    for (size_t i = 0; i < spec->nodes.count; i++) {
        const double given = spec->nodes.value[i], place = given < 0.0 ? given + nodes : given;
        if (place != floor(place) || !(place >= 0.0 && place < nodes))
            return trama_fail(error, TRAMA_BAD_INPUT, "nodes",
                              "nodes: there is no node %g; the object has %g nodes, allowed: whole "
                              "numbers from 0, or from the end from -1",
                              given, nodes);
        mark->nodes.value[i] = place;
    }
    return TRAMA_OK;
}

trama_status trama_mark_find(const trama_mark_spec *spec, const trama_system *system,
                             trama_mark *mark, trama_error *error)
{
    const bool named = *spec->body.text || spec->nodes.count > 0;
    *mark = (trama_mark){.object = object_named(system, spec->object.text)};
    memcpy(mark->point, spec->point, sizeof mark->point);
    if (!mark->object && (named || *spec->object.text))
        return refuse_object(spec->object.text, system, error);
    if (*spec->body.text && spec->nodes.count > 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "nodes",
                          "nodes: a body is named too; allowed: one of them");
    if (named)
        return *spec->body.text ? find_body(spec, mark, error) : find_nodes(spec, mark, error);
    mark->object = NULL;
    if (!trama_has_momentum(system))
        return trama_fail(error, TRAMA_BAD_INPUT, "object",
                          "object: the system has no masses in space, and so no place; allowed: "
                          "models of nodes, or of rigid bodies");
    return TRAMA_OK;
}

bool trama_mark_is_of_body(const trama_mark *mark)
{
    return mark->object && mark->nodes.count == 0;
}

/* ---- Where it is, and how it moves. */

/* The mean of rows of three components, each `nodes` long, over the mark's nodes. */
static void mean_of_nodes(const trama_mark *mark, const double *value, double mean[3])
{
    const size_t nodes = mark->object->nq / 3;
    for (size_t axis = 0; axis < 3; axis++) {
        double sum = 0.0;
        for (size_t i = 0; i < mark->nodes.count; i++)
            sum += value[axis * nodes + (size_t)mark->nodes.value[i]];
        mean[axis] = sum / (double)mark->nodes.count;
    }
}

static void turned(const trama_pose *pose, const double own[3], double world[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        world[axis] = dot3(pose->axes[axis], own);
}

static void place_on_body(const trama_mark *mark, const trama_system *system, double x[3])
{
    trama_pose pose;
    trama_rigid_shape_pose(rigid_of(mark->object), mark->body, system->t,
                           system->q + mark->object->q_begin, &pose);
    turned(&pose, mark->point, x);
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] += pose.x[axis];
}

/* The velocities of the body: of its centre in the world, then about its principal axes. */
static const double *velocities_of_body(const trama_mark *mark, const trama_system *system)
{
    const trama_rigid_body *body = &rigid_of(mark->object)->body[mark->body];
    return system->v + mark->object->v_begin + TRAMA_RIGID_V * body->index;
}

static void velocity_on_body(const trama_mark *mark, const trama_system *system, double v[3])
{
    trama_pose axes;
    double x[3], w[3], arm[3], turning[3];
    trama_rigid_pose(rigid_of(mark->object), mark->body, system->t,
                     system->q + mark->object->q_begin, &axes);
    place_on_body(mark, system, x);
    trama_mark_spin(mark, system, w);
    for (size_t axis = 0; axis < 3; axis++)
        arm[axis] = x[axis] - axes.x[axis];
    cross3(w, arm, turning);
    for (size_t axis = 0; axis < 3; axis++)
        v[axis] = velocities_of_body(mark, system)[axis] + turning[axis];
}

/* Of a body that is not there nothing is known: sets n numbers to none. */
static bool is_gone(const trama_mark *mark, size_t n, double *x)
{
    const bool gone =
        trama_mark_is_of_body(mark) && !rigid_of(mark->object)->body[mark->body].there;
    for (size_t i = 0; gone && i < n; i++)
        x[i] = TRAMA_NAN;
    return gone;
}

void trama_mark_place(const trama_mark *mark, const trama_system *system, double x[3])
{
    if (!mark->object)
        trama_centre(system, x);
    else if (mark->nodes.count > 0)
        mean_of_nodes(mark, system->q + mark->object->q_begin, x);
    else if (!is_gone(mark, 3, x))
        place_on_body(mark, system, x);
}

void trama_mark_velocity(const trama_mark *mark, const trama_system *system, double v[3])
{
    if (!mark->object)
        trama_centre_velocity(system, v);
    else if (mark->nodes.count > 0)
        mean_of_nodes(mark, system->v + mark->object->v_begin, v);
    else if (!is_gone(mark, 3, v))
        velocity_on_body(mark, system, v);
}

void trama_mark_orientation(const trama_mark *mark, const trama_system *system, double q[4])
{
    const size_t index = rigid_of(mark->object)->body[mark->body].index;
    if (!is_gone(mark, 4, q))
        memcpy(q, system->q + mark->object->q_begin + TRAMA_RIGID_Q * index + 3, 4 * sizeof *q);
}

void trama_mark_spin(const trama_mark *mark, const trama_system *system, double w[3])
{
    trama_pose axes;
    if (is_gone(mark, 3, w))
        return;
    trama_rigid_pose(rigid_of(mark->object), mark->body, system->t,
                     system->q + mark->object->q_begin, &axes);
    turned(&axes, velocities_of_body(mark, system) + 3, w);
}
