/* Contact of rigid bodies by sequential impulses: rows of the one solver loop, warm started by the
 * numbers of the points, on manifolds of up to four points a pair.
 *
 * MOVE: a point that would close its gap within the step ends at zero,
 *   max(gap, 0) + h (n . u) >= 0,   u the velocity of separation;
 * PUSH: what penetrates is pushed apart by the share beta of its depth in a step,
 *   beta min(gap + slop, 0) + h (n . p) >= 0,   on a velocity p of its own, then forgotten: so
 * positions are corrected, and no body flies off by it (split impulses);
 * END: a point leaves with Newton's restitution of the rate at which it was struck,
 *   n . v >= -e (n . v_strike),   as bouncing_contact has it; a point at rest stays at rest.
 * Friction is in the disc of radius mu times the normal impulse, in MOVE and in END. */
#include "interaction/contact_events.h"

#include "interaction/pairs.h"

#include <float.h>
#include <math.h>

typedef struct parameters {
    int broad_phase;
    double correction, slop, rest_speed;
} parameters;

typedef struct rigid_contact {
    trama_rigid_pairs pairs; /* first */
    parameters p;
    double speed; /* largest of a body in the step, m/s */
    double touch; /* m: gaps up to this are closed at a step's end */
    bool asks;    /* some row of END is not fulfilled as it is */
    trama_contact_events events;
} rigid_contact;

static const double least_rate = 1e-10; /* of the speed: less is rounding */

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, broad_phase, trama_rigid_broad_phases),
     .fallback = {TRAMA_RIGID_TREE},
     .summary = "how pairs that are near are found; all find the same"},
    {TRAMA_FIELD_OF(parameters, correction), .unit = "1", .maximum = 1.0, .fallback = {0.2},
     .summary = "beta: share of a penetration that is corrected in a step"},
    {TRAMA_FIELD_OF(parameters, slop), .unit = "1", .maximum = 1.0, .fallback = {1e-3},
     .summary = "depth that is not corrected, over the least radius of a free body: correction "
                "that a solve has not finished would shake a stack"},
    {TRAMA_FIELD_OF(parameters, rest_speed), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "below this speed nothing bounces"},
};

/* The same numbers from step to step, ascending: pair, point, direction. */
static uint64_t key_of(const rigid_contact *self, const trama_rigid_pair *pair,
                       const trama_rigid_point *point, uint64_t direction)
{
    const uint64_t number = (uint64_t)pair->body[0] * self->pairs.bodies + pair->body[1];
    return (number * TRAMA_MANIFOLD_POINTS + point->slot) * 4 + direction;
}

/* The point of that number, or NULL. */
static trama_rigid_point *point_of(trama_rigid_pair *pair, uint32_t slot)
{
    for (uint32_t p = 0; p < pair->manifold.count; p++)
        if (pair->point[p].slot == slot)
            return &pair->point[p];
    return NULL;
}

static trama_row *add_row(const rigid_contact *self, const trama_rigid_pair *pair,
                          const trama_rigid_point *point, const trama_step_view *view,
                          const double axis[3], uint64_t direction, trama_rows *rows)
{
    const bool end = view->stage == TRAMA_END;
    trama_row *row = trama_rows_add(rows, key_of(self, pair, point, direction));
    if (row)
        trama_rigid_point_row(&self->pairs, pair, point,
                              end ? view->before.t + view->h : view->before.t, end ? 0.0 : view->h,
                              end ? view->q : view->before.q, axis, row);
    return row;
}

static trama_row *add_normal(const rigid_contact *self, const trama_rigid_pair *pair,
                             const trama_rigid_point *point, const trama_step_view *view,
                             trama_rows *rows)
{
    trama_row *row = add_row(self, pair, point, view, pair->manifold.normal, 0, rows);
    if (row)
        row->low = 0.0;
    return row;
}

static void add_friction(const rigid_contact *self, const trama_rigid_pair *pair,
                         const trama_rigid_point *point, const trama_step_view *view,
                         trama_rows *rows)
{
    double tangent[2][3];
    const size_t normal = rows->count - 1;
    if (pair->friction == 0.0)
        return;
    trama_tangents_of(pair->manifold.normal, tangent[0], tangent[1]);
    for (uint64_t i = 0; i < 2; i++) {
        trama_row *row = add_row(self, pair, point, view, tangent[i], 1 + i, rows);
        if (!row)
            return;
        row->friction = pair->friction;
        row->normal = normal;
    }
}

/* Whether, and at which rate, the point is struck in the step. */
static void strike(trama_rigid_point *point, const trama_row *row, const trama_step_view *view)
{
    const double rate = trama_row_rate(row, view->u);
    point->struck = point->gap + view->h * rate < 0.0;
    if (!point->struck)
        return;
    const double before = trama_row_rate(row, view->before.v), after = trama_row_rate(row, view->v);
    const double part = point->gap > 0.0 ? point->gap / (-view->h * rate) : 0.0;
    point->impact = before + part * (after - before);
}

static void move_point(rigid_contact *self, trama_rigid_pair *pair, trama_rigid_point *point,
                       const trama_step_view *view, trama_rows *rows)
{
    trama_row *row = add_normal(self, pair, point, view, rows);
    if (!row)
        return;
    row->gap = fmax(point->gap, 0.0);
    strike(point, row, view);
    add_friction(self, pair, point, view, rows);
}

static void push_point(rigid_contact *self, trama_rigid_pair *pair, trama_rigid_point *point,
                       const trama_step_view *view, trama_rows *rows)
{
    trama_row *row = add_normal(self, pair, point, view, rows);
    if (!row)
        return;
    const double gap = point->gap + self->p.slop * self->pairs.least;
    const double left = gap + view->h * trama_row_rate(row, view->u);
    row->gap = gap < 0.0 ? self->p.correction * gap : fmax(left, 0.0);
    row->prescribed = 0.0;
}

/* Whether the point is closed at the step's end. */
static bool is_closed(const rigid_contact *self, const trama_rigid_pair *pair,
                      const trama_rigid_point *point, const trama_step_view *view)
{
    double gap = point->gap;
    for (int side = 0; side < 2 && !point->struck; side++) {
        double before[3], after[3];
        const double sign = side == 0 ? -1.0 : 1.0;
        trama_rigid_point_at(&self->pairs, pair, point, side, view->before.t, view->before.q,
                             before);
        trama_rigid_point_at(&self->pairs, pair, point, side, view->before.t + view->h, view->q,
                             after);
        for (size_t axis = 0; axis < 3; axis++)
            gap += sign * pair->manifold.normal[axis] * (after[axis] - before[axis]);
    }
    return point->struck || gap <= self->touch;
}

static void end_point(rigid_contact *self, trama_rigid_pair *pair, trama_rigid_point *point,
                      const trama_step_view *view, trama_rows *rows)
{
    if (!is_closed(self, pair, point, view))
        return;
    trama_row *row = add_normal(self, pair, point, view, rows);
    if (!row)
        return;
    const bool bounces = point->struck && -point->impact > self->p.rest_speed;
    row->target = bounces ? -pair->restitution * point->impact : 0.0;
    self->asks |= trama_row_rate(row, view->v) < row->target - least_rate * self->speed;
    add_friction(self, pair, point, view, rows);
}

typedef void each_point(rigid_contact *self, trama_rigid_pair *pair, trama_rigid_point *point,
                        const trama_step_view *view, trama_rows *rows);

static void each(rigid_contact *self, const trama_step_view *view, trama_rows *rows,
                 each_point *do_it)
{
    for (size_t i = 0; i < self->pairs.count; i++)
        for (uint32_t slot = 0; slot < TRAMA_MANIFOLD_POINTS; slot++) {
            trama_rigid_point *point = point_of(&self->pairs.now[i], slot);
            if (point)
                do_it(self, &self->pairs.now[i], point, view, rows);
        }
}

/* Where the velocity of the state is that which moved positions, MOVE has done all but bounces. */
static void end_rows(rigid_contact *self, const trama_step_view *view, trama_rows *rows)
{
    const size_t before = rows->count;
    self->asks = false;
    each(self, view, rows, end_point);
    if (!self->asks)
        rows->count = before;
}

/* What the rows of a stage remember of a point's normal impulse. Rows and points are in order. */
static double remembered(const rigid_contact *self, trama_stage stage, const trama_rows *rows,
                         const trama_rigid_pair *pair, const trama_rigid_point *point, size_t *at)
{
    const trama_warm *item = rows->warm[stage].item;
    const size_t count = rows->warm[stage].count;
    const uint64_t key = key_of(self, pair, point, 0);
    while (*at < count && (item[*at].owner < rows->owner ||
                           (item[*at].owner == rows->owner && item[*at].key < key)))
        ++*at;
    const bool found = *at < count && item[*at].owner == rows->owner && item[*at].key == key;
    return found ? item[*at].lambda : 0.0;
}

/* The impulse of MOVE, for the events of this step. */
static void keep_impulses(rigid_contact *self, const trama_rows *rows)
{
    size_t at = 0;
    for (size_t i = 0; i < self->pairs.count; i++)
        for (uint32_t slot = 0; slot < TRAMA_MANIFOLD_POINTS; slot++) {
            trama_rigid_pair *pair = &self->pairs.now[i];
            trama_rigid_point *point = point_of(pair, slot);
            if (point)
                point->impulse = remembered(self, TRAMA_MOVE, rows, pair, point, &at);
        }
}

/* That of END, for the events of the step before. */
static void add_impulses(rigid_contact *self, const trama_rows *rows)
{
    size_t at = 0;
    for (size_t i = 0; i < self->pairs.old_count; i++) {
        double impulse = 0.0;
        for (uint32_t slot = 0; slot < TRAMA_MANIFOLD_POINTS; slot++) {
            trama_rigid_pair *pair = &self->pairs.old[i];
            const trama_rigid_point *point = point_of(pair, slot);
            if (point)
                impulse += remembered(self, TRAMA_END, rows, pair, point, &at);
        }
        if (impulse > 0.0)
            trama_contact_events_add(&self->events, self->pairs.old[i].body, impulse);
    }
}

/* Pairs that are nearer than four times the way of the fastest: both sides may approach, and rows
 * may make them faster. */
static void rows(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    rigid_contact *self = interaction;
    if (view->stage == TRAMA_END) {
        end_rows(self, view, rows);
        return;
    }
    add_impulses(self, rows);
    self->speed = trama_rigid_pairs_speed(&self->pairs, view->before.t, view->before.q, view->u);
    const double way = view->h * self->speed;
    self->touch = 1e-3 * way;
    if (trama_rigid_pairs_find(&self->pairs, view->before.t, view->before.q, 4.0 * way))
        each(self, view, rows, move_point);
    else
        rows->no_memory = true;
}

static double deepest(const trama_rigid_pairs *pairs)
{
    double depth = 0.0;
    for (size_t i = 0; i < pairs->count; i++)
        for (uint32_t p = 0; p < pairs->now[i].manifold.count; p++)
            depth = fmax(depth, -pairs->now[i].point[p].gap);
    return depth;
}

static void push(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    rigid_contact *self = interaction;
    keep_impulses(self, rows);
    rows->no_memory |= self->events.no_memory;
    if (deepest(&self->pairs) > self->p.slop * self->pairs.least)
        each(self, view, rows, push_point);
}

/* Pairs of which a point was struck or lay on, and pushed. */
static void tell(rigid_contact *self, const trama_moment *end)
{
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_rigid_pair *pair = &self->pairs.now[i];
        double impulse = 0.0;
        for (uint32_t p = 0; p < pair->manifold.count; p++)
            impulse += pair->point[p].impulse;
        if (impulse > 0.0)
            trama_contact_events_touch_pair(&self->events, &self->pairs, pair, impulse, end);
    }
    trama_contact_events_step(&self->events, end->t);
}

static void advance(void *interaction, const trama_moment *end, double h)
{
    (void)h;
    tell(interaction, end);
    trama_rigid_pairs_keep(interaction);
}

static void restart(void *interaction)
{
    trama_contact_events_restart(&((rigid_contact *)interaction)->events);
    trama_rigid_pairs_restart(interaction);
}

static void state(void *interaction, trama_archive *archive)
{
    trama_rigid_pairs_state(interaction, archive);
    trama_contact_events_state(&((rigid_contact *)interaction)->events, archive);
}

static void destroy(void *interaction)
{
    if (interaction)
        trama_contact_events_free(&((rigid_contact *)interaction)->events);
    trama_rigid_pairs_destroy(interaction);
}

static size_t events(const void *interaction)
{
    return ((const rigid_contact *)interaction)->events.count;
}

static void event(const void *interaction, size_t i, trama_contact_event *at)
{
    const rigid_contact *self = interaction;
    trama_contact_events_at(&self->events, &self->pairs, i, at);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    (void)v;
    trama_rigid_pairs_observe(interaction, t, q, value);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const trama_status status =
        trama_rigid_pairs_create(among, count, ((const parameters *)given)->broad_phase,
                                 sizeof(rigid_contact), interaction, error);
    rigid_contact *self = *interaction;
    if (self)
        self->p = *(const parameters *)given;
    return status;
}

const trama_interaction_type trama_interaction_rigid_contact = {
    .name = "rigid_contact",
    .summary =
        "contact of rigid bodies: sequential impulses with friction and restitution, by rows",
    .reference = "sequential impulses; Newton's restitution; Stewart and Trinkle 1996",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_RIGID_PAIRS_OBSERVED},
    .create = create,
    .destroy = destroy,
    .check = trama_rigid_pairs_check,
    .rows = rows,
    .push = push,
    .advance = advance,
    .restart = restart,
    .state = state,
    .observe = observe,
    .events = events,
    .event = event,
};
