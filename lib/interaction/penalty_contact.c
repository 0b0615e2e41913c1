/* Contact of points with surfaces by forces. With the depth d = thickness - distance, the normal n
 * out of the surface and the slip w of the point seen from it:
 *
 *   N = max(0, k d - c n.w)                              on the point, along n
 *   F = -mu N w_t / sqrt(|w_t|^2 + w_r^2),  w_t = w - (n.w) n
 *
 * Friction is Coulomb's, regularised at the speed w_r, and not anchored: so it is a function of
 * positions and velocities alone, which any method may ask at any stage, and which has a tangent.
 * The price is creep: what Coulomb would hold slips at w_r s/sqrt(mu^2 - s^2), where s is the ratio
 * of the tangential to the normal load.
 *
 * Potential: sum of k d^2/2; dampers and friction take the rest. The tangent is exact, of the
 * contacts and of the faces, edges and corners as they are: the force has a kink where a contact
 * begins or its damper lets go (N = 0), and its slope jumps where the nearest point passes from a
 * face to an edge, or to another triangle; there friction itself jumps, since each triangle is a
 * plate of its own, from which slip is seen. A vertex that is pushed through a sheet, deeper than
 * the thickness, is on its other side. */
#include "interaction/interaction.h"
#include "interaction/lever.h"
#include "interaction/pairs.h"

#include "core/vec.h"

#include <float.h>
#include <math.h>

typedef struct parameters {
    double stiffness, damping, friction, slip, thickness;
} parameters;

typedef struct penalty {
    trama_pairs pairs; /* first */
    parameters p;
} penalty;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, stiffness), .required = true, .unit = "N/m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "k, of a point"},
    {TRAMA_FIELD_OF(parameters, damping), .unit = "N s/m", .maximum = DBL_MAX,
     .summary = "c, of a point"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "mu of Coulomb's law"},
    {TRAMA_FIELD_OF(parameters, slip), .unit = "m/s", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1e-3},
     .summary = "w_r: speed at which friction has 71 % of its limit; what should stick creeps"},
    {TRAMA_FIELD_OF(parameters, thickness), .unit = "m", .maximum = DBL_MAX,
     .summary = "distance at which a point touches; of a sheet, which has no inside, above 0"},
};

/* ---- The law. */

/* A contact's force at a moment. */
typedef struct touch {
    vec normal, tangential;        /* n; w_t */
    double rate, load, resistance; /* n.w; N; sqrt(|w_t|^2 + w_r^2) */
} touch;

static touch touch_of(const penalty *self, double gap, vec normal, vec slip)
{
    touch at = {.normal = normal, .rate = dot(normal, slip)};
    at.tangential = plus_scaled(slip, -at.rate, normal);
    at.load = fmax(0.0, -self->p.stiffness * gap - self->p.damping * at.rate);
    at.resistance = sqrt(dot(at.tangential, at.tangential) + self->p.slip * self->p.slip);
    return at;
}

static vec friction_of(const penalty *self, const touch *at)
{
    return scaled(-self->p.friction * at->load / at->resistance, at->tangential);
}

/* N n less friction. */
static vec force_of(const penalty *self, const touch *at)
{
    return combined(at->load, at->normal, -self->p.friction * at->load / at->resistance,
                    at->tangential);
}

static touch touch_at(const penalty *self, const trama_contact *contact, double t, const double *q,
                      const double *v)
{
    const double *n = contact->foot.normal;
    double slip[3];
    trama_contact_slip(contact, t, q, v, slip);
    return touch_of(self, contact->gap, (vec){n[0], n[1], n[2]}, (vec){slip[0], slip[1], slip[2]});
}

/* Adds the forces of all contacts, each less `kept` times that of its spring. */
static void add_forces(penalty *self, double kept, double t, const double *q, const double *v,
                       double *f)
{
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_contact *contact = &self->pairs.contact[i];
        const touch at = touch_at(self, contact, t, q, v);
        const vec spring = scaled(-kept * self->p.stiffness * contact->gap, at.normal);
        const vec force = kept != 0.0 ? minus(force_of(self, &at), spring) : force_of(self, &at);
        if (at.load > 0.0 || kept != 0.0)
            trama_contact_push(contact, q, (double[]){force.x, force.y, force.z}, f);
    }
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    add_forces(interaction, 0.0, t, q, v, f);
}

/* Dampers and friction; and what a damper holds back of a spring that it lets go. */
static void losses(void *interaction, double t, const double *q, const double *v, double *f)
{
    add_forces(interaction, 1.0, t, q, v, f);
}

static void friction(void *interaction, double t, const double *q, const double *v, double *f)
{
    penalty *self = interaction;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_contact *contact = &self->pairs.contact[i];
        const touch at = touch_at(self, contact, t, q, v);
        const vec force = friction_of(self, &at);
        if (at.load > 0.0)
            trama_contact_push(contact, q, (double[]){force.x, force.y, force.z}, f);
    }
}

static double energy(void *interaction, double t, const double *q)
{
    penalty *self = interaction;
    double sum = 0.0;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++)
        sum += 0.5 * self->p.stiffness * self->pairs.contact[i].gap * self->pairs.contact[i].gap;
    return sum;
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    (void)v;
    trama_pairs_observe(interaction, t, q, 0.0, value);
}

/* ---- The tangent. */

/* How the forces on a contact's points change when these move by dx and their velocities change by
 * dv. */
static void change_of(const penalty *self, const trama_contact_state *state, const vec dx[],
                      const vec dv[], vec df[])
{
    const trama_contact_change d = trama_contact_changes(state, dx, dv);
    const touch at = touch_of(self, state->contact->gap, state->normal, state->slip);
    const double d_rate = dot(d.normal, state->slip) + dot(at.normal, d.slip);
    const double d_load = -self->p.stiffness * d.gap - self->p.damping * d_rate;
    const vec d_tangential =
        minus(plus_scaled(d.slip, -d_rate, at.normal), scaled(at.rate, d.normal));
    const double shrinks = dot(at.tangential, d_tangential) / (at.resistance * at.resistance);
    const vec push = combined(d_load, at.normal, at.load, d.normal);
    const vec drag = combined(d_load - at.load * shrinks, at.tangential, at.load, d_tangential);
    if (at.load > 0.0)
        trama_contact_share_changes(state, &d, force_of(self, &at),
                                    plus_scaled(push, -self->p.friction / at.resistance, drag), df);
    else
        for (size_t p = 0; p < TRAMA_CONTACT_POINTS; p++)
            df[p] = (vec){0.0, 0.0, 0.0};
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    penalty *self = interaction;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_contact *contact = &self->pairs.contact[i];
        const trama_contact_points points = trama_contact_points_of(contact);
        const trama_contact_state state = trama_contact_state_of(contact, t, q, v);
        vec dx[TRAMA_CONTACT_POINTS], dv[TRAMA_CONTACT_POINTS], df[TRAMA_CONTACT_POINTS];
        for (size_t p = 0; p < points.count; p++) {
            double of_point[3];
            trama_spot_coordinates(&points.point[p], u, of_point);
            dx[p] = (vec){cq * of_point[0], cq * of_point[1], cq * of_point[2]};
            dv[p] = (vec){cv * of_point[0], cv * of_point[1], cv * of_point[2]};
        }
        change_of(self, &state, dx, dv, df);
        for (size_t p = 0; p < points.count; p++)
            trama_spot_push(&points.point[p], (double[]){df[p].x, df[p].y, df[p].z}, y);
    }
}

static size_t coordinate_of(const trama_spot *vertex, size_t axis)
{
    return vertex->surface->v_begin + axis * vertex->surface->vertices + vertex->vertex[0];
}

/* Minus the change of all forces, as a column. */
static void add_column(const trama_contact_points *points, size_t column, const vec df[],
                       trama_triplets *entries)
{
    for (size_t p = 0; p < points->count; p++) {
        const double change[3] = {df[p].x, df[p].y, df[p].z};
        for (size_t axis = 0; axis < 3; axis++)
            trama_triplets_add(entries, coordinate_of(&points->point[p], axis), column,
                               -change[axis]);
    }
}

static void tangent(void *interaction, double t, const double *q, const double *v,
                    trama_triplets *k, trama_triplets *d)
{
    static const vec axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    penalty *self = interaction;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_contact_points points = trama_contact_points_of(&self->pairs.contact[i]);
        const trama_contact_state state = trama_contact_state_of(&self->pairs.contact[i], t, q, v);
        for (size_t c = 0; c < 3 * points.count; c++) {
            vec unit[TRAMA_CONTACT_POINTS] = {{0}}, df[TRAMA_CONTACT_POINTS];
            const vec none[TRAMA_CONTACT_POINTS] = {{0}};
            const size_t column = coordinate_of(&points.point[c / 3], c % 3);
            unit[c / 3] = axes[c % 3];
            change_of(self, &state, unit, none, df);
            add_column(&points, column, df, k);
            change_of(self, &state, none, unit, df);
            add_column(&points, column, df, d);
        }
    }
}

/* Entry (row, column) of a point's contact with an obstacle: springs and dampers along the normal,
 * friction as the damper mu N/sqrt(|w_t|^2 + w_r^2) that gives its force, and friction's change
 * with the load. */
static void add_entry(const penalty *self, const touch *at, size_t row, size_t column,
                      double *stiffness, double *damping)
{
    const double n[3] = {at->normal.x, at->normal.y, at->normal.z},
                 w[3] = {at->tangential.x, at->tangential.y, at->tangential.z};
    const double along = n[row] * n[column], across = (row == column ? 1.0 : 0.0) - along;
    const double rubs = self->p.friction / at->resistance;
    *stiffness = self->p.stiffness * (along - rubs * w[row] * n[column]);
    *damping = self->p.damping * (along - rubs * w[row] * n[column]) + rubs * at->load * across;
}

static void nodal_tangent(void *interaction, double t, const double *q, const double *v,
                          trama_triplets *k, trama_triplets *d)
{
    penalty *self = interaction;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++) {
        const trama_contact *contact = &self->pairs.contact[i];
        const trama_contact_points points = trama_contact_points_of(contact);
        const touch at = touch_at(self, contact, t, q, v);
        for (size_t e = 0; at.load > 0.0 && e < 9; e++) {
            const size_t row = coordinate_of(&points.point[0], e / 3),
                         column = coordinate_of(&points.point[0], e % 3);
            double stiffness, damping;
            add_entry(self, &at, e / 3, e % 3, &stiffness, &damping);
            trama_triplets_add(k, row, column, stiffness);
            trama_triplets_add(d, row, column, damping);
        }
    }
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    const trama_status status =
        trama_pairs_create(among, count, p->thickness, sizeof(penalty), interaction, error);
    penalty *self = *interaction;
    if (self)
        self->p = *p;
    return status;
}

static bool tangent_is_symmetric(const void *interaction)
{
    const penalty *self = interaction;
    return self->p.damping == 0.0 && self->p.friction == 0.0;
}

const trama_interaction_type trama_interaction_penalty_contact = {
    .name = "penalty_contact",
    .summary = "points against surfaces: stiff springs and regularised Coulomb friction, by forces",
    .reference = "Kelvin-Voigt contact; friction: Wriggers 2006, section 5.2.3",
    .version = 2, /* 2: the exact tangent; what it takes out of the energy is booked */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1, /* forces begin in the middle of a step */
    .observed = {TRAMA_PAIRS_OBSERVED},
    .create = create,
    .destroy = trama_pairs_destroy,
    .check = trama_pairs_check,
    .forces = forces,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .losses = losses,
    .friction = friction,
    .energy = energy,
    .observe = observe,
    .nodal_tangent = nodal_tangent,
};
