/* Rigid bodies by Newton and Euler:
 *
 *   m v' = m g,   I w' = -w x (I w)   in principal axes,   q' = 1/2 q (0, w)
 *
 * so the mass is a constant diagonal, and forces of interactions find 6 velocity components each.
 * A drift turns a body about w by exactly h |w|, q+ = q exp(h w / 2): quaternions keep their
 * length. A Runge-Kutta method adds rates, which leave unit length at the order of its error; the
 * state stays as the method made it, and a rotation's matrix is divided by the length (rotation.h).
 * Nothing is normalised behind a method's back.
 *
 * How the gyroscopic term carries w is a choice (spin.h): in the acceleration, or apart from it. */
#include "core/numbers.h"
#include "model/model.h"
#include "model/rigid/composition.h"
#include "model/rigid/display.h"
#include "model/rigid/lifetimes.h"
#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const trama_field table[] = {
    {TRAMA_CHOICE_OF(trama_rigid_parameters, variant, trama_spin_names),
     .fallback = {TRAMA_SPIN_splitting},
     .summary = "the gyroscopic term. splitting: apart, of order 2, bounded; methods of a higher "
                "order evaluate it, as all do with exact; implicit: apart, the energy never grows; "
                "published: none (Mueller 2010, Quadro 21)"},
    {TRAMA_FIELD_OF(trama_rigid_parameters, place), .unit = "m", .later = true,
     .summary = "by which all bodies are moved at the start, after the turn"},
    {TRAMA_FIELD_OF(trama_rigid_parameters, turn), .unit = "1", .fallback = {1, 0, 0, 0},
     .later = true,
     .summary = "by which all bodies are turned about the origin at the start: a quaternion w, x, "
                "y, z of any length but zero; gravity stays"},
    {TRAMA_FIELD_AS("velocity_cap", trama_rigid_parameters, cap[0]), .unit = "m/s",
     .minimum = DBL_MIN, .maximum = TRAMA_INFINITY, .fallback = {TRAMA_INFINITY}, .later = true,
     .summary = "largest speed of a free body's centre, against tunnelling (Mueller 2010, p. 54): "
                "what is faster after a step is slowed to it; .inf: none"},
    {TRAMA_FIELD_AS("angular_velocity_cap", trama_rigid_parameters, cap[1]), .unit = "rad/s",
     .minimum = DBL_MIN, .maximum = TRAMA_INFINITY, .fallback = {TRAMA_INFINITY}, .later = true,
     .summary = "the same of its angular velocity"},
};

/* ---- Making. */

static double size_of(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* No free body starts faster than the caps let it go. */
static trama_status check_caps(const trama_rigid *self, trama_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        const double speed = size_of(body->velocity), turn = size_of(body->spin);
        if (body->motion == TRAMA_RIGID_FREE && speed > self->cap[0])
            return trama_fail(error, TRAMA_BAD_INPUT, "velocity_cap",
                              "velocity_cap is %g m/s, and %s starts at %g m/s; allowed: no less",
                              self->cap[0], body->name, speed);
        if (body->motion == TRAMA_RIGID_FREE && turn > self->cap[1])
            return trama_fail(
                error, TRAMA_BAD_INPUT, "angular_velocity_cap",
                "angular_velocity_cap is %g rad/s, and %s starts at %g rad/s; allowed: no less",
                self->cap[1], body->name, turn);
    }
    return TRAMA_OK;
}

static void destroy(void *model)
{
    if (model)
        trama_rigid_free_bodies(model);
    free(model);
}

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    (void)scene;
    trama_rigid *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    trama_status status = trama_rigid_make(parameters, made, error);
    if (status != TRAMA_OK) {
        free(made);
        return status;
    }
    memcpy(made->cap, ((const trama_rigid_parameters *)parameters)->cap, sizeof made->cap);
    status = check_caps(made, error);
    if (status == TRAMA_OK)
        *model = made;
    else
        destroy(made);
    return status;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    const trama_rigid *self = model;
    *nq = TRAMA_RIGID_Q * self->free;
    *nv = TRAMA_RIGID_V * self->free;
}

static void initial(const void *model, double *q, double *v)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        if (body->motion != TRAMA_RIGID_FREE)
            continue;
        double *own_q = q + TRAMA_RIGID_Q * body->index, *own_v = v + TRAMA_RIGID_V * body->index;
        memcpy(own_q, body->position, sizeof body->position);
        memcpy(own_q + 3, body->orientation, sizeof body->orientation);
        if (trama_rigid_is_due(body, 0.0))
            trama_rigid_first_velocity(body, body->orientation, own_v);
        else
            memset(own_v, 0, TRAMA_RIGID_V * sizeof *own_v);
    }
}

static void masses(const void *model, double *mass)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        for (size_t axis = 0; axis < 3 && body->motion == TRAMA_RIGID_FREE; axis++) {
            mass[TRAMA_RIGID_V * body->index + axis] = body->mass;
            mass[TRAMA_RIGID_V * body->index + 3 + axis] = body->moment[axis];
        }
    }
}

/* ---- Motion. */

/* By the force and torque from outside, where there are any. */
static void push(const trama_rigid_body *body, const double *q, double *a)
{
    const double *f = body->force, *m = body->torque;
    if (f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0 && m[0] == 0.0 && m[1] == 0.0 && m[2] == 0.0)
        return;
    trama_pose pose;
    quaternion_turn(quaternion_at(q + 3), &pose);
    const vec torque = turned_back(&pose, (vec){m[0], m[1], m[2]});
    for (size_t axis = 0; axis < 3; axis++)
        a[axis] += f[axis] / body->mass;
    a[3] += torque.x / body->moment[0];
    a[4] += torque.y / body->moment[1];
    a[5] += torque.z / body->moment[2];
}

static void accelerate(const trama_rigid *self, const trama_rigid_body *body, const double *q,
                       const double *v, const trama_loads *loads, double *a)
{
    const double *w = v + 3, *moment = body->moment;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
        a[axis] = loads->gravity[axis];
        a[3 + axis] = self->apart || self->variant == TRAMA_SPIN_published
                          ? 0.0
                          : (moment[j] - moment[k]) / moment[axis] * w[j] * w[k];
        if (!loads->none) {
            a[axis] -= body->damping * v[axis];
            a[3 + axis] -= body->angular_damping * w[axis];
        }
    }
    if (!loads->none)
        push(body, q, a);
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const trama_rigid *self = model;
    (void)t;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        double *own = a + TRAMA_RIGID_V * body->index;
        if (trama_rigid_moves(body))
            accelerate(self, body, q + TRAMA_RIGID_Q * body->index, v + TRAMA_RIGID_V * body->index,
                       loads, own);
        else if (body->motion == TRAMA_RIGID_FREE)
            memset(own, 0, TRAMA_RIGID_V * sizeof *own);
    }
}

/* ---- The gyroscopic term apart. */

static bool split(void *model, int order)
{
    trama_rigid *self = model;
    const trama_spin_type *spin = trama_spin_at(self->variant);
    self->apart = spin->flow && !(spin->yields && order > spin->order);
    return self->apart;
}

/* Whether all its moments are one, as of a ball: its spin does not change. */
static bool is_round(const trama_rigid_body *body)
{
    return body->moment[0] == body->moment[1] && body->moment[1] == body->moment[2];
}

static bool flow(const void *model, double h, double *v)
{
    const trama_rigid *self = model;
    const trama_spin_type *spin = trama_spin_at(self->variant);
    bool changed = false;
    for (size_t i = 0; self->apart && i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        double *w = v + TRAMA_RIGID_V * body->index + 3;
        if (body->motion != TRAMA_RIGID_FREE || is_round(body))
            continue;
        const double was[3] = {w[0], w[1], w[2]};
        spin->flow(body->moment, h, w);
        changed |= w[0] != was[0] || w[1] != was[1] || w[2] != was[2];
    }
    return changed;
}

/* ---- Caps. */

static bool is_capped(const trama_rigid *self)
{
    return isfinite(self->cap[0]) || isfinite(self->cap[1]);
}

/* Shortens x to `cap`, if it is longer. */
static bool shorten(double x[3], double cap)
{
    const double size = size_of(x);
    for (size_t axis = 0; axis < 3 && size > cap; axis++)
        x[axis] *= cap / size;
    return size > cap;
}

static bool limit(void *model, double h, const double *inverse_mass, const double *q, double *v)
{
    const trama_rigid *self = model;
    bool slowed = false;
    (void)h, (void)inverse_mass, (void)q;
    for (size_t i = 0; is_capped(self) && i < TRAMA_RIGID_V * self->free; i += 3)
        slowed |= shorten(v + i, self->cap[i / 3 % 2]);
    return slowed;
}

/* A velocity that is cut is an error of that step. */
static int order_limit(const void *model)
{
    return is_capped(model) ? 1 : 0;
}

/* ---- Positions. */

static quaternion rate(quaternion q, const double w[3])
{
    return quaternion_product(q, (quaternion){0.0, {0.5 * w[0], 0.5 * w[1], 0.5 * w[2]}});
}

/* The orientation after h at the angular velocity w. */
static quaternion turn(int variant, quaternion q, double h, const double w[3])
{
    if (variant != TRAMA_SPIN_published)
        return quaternion_product(q, quaternion_of_vector((vec){h * w[0], h * w[1], h * w[2]}));
    const quaternion dq = rate(q, w);
    return quaternion_unit((quaternion){q.w + h * dq.w, plus_scaled(q.v, h, dq.v)});
}

/* The angular velocity that turns `from` into `to` in h. */
static vec turning(int variant, quaternion from, quaternion to, double h)
{
    const quaternion part = quaternion_product(quaternion_conjugate(from), to);
    if (variant != TRAMA_SPIN_published)
        return scaled(1.0 / h, quaternion_to_vector(part));
    return scaled(2.0 / (h * part.w), part.v); /* part is as (1, h w / 2) */
}

static void drift_body(int variant, double h, const double *v, const double *in, double *out)
{
    for (size_t axis = 0; axis < 3; axis++)
        out[axis] = in[axis] + h * v[axis];
    quaternion_put(turn(variant, quaternion_at(in + 3), h, v + 3), out + 3);
}

static void drift(const void *model, double h, const double *v, const double *q_in, double *q_out)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->free; i++)
        drift_body(self->variant, h, v + TRAMA_RIGID_V * i, q_in + TRAMA_RIGID_Q * i,
                   q_out + TRAMA_RIGID_Q * i);
}

static void rates(const void *model, const double *q, const double *v, double *dq)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->free; i++) {
        const double *own_v = v + TRAMA_RIGID_V * i;
        memcpy(dq + TRAMA_RIGID_Q * i, own_v, 3 * sizeof *dq);
        quaternion_put(rate(quaternion_at(q + TRAMA_RIGID_Q * i + 3), own_v + 3),
                       dq + TRAMA_RIGID_Q * i + 3);
    }
}

static void difference(const void *model, double h, const double *from, const double *to, double *u)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->free; i++) {
        const double *a = from + TRAMA_RIGID_Q * i, *b = to + TRAMA_RIGID_Q * i;
        double *own = u + TRAMA_RIGID_V * i;
        const vec w = turning(self->variant, quaternion_at(a + 3), quaternion_at(b + 3), h);
        for (size_t axis = 0; axis < 3; axis++)
            own[axis] = (b[axis] - a[axis]) / h;
        own[3] = w.x;
        own[4] = w.y;
        own[5] = w.z;
    }
}

static bool is_zero(const double u[6])
{
    for (size_t i = 0; i < TRAMA_RIGID_V; i++)
        if (u[i] != 0.0)
            return false;
    return true;
}

/* m w of the axes of orientation `q`, in the world. */
static vec spin_at(const double m[3], const double *q, const double w[3])
{
    trama_pose pose;
    quaternion_turn(quaternion_at(q + 3), &pose);
    return turned(&pose, (vec){m[0] * w[0], m[1] * w[1], m[2] * w[2]});
}

/* The angular momentum in the world is what it was without the impulse, and the impulse:
 * R I w' = R_was I w + R_from I dw. As published, w stays in the body's axes. */
static void absorb(const void *model, const double *q_from, const double *q_was, const double *q_to,
                   const double *du, double *v)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        const size_t at = TRAMA_RIGID_V * body->index, at_q = TRAMA_RIGID_Q * body->index;
        const double *m = body->moment;
        trama_pose to;
        if (body->motion != TRAMA_RIGID_FREE || is_zero(du + at))
            continue;
        const double *was = self->variant == TRAMA_SPIN_published ? q_to : q_was;
        const vec spin =
            plus(spin_at(m, was + at_q, v + at + 3), spin_at(m, q_from + at_q, du + at + 3));
        quaternion_turn(quaternion_at(q_to + at_q + 3), &to);
        const vec after = turned_back(&to, spin);
        for (size_t axis = 0; axis < 3; axis++)
            v[at + axis] += du[at + axis];
        v[at + 3] = after.x / m[0];
        v[at + 4] = after.y / m[1];
        v[at + 5] = after.z / m[2];
    }
}

/* ---- Where bodies are after a step. */

void trama_rigid_carried_pose(const trama_rigid *rigid, size_t i, double h, const double *q,
                              const double v[TRAMA_RIGID_V], trama_pose *pose)
{
    double carried[TRAMA_RIGID_Q];
    trama_pose axes;
    drift_body(rigid->variant, h, v, q + TRAMA_RIGID_Q * rigid->body[i].index, carried);
    memcpy(axes.x, carried, sizeof axes.x);
    quaternion_turn(quaternion_at(carried + 3), &axes);
    trama_rigid_shape_of(rigid, i, &axes, pose);
}

void trama_rigid_carried_axes(const trama_rigid *rigid, double h, const trama_pose *axes,
                              const double v[TRAMA_RIGID_V], trama_pose *end)
{
    double from[TRAMA_RIGID_Q], to[TRAMA_RIGID_Q];
    memcpy(from, axes->x, sizeof axes->x);
    quaternion_put(quaternion_of_pose(axes), from + 3);
    drift_body(rigid->variant, h, v, from, to);
    memcpy(end->x, to, sizeof end->x);
    quaternion_turn(quaternion_at(to + 3), end);
}

/* ---- Measures. */

static void energy(void *model, const double *q, double *energy)
{
    (void)model, (void)q, (void)energy; /* a rigid body stores none */
}

static void add_moments(const trama_rigid_body *body, const double *q, const double *v,
                        const double about[3], const double drift[3], trama_moments *sum)
{
    double arm[3], u[3], orbital[3];
    trama_pose pose;
    quaternion_turn(quaternion_at(q + 3), &pose);
    const vec spin = turned(
        &pose, (vec){body->moment[0] * v[3], body->moment[1] * v[4], body->moment[2] * v[5]});
    for (size_t axis = 0; axis < 3; axis++) {
        arm[axis] = q[axis] - about[axis];
        u[axis] = v[axis] - drift[axis];
        sum->first[axis] += body->mass * arm[axis];
        sum->momentum[axis] += body->mass * u[axis];
    }
    cross3(arm, u, orbital);
    sum->mass += body->mass;
    sum->angular[0] += body->mass * orbital[0] + spin.x;
    sum->angular[1] += body->mass * orbital[1] + spin.y;
    sum->angular[2] += body->mass * orbital[2] + spin.z;
}

static void moments(const void *model, const double *q, const double *v, const double about[3],
                    const double drift[3], trama_moments *sum)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        if (trama_rigid_moves(body))
            add_moments(body, q + TRAMA_RIGID_Q * body->index, v + TRAMA_RIGID_V * body->index,
                        about, drift, sum);
    }
}

static double weight(const void *model, const double gravity[3], const double *q)
{
    const trama_rigid *self = model;
    double potential = 0.0;
    for (size_t i = 0; i < self->count; i++)
        if (trama_rigid_moves(&self->body[i]))
            potential -=
                self->body[i].mass * dot3(gravity, q + TRAMA_RIGID_Q * self->body[i].index);
    return potential;
}

static const trama_rigid *rigid(const void *model)
{
    return model;
}

static void derive(const void *model, double *value)
{
    const trama_rigid *self = model;
    value[0] = (double)self->count;
    value[1] = (double)self->free;
    value[2] = 0.0;
    for (size_t i = 0; i < self->count; i++)
        value[2] += self->body[i].motion == TRAMA_RIGID_FREE ? self->body[i].mass : 0.0;
}

/* How far bodies are from where they began: the furthest, in m and over the radius of its own ball;
 * and the mean along the axes of the scene as configured, which is the same wherever that is put.
 * Of those that are there; not a number if none is. */
static void observe_moved(const trama_rigid *self, const double *q, double *value)
{
    double sum[3] = {0.0, 0.0, 0.0};
    size_t there = 0;
    for (size_t i = 0; i < self->count; i++)
        there += trama_rigid_moves(&self->body[i]);
    value[0] = value[1] = there > 0 ? 0.0 : TRAMA_NAN;
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        double moved[3];
        if (!trama_rigid_moves(body))
            continue;
        for (size_t axis = 0; axis < 3; axis++) {
            moved[axis] = q[TRAMA_RIGID_Q * body->index + axis] - body->position[axis];
            sum[axis] += moved[axis] / (double)there;
        }
        const double distance = sqrt(dot3(moved, moved));
        value[0] = fmax(value[0], distance);
        value[1] = fmax(value[1], distance / body->shape.radius);
    }
    const vec mean = turned_back(&self->scene, (vec){sum[0], sum[1], sum[2]});
    value[2] = there > 0 ? mean.x : TRAMA_NAN;
    value[3] = there > 0 ? mean.y : TRAMA_NAN;
    value[4] = there > 0 ? mean.z : TRAMA_NAN;
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    const trama_rigid *self = model;
    value[0] = value[1] = 0.0;
    for (size_t i = 0; i < self->free; i++)
        value[0] =
            fmax(value[0],
                 fabs(sqrt(quaternion_square(quaternion_at(q + TRAMA_RIGID_Q * i + 3))) - 1.0));
    for (size_t i = 0; i < self->count; i++) {
        const trama_rigid_body *body = &self->body[i];
        const double *w = v + TRAMA_RIGID_V * body->index + 3;
        for (size_t axis = 0; axis < 3 && body->motion == TRAMA_RIGID_FREE; axis++)
            value[1] += 0.5 * body->moment[axis] * w[axis] * w[axis];
    }
    observe_moved(self, q, value + 2);
    for (size_t i = 0; i < 7 && self->free == 0; i++) /* nothing moves that could be measured */
        value[i] = TRAMA_NAN;
}

/* The gyroscopic term is beside it in what velocities make: that has no power. */
static bool is_damped(const void *model)
{
    const trama_rigid *self = model;
    bool any = false;
    for (size_t i = 0; i < self->count; i++)
        any |= self->body[i].damping != 0.0 || self->body[i].angular_damping != 0.0;
    return any;
}

static const trama_damping_type damping = {"damping of the bodies", is_damped};

const trama_model_type trama_model_rigid_bodies = {
    .name = "rigid_bodies",
    .summary = "many rigid bodies: free, static or kinematic",
    .reference = "Newton and Euler; splitting: McLachlan 1993, Reich 1994, Touma and Wisdom 1994; "
                 "implicit: Catto 2015; published: Mueller 2010, section 3.3.1.4",
    .version = 4, /* 4: corners of a polyhedron are about its centre of mass */
    .parameters = TRAMA_FIELDS(table, trama_rigid_parameters),
    .entries = {"bodies", "a rigid body, or several in an arrangement", &trama_rigid_body_fields,
                offsetof(trama_rigid_parameters, bodies), offsetof(trama_rigid_spec, mesh)},
    .weighs = true,
    .unit = "m",
    .derived = {{"bodies", "1", "rigid bodies"},
                {"free_bodies", "1", "those that have coordinates"},
                {"mass", "kg", "of the free bodies"}},
    .observed = {{"quaternion_error", "1", "largest distance of a quaternion's length from 1"},
                 {"rotational", "J", "kinetic energy of rotation"},
                 {"moved", "m", "largest distance of a centre of mass from where it began"},
                 {"moved_radii", "1", "the same over the radius of the body's own ball"},
                 {"travel_x", "m", "mean displacement since the start, along x before the turn"},
                 {"travel_y", "m", "the same along y"},
                 {"travel_z", "m", "the same along z"}},
    .create = create,
    .destroy = destroy,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .drift = drift,
    .rates = rates,
    .difference = difference,
    .absorb = absorb,
    .split = split,
    .flow = flow,
    .limit = limit,
    .state = trama_rigid_lifetimes_state,
    .order_limit_of = order_limit,
    .rigid = rigid,
    .damping = &damping,
    .energy = energy,
    .masses = masses,
    .moments = moments,
    .weight = weight,
    .derive = derive,
    .observe = observe,
    .composition = &trama_rigid_composition,
    .display = &trama_rigid_display,
};
