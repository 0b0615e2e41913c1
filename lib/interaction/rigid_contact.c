/* Contact of rigid bodies by sequential impulses: rows of the one solver loop, warm started by the
 * numbers of the points, on manifolds of up to four points a pair.
 *
 * MOVE: a point that would close its gap within the step ends at zero,
 *   max(gap, 0) + h (n . u) >= 0,   u the velocity of separation,
 * where a gap up to closed_gap counts as 0;
 * PUSH: what penetrates is pushed apart by the share beta of its depth in a step,
 *   beta min(gap + slop, 0) + h (n . p) >= 0,   on a velocity p of its own, then forgotten: so
 * positions are corrected, and no body flies off by it (split impulses);
 * END: a closed point does not approach; what bounces leaves with Newton's restitution of the rate
 * at which it was struck, and its impacts are passed on (rigid_impact.h); a point at rest stays at
 * rest. Friction is in the disc of radius mu times the normal impulse, in MOVE and in END. */
#include "interaction/contact_events.h"
#include "interaction/rigid_impact.h"
#include "surface/lifetimes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    int broad_phase, moment;
    double correction, slop, closed_gap, rest_speed;
    double sleep, sleep_speed;
    long impact_halvings;
} parameters;

typedef struct rigid_contact {
    trama_rigid_pairs pairs; /* first */
    parameters p;
    bool by_velocity; /* of the method's state positions were moved */
    bool restores;    /* there are bodies with restitution */
    double nominal;   /* s: the largest step of the run so far */
    trama_rigid_impacts impacts;
    trama_rigid_sleep sleep;
    trama_contact_events events;
} rigid_contact;

enum { START, ARRIVAL };
static const char *const moments[] = {"start", "arrival", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, broad_phase, trama_rigid_broad_phases),
     .fallback = {TRAMA_RIGID_TREE},
     .summary = "how pairs that are near are found; all find the same"},
    {TRAMA_FIELD_OF(parameters, correction), .unit = "1", .maximum = 1.0, .fallback = {0.2},
     .summary = "beta: share of a penetration that is corrected in a step"},
    {TRAMA_FIELD_OF(parameters, slop), .unit = "1", .maximum = 1.0, .fallback = {1e-3},
     .summary = "depth that is not corrected, over the least radius of a free body: correction "
                "that a solve has not finished would shake a stack"},
    {TRAMA_FIELD_OF(parameters, closed_gap), .unit = "1", .maximum = 1e-3, .later = true,
     .summary =
         "gap up to which a point counts as closed, over the least radius of a free body: "
         "what a solve leaves open would otherwise be closed in the next step, and so shake a "
         "tall pile"},
    {TRAMA_CHOICE_OF(parameters, moment, moments), .later = true,
     .summary = "of the step at which a contact that is open has its normal and its places: the "
                "start, or where bodies move to meet in it, the arrival"},
    {TRAMA_FIELD_OF(parameters, impact_halvings), .unit = "1", .maximum = 30, .later = true,
     .summary = "how often a step in which something strikes is halved, so that the impact is "
                "near the end of a part; at most contact.halvings; 0: never"},
    {TRAMA_FIELD_OF(parameters, rest_speed), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "below this speed nothing bounces"},
    {TRAMA_FIELD_OF(parameters, sleep), .unit = "s", .maximum = DBL_MAX, .later = true,
     .summary = "bodies that touch and have all been slow for this long are held at rest until one "
                "is touched or pushed; 0: never"},
    {TRAMA_FIELD_OF(parameters, sleep_speed), .unit = "m/s", .maximum = DBL_MAX, .fallback = {1e-3},
     .later = true, .summary = "slower than this at every point is slow"},
};

/* ---- MOVE. */

/* Whether the method moves positions by its velocity, which END then has nothing to add to but
 * bounces. */
static bool moves_by_velocity(const rigid_contact *self, const trama_step_view *view)
{
    double largest = 0.0, apart = 0.0;
    for (size_t i = 0; i < self->pairs.bodies; i++)
        for (size_t k = 0; k < 6 && self->pairs.is_free[i]; k++) {
            const size_t at = self->pairs.components[i] + k;
            largest = fmax(largest, fabs(view->v[at]));
            apart = fmax(apart, fabs(view->u[at] - view->v[at]));
        }
    return apart <= 1e-9 * largest;
}

/* The points of pair i are asked for while those before it are dealt with. */
static void fetch(const rigid_contact *self, size_t i)
{
    enum { LINE = 64 };
    if (i >= self->pairs.now.count)
        return;
    const trama_rigid_pair *pair = &self->pairs.now.pair[i];
    for (size_t at = 0; at < pair->count * sizeof *pair->point; at += LINE)
        __builtin_prefetch((const char *)pair->point + at);
}

static void move_pair(rigid_contact *self, size_t i, const trama_step_view *view, trama_rows *rows)
{
    trama_rigid_pair *pair = &self->pairs.now.pair[i];
    trama_rows_pair touch;
    trama_rigid_pair_rows(&self->pairs, pair, TRAMA_MOVE, self->pairs.frame, view->before.t,
                          view->h, view->before.q, &touch);
    for (uint32_t p = 0; p < touch.count; p++) {
        const double gap = pair->point[p].gap;
        touch.point[p].gap = gap > self->p.closed_gap * self->pairs.least ? gap : 0.0;
    }
    if (!self->by_velocity || self->restores || self->p.impact_halvings > 0)
        trama_rigid_impacts_note(&self->impacts, i, &touch, view);
    trama_rows_add_pair(rows, &touch, &pair->place);
}

/* What END of the step before found, for the events of that step. */
static void add_impulses(rigid_contact *self)
{
    for (size_t i = 0; self->pairs.ended && i < self->pairs.old.count; i++) {
        const trama_rigid_pair *pair = &self->pairs.old.pair[i];
        double impulse = 0.0;
        for (uint32_t p = 0; p < pair->count; p++)
            impulse += pair->point[p].found[TRAMA_END][0];
        if (impulse > 0.0)
            trama_contact_events_add(&self->events, pair->body, impulse);
    }
}

static void move_rows(rigid_contact *self, const trama_step_view *given, trama_rows *rows)
{
    add_impulses(self);
    trama_step_view view = *given;
    view.u = trama_rigid_sleep_begin(&self->sleep, &self->pairs, given->u);
    self->by_velocity = moves_by_velocity(self, given);
    self->impacts.speed =
        trama_rigid_pairs_speed(&self->pairs, view.before.t, view.before.q, view.u);
    self->impacts.touch = 1e-3 * view.h * self->impacts.speed;
    if (!trama_rigid_pairs_find_moving(&self->pairs, view.before.t, view.h, view.before.q,
                                       view.u) ||
        !trama_rigid_impacts_start(&self->impacts)) {
        rows->no_memory = true;
        return;
    }
    trama_rigid_sleep_touched(&self->sleep, &self->pairs, view.before.t, view.h, view.before.q,
                              given->u);
    trama_rigid_sleep_hold(&self->sleep, &self->pairs, rows);
    for (size_t i = 0; i < self->pairs.now.count; i++) {
        fetch(self, i + 1);
        if (trama_rigid_pair_acts(&self->impacts, &self->pairs.now.pair[i]))
            move_pair(self, i, &view, rows);
    }
}

/* A step in which something strikes is made in halves, until they are as small as they may be: so a
 * body that strikes is held where it does for the rest of a small part alone, and what is near and
 * struck by it is struck later. */
static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    rigid_contact *self = interaction;
    (void)u, (void)touched;
    self->nominal = fmax(self->nominal, view->h);
    const double least = ldexp(self->nominal, (int)-self->p.impact_halvings);
    return view->stage == TRAMA_MOVE && view->h > 1.5 * least &&
                   trama_rigid_impacts_arrive(&self->impacts)
               ? TRAMA_STEP_REFUSED
               : TRAMA_STEP_OK;
}

static bool refuses(const void *interaction)
{
    return ((const rigid_contact *)interaction)->p.impact_halvings > 0;
}

/* ---- PUSH. */

static void push_pair(const rigid_contact *self, const trama_rigid_pair *pair,
                      const trama_step_view *view, trama_rows *rows)
{
    const double slop = self->p.slop * self->pairs.least;
    double gap[TRAMA_PAIR_POINTS];
    for (uint32_t p = 0; p < pair->count; p++) {
        const double now = pair->point[p].gap, less = fmin(now, 0.0) + slop;
        const double left = less + view->h * trama_rows_pair_residual(rows, pair->place, p);
        gap[p] = now + slop < 0.0 ? self->p.correction * (now + slop) : fmax(left, 0.0);
    }
    trama_rows_push_pair(rows, pair->place, gap);
}

static void push(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    rigid_contact *self = interaction;
    const bool closes = !self->by_velocity || self->restores,
               pushes = self->pairs.depth > self->p.slop * self->pairs.least;
    if (closes || pushes)
        trama_rows_pair_residuals(rows, view->u);
    if (closes)
        trama_rigid_impacts_close(&self->impacts, rows, view->h);
    for (size_t i = 0; pushes && i < self->pairs.now.count; i++) {
        fetch(self, i + 2);
        if (trama_rigid_pair_acts(&self->impacts, &self->pairs.now.pair[i]))
            push_pair(self, &self->pairs.now.pair[i], view, rows);
    }
    rows->no_memory |= self->events.no_memory;
}

/* ---- END. */

/* The closed points of pair i; whether one of them approaches. */
static bool end_pair(rigid_contact *self, size_t i, const trama_step_view *view,
                     trama_rows_pair *touch)
{
    bool asks = false;
    uint32_t count = 0;
    trama_rigid_pair_rows(&self->pairs, &self->pairs.now.pair[i], TRAMA_END, self->impacts.at,
                          view->before.t + view->h, 0.0, view->q, touch);
    for (uint32_t p = 0; p < touch->count; p++) {
        if (!self->impacts.strike[i][p].closed)
            continue;
        asks |= trama_rigid_point_rate(touch, p, view->v) <
                -TRAMA_RIGID_LEAST_RATE * self->impacts.speed;
        touch->point[count++] = touch->point[p];
    }
    touch->count = count;
    return asks;
}

static bool any_asks(rigid_contact *self, const trama_step_view *view)
{
    trama_rows_pair touch;
    for (size_t i = 0; i < self->pairs.now.count; i++)
        if (trama_rigid_pair_acts(&self->impacts, &self->pairs.now.pair[i]) &&
            end_pair(self, i, view, &touch))
            return true;
    return false;
}

static void forget_end(rigid_contact *self)
{
    trama_rigid_pairs *pairs = &self->pairs;
    for (size_t i = 0; self->pairs.ended && i < pairs->now.count; i++)
        for (uint32_t p = 0; p < pairs->now.pair[i].count; p++)
            memset(pairs->now.pair[i].point[p].found[TRAMA_END], 0, 3 * sizeof(double));
    self->pairs.ended = false;
}

/* Without impacts: closed points do not approach. */
static void stop_rows(rigid_contact *self, const trama_step_view *view, trama_rows *rows)
{
    trama_rows_pair touch;
    trama_pair_place place;
    if (!any_asks(self, view)) {
        forget_end(self);
        return;
    }
    self->pairs.ended = true;
    for (size_t i = 0; i < self->pairs.now.count; i++) {
        touch.count = 0;
        if (trama_rigid_pair_acts(&self->impacts, &self->pairs.now.pair[i]))
            end_pair(self, i, view, &touch);
        if (touch.count > 0)
            trama_rows_add_pair(rows, &touch, &place);
    }
}

/* Where the velocity of the state is that which moved positions, MOVE has done all but bounces. */
static void end_rows(rigid_contact *self, const trama_step_view *view, trama_rows *rows)
{
    trama_rigid_impacts *impacts = &self->impacts;
    const bool any = view->repeat == 0 && self->restores && trama_rigid_impacts_any(impacts);
    trama_rigid_sleep_hold(&self->sleep, &self->pairs, rows);
    if (impacts->round != TRAMA_IMPACT_NONE) {
        trama_rigid_impacts_rows(impacts, view, rows);
        return;
    }
    if (any || self->by_velocity)
        forget_end(self);
    if (self->by_velocity && !any)
        return;
    trama_rigid_pairs_frames(&self->pairs, view->before.t + view->h, view->q, impacts->at);
    if (any)
        trama_rigid_impacts_begin(impacts, view, rows);
    else
        stop_rows(self, view, rows);
}

static bool repeats(void *interaction, const trama_step_view *view, double *stored)
{
    rigid_contact *self = interaction;
    return trama_rigid_impacts_repeat(&self->impacts, view, stored);
}

static void rows(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    if (view->stage == TRAMA_END)
        end_rows(interaction, view, rows);
    else
        move_rows(interaction, view, rows);
}

/* ---- The interaction. */

/* What gave a pair its impulse in this step; of pairs that sleep, what MOVE found last. Where END
 * adds nothing, a body that closed its gap in the step before is stopped in this one, and the
 * contact that began then has the impulse too. Impacts are instead of what MOVE found. */
static double impulse_of(rigid_contact *self, size_t i)
{
    trama_rigid_pair *pair = &self->pairs.now.pair[i];
    double moved = 0.0, impulse;
    for (uint32_t p = 0; p < pair->count; p++)
        moved += pair->point[p].impulse = pair->point[p].found[TRAMA_MOVE][0];
    if (self->by_velocity && moved > 0.0)
        trama_contact_events_add(&self->events, pair->body, moved);
    if (!trama_rigid_impacts_impulse(&self->impacts, i, &impulse))
        return moved;
    if (self->by_velocity)
        trama_contact_events_add(&self->events, pair->body, impulse - moved);
    return impulse;
}

/* What each point gave in the step: MOVE's and END's impulses, or those of impacts. */
static void keep_carried(const rigid_contact *self, size_t i, bool struck)
{
    trama_rigid_pair *pair = &self->pairs.now.pair[i];
    for (uint32_t p = 0; p < pair->count; p++)
        for (size_t k = 0; k < 3; k++) {
            trama_rigid_point *point = &pair->point[p];
            point->carried[k] = struck ? self->impacts.strike[i][p].sum[k]
                                       : point->found[TRAMA_MOVE][k] + point->found[TRAMA_END][k];
        }
}

/* What pairs carry, and those of which a point was struck or lay on, and pushed. */
static void tell(rigid_contact *self, const trama_moment *end)
{
    for (size_t i = 0; i < self->pairs.now.count; i++) {
        double ignored;
        fetch(self, i + 2);
        if (self->pairs.now.pair[i].count == 0)
            continue;
        keep_carried(self, i, trama_rigid_impacts_impulse(&self->impacts, i, &ignored));
        const double impulse = impulse_of(self, i);
        if (impulse > 0.0)
            trama_contact_events_touch_pair(&self->events, &self->pairs, &self->pairs.now.pair[i],
                                            impulse, end);
    }
    trama_contact_events_step(&self->events, end->t);
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    rigid_contact *self = interaction;
    tell(self, end);
    if (self->sleep.after > 0.0)
        trama_rigid_sleep_advance(&self->sleep, &self->pairs, end->t, h, end->q, end->v);
    trama_rigid_pairs_keep(&self->pairs);
}

static void restart(void *interaction)
{
    rigid_contact *self = interaction;
    self->nominal = 0.0;
    trama_contact_events_restart(&self->events);
    trama_rigid_pairs_restart(interaction);
    trama_rigid_sleep_restart(&self->sleep, &self->pairs);
}

static void state(void *interaction, trama_archive *archive)
{
    rigid_contact *self = interaction;
    trama_rigid_pairs_state(interaction, archive);
    trama_contact_events_state(&self->events, archive);
    if (self->sleep.after > 0.0)
        trama_rigid_sleep_state(&self->sleep, &self->pairs, archive);
}

/* What sleeps is not asked what it lies on, which may vanish. */
static trama_status check_sleep(const parameters *p, const trama_surface *const *among,
                                size_t count, trama_error *error)
{
    for (size_t i = 0; p->sleep > 0.0 && i < count; i++)
        if (trama_surface_has_lifetimes(among[i]))
            return trama_fail(error, TRAMA_BAD_INPUT, "sleep",
                              "sleep is %g s, and bodies of '%s' appear or vanish; allowed: 0 s",
                              p->sleep, among[i]->name);
    return TRAMA_OK;
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const trama_status status =
        trama_rigid_pairs_create(among, count, ((const parameters *)given)->broad_phase,
                                 sizeof(rigid_contact), interaction, error);
    rigid_contact *self = *interaction;
    if (!self)
        return status;
    self->p = *(const parameters *)given;
    self->pairs.reuses = true;
    self->pairs.arrives = self->p.moment == ARRIVAL;
    self->pairs.events = &self->events;
    self->sleep.after = self->p.sleep;
    self->sleep.speed = self->p.sleep_speed;
    if (status != TRAMA_OK)
        return status;
    if (check_sleep(&self->p, among, count, error) != TRAMA_OK)
        return error->status;
    for (size_t i = 0; i < self->pairs.bodies; i++)
        self->restores |= trama_body_restitution(&self->pairs.body[i]) > 0.0;
    return trama_rigid_impacts_create(&self->impacts, &self->pairs, &self->sleep,
                                      self->p.rest_speed) &&
                   trama_rigid_sleep_create(&self->sleep, &self->pairs)
               ? TRAMA_OK
               : trama_fail_memory(error);
}

static void destroy(void *interaction)
{
    rigid_contact *self = interaction;
    if (self) {
        trama_rigid_impacts_destroy(&self->impacts);
        trama_contact_events_free(&self->events);
        trama_rigid_sleep_destroy(&self->sleep);
    }
    trama_rigid_pairs_destroy(interaction);
}

static trama_contact_law contact_of(const void *interaction)
{
    return (trama_contact_law){.bodies = true,
                               .friction = TRAMA_NAN,
                               .restitution = TRAMA_NAN,
                               .rest_speed = ((const rigid_contact *)interaction)->p.rest_speed};
}

static const trama_interaction_composition composition = {.contact = contact_of};

const trama_interaction_type trama_interaction_rigid_contact = {
    .name = "rigid_contact",
    .summary =
        "contact of rigid bodies: sequential impulses with friction and restitution, by rows",
    .reference = "sequential impulses; Stewart and Trinkle 1996; Smith et al. 2012, generalized "
                 "reflections",
    .version = 6, /* 6: the reach of a pair is the sum of both motions, not twice */
    .parameters = TRAMA_FIELDS(fields, parameters),
    TRAMA_RIGID_RESPONSE,
    .create = create,
    .destroy = destroy,
    .check = trama_rigid_pairs_check,
    .rows = rows,
    .repeats = repeats,
    .push = push,
    .filter = filter,
    .refuses = refuses,
    .advance = advance,
    .restart = restart,
    .state = state,
    .remark = trama_rigid_arrivals_remark,
    .events = trama_contact_events_count,
    .event = trama_contact_events_at,
    .carriers = trama_rigid_pairs_carriers,
    .carried = trama_rigid_pairs_carried,
    .composition = &composition,
};
