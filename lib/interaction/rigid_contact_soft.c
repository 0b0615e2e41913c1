/* Contact of rigid bodies by soft constraints in substeps, as Box2D 3 has it (E. Catto, "Solver2D",
 * 2024: soft step; the substeps of M. Macklin et al., "Small steps in physics simulation", SCA
 * 2019), in three dimensions. Pairs and manifolds are rigid_contact's, found once a step; then in
 * each substep of s = h/n:
 *
 *   v += s a                                    a: what the method gave over the step
 *   v += w l                                    the impulses of the last substep
 *   l_n: v_n + r d                              soft, one sweep; r, m, i as a damped oscillator has
 *     dl = -M m (v_n + r d) - i l,  l >= 0      them at the frequency f and the damping ratio z
 *   x += s v
 *   l_n: v_n = 0                                relax: rigid, one sweep, so that the speed by which
 *                                               penetration was pushed out is taken back
 * and restitution after the last. A gap d > 0 may close within the substep: r d is d/s there, and
 * the row rigid. Friction is held in the disc of radius mu l_n.
 *
 * r = o/(2 z + s o),  m = c/(1 + c),  i = 1/(1 + c),  c = s o (2 z + s o),  o = 2 pi f.
 *
 * Positions move by the mean velocity of the substeps, and the step ends with the velocity of the
 * last. Other interactions see the step as a whole: joints beside it are corrected after it. */
#include "core/memory.h"
#include "interaction/contact_events.h"

#include "core/hypot.h"
#include "core/vec.h"
#include "interaction/pairs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    int broad_phase;
    long substeps;
    double frequency, damping_ratio, push_speed, rest_speed;
} parameters;

/* A body through the substeps. */
typedef struct mover {
    bool is_free, touches;
    double inverse_mass, inverse_moment[3];
    trama_pose start, axes; /* of the centre and the principal axes */
    vec v, w;               /* in the world */
    vec gain;               /* of v over the step, by the method */
    double spin_gain[3];    /* of w in the axes */
} mover;

/* A point of contact through the substeps; b is pushed along the directions, a against them. */
typedef struct worker {
    uint32_t body[2];
    uint64_t key;
    double arm[2][3]; /* in the principal axes of each */
    vec direction[3]; /* the normal from a to b, and two across it */
    vec moment[2][3]; /* what a unit impulse along each does to w of each */
    double mass[3];   /* 1 over the yield; of friction the smaller one */
    double gap, friction, restitution;
    double speed; /* of separation before, m/s */
    double impulse[3], largest;
    double total; /* of all substeps along the normal, N s */
} worker;

typedef struct remembered {
    uint64_t key;
    double impulse[3];
} remembered;

typedef struct soft {
    trama_rigid_pairs pairs; /* first */
    parameters p;
    mover *mover; /* of each body */
    worker *worker;
    size_t workers, capacity;
    remembered *last; /* the impulses of the last step, by key */
    size_t last_count, last_capacity;
    bool done; /* in this step */
    trama_contact_events events;
} soft;

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, broad_phase, trama_rigid_broad_phases),
     .fallback = {TRAMA_RIGID_TREE},
     .summary = "how pairs that are near are found; all find the same"},
    {TRAMA_FIELD_OF(parameters, substeps), .unit = "1", .minimum = 1, .maximum = 10000,
     .fallback = {4}, .summary = "n (Box2D: 4)"},
    {TRAMA_FIELD_OF(parameters, frequency), .unit = "Hz", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {30},
     .summary = "f, at most a quarter of the substeps in a second (Box2D: 30); "
                "twice that against what is static"},
    {TRAMA_FIELD_OF(parameters, damping_ratio), .unit = "1", .maximum = DBL_MAX, .fallback = {10},
     .summary = "z (Box2D: 10)"},
    {TRAMA_FIELD_OF(parameters, push_speed), .unit = "m/s", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {3}, .summary = "at which penetration is pushed out, at most (Box2D: 3)"},
    {TRAMA_FIELD_OF(parameters, rest_speed), .unit = "m/s", .maximum = DBL_MAX, .fallback = {1},
     .summary = "below this speed nothing bounces (Box2D: 1)"},
};

/* ---- Bodies. */

static vec to_world(const trama_pose *axes, const double own[3])
{
    return (vec){dot3(axes->axes[0], own), dot3(axes->axes[1], own), dot3(axes->axes[2], own)};
}

static void to_body(const trama_pose *axes, vec world, double own[3])
{
    for (size_t i = 0; i < 3; i++)
        own[i] =
            axes->axes[0][i] * world.x + axes->axes[1][i] * world.y + axes->axes[2][i] * world.z;
}

/* The velocities of a body that is led: those that carry it over the step. */
static void lead(const trama_body *body, const trama_step_view *view, mover *m)
{
    trama_pose end;
    double w[3];
    trama_body_axes(body, view->before.t + view->h, view->before.q, &end);
    trama_body_turning(&m->start, &end, view->h, w);
    m->v = (vec){(end.x[0] - m->start.x[0]) / view->h, (end.x[1] - m->start.x[1]) / view->h,
                 (end.x[2] - m->start.x[2]) / view->h};
    m->w = (vec){w[0], w[1], w[2]};
}

static void begin_body(const trama_body *body, const trama_step_view *view, mover *m)
{
    *m = (mover){.is_free = trama_body_is_free(body)};
    trama_body_axes(body, view->before.t, view->before.q, &m->start);
    m->axes = m->start;
    if (!m->is_free) {
        lead(body, view, m);
        return;
    }
    const size_t at = trama_body_components(body);
    const double *before = view->before.v + at, *after = view->v + at;
    m->inverse_mass = view->inverse_mass[at];
    memcpy(m->inverse_moment, view->inverse_mass + at + 3, sizeof m->inverse_moment);
    m->v = (vec){before[0], before[1], before[2]};
    m->w = to_world(&m->start, before + 3);
    m->gain = (vec){after[0] - before[0], after[1] - before[1], after[2] - before[2]};
    for (size_t i = 0; i < 3; i++)
        m->spin_gain[i] = after[3 + i] - before[3 + i];
}

static void kick(mover *m, double part)
{
    const double spin[3] = {part * m->spin_gain[0], part * m->spin_gain[1], part * m->spin_gain[2]};
    m->v = plus_scaled(m->v, part, m->gain);
    m->w = plus(m->w, to_world(&m->axes, spin));
}

static void move(const trama_body *body, double s, mover *m)
{
    double own[6] = {m->v.x, m->v.y, m->v.z};
    trama_pose end;
    to_body(&m->axes, m->w, own + 3);
    trama_body_carried_axes(body, s, &m->axes, own, &end);
    m->axes = end;
}

static vec turned_by(const mover *m, vec moment)
{
    double own[3];
    to_body(&m->start, moment, own);
    for (size_t i = 0; i < 3; i++)
        own[i] *= m->inverse_moment[i];
    return to_world(&m->start, own);
}

/* ---- Points. */

static vec end_of(const soft *self, const worker *w, size_t side)
{
    const trama_pose *axes = &self->mover[w->body[side]].axes;
    return plus((vec){axes->x[0], axes->x[1], axes->x[2]}, to_world(axes, w->arm[side]));
}

/* Of separation, at the ends as they were at the step's start. */
static vec between(const soft *self, const worker *w)
{
    vec v[2];
    for (size_t side = 0; side < 2; side++) {
        const mover *m = &self->mover[w->body[side]];
        v[side] = plus(m->v, cross(m->w, to_world(&m->start, w->arm[side])));
    }
    return minus(v[1], v[0]);
}

static void push(soft *self, const worker *w, size_t direction, double impulse)
{
    for (size_t side = 0; side < 2; side++) {
        mover *m = &self->mover[w->body[side]];
        const double signed_impulse = side == 0 ? -impulse : impulse;
        if (!m->is_free)
            continue;
        m->v = plus_scaled(m->v, signed_impulse * m->inverse_mass, w->direction[direction]);
        m->w = plus_scaled(m->w, signed_impulse, w->moment[side][direction]);
    }
}

/* What a unit impulse along a direction changes of the rate along it. */
static double yield_of(const soft *self, worker *w, size_t direction)
{
    double sum = 0.0;
    for (size_t side = 0; side < 2; side++) {
        const mover *m = &self->mover[w->body[side]];
        const vec moment = cross(to_world(&m->start, w->arm[side]), w->direction[direction]);
        w->moment[side][direction] = turned_by(m, moment);
        sum += m->inverse_mass + dot(moment, w->moment[side][direction]);
    }
    return sum;
}

/* The gap now, by how both ends have moved. */
static double gap_of(const soft *self, const worker *w)
{
    return w->gap + dot(w->direction[0], minus(end_of(self, w, 1), end_of(self, w, 0)));
}

static double *impulses_of(const soft *self, uint64_t key, size_t *at)
{
    while (*at < self->last_count && self->last[*at].key < key)
        ++*at;
    return *at < self->last_count && self->last[*at].key == key ? self->last[*at].impulse : NULL;
}

static void make_worker(soft *self, const trama_rigid_pair *pair, const trama_rigid_point *point,
                        worker *w)
{
    const double *n = pair->manifold.normal;
    double across[2][3];
    trama_tangents_of(n, across[0], across[1]);
    *w = (worker){.body = {pair->body[0], pair->body[1]},
                  .gap = point->gap,
                  .friction = pair->friction,
                  .restitution = pair->restitution};
    w->direction[0] = (vec){n[0], n[1], n[2]};
    for (size_t i = 0; i < 2; i++)
        w->direction[1 + i] = (vec){across[i][0], across[i][1], across[i][2]};
    for (size_t side = 0; side < 2; side++) {
        const double *arm = point->arm[side];
        to_body(&self->mover[w->body[side]].start, (vec){arm[0], arm[1], arm[2]}, w->arm[side]);
        self->mover[w->body[side]].touches = true;
    }
    w->mass[0] = 1.0 / yield_of(self, w, 0);
    w->mass[1] = w->mass[2] = 1.0 / fmax(yield_of(self, w, 1), yield_of(self, w, 2));
    w->speed = dot(w->direction[0], between(self, w));
}

/* The points of a pair, by their numbers. */
static bool add_pair(soft *self, const trama_rigid_pair *pair, size_t *at)
{
    for (uint32_t slot = 0; slot < TRAMA_MANIFOLD_POINTS; slot++)
        for (uint32_t p = 0; p < pair->manifold.count; p++) {
            if (pair->point[p].slot != slot)
                continue;
            worker *grown =
                trama_with_room(self->worker, self->workers, &self->capacity, sizeof *grown);
            if (!grown)
                return false;
            self->worker = grown;
            worker *w = &self->worker[self->workers++];
            make_worker(self, pair, &pair->point[p], w);
            w->key = ((uint64_t)pair->body[0] * self->pairs.bodies + pair->body[1]) *
                         TRAMA_MANIFOLD_POINTS +
                     slot;
            const double *impulse = impulses_of(self, w->key, at);
            if (impulse)
                memcpy(w->impulse, impulse, sizeof w->impulse);
        }
    return true;
}

/* ---- Impulses. */

typedef struct softness {
    double rate, mass, impulse; /* r, 1/s; m; i */
} softness;

static softness softness_of(const parameters *p, double s, bool is_fixed)
{
    const double pi = 3.14159265358979323846;
    const double frequency = fmin(p->frequency, 0.25 / s) * (is_fixed ? 2.0 : 1.0);
    const double o = 2.0 * pi * frequency, a = 2.0 * p->damping_ratio + s * o, c = s * o * a;
    return (softness){o / a, c / (1.0 + c), 1.0 / (1.0 + c)};
}

static void solve_normal(soft *self, worker *w, double s, const softness *by)
{
    const double gap = gap_of(self, w);
    double bias = 0.0, mass = 1.0, kept = 0.0;
    if (gap > 0.0) {
        bias = gap / s;
    } else if (by) {
        bias = fmax(by->rate * gap, -self->p.push_speed);
        mass = by->mass;
        kept = by->impulse;
    }
    const double rate = dot(w->direction[0], between(self, w));
    const double wanted = w->impulse[0] - w->mass[0] * mass * (rate + bias) - kept * w->impulse[0];
    const double impulse = fmax(wanted, 0.0);
    push(self, w, 0, impulse - w->impulse[0]);
    w->impulse[0] = impulse;
    w->largest = fmax(w->largest, impulse);
}

static void solve_friction(soft *self, worker *w)
{
    const vec slip = between(self, w);
    double to[2], size;
    for (size_t i = 0; i < 2; i++)
        to[i] = w->impulse[1 + i] - w->mass[1 + i] * dot(w->direction[1 + i], slip);
    size = trama_hypot(to[0], to[1]);
    const double radius = w->friction * w->impulse[0];
    for (size_t i = 0; i < 2; i++) {
        const double impulse = size > radius ? to[i] * radius / size : to[i];
        push(self, w, 1 + i, impulse - w->impulse[1 + i]);
        w->impulse[1 + i] = impulse;
    }
}

static void sweep(soft *self, double s, bool relax)
{
    const softness between_free = softness_of(&self->p, s, false),
                   against_fixed = softness_of(&self->p, s, true);
    for (size_t i = 0; i < self->workers; i++) {
        worker *w = &self->worker[i];
        const bool is_fixed = !self->mover[w->body[0]].is_free || !self->mover[w->body[1]].is_free;
        solve_friction(self, w);
        solve_normal(self, w, s, relax ? NULL : is_fixed ? &against_fixed : &between_free);
    }
}

static void substep(soft *self, double s)
{
    for (size_t b = 0; b < self->pairs.bodies; b++)
        if (self->mover[b].touches && self->mover[b].is_free)
            kick(&self->mover[b], 1.0 / (double)self->p.substeps);
    for (size_t i = 0; i < self->workers; i++)
        for (size_t d = 0; d < 3; d++)
            push(self, &self->worker[i], d, self->worker[i].impulse[d]);
    sweep(self, s, false);
    for (size_t b = 0; b < self->pairs.bodies; b++)
        if (self->mover[b].touches)
            move(&self->pairs.body[b], s, &self->mover[b]);
    sweep(self, s, true);
    for (size_t i = 0; i < self->workers; i++)
        self->worker[i].total += self->worker[i].impulse[0];
}

static void bounce(soft *self)
{
    for (size_t i = 0; i < self->workers; i++) {
        worker *w = &self->worker[i];
        if (w->restitution == 0.0 || w->largest == 0.0 || w->speed > -self->p.rest_speed)
            continue;
        const double rate = dot(w->direction[0], between(self, w));
        const double impulse =
            fmax(w->impulse[0] - w->mass[0] * (rate + w->restitution * w->speed), 0.0);
        push(self, w, 0, impulse - w->impulse[0]);
        w->total += impulse - w->impulse[0];
        w->impulse[0] = impulse;
    }
}

/* ---- The step. */

static bool list_workers(soft *self, const trama_step_view *view)
{
    const double speed =
        trama_rigid_pairs_speed(&self->pairs, view->before.t, view->before.q, view->u);
    size_t at = 0;
    self->workers = 0;
    if (!trama_rigid_pairs_find(&self->pairs, view->before.t, view->before.q,
                                4.0 * view->h * speed))
        return false;
    for (size_t b = 0; b < self->pairs.bodies; b++)
        begin_body(&self->pairs.body[b], view, &self->mover[b]);
    for (size_t i = 0; i < self->pairs.count; i++)
        if (!add_pair(self, &self->pairs.now[i], &at))
            return false;
    return true;
}

/* The velocity that carries a body from the step's start to where the substeps brought it. */
static void put_mean(const soft *self, size_t b, double h, double *u, trama_touched *touched)
{
    const mover *m = &self->mover[b];
    const size_t at = trama_body_components(&self->pairs.body[b]);
    double w[3];
    trama_body_turning(&m->start, &m->axes, h, w);
    for (size_t i = 0; i < 3; i++)
        u[at + i] = (m->axes.x[i] - m->start.x[i]) / h;
    to_body(&m->start, (vec){w[0], w[1], w[2]}, u + at + 3);
    for (size_t i = 0; i < 6; i++)
        trama_touch(touched, at + i);
}

static void put_last(const soft *self, size_t b, double *v, trama_touched *touched)
{
    const mover *m = &self->mover[b];
    const size_t at = trama_body_components(&self->pairs.body[b]);
    v[at] = m->v.x;
    v[at + 1] = m->v.y;
    v[at + 2] = m->v.z;
    to_body(&m->axes, m->w, v + at + 3);
    for (size_t i = 0; i < 6; i++)
        trama_touch(touched, at + i);
}

static trama_step_status begin(void *interaction, const trama_moment *now, double h)
{
    soft *self = interaction;
    (void)now, (void)h;
    self->done = false;
    return self->events.no_memory ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_OK;
}

static trama_step_status substeps(soft *self, const trama_step_view *view)
{
    const double s = view->h / (double)self->p.substeps;
    if (!list_workers(self, view))
        return TRAMA_STEP_NO_MEMORY;
    for (long n = 0; n < self->p.substeps; n++)
        substep(self, s);
    bounce(self);
    return TRAMA_STEP_OK;
}

/* MOVE: all of it, once. END: the last velocities, once. */
static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    soft *self = interaction;
    const bool move_stage = view->stage == TRAMA_MOVE;
    if (self->done == move_stage)
        return TRAMA_STEP_OK;
    self->done = move_stage;
    if (move_stage && substeps(self, view) != TRAMA_STEP_OK)
        return TRAMA_STEP_NO_MEMORY;
    for (size_t b = 0; b < self->pairs.bodies; b++) {
        if (!self->mover[b].touches || !self->mover[b].is_free)
            continue;
        if (move_stage)
            put_mean(self, b, view->h, u, touched);
        else
            put_last(self, b, u, touched);
    }
    return TRAMA_STEP_OK;
}

/* Pairs of which a point pushed in some substep. */
static void tell(soft *self, const trama_moment *end)
{
    size_t i = 0;
    for (size_t k = 0; k < self->pairs.count; k++) {
        const trama_rigid_pair *pair = &self->pairs.now[k];
        double impulse = 0.0, largest = 0.0;
        for (uint32_t p = 0; p < pair->manifold.count; p++, i++) {
            impulse += self->worker[i].total;
            largest = fmax(largest, self->worker[i].largest);
        }
        if (largest > 0.0)
            trama_contact_events_touch_pair(&self->events, &self->pairs, pair, impulse, end);
    }
    trama_contact_events_step(&self->events, end->t);
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    soft *self = interaction;
    (void)h;
    tell(self, end);
    self->last_count = 0;
    for (size_t i = 0; i < self->workers; i++) {
        remembered *grown =
            trama_with_room(self->last, self->last_count, &self->last_capacity, sizeof *grown);
        if (!grown)
            break; /* the next step begins without them */
        self->last = grown;
        remembered *r = &self->last[self->last_count++];
        r->key = self->worker[i].key;
        memcpy(r->impulse, self->worker[i].impulse, sizeof r->impulse);
    }
    trama_rigid_pairs_keep(interaction);
}

static void restart(void *interaction)
{
    ((soft *)interaction)->last_count = 0;
    trama_contact_events_restart(&((soft *)interaction)->events);
    trama_rigid_pairs_restart(interaction);
}

static void state(void *interaction, trama_archive *archive)
{
    soft *self = interaction;
    long count = (long)self->last_count;
    trama_rigid_pairs_state(interaction, archive);
    trama_contact_events_state(&self->events, archive);
    trama_archive_integer(archive, &count);
    while (self->last_capacity < (size_t)count) {
        remembered *grown =
            trama_with_room(self->last, self->last_capacity, &self->last_capacity, sizeof *grown);
        if (!grown) {
            archive->failed = true;
            return;
        }
        self->last = grown;
    }
    self->last_count = (size_t)count;
    for (size_t i = 0; i < self->last_count; i++) {
        trama_archive_bytes(archive, &self->last[i].key, sizeof self->last[i].key);
        trama_archive_reals(archive, self->last[i].impulse, 3);
    }
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    (void)v;
    trama_rigid_pairs_observe(interaction, t, q, value);
}

static size_t events(const void *interaction)
{
    return ((const soft *)interaction)->events.count;
}

static void event(const void *interaction, size_t i, trama_contact_event *at)
{
    const soft *self = interaction;
    trama_contact_events_at(&self->events, &self->pairs, i, at);
}

/* ---- Making. */

static void destroy(void *interaction)
{
    soft *self = interaction;
    if (self) {
        free(self->mover);
        free(self->worker);
        free(self->last);
        trama_contact_events_free(&self->events);
    }
    trama_rigid_pairs_destroy(interaction);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    const trama_status status =
        trama_rigid_pairs_create(among, count, p->broad_phase, sizeof(soft), interaction, error);
    soft *self = *interaction;
    if (status != TRAMA_OK)
        return status;
    self->p = *p;
    self->mover = calloc(self->pairs.bodies, sizeof *self->mover);
    return self->mover ? TRAMA_OK : trama_fail_memory(error);
}

const trama_interaction_type trama_interaction_rigid_contact_soft = {
    .name = "rigid_contact_soft",
    .summary =
        "contact of rigid bodies: soft constraints in substeps, relaxed, as Box2D 3 has them",
    .reference = "Catto 2024 (Solver2D, soft step); Macklin et al. 2019 (small steps)",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_RIGID_PAIRS_OBSERVED},
    .create = create,
    .destroy = destroy,
    .check = trama_rigid_pairs_check,
    .begin = begin,
    .filter = filter,
    .advance = advance,
    .restart = restart,
    .state = state,
    .observe = observe,
    .events = events,
    .event = event,
};
