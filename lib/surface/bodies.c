#include "surface/bodies.h"

#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

#include <stdio.h>

static const trama_rigid_body *of(const trama_body *body)
{
    return &body->surface->rigid->body[body->index];
}

size_t trama_body_components(const trama_body *body)
{
    return body->surface->v_begin + TRAMA_RIGID_V * of(body)->index;
}

size_t trama_surface_bodies(const trama_surface *surface)
{
    return surface->rigid ? surface->rigid->count : 0;
}

trama_status trama_surfaces_bodies(const trama_surface *const *among, size_t count, size_t *bodies,
                                   trama_error *error)
{
    char path[32];
    *bodies = 0;
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "among[%zu]", i);
        if (trama_surface_bodies(among[i]) == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "'%s' has no rigid bodies; allowed: objects of the model "
                              "rigid_bodies",
                              among[i]->name);
        *bodies += trama_surface_bodies(among[i]);
    }
    return TRAMA_OK;
}

const char *trama_body_name(const trama_body *body)
{
    return of(body)->name;
}

trama_body_outline_view trama_body_outline(const trama_body *body)
{
    const trama_rigid_kind *kind = of(body)->kind;
    return (trama_body_outline_view){kind->points, kind->triangles, (const double(*)[3])kind->point,
                                     (const uint32_t(*)[3])kind->triangle};
}

const trama_convex *trama_body_shape(const trama_body *body)
{
    return &of(body)->shape;
}

bool trama_body_is_free(const trama_body *body)
{
    return of(body)->motion == TRAMA_RIGID_FREE;
}

long trama_body_group(const trama_body *body)
{
    return of(body)->group;
}

double trama_body_restitution(const trama_body *body)
{
    return of(body)->restitution;
}

double trama_body_friction(const trama_body *body)
{
    return of(body)->friction;
}

void trama_body_pose(const trama_body *body, double t, const double *q, trama_pose *pose)
{
    trama_rigid_shape_pose(body->surface->rigid, body->index, t, q + body->surface->q_begin, pose);
}

static void axes_at(const trama_body *body, double t, const double *q, trama_pose *pose)
{
    trama_rigid_pose(body->surface->rigid, body->index, t, q + body->surface->q_begin, pose);
}

void trama_body_frame(const trama_body *body, double t, const double *q, trama_pose *axes,
                      trama_pose *shape)
{
    axes_at(body, t, q, axes);
    trama_rigid_shape_of(body->surface->rigid, body->index, axes, shape);
}

void trama_body_carried(const trama_body *body, double h, const double *q, const double u[6],
                        trama_pose *pose)
{
    trama_rigid_carried_pose(body->surface->rigid, body->index, h, q + body->surface->q_begin, u,
                             pose);
}

void trama_body_carried_axes(const trama_body *body, double h, const trama_pose *axes,
                             const double u[6], trama_pose *end)
{
    trama_rigid_carried_axes(body->surface->rigid, h, axes, u, end);
}

void trama_body_turning(const trama_pose *from, const trama_pose *to, double h, double w[3])
{
    const quaternion a = quaternion_of_pose(from), b = quaternion_of_pose(to);
    const vec r = quaternion_to_vector(quaternion_product(b, quaternion_conjugate(a)));
    w[0] = r.x / h;
    w[1] = r.y / h;
    w[2] = r.z / h;
}

bool trama_body_is_static(const trama_body *body)
{
    return of(body)->motion == TRAMA_RIGID_STATIC;
}

bool trama_surface_leads_body(const trama_surface *surface)
{
    for (size_t b = 0; b < trama_surface_bodies(surface); b++)
        if (surface->rigid->body[b].motion == TRAMA_RIGID_KINEMATIC)
            return true;
    return false;
}

void trama_body_centre(const trama_body *body, double t, const double *q, double centre[3])
{
    trama_rigid_centre(body->surface->rigid, body->index, t, q + body->surface->q_begin, centre);
}

void trama_body_axes(const trama_body *body, double t, const double *q, trama_pose *axes)
{
    axes_at(body, t, q, axes);
}

/* The moment that a unit force along `direction` at x has about the principal axes, m. */
static vec moment_of(const trama_pose *pose, const double x[3], const double direction[3])
{
    const vec arm = {x[0] - pose->x[0], x[1] - pose->x[1], x[2] - pose->x[2]};
    return turned_back(pose, cross(arm, (vec){direction[0], direction[1], direction[2]}));
}

/* Velocity of a prescribed body's point that is at x at t, the mean over h. */
static void prescribed(const trama_body *body, double t, double h, const double *q,
                       const double x[3], double velocity[3])
{
    const trama_rigid_body *own = of(body);
    trama_pose now, then;
    double arm[3], turning[3];
    axes_at(body, t, q, &now);
    for (size_t axis = 0; axis < 3; axis++)
        arm[axis] = x[axis] - now.x[axis];
    if (h > 0.0) {
        axes_at(body, t + h, q, &then);
        const vec moved = placed(&then, turned_back(&now, (vec){arm[0], arm[1], arm[2]}));
        velocity[0] = (moved.x - x[0]) / h;
        velocity[1] = (moved.y - x[1]) / h;
        velocity[2] = (moved.z - x[2]) / h;
        return;
    }
    cross3(own->spin, arm, turning);
    for (size_t axis = 0; axis < 3; axis++)
        velocity[axis] = own->velocity[axis] + turning[axis];
}

void trama_body_row(const trama_body *body, double t, double h, const double *q, const double x[3],
                    const double direction[3], double sign, trama_row *row)
{
    if (!trama_body_is_free(body)) {
        double velocity[3];
        if (of(body)->motion == TRAMA_RIGID_STATIC)
            return;
        prescribed(body, t, h, q, x, velocity);
        row->prescribed += sign * dot3(direction, velocity);
        return;
    }
    const size_t begin = trama_body_components(body);
    trama_pose pose;
    axes_at(body, t, q, &pose);
    const vec moment = moment_of(&pose, x, direction);
    for (size_t axis = 0; axis < 3; axis++)
        trama_row_component(row, begin + axis, sign * direction[axis]);
    trama_row_component(row, begin + 3, sign * moment.x);
    trama_row_component(row, begin + 4, sign * moment.y);
    trama_row_component(row, begin + 5, sign * moment.z);
}

void trama_body_turn_row(const trama_body *body, double t, const double *q, const double axis[3],
                         double sign, trama_row *row)
{
    if (!trama_body_is_free(body)) {
        row->prescribed += sign * dot3(axis, of(body)->spin);
        return;
    }
    const size_t begin = trama_body_components(body);
    trama_pose pose;
    axes_at(body, t, q, &pose);
    const vec own = turned_back(&pose, (vec){axis[0], axis[1], axis[2]});
    trama_row_component(row, begin + 3, sign * own.x);
    trama_row_component(row, begin + 4, sign * own.y);
    trama_row_component(row, begin + 5, sign * own.z);
}

void trama_body_velocity(const trama_body *body, double t, const double *q, const double *v,
                         const double x[3], double velocity[3])
{
    if (!trama_body_is_free(body)) {
        prescribed(body, t, 0.0, q, x, velocity);
        return;
    }
    const double *own = v + trama_body_components(body);
    trama_pose pose;
    axes_at(body, t, q, &pose);
    const vec spin = turned(&pose, (vec){own[3], own[4], own[5]});
    const vec turning = cross(spin, (vec){x[0] - pose.x[0], x[1] - pose.x[1], x[2] - pose.x[2]});
    velocity[0] = own[0] + turning.x;
    velocity[1] = own[1] + turning.y;
    velocity[2] = own[2] + turning.z;
}
