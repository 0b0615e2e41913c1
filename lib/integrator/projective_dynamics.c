/* Projective dynamics: energies w |A x - p|^2/2, p the nearest of what A x should be. In turn
 *
 *   local:    p of each element at x,
 *   global:   (inertia + sum w A^T A) x = inertia y + sum w A^T p,
 *
 * whose matrix is constant, and is factorised once (metric.h). The global step is written here as x
 * -= (...)^-1 dPhi/dx, the same to rounding, so that the gradient tells how far the step is. Phi
 * never rises, and the fixed point is backward Euler's step. Turning modes are slow: their
 * stiffness is tension over length, and the matrix has all of w; stopped early they are stiff and
 * damped. Energies that are no projection are refused: this would solve another material.
 *
 * Chebyshev's acceleration with the spectral radius r of an iteration: w_1 = 1, w_2 = 2/(2 - r^2),
 * w_k+1 = 4/(4 - r^2 w_k),
 *
 *   x_k+1 = w_k+1 (x - x_k-1) + x_k-1,   x the plain iterate.
 *
 * r must be told: a wrong one diverges. Anderson's (anderson.h) needs nothing to be told: an
 * iterate of it that raises Phi is not taken, and the plain one is. */
#include "integrator/anderson.h"
#include "integrator/metric.h"

#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    long iterations, window;
    double tolerance, radius;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {10}, .summary = "local and global steps, at most"},
    {TRAMA_FIELD_OF(parameters, tolerance), .unit = "1", .maximum = 1e-1,
     .summary = "residual over the change of velocity at which they end; 0: never"},
    {TRAMA_FIELD_OF(parameters, radius), .unit = "1", .maximum = 0.999999,
     .summary = "spectral radius for Chebyshev's acceleration; 0: none"},
    {TRAMA_FIELD_OF(parameters, window), .later = true, .unit = "1", .maximum = TRAMA_ANDERSON_MAX,
     .summary = "changes of the residual for Anderson's acceleration, such as 5; 0: none"},
};

typedef struct projective {
    trama_elemental elemental; /* first */
    trama_metric metric;
    trama_anderson anderson;
    vec *before, *plain; /* nodes: x_k-1; the plain iterate */
} projective;

static void project(projective *p);
static void accelerate(projective *p, double radius, long k, double *omega);
static void mix(projective *p, double *potential);

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *options = integrator->parameters;
    projective *p = integrator->context;
    trama_elemental *e = &p->elemental;
    double omega = 1.0, potential = TRAMA_INFINITY;
    trama_elemental_take(e, system);
    trama_elemental_predict(e, h);
    trama_anderson_start(&p->anderson);
    integrator->status = trama_metric_prepare(integrator, &p->metric, e);
    for (long k = 0; integrator->status == TRAMA_STEP_OK && k <= options->iterations; k++) {
        project(p);
        integrator->solves.residual = trama_elemental_residual(e, e->gradient);
        if (k == options->iterations ||
            integrator->solves.residual <= options->tolerance * trama_elemental_change(e, e->x))
            break;
        trama_metric_solve(integrator, &p->metric, e, e->gradient, p->plain);
        if (options->window > 0)
            mix(p, &potential);
        else
            accelerate(p, options->radius, k, &omega);
        integrator->solves.newton++;
    }
    if (integrator->status != TRAMA_STEP_OK)
        return;
    trama_elemental_advance(e);
    trama_elemental_give(e, system);
}

/* ---- The local step: inertia (x - y) + sum w A^T (A x - p). */

enum { CHUNK = 32 };

static void project_group(const trama_elemental *e, const trama_element_group *group, vec *gradient)
{
    const size_t rows = group->kind->rows, nodes = group->kind->nodes;
    double weight[CHUNK], selector[CHUNK * 3 * TRAMA_CORNERS];
    vec target[CHUNK * 3];
    for (size_t begin = 0; begin < group->count; begin += CHUNK) {
        const size_t end = begin + CHUNK < group->count ? begin + CHUNK : group->count;
        group->kind->projections(group, begin, end, e->x, weight, selector, target);
        for (size_t k = 0; k < rows * (end - begin); k++) {
            const size_t *node = group->node + nodes * (begin + k / rows);
            const double *a = selector + nodes * k;
            vec off = scaled(-1.0, target[k]);
            for (size_t i = 0; i < nodes; i++)
                off = plus_scaled(off, a[i], e->x[node[i]]);
            for (size_t i = 0; i < nodes; i++)
                gradient[node[i]] = plus_scaled(gradient[node[i]], weight[k / rows] * a[i], off);
        }
    }
}

static void project(projective *p)
{
    trama_elemental *e = &p->elemental;
    trama_elemental_inertial(e, e->x, e->gradient);
    for (size_t g = 0; g < e->set.groups; g++)
        if (e->set.group[g].count > 0)
            project_group(e, &e->set.group[g], e->gradient);
    trama_elemental_clear_held(e, e->gradient);
}

/* ---- The global step: x less `plain`, and Chebyshev's acceleration of it. */

static void accelerate(projective *p, double radius, long k, double *omega)
{
    trama_elemental *e = &p->elemental;
    const double square = radius * radius;
    *omega = k == 0 ? 1.0 : k == 1 ? 2.0 / (2.0 - square) : 4.0 / (4.0 - square * *omega);
    for (size_t i = 0; i < e->nodes; i++) {
        const vec plain = minus(e->x[i], p->plain[i]), now = e->x[i];
        e->x[i] = radius > 0.0 && k > 0
                      ? plus_scaled(p->before[i], *omega, minus(plain, p->before[i]))
                      : plain;
        p->before[i] = now;
    }
}

/* Phi has rounding of this part: near its least it cannot tell iterates apart. */
static const double rounding = 1e-12;

static void mix(projective *p, double *potential)
{
    trama_elemental *e = &p->elemental;
    if (*potential == TRAMA_INFINITY)
        *potential = trama_elemental_potential(e, e->x);
    for (size_t i = 0; i < e->nodes; i++)
        p->plain[i] = minus(e->x[i], p->plain[i]);
    trama_anderson_mix(&p->anderson, e->x, p->plain, p->before);
    const double mixed = trama_elemental_potential(e, p->before);
    const bool falls = mixed <= *potential + rounding * fabs(*potential);
    memcpy(e->x, falls ? p->before : p->plain, e->nodes * sizeof *e->x);
    *potential = falls ? mixed : trama_elemental_potential(e, e->x);
}

/* ---- Making. */

static trama_status check(const trama_integrator *integrator, const projective *p,
                          trama_error *error)
{
    const trama_element_set *set = &p->elemental.set;
    for (size_t g = 0; g < set->groups; g++) {
        const trama_element_group *group = &set->group[g];
        for (size_t e = 0; e < group->count; e++) {
            const char *why =
                group->kind->without_projection(group->constants + e * group->kind->size);
            if (why)
                return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                                  "%s of %s cannot be a projection, so %s would solve another "
                                  "material: %s; allowed: springs, tetrahedra with poisson 0, or "
                                  "lbfgs",
                                  group->kind->name, "this system", integrator->type->name, why);
        }
    }
    const parameters *options = integrator->parameters;
    if (options->window > 0 && options->radius > 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.window",
                          "window: %ld, and radius: %g; allowed: one acceleration, Anderson's "
                          "(window) or Chebyshev's (radius)",
                          options->window, options->radius);
    return trama_elemental_undamped(&p->elemental, integrator->type, error);
}

static void end(trama_integrator *integrator)
{
    projective *p = integrator->context;
    if (!p)
        return;
    trama_metric_free(&p->metric);
    trama_elemental_free(&p->elemental);
    trama_anderson_free(&p->anderson);
    free(p->before);
    free(p->plain);
    free(p);
    integrator->context = NULL;
}

static trama_status allocate(projective *p, const trama_system *system, size_t window,
                             trama_error *error)
{
    p->before = calloc(p->elemental.nodes + 1, sizeof *p->before);
    p->plain = calloc(p->elemental.nodes + 1, sizeof *p->plain);
    if (!p->before || !p->plain || !trama_anderson_make(&p->anderson, p->elemental.nodes, window))
        return trama_fail_memory(error);
    return trama_metric_make(&p->metric, &p->elemental, system, error);
}

static trama_status begin(trama_integrator *integrator, const trama_system *system,
                          trama_error *error)
{
    const parameters *options = integrator->parameters;
    projective *p = calloc(1, sizeof *p);
    if (!p)
        return trama_fail_memory(error);
    integrator->context = p;
    integrator->solves.solver = "cholmod";
    trama_status status = trama_elemental_make(&p->elemental, integrator->type, system, error);
    if (status == TRAMA_OK)
        status = trama_elemental_unforced(system, integrator->type, error);
    if (status == TRAMA_OK)
        status = check(integrator, p, error);
    if (status == TRAMA_OK)
        status = allocate(p, system, (size_t)options->window, error);
    if (status != TRAMA_OK)
        end(integrator);
    return status;
}

const trama_integrator_type trama_integrator_projective_dynamics = {
    .name = "projective_dynamics",
    .summary = "local projections and one global matrix, factorised once",
    .reference =
        "Bouaziz et al. 2014; Liu et al. 2013 (springs); Wang 2015 (Chebyshev); Peng et al. "
        "2018 (Anderson)",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .step = step,
    .open = begin,
    .close = end,
};
