/* Contact of rigid bodies by soft constraints in substeps, as Box2D 3 has it (E. Catto, "Solver2D",
 * 2024: soft step; the substeps of M. Macklin et al., "Small steps in physics simulation", SCA
 * 2019), in three dimensions. Pairs and manifolds are rigid_contact's, found once a step; then in
 * each substep of s = h/n:
 *
 *   v += s a                                    a: what the method gave over the step
 *   v += w l                                    the impulses of the last substep
 *   v_n + r d + l_n/(c M) >= 0                  soft, one sweep; r and c as a damped oscillator has
 *                                               them at the frequency f and the damping ratio z
 *   x += s v,  d += s v_n
 *   v_n >= 0                                    relax: rigid, one sweep, so that the speed by which
 *                                               penetration was pushed out is taken back
 *
 * and restitution after the last: v_n >= -e (v_n before the step) where the bodies met. A gap d > 0
 * may close within the substep: r d is d/s there, and the row rigid. M is 1 over what a unit
 * impulse at the point changes of v_n, and
 *
 *   r = o/(2 z + s o),  c = s o (2 z + s o),  o = 2 pi f.
 *
 * So a load F presses a point F/(M o^2) deep, and a heavy body stands deep in a light one: the run
 * remarks it.
 *
 * Within a sweep pairs follow one another. The normals of one pair are solved together, since one
 * point after the other would turn a box that falls flat. Friction of each point is held in the
 * disc of radius mu l_n. It comes before the normals of the soft sweep, and after those of the
 * relaxing one and of restitution: so the impulse of friction of a substep is never more than mu
 * times the normal one that is left of it. Before them in both, it would keep what belongs to an
 * impulse that the springs have given back; after them in both, tall piles shake.
 *
 * Positions move by the mean velocity of the substeps, and the step ends with the velocity of the
 * last. Other interactions see the step as a whole: joints beside it are corrected after it. */
#include "core/memory.h"
#include "interaction/contact_events.h"
#include "interaction/rigid_soft.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    int broad_phase;
    long substeps;
    trama_soft_law law;
} parameters;

/* The impulse of a point in the last step. */
typedef struct remembered {
    uint64_t key;
    double impulse[3];
} remembered;

typedef struct rigid_contact_soft {
    trama_rigid_pairs pairs; /* first */
    trama_soft soft;
    remembered *last; /* by key */
    size_t last_count, last_capacity;
    bool done;       /* in this step */
    long deep_steps; /* since the run began */
    trama_contact_events events;
} rigid_contact_soft;

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, broad_phase, trama_rigid_broad_phases),
     .fallback = {TRAMA_RIGID_TREE},
     .summary = "how pairs that are near are found; all find the same"},
    {TRAMA_FIELD_OF(parameters, substeps), .unit = "1", .minimum = 1, .maximum = 10000,
     .fallback = {4}, .summary = "n (Box2D: 4)"},
    {TRAMA_FIELD_AS("frequency", parameters, law.frequency), .unit = "Hz", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {30},
     .summary = "f, at most a quarter of the substeps in a second (Box2D: 30); "
                "twice that against what is static"},
    {TRAMA_FIELD_AS("damping_ratio", parameters, law.damping_ratio), .unit = "1",
     .maximum = DBL_MAX, .fallback = {10}, .summary = "z (Box2D: 10)"},
    {TRAMA_FIELD_AS("push_speed", parameters, law.push_speed), .unit = "m/s", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {3},
     .summary = "at which penetration is pushed out, at most (Box2D: 3)"},
    {TRAMA_FIELD_AS("rest_speed", parameters, law.rest_speed), .unit = "m/s", .maximum = DBL_MAX,
     .fallback = {1}, .summary = "below this speed nothing bounces (Box2D: 1)"},
};

/* ---- The step. */

static double *impulses_of(const rigid_contact_soft *self, uint64_t key, size_t *at)
{
    while (*at < self->last_count && self->last[*at].key < key)
        ++*at;
    return *at < self->last_count && self->last[*at].key == key ? self->last[*at].impulse : NULL;
}

/* The points of a pair, by their numbers. */
static bool add_pair(rigid_contact_soft *self, const trama_rigid_pair *pair, size_t *at)
{
    const uint64_t key = (uint64_t)pair->body[0] * self->pairs.bodies + pair->body[1];
    trama_soft_pair *made = trama_soft_pair_add(&self->soft, pair);
    if (!made)
        return false;
    for (uint32_t slot = 0; slot < TRAMA_MANIFOLD_POINTS; slot++)
        for (uint32_t p = 0; p < pair->count; p++) {
            if (pair->point[p].slot != slot)
                continue;
            trama_soft_point *point = trama_soft_point_add(&self->soft, made, &pair->point[p]);
            point->key = key * TRAMA_MANIFOLD_POINTS + slot;
            const double *impulse = impulses_of(self, point->key, at);
            if (impulse)
                memcpy(point->impulse, impulse, sizeof point->impulse);
        }
    return true;
}

static bool list_points(rigid_contact_soft *self, const trama_step_view *view)
{
    const double speed =
        trama_rigid_pairs_speed(&self->pairs, view->before.t, view->before.q, view->u);
    size_t at = 0;
    self->soft.pairs = 0;
    if (!trama_rigid_pairs_find(&self->pairs, view->before.t, view->before.q,
                                4.0 * view->h * speed))
        return false;
    for (size_t b = 0; b < self->pairs.bodies; b++)
        trama_soft_body_begin(&self->pairs.body[b], view, &self->soft.body[b]);
    for (size_t i = 0; i < self->pairs.now.count; i++)
        if (!add_pair(self, &self->pairs.now.pair[i], &at))
            return false;
    return true;
}

/* The 6 components of a body become `own`. */
static void put(const trama_body *body, const double own[6], double *u, trama_touched *touched)
{
    const size_t at = trama_body_components(body);
    memcpy(u + at, own, 6 * sizeof *own);
    for (size_t i = 0; i < 6; i++)
        trama_touch(touched, at + i);
}

static trama_step_status begin(void *interaction, const trama_moment *now, double h)
{
    rigid_contact_soft *self = interaction;
    (void)now, (void)h;
    self->done = false;
    return self->events.no_memory ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_OK;
}

static trama_step_status substeps(rigid_contact_soft *self, const trama_step_view *view)
{
    const double s = view->h / (double)self->soft.substeps;
    if (!list_points(self, view))
        return TRAMA_STEP_NO_MEMORY;
    for (long n = 0; n < self->soft.substeps; n++)
        trama_soft_substep(&self->soft, s);
    trama_soft_bounce(&self->soft);
    return TRAMA_STEP_OK;
}

/* MOVE: all of it, once. END: the last velocities, once. */
static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    rigid_contact_soft *self = interaction;
    const bool move_stage = view->stage == TRAMA_MOVE;
    if (self->done == move_stage)
        return TRAMA_STEP_OK;
    self->done = move_stage;
    if (move_stage && substeps(self, view) != TRAMA_STEP_OK)
        return TRAMA_STEP_NO_MEMORY;
    for (size_t b = 0; b < self->pairs.bodies; b++) {
        if (!self->soft.body[b].touches || !self->soft.body[b].is_free)
            continue;
        double own[6];
        if (move_stage)
            trama_soft_body_mean(&self->soft.body[b], view->h, own);
        else
            trama_soft_body_last(&self->soft.body[b], own);
        put(&self->pairs.body[b], own, u, touched);
    }
    return TRAMA_STEP_OK;
}

/* Pairs of which a point pushed in some substep. */
static void tell(rigid_contact_soft *self, const trama_moment *end)
{
    for (size_t i = 0; i < self->soft.pairs; i++) {
        const trama_soft_pair *pair = &self->soft.pair[i];
        double impulse = 0.0, largest = 0.0;
        for (uint32_t p = 0; p < pair->points; p++) {
            impulse += pair->point[p].total;
            largest = fmax(largest, pair->point[p].largest);
        }
        if (largest > 0.0)
            trama_contact_events_touch_pair(&self->events, &self->pairs, &self->pairs.now.pair[i],
                                            impulse, end);
    }
    trama_contact_events_step(&self->events, end->t);
}

/* A share of the least width of the thinner of two bodies. Deeper than this a spring no longer
 * holds what it is to hold, and past the middle it pushes the wrong way. */
static const double deep = 0.1;

static bool is_deep(const rigid_contact_soft *self, const trama_soft_pair *pair)
{
    const double *half = self->pairs.thin;
    const double most = deep * 2.0 * fmin(half[pair->body[0]], half[pair->body[1]]);
    for (uint32_t p = 0; p < pair->points; p++)
        if (-pair->point[p].gap > most)
            return true;
    return false;
}

static bool any_deep(const rigid_contact_soft *self)
{
    for (size_t i = 0; i < self->soft.pairs; i++)
        if (is_deep(self, &self->soft.pair[i]))
            return true;
    return false;
}

static trama_remark remark(const void *interaction)
{
    const trama_remark arrivals = trama_rigid_arrivals_remark(interaction);
    if (arrivals.steps > 0)
        return arrivals;
    return (trama_remark){((const rigid_contact_soft *)interaction)->deep_steps,
                          "with a contact deeper than a tenth of the thinner body's least width"};
}

/* Without memory the next step begins without the rest. */
static void remember(rigid_contact_soft *self)
{
    self->last_count = 0;
    for (size_t i = 0; i < self->soft.pairs; i++)
        for (uint32_t p = 0; p < self->soft.pair[i].points; p++) {
            const trama_soft_point *point = &self->soft.pair[i].point[p];
            remembered *grown =
                trama_with_room(self->last, self->last_count, &self->last_capacity, sizeof *grown);
            if (!grown)
                return;
            self->last = grown;
            remembered *r = &self->last[self->last_count++];
            r->key = point->key;
            memcpy(r->impulse, point->impulse, sizeof r->impulse);
        }
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    rigid_contact_soft *self = interaction;
    (void)h;
    tell(self, end);
    self->deep_steps += any_deep(self) ? 1 : 0;
    remember(self);
    trama_rigid_pairs_keep(interaction);
}

static void restart(void *interaction)
{
    ((rigid_contact_soft *)interaction)->last_count = 0;
    ((rigid_contact_soft *)interaction)->deep_steps = 0;
    trama_contact_events_restart(&((rigid_contact_soft *)interaction)->events);
    trama_rigid_pairs_restart(interaction);
}

static void state(void *interaction, trama_archive *archive)
{
    rigid_contact_soft *self = interaction;
    long count = (long)self->last_count;
    trama_rigid_pairs_state(interaction, archive);
    trama_contact_events_state(&self->events, archive);
    trama_archive_integer(archive, &self->deep_steps);
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

/* ---- Making. */

static void destroy(void *interaction)
{
    rigid_contact_soft *self = interaction;
    if (self) {
        free(self->soft.body);
        free(self->soft.pair);
        free(self->last);
        trama_contact_events_free(&self->events);
    }
    trama_rigid_pairs_destroy(interaction);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    const trama_status status = trama_rigid_pairs_create(
        among, count, p->broad_phase, sizeof(rigid_contact_soft), interaction, error);
    rigid_contact_soft *self = *interaction;
    if (status != TRAMA_OK)
        return status;
    self->pairs.events = &self->events;
    self->soft = (trama_soft){.law = p->law,
                              .substeps = p->substeps,
                              .closed = 1e-9 * self->pairs.least,
                              .shape = self->pairs.body,
                              .body = calloc(self->pairs.bodies, sizeof *self->soft.body),
                              .bodies = self->pairs.bodies};
    return self->soft.body ? TRAMA_OK : trama_fail_memory(error);
}

static trama_contact_law contact_of(const void *interaction)
{
    return (trama_contact_law){.bodies = true,
                               .friction = TRAMA_NAN,
                               .restitution = TRAMA_NAN,
                               .rest_speed =
                                   ((const rigid_contact_soft *)interaction)->soft.law.rest_speed};
}

static const trama_interaction_composition composition = {.contact = contact_of};

const trama_interaction_type trama_interaction_rigid_contact_soft = {
    .name = "rigid_contact_soft",
    .summary =
        "contact of rigid bodies: soft constraints in substeps, relaxed, as Box2D 3 has them",
    .reference = "Catto 2024 (Solver2D, soft step); Macklin et al. 2019 (small steps)",
    .version = 2,
    .parameters = TRAMA_FIELDS(fields, parameters),
    TRAMA_RIGID_RESPONSE,
    .create = create,
    .destroy = destroy,
    .check = trama_rigid_pairs_check,
    .begin = begin,
    .filter = filter,
    .advance = advance,
    .restart = restart,
    .state = state,
    .events = trama_contact_events_count,
    .event = trama_contact_events_at,
    .remark = remark,
    .composition = &composition,
};
