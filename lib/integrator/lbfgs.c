/* L-BFGS on backward Euler's potential, with the metric of projective dynamics as its start: the
 * direction is the two-loop recursion over the last m changes of x and of dPhi/dx, with A^-1
 * (metric.h) in its middle. The step along it is halved until Phi falls by 0.3 of what its slope
 * says (Armijo), or, where Phi is rounding, until |dPhi/dx| falls. Any energy of elements; m = 0 is
 * projective dynamics where that has one. */
#include "integrator/metric.h"

#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY = 20 };

typedef struct parameters {
    long iterations, history;
    double tolerance;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {20}, .summary = "steps along a direction, at most"},
    {TRAMA_FIELD_OF(parameters, history), .unit = "1", .maximum = HISTORY, .fallback = {5},
     .summary = "m, changes of which the direction is made"},
    {TRAMA_FIELD_OF(parameters, tolerance), .unit = "1", .maximum = 1e-1,
     .summary = "residual over the change of velocity at which they end; 0: never"},
};

typedef struct lbfgs {
    trama_elemental elemental; /* first */
    trama_metric metric;
    vec *block;
    vec *direction, *tried, *slope;        /* nodes: d; x and dPhi/dx that are tried */
    vec *moved[HISTORY], *turned[HISTORY]; /* changes of x and of dPhi/dx, from the newest on */
    double curvature[HISTORY];             /* their product, J */
    long count;
} lbfgs;

static void find_direction(trama_integrator *integrator, lbfgs *l);
static bool search(lbfgs *l);
static void remember(lbfgs *l, long history);

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    lbfgs *l = integrator->context;
    trama_elemental *e = &l->elemental;
    trama_elemental_take(e, system);
    trama_elemental_predict(e, h);
    l->count = 0;
    integrator->status = trama_metric_prepare(integrator, &l->metric, e);
    trama_elemental_gradient(e, e->x, e->gradient);
    for (long k = 0; integrator->status == TRAMA_STEP_OK && k < p->iterations; k++) {
        if (trama_elemental_residual(e, e->gradient) <=
            p->tolerance * trama_elemental_change(e, e->x))
            break;
        find_direction(integrator, l);
        if (!search(l))
            break;
        remember(l, p->history);
        integrator->solves.newton++;
    }
    if (integrator->status != TRAMA_STEP_OK)
        return;
    integrator->solves.residual = trama_elemental_residual(e, e->gradient);
    trama_elemental_advance(e);
    trama_elemental_give(e, system);
}

static double product(size_t n, const vec *a, const vec *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += dot(a[i], b[i]);
    return sum;
}

static void add(size_t n, double c, const vec *a, vec *sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = plus_scaled(sum[i], c, a[i]);
}

/* d = -H g: the two loops. */
static void find_direction(trama_integrator *integrator, lbfgs *l)
{
    trama_elemental *e = &l->elemental;
    const size_t n = e->nodes;
    double share[HISTORY];
    vec *d = l->direction;
    memcpy(d, e->gradient, n * sizeof *d);
    for (long i = 0; i < l->count; i++) {
        share[i] = product(n, l->moved[i], d) / l->curvature[i];
        add(n, -share[i], l->turned[i], d);
    }
    trama_metric_solve(integrator, &l->metric, e, d, d);
    for (long i = l->count; i-- > 0;)
        add(n, share[i] - product(n, l->turned[i], d) / l->curvature[i], l->moved[i], d);
    for (size_t i = 0; i < n; i++)
        d[i] = scaled(-1.0, d[i]);
}

/* Takes x + s d, s = 1, 1/2, 1/4 ..., into `tried` and its gradient into `slope`; false: none is
 * lower. */
static bool search(lbfgs *l)
{
    static const double least = 0.3, rounding = 1e-12;
    trama_elemental *e = &l->elemental;
    const double from = trama_elemental_potential(e, e->x);
    const double fall = product(e->nodes, e->gradient, l->direction);
    const double size = trama_elemental_residual(e, e->gradient);
    double share = 1.0;
    for (int n = 0; n < 20; n++) {
        memcpy(l->tried, e->x, e->nodes * sizeof *e->x);
        add(e->nodes, share, l->direction, l->tried);
        const double to = trama_elemental_potential(e, l->tried);
        const bool flat = fabs(share * fall) < rounding * fabs(from);
        if (flat || to <= from + least * share * fall) {
            trama_elemental_gradient(e, l->tried, l->slope);
            if (!flat || trama_elemental_residual(e, l->slope) < size)
                return true;
        }
        share *= 0.5;
    }
    return false;
}

static void move_back(vec **list, long last)
{
    vec *const oldest = list[last];
    for (long i = last; i > 0; i--)
        list[i] = list[i - 1];
    list[0] = oldest;
}

/* Keeps the change if its curvature is positive, and moves on to what was tried. */
static void remember(lbfgs *l, long history)
{
    trama_elemental *e = &l->elemental;
    const size_t n = e->nodes;
    for (size_t i = 0; i < n; i++) {
        const vec x = e->x[i], g = e->gradient[i];
        e->x[i] = l->tried[i];
        e->gradient[i] = l->slope[i];
        l->tried[i] = minus(l->tried[i], x);
        l->slope[i] = minus(l->slope[i], g);
    }
    const double curvature = product(n, l->tried, l->slope);
    if (history == 0 || !(curvature > 0.0))
        return;
    const long last = l->count < history ? l->count : history - 1;
    move_back(l->moved, last);
    move_back(l->turned, last);
    for (long i = last; i > 0; i--)
        l->curvature[i] = l->curvature[i - 1];
    memcpy(l->moved[0], l->tried, n * sizeof *l->tried);
    memcpy(l->turned[0], l->slope, n * sizeof *l->slope);
    l->curvature[0] = curvature;
    l->count = last + 1;
}

/* ---- Making. */

static void end(trama_integrator *integrator)
{
    lbfgs *l = integrator->context;
    if (!l)
        return;
    trama_metric_free(&l->metric);
    trama_elemental_free(&l->elemental);
    free(l->block);
    free(l);
    integrator->context = NULL;
}

static trama_status allocate(lbfgs *l, const trama_system *system, trama_error *error)
{
    const size_t n = l->elemental.nodes + 1;
    l->block = calloc((3 + 2 * HISTORY) * n, sizeof *l->block);
    if (!l->block)
        return trama_fail_memory(error);
    l->direction = l->block;
    l->tried = l->block + n;
    l->slope = l->block + 2 * n;
    for (size_t i = 0; i < HISTORY; i++) {
        l->moved[i] = l->block + (3 + 2 * i) * n;
        l->turned[i] = l->block + (4 + 2 * i) * n;
    }
    return trama_metric_make(&l->metric, &l->elemental, system, error);
}

static trama_status begin(trama_integrator *integrator, const trama_system *system,
                          trama_error *error)
{
    lbfgs *l = calloc(1, sizeof *l);
    if (!l)
        return trama_fail_memory(error);
    integrator->context = l;
    integrator->solves.solver = "cholmod";
    trama_status status = trama_elemental_make(&l->elemental, integrator->type, system, error);
    if (status == TRAMA_OK)
        status = trama_elemental_unforced(system, integrator->type, error);
    if (status == TRAMA_OK)
        status = trama_elemental_undamped(&l->elemental, integrator->type, error);
    if (status == TRAMA_OK)
        status = allocate(l, system, error);
    if (status != TRAMA_OK)
        end(integrator);
    return status;
}

const trama_integrator_type trama_integrator_lbfgs = {
    .name = "lbfgs",
    .summary = "backward Euler's step by L-BFGS from the metric of projective dynamics",
    .reference = "Liu, Bouaziz and Kavan 2017; Nocedal and Wright 2006, algorithm 7.4",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .step = step,
    .open = begin,
    .close = end,
};
