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
 * Potential: sum of k d^2/2. Tangent: by velocities in closed form, by positions from differences
 * of each contact's force, since an obstacle says no curvature of its surface. A vertex that is
 * pushed through a sheet, deeper than the thickness, is on its other side. */
#include "interaction/interaction.h"
#include "interaction/pairs.h"

#include "core/memory.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double stiffness, damping, friction, slip, thickness;
} parameters;

typedef struct penalty {
    parameters p;
    trama_pairs pairs;
    double *moved, *zero; /* positions beside the state; velocities of nothing that moves */
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
    vec normal, tangential;  /* n; w_t */
    double load, resistance; /* N; sqrt(|w_t|^2 + w_r^2) */
} touch;

static vec vec_of(const double x[3])
{
    return (vec){x[0], x[1], x[2]};
}

static touch touch_of(const penalty *self, const trama_contact *contact, double t, const double *q,
                      const double *v)
{
    touch at = {.normal = vec_of(contact->foot.normal)};
    double slip[3];
    trama_contact_slip(contact, t, q, v, slip);
    const vec w = vec_of(slip);
    const double rate = dot(at.normal, w);
    at.tangential = plus_scaled(w, -rate, at.normal);
    at.load = fmax(0.0, -self->p.stiffness * contact->gap - self->p.damping * rate);
    at.resistance = sqrt(dot(at.tangential, at.tangential) + self->p.slip * self->p.slip);
    return at;
}

/* f += c times the contact's forces. */
static void add_force(const penalty *self, const trama_contact *contact, double t, const double *q,
                      const double *v, double c, double *f)
{
    const touch at = touch_of(self, contact, t, q, v);
    const vec force = combined(c * at.load, at.normal,
                               -c * self->p.friction * at.load / at.resistance, at.tangential);
    if (at.load > 0.0)
        trama_contact_push(contact, q, (double[]){force.x, force.y, force.z}, f);
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    penalty *self = interaction;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++)
        add_force(self, &self->pairs.contact[i], t, q, v, 1.0, f);
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
    penalty *self = interaction;
    (void)v;
    value[1] = 0.0;
    trama_pairs_find(&self->pairs, t, q, 0.0);
    for (size_t i = 0; i < self->pairs.count; i++)
        value[1] = fmax(value[1], -self->pairs.contact[i].gap);
    value[0] = (double)self->pairs.count;
}

/* ---- The tangent. */

/* y += c df/dv u. `at_rest` is zero: what an obstacle prescribes is no change. */
static void add_by_velocity(const penalty *self, const trama_contact *contact,
                            const trama_moment *now, const double *at_rest, double c,
                            const double *u, double *y)
{
    const touch at = touch_of(self, contact, now->t, now->q, now->v);
    double moving[3], resting[3];
    if (!(at.load > 0.0))
        return;
    trama_contact_slip(contact, now->t, now->q, u, moving);
    trama_contact_slip(contact, now->t, now->q, at_rest, resting);
    const vec w = minus(vec_of(moving), vec_of(resting));
    const double rate = dot(at.normal, w), load = -self->p.damping * rate;
    const vec across = plus_scaled(w, -rate, at.normal);
    const double shrinks = dot(at.tangential, across) / (at.resistance * at.resistance);
    const vec drag = combined(load - at.load * shrinks, at.tangential, at.load, across);
    const vec force = combined(load, at.normal, -self->p.friction / at.resistance, drag);
    trama_contact_push(contact, now->q, (double[]){c * force.x, c * force.y, c * force.z}, y);
}

/* How far to move for a difference: little beside the distance over which a normal turns. */
static double step_of(const trama_pairs *pairs)
{
    double least = TRAMA_INFINITY;
    for (size_t i = 0; i < pairs->count; i++) {
        const trama_foot *foot = &pairs->contact[i].foot;
        const double *at = foot->spot.at;
        const double far = fmax(fmax(fabs(at[0]), fabs(at[1])), fabs(at[2]));
        least = fmin(least, foot->spot.count > 0 ? foot->distance : far + fabs(foot->distance));
    }
    return 1e-4 * least;
}

static double largest_of(const trama_pairs *pairs, const double *u)
{
    double largest = 0.0;
    for (size_t s = 0; s < pairs->surfaces; s++)
        for (size_t i = 0; i < 3 * pairs->surface[s]->vertices; i++)
            largest = fmax(largest, fabs(u[pairs->surface[s]->v_begin + i]));
    return largest;
}

/* The positions q + by u of all surfaces. */
static void move_all(const penalty *self, const double *q, double by, const double *u)
{
    for (size_t s = 0; s < self->pairs.surfaces; s++) {
        const trama_surface *surface = self->pairs.surface[s];
        for (size_t i = 0; i < 3 * surface->vertices; i++)
            self->moved[surface->q_begin + i] =
                q[surface->q_begin + i] + by * u[surface->v_begin + i];
    }
}

/* y += c times the forces of the same contacts at the moved positions. */
static void add_moved(const penalty *self, const trama_moment *now, double c, double *y)
{
    for (size_t i = 0; i < self->pairs.count; i++) {
        trama_contact contact = self->pairs.contact[i];
        trama_contact_update(&contact, &self->pairs, now->t, self->moved);
        add_force(self, &contact, now->t, self->moved, now->v, c, y);
    }
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    penalty *self = interaction;
    const trama_moment now = {t, q, v};
    trama_pairs_find(&self->pairs, t, q, 0.0);
    const double largest = largest_of(&self->pairs, u);
    if (self->pairs.count == 0 || largest == 0.0)
        return;
    for (size_t i = 0; i < self->pairs.count; i++)
        add_by_velocity(self, &self->pairs.contact[i], &now, self->zero, cv, u, y);
    const double by = step_of(&self->pairs) / largest;
    if (cq == 0.0 || !(by > 0.0))
        return;
    move_all(self, q, by, u);
    add_moved(self, &now, cq / (2.0 * by), y);
    move_all(self, q, -by, u);
    add_moved(self, &now, -cq / (2.0 * by), y);
}

/* ---- Making. */

static trama_status check(void *interaction, const trama_moment *start, trama_error *error)
{
    penalty *self = interaction;
    return trama_pairs_check(&self->pairs, start, error);
}

static void destroy(void *interaction)
{
    penalty *self = interaction;
    if (self) {
        trama_pairs_free(&self->pairs);
        free(self->moved);
    }
    free(self);
}

/* Room for positions and velocities up to the end of the last surface. */
static trama_status make_room(penalty *self, trama_error *error)
{
    size_t nq = 0, nv = 0;
    for (size_t s = 0; s < self->pairs.surfaces; s++) {
        const trama_surface *surface = self->pairs.surface[s];
        const size_t size = 3 * surface->vertices;
        nq = surface->q_begin + size > nq ? surface->q_begin + size : nq;
        nv = surface->v_begin + size > nv ? surface->v_begin + size : nv;
    }
    double *rest = self->moved = trama_doubles(trama_padded(nq) + trama_padded(nv));
    if (!rest)
        return trama_fail_memory(error);
    trama_carve(&rest, nq);
    self->zero = trama_carve(&rest, nv);
    return TRAMA_OK;
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    penalty *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    *interaction = self;
    self->p = *p;
    const trama_status status = trama_pairs_create(among, count, p->thickness, &self->pairs, error);
    return status == TRAMA_OK ? make_room(self, error) : status;
}

const trama_interaction_type trama_interaction_penalty_contact = {
    .name = "penalty_contact",
    .summary = "points against surfaces: stiff springs and regularised Coulomb friction, by forces",
    .reference = "Kelvin-Voigt contact; friction: Wriggers 2006, section 5.2.3",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1, /* forces begin in the middle of a step */
    .observed = {{"contacts", "1", "points that touch"},
                 {"penetration", "m", "largest depth of a point in a surface"}},
    .create = create,
    .destroy = destroy,
    .check = check,
    .forces = forces,
    .tangent_product = tangent_product,
    .by_differences = true,
    .energy = energy,
    .observe = observe,
};
