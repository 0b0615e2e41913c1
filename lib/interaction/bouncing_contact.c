/* Contact of points with surfaces, with restitution and Coulomb friction, by rows.
 *
 * MOVE: a point that would pass the surface within the step ends on it,
 *   gap + h (n . u) >= 0.
 * END: it leaves with Newton's restitution of the velocity at which it struck,
 *   n . v >= -e (n . v_strike),   v_strike = v_n + s (v_{n+1} - v_n),   s = gap / (-h n . u),
 * where s is the part of the step before the touch; so a bounce's height is right to the order of
 * the method's velocity, and a point at rest, which strikes at nothing, stays at rest.
 * Friction, in both, is held in the disc of radius mu times the normal impulse. */
#include "interaction/interaction.h"
#include "interaction/pairs.h"

#include <float.h>
#include <math.h>

typedef struct parameters {
    double restitution, friction, thickness, rest_speed;
} parameters;

typedef struct bouncing {
    trama_pairs pairs; /* first */
    parameters p;
    double speed; /* largest in the step, m/s */
} bouncing;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, restitution), .unit = "1", .maximum = 1.0,
     .summary = "e: speed after a bounce over the speed before"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "mu of Coulomb's law"},
    {TRAMA_FIELD_OF(parameters, thickness), .unit = "m", .maximum = DBL_MAX,
     .summary = "distance at which a point touches; of a sheet, which has no inside, above 0"},
    {TRAMA_FIELD_OF(parameters, rest_speed), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "below this speed a point does not bounce"},
};

/* ---- Rows. */

static trama_row *add_row(const trama_contact *contact, double t, double h, const double *q,
                          const double axis[3], uint64_t key, trama_rows *rows)
{
    trama_row *row = trama_rows_add(rows, key);
    if (row)
        trama_contact_row(contact, t, h, q, axis, row);
    return row;
}

static void add_friction(const bouncing *self, const trama_contact *contact, double t, double h,
                         const double *q, trama_rows *rows)
{
    double tangent[2][3];
    const size_t normal = rows->count - 1;
    if (self->p.friction == 0.0)
        return;
    trama_tangents_of(contact->foot.normal, tangent[0], tangent[1]);
    for (uint64_t i = 0; i < 2; i++) {
        trama_row *row = add_row(contact, t, h, q, tangent[i], 4 * contact->key + 1 + i, rows);
        if (!row)
            return;
        row->friction = self->p.friction;
        row->normal = normal;
    }
}

/* Gaps up to this are closed, m. */
static double touch_of(const bouncing *self, double h)
{
    return 1e-3 * h * self->speed;
}

/* Whether, and at which rate, the point strikes the surface in the step: whether it comes so near
 * that END takes it as closed, also where its way is a whole number of steps. */
static void strike(const bouncing *self, trama_contact *contact, const trama_row *row,
                   const trama_step_view *view)
{
    const double way = view->h * trama_row_rate(row, view->u);
    contact->struck = contact->gap + way < touch_of(self, view->h);
    if (!contact->struck)
        return;
    const double before = trama_row_rate(row, view->before.v), after = trama_row_rate(row, view->v);
    const double part = contact->gap > 0.0 && way < 0.0 ? fmin(contact->gap / -way, 1.0) : 0.0;
    contact->impact = before + part * (after - before);
}

/* Rows for pairs that are nearer than four times the way of the fastest point. Both sides may
 * approach, and rows may make them faster. */
static void move_rows(bouncing *self, const trama_step_view *view, trama_rows *rows)
{
    self->speed = trama_pairs_speed(&self->pairs, view->before.t, view->before.q, view->u);
    trama_pairs_find(&self->pairs, view->before.t, view->before.q, 4.0 * view->h * self->speed);
    for (size_t i = 0; i < self->pairs.count; i++) {
        trama_contact *contact = &self->pairs.contact[i];
        trama_row *row = add_row(contact, view->before.t, view->h, view->before.q,
                                 contact->foot.normal, 4 * contact->key, rows);
        if (!row)
            return;
        row->gap = contact->gap;
        row->low = 0.0;
        strike(self, contact, row, view);
        add_friction(self, contact, view->before.t, view->h, view->before.q, rows);
    }
}

/* Speed at which the point is to leave. */
static double rebound(const bouncing *self, const trama_contact *contact)
{
    const bool bounces = contact->struck && -contact->impact > self->p.rest_speed;
    return bounces ? -self->p.restitution * contact->impact : 0.0;
}

static void end_rows(bouncing *self, const trama_step_view *view, trama_rows *rows)
{
    const double t = view->before.t + view->h, touch = touch_of(self, view->h);
    trama_pairs_place(&self->pairs, view->q);
    for (size_t i = 0; i < self->pairs.count; i++) {
        trama_contact *contact = &self->pairs.contact[i];
        trama_contact_update(contact, &self->pairs, t, view->q);
        if (!contact->struck && contact->gap > touch)
            continue;
        trama_row *row =
            add_row(contact, t, 0.0, view->q, contact->foot.normal, 4 * contact->key, rows);
        if (!row)
            return;
        row->target = rebound(self, contact);
        row->low = 0.0;
        add_friction(self, contact, t, 0.0, view->q, rows);
    }
}

static void rows(void *interaction, const trama_step_view *view, trama_rows *rows)
{
    (view->stage == TRAMA_MOVE ? move_rows : end_rows)(interaction, view, rows);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    (void)v;
    trama_pairs_observe(interaction, t, q, 1e-9, value);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    const trama_status status =
        trama_pairs_create(among, count, p->thickness, sizeof(bouncing), interaction, error);
    bouncing *self = *interaction;
    if (self)
        self->p = *p;
    return status;
}

static trama_contact_law contact_of(const void *interaction)
{
    const bouncing *self = interaction;
    return (trama_contact_law){.nodes = true,
                               .friction = self->p.friction,
                               .restitution = self->p.restitution,
                               .rest_speed = self->p.rest_speed,
                               .thickness = self->p.thickness};
}

static const trama_interaction_composition composition = {.contact = contact_of};

const trama_interaction_type trama_interaction_bouncing_contact = {
    .name = "bouncing_contact",
    .summary = "points against surfaces: restitution and Coulomb friction, by rows",
    .reference = "Newton's restitution; Stewart and Trinkle 1996",
    .version = 3, /* 3: the rows' loss is booked by mean velocities; falls of whole steps bounce */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_PAIRS_OBSERVED},
    .create = create,
    .destroy = trama_pairs_destroy,
    .check = trama_pairs_check,
    .rows = rows,
    .observe = observe,
    .composition = &composition,
};
