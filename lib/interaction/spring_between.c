/* A spring with a damper between two objects: from a node of the first to a node of the second, or,
 * where neither has nodes, between a coordinate of each.
 *
 *   between nodes:        F = -(k (l - l0) + c dl/dt) n on the first, -F on the second,
 *                         n = (r1 - r2)/l
 *   between coordinates:  F = -k (q1 - q2 - l0) - c (v1 - v2)
 *
 * Tangent, r = r1 - r2:  -dF/dr = k (n n^T + (1 - l0/l) (1 - n n^T)),  -dF/dv = c n n^T; the part
 * of -dF/dr by the damper, c v.n' (grad of the direction), is in it too. */
#include "interaction/interaction.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double stiffness, damping, length;
    long first[2], second[2];
} parameters;

typedef struct spring {
    double stiffness, damping, length;
    bool of_nodes;
    trama_spot end[2];
    size_t q[2], v[2]; /* coordinates, where there are no nodes */
} spring;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, stiffness), .required = true, .unit = "N/m", .maximum = DBL_MAX,
     .summary = "k"},
    {TRAMA_FIELD_OF(parameters, damping), .unit = "N s/m", .maximum = DBL_MAX, .summary = "c"},
    {TRAMA_FIELD_OF(parameters, length), .unit = "m", .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "l0; not given: as at the start"},
    {TRAMA_FIELD_OF(parameters, first), .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .summary = "node [k, l] of the first object, from the end if negative; of an object without "
                "nodes, coordinate k"},
    {TRAMA_FIELD_OF(parameters, second), .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .summary = "node or coordinate of the second object"},
};

/* ---- The law. */

/* What a spring between nodes looks like at a state. */
typedef struct stretched {
    vec direction, rate; /* n; velocity of the first end seen from the second */
    double length, tension;
} stretched;

static vec apart(const spring *self, const double *x,
                 void (*of)(const trama_spot *, const double *, double[3]))
{
    double first[3], second[3];
    of(&self->end[0], x, first);
    of(&self->end[1], x, second);
    return minus((vec){first[0], first[1], first[2]}, (vec){second[0], second[1], second[2]});
}

static stretched stretch(const spring *self, const double *q, const double *v)
{
    stretched s;
    const vec r = apart(self, q, trama_spot_position);
    s.rate = apart(self, v, trama_spot_coordinates);
    s.length = sqrt(dot(r, r));
    s.direction = s.length > 0.0 ? scaled(1.0 / s.length, r) : (vec){0.0, 0.0, 0.0};
    s.tension =
        self->stiffness * (s.length - self->length) + self->damping * dot(s.rate, s.direction);
    return s;
}

static void push(const spring *self, vec force, double *f)
{
    trama_spot_push(&self->end[0], (double[]){force.x, force.y, force.z}, f);
    trama_spot_push(&self->end[1], (double[]){-force.x, -force.y, -force.z}, f);
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    const spring *self = interaction;
    (void)t;
    if (self->of_nodes) {
        const stretched s = stretch(self, q, v);
        push(self, scaled(-s.tension, s.direction), f);
        return;
    }
    const double tension = self->stiffness * (q[self->q[0]] - q[self->q[1]] - self->length) +
                           self->damping * (v[self->v[0]] - v[self->v[1]]);
    f[self->v[0]] -= tension;
    f[self->v[1]] += tension;
}

/* Losses of the damper. */
static void losses(void *interaction, double t, const double *q, const double *v, double *f)
{
    const spring *self = interaction;
    (void)t;
    if (self->of_nodes) {
        const stretched s = stretch(self, q, v);
        push(self, scaled(-self->damping * dot(s.rate, s.direction), s.direction), f);
        return;
    }
    const double tension = self->damping * (v[self->v[0]] - v[self->v[1]]);
    f[self->v[0]] -= tension;
    f[self->v[1]] += tension;
}

/* The part of w across the spring. */
static vec across(const stretched *s, vec w)
{
    return plus_scaled(w, -dot(s->direction, w), s->direction);
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    const spring *self = interaction;
    (void)t;
    if (!self->of_nodes) {
        const double du = u[self->v[0]] - u[self->v[1]];
        const double change = (cq * self->stiffness + cv * self->damping) * du;
        y[self->v[0]] -= change;
        y[self->v[1]] += change;
        return;
    }
    const stretched s = stretch(self, q, v);
    const vec du = apart(self, u, trama_spot_coordinates),
              turn = scaled(1.0 / s.length, across(&s, du));
    const double along = dot(s.direction, du);
    const double change = cq * (self->stiffness * along + self->damping * dot(s.rate, turn)) +
                          cv * self->damping * along;
    push(self, minus(scaled(-change, s.direction), scaled(cq * s.tension, turn)), y);
}

/* Adds the block [c, -c; -c, c] for each pair of coordinates. */
static void add_pair(const spring *self, double c, trama_triplets *entries)
{
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            trama_triplets_add(entries, self->v[r], self->v[s], r == s ? c : -c);
}

static void tangent(void *interaction, double t, const double *q, const double *v,
                    trama_triplets *k, trama_triplets *d)
{
    const spring *self = interaction;
    (void)t;
    if (!self->of_nodes) {
        add_pair(self, self->stiffness, k);
        add_pair(self, self->damping, d);
        return;
    }
    const stretched s = stretch(self, q, v);
    const double n[3] = {s.direction.x, s.direction.y, s.direction.z};
    const vec drift = scaled(self->damping / s.length, across(&s, s.rate));
    const double turning[3] = {drift.x, drift.y, drift.z};
    double stiffness[9], damping[9];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const double along = n[r] * n[c], beside = (r == c ? 1.0 : 0.0) - along;
            stiffness[3 * r + c] =
                self->stiffness * along + s.tension / s.length * beside + n[r] * turning[c];
            damping[3 * r + c] = self->damping * along;
        }
    trama_spots_add_matrix(&self->end[0], &self->end[1], stiffness, k);
    trama_spots_add_matrix(&self->end[0], &self->end[1], damping, d);
}

static double energy(void *interaction, double t, const double *q)
{
    const spring *self = interaction;
    (void)t;
    const vec r = self->of_nodes ? apart(self, q, trama_spot_position) : (vec){0.0, 0.0, 0.0};
    const double length = self->of_nodes ? sqrt(dot(r, r)) : q[self->q[0]] - q[self->q[1]];
    return 0.5 * self->stiffness * (length - self->length) * (length - self->length);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    const spring *self = interaction;
    (void)t;
    value[0] = self->of_nodes ? stretch(self, q, v).length : q[self->q[0]] - q[self->q[1]];
}

/* ---- Making. */

static trama_status check(void *interaction, const trama_moment *start, trama_error *error)
{
    spring *self = interaction;
    double length;
    observe(self, start->t, start->q, start->v, &length);
    if (isnan(self->length))
        self->length = length;
    if (self->of_nodes && !(length > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "first",
                          "the spring's ends are at the same place at the start: it has no "
                          "direction; allowed: apart, or an attachment");
    return TRAMA_OK;
}

static trama_status find_coordinate(const trama_surface *surface, const char *path, long k,
                                    size_t *q, size_t *v, trama_error *error)
{
    size_t nq, nv;
    surface->type->dimensions(surface->model, &nq, &nv);
    const long from_zero = k < 0 ? k + (long)nv : k;
    if (from_zero < 0 || from_zero >= (long)nv || nq != nv)
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "coordinate %ld of '%s', which has %zu; allowed: %ld to %ld", k,
                          surface->name, nv, -(long)nv, (long)nv - 1);
    *q = surface->q_begin + (size_t)from_zero;
    *v = surface->v_begin + (size_t)from_zero;
    return TRAMA_OK;
}

static trama_status find_ends(const parameters *p, const trama_surface *const *among, spring *self,
                              trama_error *error)
{
    const long *node[2] = {p->first, p->second};
    const char *path[2] = {"first", "second"};
    trama_status status = TRAMA_OK;
    self->of_nodes = trama_surface_nodes(among[0]) > 0;
    if (self->of_nodes != (trama_surface_nodes(among[1]) > 0))
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "a spring between '%s' and '%s', of which one has nodes and the other "
                          "none; allowed: both, or neither",
                          among[0]->name, among[1]->name);
    for (size_t e = 0; e < 2 && status == TRAMA_OK; e++) {
        if (self->of_nodes)
            status = trama_spot_at_node(among[e], path[e], node[e], &self->end[e], error);
        else
            status =
                find_coordinate(among[e], path[e], node[e][0], &self->q[e], &self->v[e], error);
    }
    return status;
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    (void)count;
    spring *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    *interaction = self;
    self->stiffness = p->stiffness;
    self->damping = p->damping;
    self->length = p->length;
    return find_ends(p, among, self, error);
}

/* A damper along a spring turns with it. */
static bool tangent_is_symmetric(const void *interaction)
{
    const spring *self = interaction;
    return !self->of_nodes || self->damping == 0.0;
}

const trama_interaction_type trama_interaction_spring_between = {
    .name = "spring_between",
    .summary = "a spring with a damper between nodes, or coordinates, of two objects",
    .reference = "Hooke's law; Kelvin-Voigt damper along the spring",
    .version = 2, /* 2: what the damper takes out is booked */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 2,
    .most = 2,
    .observed = {{"length", "m", "from the second end to the first"}},
    .create = create,
    .destroy = free,
    .check = check,
    .forces = forces,
    .losses = losses,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .energy = energy,
    .observe = observe,
};
