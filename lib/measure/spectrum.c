#include "measure/spectrum.h"
#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "linear/lanczos.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 4, LEAST = 24 }; /* Krylov vectors between looks, and before an end */

struct trama_tangent {
    size_t n; /* nv */
    trama_tangent_kind kind;
    trama_lanczos *lanczos;
    double *block;
    double *root_mass;         /* n */
    double *moved, *up, *down; /* n each */
    double *mode, *product;    /* n each: the extreme Ritz vector, and a product with it */
    double *seen;              /* omega at the looks so far; 0: none */
};

void trama_tangent_destroy(trama_tangent *t)
{
    if (!t)
        return;
    trama_lanczos_destroy(t->lanczos);
    free(t->block);
    free(t);
}

static const char *const kind_names[] = {"exact", "differences", NULL};

const char *trama_tangent_name(const trama_tangent *tangent)
{
    return kind_names[tangent->kind];
}

trama_status trama_tangent_create(const trama_system *system, const trama_spectrum_spec *spec,
                                  trama_tangent **tangent, trama_error *error)
{
    *tangent = NULL;
    if (system->nq != system->nv)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "model '%s' has other coordinates than velocities: no tangent",
                          system->object[0].type->name);
    trama_tangent *t = calloc(1, sizeof *t);
    if (!t)
        return trama_fail_memory(error);
    trama_error missing;
    t->n = system->nv;
    t->kind = trama_system_has_tangent(system, &missing) == TRAMA_OK
                  ? (trama_tangent_kind)spec->tangent
                  : TRAMA_TANGENT_DIFFERENCES;
    trama_status status = trama_lanczos_create(t->n, (size_t)spec->products, &t->lanczos, error);
    if (status == TRAMA_OK) {
        t->block = trama_doubles(6 * trama_padded(t->n) + trama_lanczos_size(t->lanczos));
        status = t->block ? TRAMA_OK : trama_fail_memory(error);
    }
    if (status != TRAMA_OK) {
        trama_tangent_destroy(t);
        return status;
    }
    double *rest = t->block;
    t->root_mass = trama_carve(&rest, t->n);
    t->moved = trama_carve(&rest, t->n);
    t->up = trama_carve(&rest, t->n);
    t->down = trama_carve(&rest, t->n);
    t->mode = trama_carve(&rest, t->n);
    t->product = trama_carve(&rest, t->n);
    t->seen = trama_carve(&rest, trama_lanczos_size(t->lanczos));
    for (size_t i = 0; i < t->n; i++)
        t->root_mass[i] = sqrt(system->mass[i]);
    *tangent = t;
    return TRAMA_OK;
}

/* The displacement of a difference: cube root of the rounding unit, of the size of the positions x
 * (or velocities), at `least`, so that truncation and rounding are alike. */
static double difference_step(const double *x, size_t n, double least, double largest_move)
{
    double size = least;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(x[i]));
    return cbrt(DBL_EPSILON) * size / largest_move;
}

/* The acceleration, positions or velocities being moved by step M^-1/2 u. */
static void shifted_acceleration(trama_tangent *t, trama_system *system, const double *q,
                                 const double *v, bool positions, const double *u, double step,
                                 double *a)
{
    const double *from = positions ? q : v;
    for (size_t i = 0; i < t->n; i++)
        t->moved[i] = from[i] + step * u[i] / t->root_mass[i];
    if (positions)
        trama_system_acceleration(system, system->t, t->moved, v, a);
    else
        trama_system_acceleration(system, system->t, q, t->moved, a);
}

/* y = -M^1/2 (da/dq) M^-1/2 u, or with da/dv. */
static void apply_differences(trama_tangent *t, trama_system *system, const double *q,
                              const double *v, bool positions, const double *u, double *y)
{
    const long evaluations = system->evaluations;
    double move = 0.0;
    for (size_t i = 0; i < t->n; i++)
        move = fmax(move, fabs(u[i]) / t->root_mass[i]);
    const double least = positions ? 1e-3 : 1.0; /* m, m/s */
    const double step = move > 0.0 ? difference_step(positions ? q : v, t->n, least, move) : 1.0;
    shifted_acceleration(t, system, q, v, positions, u, step, t->up);
    shifted_acceleration(t, system, q, v, positions, u, -step, t->down);
    for (size_t i = 0; i < t->n; i++)
        y[i] = -t->root_mass[i] * (t->up[i] - t->down[i]) / (2.0 * step);
    system->evaluations = evaluations;
}

/* up = (cq dF/dq + cv dF/dv) M^-1/2 u, whose last factor is left in `moved`. */
static void exact_product(trama_tangent *t, trama_system *system, const double *q, const double *v,
                          double cq, double cv, const double *u)
{
    for (size_t i = 0; i < t->n; i++)
        t->moved[i] = u[i] / t->root_mass[i];
    trama_system_clear_idle(system, t->moved);
    trama_system_tangent_product(system, system->t, q, v, cq, cv, t->moved, t->up);
}

/* y = -M^-1/2 (dF/dq) M^-1/2 u, or with dF/dv. */
static void apply(trama_tangent *t, trama_system *system, const double *q, const double *v,
                  bool positions, const double *u, double *y)
{
    if (t->kind == TRAMA_TANGENT_DIFFERENCES) {
        apply_differences(t, system, q, v, positions, u, y);
        return;
    }
    exact_product(t, system, q, v, positions ? 1.0 : 0.0, positions ? 0.0 : 1.0, u);
    for (size_t i = 0; i < t->n; i++)
        y[i] = -t->up[i] / t->root_mass[i];
}

void trama_tangent_apply(trama_tangent *t, trama_system *system, const double *q, const double *v,
                         const double *u, double *y)
{
    apply(t, system, q, v, true, u, y);
}

void trama_tangent_products(trama_tangent *t, trama_system *system, const double *q,
                            const double *v, const double *u, double *ku, double *du)
{
    apply(t, system, q, v, true, u, ku);
    apply(t, system, q, v, false, u, du);
}

bool trama_tangent_is_symmetric(const trama_tangent *t, const trama_system *system)
{
    return t->kind == TRAMA_TANGENT_EXACT && trama_system_tangent_is_symmetric(system);
}

bool trama_tangent_ranked(trama_tangent *t, size_t rank, double *u)
{
    return trama_lanczos_ranked(t->lanczos, TRAMA_LARGEST_REAL, rank, u);
}

/* What is held and pulls in the coming iteration. */
static void update_activities(trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        trama_activity_update(system->object[o].activity, system->t, system->iteration + 1, 0.0,
                              system->q + system->object[o].q_begin);
}

/* A random unit vector without held coordinates and pads. */
static void start_vector(const trama_tangent *t, const trama_system *system, long seed, double *u)
{
    trama_random random = {(uint64_t)seed};
    for (size_t i = 0; i < t->n; i++)
        u[i] = trama_random_signed(&random);
    trama_system_clear_idle(system, u);
    const double length = sqrt(trama_dot(t->n, u, u));
    for (size_t i = 0; i < t->n; i++)
        u[i] /= length;
}

/* A residual tells that an eigenvalue is near, not that it is the largest: one that the starting
 * vector hardly holds shows late. So there is a least number of vectors, and the value must have
 * settled since half as many. */
static bool has_settled(trama_tangent *t, size_t k, double omega, double tolerance)
{
    const size_t look = k / CHECK_EVERY;
    if (k % CHECK_EVERY == 0)
        t->seen[look - 1] = omega;
    const double before = look / 2 > 0 ? t->seen[look / 2 - 1] : 0.0;
    return k >= LEAST && omega - before <= tolerance * omega;
}

/* What the Krylov vectors so far say; `beyond` is the size of what the next would add, 0 where
 * there is no other. */
static bool judge(trama_tangent *t, double beyond, double tolerance, trama_spectrum *spectrum)
{
    trama_ritz pair;
    if (!trama_lanczos_ritz(t->lanczos, TRAMA_LARGEST_REAL, &pair))
        return false;
    if (!pair.found)
        return true;
    const double size = trama_hypot(pair.real, pair.imaginary);
    const double omega = pair.real < -fabs(pair.imaginary) ? 0.0 : sqrt(size);
    spectrum->omega = omega;
    spectrum->bound = omega > 0.0 ? beyond * pair.last / (2.0 * omega) : sqrt(beyond);
    /* sqrt(lambda) = sqrt((|l| + re)/2) + i sqrt((|l| - re)/2) */
    spectrum->growth = sqrt(fmax(0.0, 0.5 * (size - pair.real)));
    const size_t k = trama_lanczos_products(t->lanczos);
    const bool settled = has_settled(t, k, omega, tolerance) || beyond == 0.0;
    spectrum->converged = spectrum->bound <= tolerance * omega && settled;
    return true;
}

/* -u . M^1/2 (da/dv) M^-1/2 u over u . u for the extreme mode u: its damping. */
static double mode_damping(trama_tangent *t, trama_system *system, const double *q, const double *v)
{
    const long evaluations = system->evaluations;
    trama_lanczos_mode(t->lanczos, t->mode);
    const double square = trama_dot(t->n, t->mode, t->mode);
    if (t->kind == TRAMA_TANGENT_EXACT) {
        exact_product(t, system, q, v, 0.0, 1.0, t->mode);
        return -trama_dot(t->n, t->moved, t->up) / square;
    }
    for (int side = 0; side < 2; side++) {
        const double sign = side == 0 ? 1.0 : -1.0;
        for (size_t i = 0; i < t->n; i++)
            t->moved[i] = v[i] + sign * t->mode[i] / t->root_mass[i];
        trama_system_acceleration(system, system->t, q, t->moved, side == 0 ? t->up : t->down);
    }
    double along = 0.0;
    for (size_t i = 0; i < t->n; i++)
        along -= t->mode[i] * t->root_mass[i] * 0.5 * (t->up[i] - t->down[i]);
    system->evaluations = evaluations;
    return along / square;
}

/* The tangent at a state, as an operator: `stiffness` times K plus `damping` times D. */
typedef struct place {
    trama_tangent *tangent;
    trama_system *system;
    const double *q, *v;
    double stiffness, damping;
} place;

static void apply_at(void *context, const double *u, double *y)
{
    const place *at = context;
    trama_tangent *t = at->tangent;
    for (size_t i = 0; i < t->n; i++)
        y[i] = 0.0;
    if (at->stiffness != 0.0)
        apply(t, at->system, at->q, at->v, true, u, y);
    if (at->damping == 0.0)
        return;
    apply(t, at->system, at->q, at->v, false, u, t->product);
    for (size_t i = 0; i < t->n; i++)
        y[i] = at->stiffness * y[i] + at->damping * t->product[i];
}

/* Krylov vectors until the tolerance is kept, the space is exhausted, or there is no room for
 * more. */
static bool iterate(const place *at, const trama_spectrum_spec *spec, trama_spectrum *spectrum)
{
    trama_tangent *t = at->tangent;
    const trama_operator a = {t->n, t->n, apply_at, (void *)(uintptr_t)at};
    const size_t asked = (size_t)spec->products, size = trama_lanczos_size(t->lanczos);
    const size_t most = asked < size ? asked : size;
    bool exhausted = false;
    for (size_t k = 1; k <= most && !exhausted && !spectrum->converged; k++) {
        const double beyond = trama_lanczos_extend(t->lanczos, &a);
        spectrum->products++;
        spectrum->finite = isfinite(beyond);
        if (!spectrum->finite)
            return true;
        exhausted = k == t->n || beyond <= 1e-12 * fabs(trama_lanczos_first(t->lanczos));
        if ((k % CHECK_EVERY == 0 || k == most || exhausted) &&
            !judge(t, exhausted ? 0.0 : beyond, spec->tolerance, spectrum))
            return false;
    }
    spectrum->asymmetry = trama_lanczos_asymmetry(t->lanczos);
    return true;
}

/* The extreme Ritz value of either operator. False: no memory. */
static bool find_extreme(const place *at, const trama_spectrum_spec *spec, trama_spectrum *spectrum)
{
    trama_tangent *t = at->tangent;
    *spectrum = (trama_spectrum){.omega = TRAMA_NAN,
                                 .bound = TRAMA_INFINITY,
                                 .symmetric = TRAMA_NAN,
                                 .damping = TRAMA_NAN,
                                 .growth = TRAMA_NAN,
                                 .asymmetry = TRAMA_NAN,
                                 .finite = true};
    memset(t->seen, 0, trama_lanczos_size(t->lanczos) * sizeof *t->seen);
    update_activities(at->system);
    start_vector(t, at->system, spec->seed, trama_lanczos_begin(t->lanczos));
    return iterate(at, spec, spectrum);
}

static void forget(trama_spectrum *spectrum)
{
    spectrum->omega = TRAMA_NAN;
    spectrum->bound = TRAMA_INFINITY;
    spectrum->growth = TRAMA_NAN;
}

trama_status trama_spectrum_largest(trama_tangent *t, trama_system *system, const double *q,
                                    const double *v, const trama_spectrum_spec *spec,
                                    trama_spectrum *spectrum, trama_error *error)
{
    const place at = {t, system, q, v, 1.0, 0.0};
    double largest;
    if (!find_extreme(&at, spec, spectrum))
        return trama_fail_memory(error);
    if (!spectrum->finite) {
        forget(spectrum);
        return TRAMA_OK;
    }
    spectrum->damping = mode_damping(t, system, q, v);
    if (!trama_lanczos_symmetric(t->lanczos, &largest))
        return trama_fail_memory(error);
    spectrum->symmetric = sqrt(fmax(0.0, largest));
    return TRAMA_OK;
}

/* u . A u / u . u of the mode kept last, of the stiffness or of the damping. */
static double rayleigh(const place *at, bool positions)
{
    trama_tangent *t = at->tangent;
    apply(t, at->system, at->q, at->v, positions, t->mode, t->product);
    return trama_dot(t->n, t->mode, t->product) / trama_dot(t->n, t->mode, t->mode);
}

static trama_status find_damped(const place *at, const trama_spectrum_spec *spec,
                                trama_spectrum *spectrum, trama_error *error)
{
    if (!find_extreme(at, spec, spectrum))
        return trama_fail_memory(error);
    if (!spectrum->finite) {
        forget(spectrum);
        return TRAMA_OK;
    }
    spectrum->bound *= 2.0 * spectrum->omega; /* found as if it were the square of a frequency */
    trama_lanczos_mode(at->tangent->lanczos, at->tangent->mode);
    spectrum->damping = rayleigh(at, false);
    spectrum->omega = sqrt(fmax(0.0, rayleigh(at, true)));
    spectrum->symmetric = spectrum->growth = 0.0;
    return TRAMA_OK;
}

double trama_spectrum_flip_step(const trama_spectrum *spectrum)
{
    const double c = fmax(spectrum->damping, 0.0), w = spectrum->omega;
    return 4.0 / (c + sqrt(c * c + 4.0 * w * w));
}

trama_status trama_spectrum_damped(trama_tangent *t, trama_system *system, const double *q,
                                   const double *v, const trama_spectrum_spec *spec,
                                   const trama_spectrum *largest, trama_spectrum *spectrum,
                                   trama_error *error)
{
    enum { ROUNDS = 6 };
    place at = {t, system, q, v, 0.0, 1.0};
    trama_status status = find_damped(&at, spec, spectrum, error);
    if (status != TRAMA_OK || !spectrum->finite || !largest->finite ||
        !(spectrum->damping > (1.0 + 1e-6) * largest->damping))
        return status;
    double before,
        step = fmin(trama_spectrum_flip_step(largest), trama_spectrum_flip_step(spectrum));
    long products = spectrum->products, round = 0;
    do {
        before = step;
        at.stiffness = 1.0;
        at.damping = 2.0 / step;
        status = find_damped(&at, spec, spectrum, error);
        products += spectrum->products;
        step = trama_spectrum_flip_step(spectrum);
    } while (status == TRAMA_OK && spectrum->finite && step < (1.0 - spec->tolerance) * before &&
             ++round < ROUNDS);
    spectrum->products = products;
    return status;
}

void trama_tangent_mode(const trama_tangent *t, double *u)
{
    double largest = 0.0;
    for (size_t i = 0; i < t->n; i++) {
        u[i] = t->mode[i] / t->root_mass[i];
        largest = fabs(u[i]) > fabs(largest) ? u[i] : largest;
    }
    for (size_t i = 0; largest != 0.0 && i < t->n; i++)
        u[i] /= largest;
}

static const trama_field fields[] = {
    /* coarser tolerances end before a mode of the edges alone shows */
    {TRAMA_FIELD_OF(trama_spectrum_spec, tolerance), .unit = "1", .minimum = 1e-12, .maximum = 5e-3,
     .fallback = {1e-3}, .summary = "relative error of omega_max that is good enough"},
    {TRAMA_FIELD_OF(trama_spectrum_spec, products), .unit = "1", .minimum = 2, .maximum = 2000,
     .fallback = {120}, .summary = "tangent products at most"},
    {TRAMA_FIELD_OF(trama_spectrum_spec, seed), .unit = "1", .minimum = 0, .maximum = 2e9,
     .fallback = {1}, .summary = "of the starting vector"},
    {TRAMA_CHOICE_OF(trama_spectrum_spec, tangent, kind_names),
     .summary =
         "exact: products by the derivatives of the models' formulas, by differences where a "
         "model or an interaction has none; differences: of the acceleration"},
};
const trama_fields trama_spectrum_fields = TRAMA_FIELDS(fields, trama_spectrum_spec);
