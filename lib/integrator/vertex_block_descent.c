/* Vertex block descent: nodes in turn, colour by colour, each by one step of Newton's method for
 * its own three coordinates, the others held where they are,
 *
 *   f = -dPhi/dx_i,   H = inertia + sum of the elements' blocks (3 x 3),   x_i += H^-1 f.
 *
 * The blocks are those of Hessians made positive (element.h), or exact; a block that is not
 * positive leaves its node where it is. The fixed point is dPhi/dx = 0 in any order, backward
 * Euler's step. A stiff chain needs many sweeps: an error travels one node a sweep. Until it has
 * converged, another colouring is another answer. Chebyshev's acceleration as in
 * projective_dynamics.c, over sweeps. */
#include "integrator/elemental.h"

#include "core/numbers.h"
#include "model/soft_body/matrix.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIVE, EXACT };
static const char *const hessians[] = {"positive", "exact", NULL};

typedef struct parameters {
    long iterations;
    double tolerance, radius;
    int hessian;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {20}, .summary = "sweeps over the nodes, at most"},
    {TRAMA_FIELD_OF(parameters, tolerance), .unit = "1", .maximum = 1e-1,
     .summary = "residual over the change of velocity at which they end; 0: never"},
    {TRAMA_FIELD_OF(parameters, radius), .unit = "1", .maximum = 0.999999,
     .summary = "spectral radius for Chebyshev's acceleration; 0: none"},
    {TRAMA_FIELD_OF(parameters, hessian), .unit = "", .choices = hessians,
     .summary = "of elements: positive, or exact, by which compressed springs diverge"},
};

typedef struct descent {
    trama_elemental elemental; /* first */
    size_t *order;             /* nodes, colour by colour */
    vec *before, *now;         /* nodes: x_k-1, x_k */
} descent;

static void sweep(descent *d, bool positive);
static void accelerate(descent *d, double radius, long k, double *omega);

static double find_residual(trama_elemental *e)
{
    trama_elemental_gradient(e, e->x, e->gradient);
    return trama_elemental_residual(e, e->gradient);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    descent *d = integrator->context;
    trama_elemental *e = &d->elemental;
    double omega = 1.0;
    trama_elemental_take(e, system);
    trama_elemental_predict(e, h);
    for (long k = 0; k < p->iterations; k++) {
        if (p->tolerance > 0.0 &&
            find_residual(e) <= p->tolerance * trama_elemental_change(e, e->x))
            break;
        memcpy(d->now, e->x, e->nodes * sizeof *d->now);
        sweep(d, p->hessian == POSITIVE);
        accelerate(d, p->radius, k, &omega);
        integrator->solves.newton++;
    }
    integrator->solves.residual = find_residual(e);
    trama_elemental_advance(e);
    trama_elemental_give(e, system);
}

/* ---- A sweep. */

static bool is_positive(const matrix *h)
{
    return h->at[0][0] > 0.0 && h->at[0][0] * h->at[1][1] > h->at[0][1] * h->at[1][0] &&
           matrix_determinant(*h) > 0.0;
}

/* What is held has a force of 0, and a row and column of the unit matrix. */
static void hold(vec is_free, matrix *h, vec *f)
{
    const double axis[3] = {is_free.x, is_free.y, is_free.z};
    *f = (vec){f->x * axis[0], f->y * axis[1], f->z * axis[2]};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (axis[i] == 0.0 || axis[j] == 0.0)
                h->at[i][j] = i == j ? 1.0 : 0.0;
}

static void move(trama_elemental *e, size_t node, bool positive)
{
    matrix h = {{{0}}};
    vec g = scaled(e->inertia[node], minus(e->x[node], e->y[node]));
    for (size_t k = 0; k < e->set.groups; k++) {
        const trama_element_group *group = &e->set.group[k];
        const size_t from = group->start[node], to = group->start[node + 1];
        group->kind->blocks(group, group->place + from, to - from, positive, e->x, &g, &h.at[0][0]);
    }
    h = matrix_plus_diagonal(h, e->inertia[node]);
    hold(e->is_free[node], &h, &g);
    if (is_positive(&h))
        e->x[node] = minus(e->x[node], matrix_times(matrix_symmetric_inverse(h), g));
}

static void sweep(descent *d, bool positive)
{
    for (size_t i = 0; i < d->elemental.nodes; i++)
        move(&d->elemental, d->order[i], positive);
}

static void accelerate(descent *d, double radius, long k, double *omega)
{
    trama_elemental *e = &d->elemental;
    const double square = radius * radius;
    *omega = k == 0 ? 1.0 : k == 1 ? 2.0 / (2.0 - square) : 4.0 / (4.0 - square * *omega);
    for (size_t i = 0; i < e->nodes; i++) {
        if (radius > 0.0 && k > 0)
            e->x[i] = plus_scaled(d->before[i], *omega, minus(e->x[i], d->before[i]));
        d->before[i] = d->now[i];
    }
}

/* ---- Making. */

static void end(trama_integrator *integrator)
{
    descent *d = integrator->context;
    if (!d)
        return;
    trama_elemental_free(&d->elemental);
    free(d->order);
    free(d->before);
    free(d->now);
    free(d);
    integrator->context = NULL;
}

static trama_status order_nodes(descent *d, trama_error *error)
{
    const size_t n = d->elemental.nodes;
    size_t colours = 0, next = 0, *colour = calloc(n + 1, sizeof *colour);
    trama_status status =
        colour ? trama_element_set_colour_nodes(&d->elemental.set, colour, &colours, error)
               : trama_fail_memory(error);
    for (size_t c = 0; status == TRAMA_OK && c < colours; c++)
        for (size_t i = 0; i < n; i++)
            if (colour[i] == c)
                d->order[next++] = i;
    free(colour);
    return status;
}

static trama_status allocate(descent *d, trama_error *error)
{
    const size_t n = d->elemental.nodes + 1;
    d->order = calloc(n, sizeof *d->order);
    d->before = calloc(n, sizeof *d->before);
    d->now = calloc(n, sizeof *d->now);
    return d->order && d->before && d->now ? order_nodes(d, error) : trama_fail_memory(error);
}

static trama_status begin(trama_integrator *integrator, const trama_system *system,
                          trama_error *error)
{
    descent *d = calloc(1, sizeof *d);
    if (!d)
        return trama_fail_memory(error);
    integrator->context = d;
    integrator->solves.solver = "blocks";
    trama_status status = trama_elemental_make(&d->elemental, integrator->type, system, error);
    if (status == TRAMA_OK)
        status = trama_elemental_undamped(&d->elemental, integrator->type, error);
    if (status == TRAMA_OK)
        status = allocate(d, error);
    if (status != TRAMA_OK)
        end(integrator);
    return status;
}

const trama_integrator_type trama_integrator_vertex_block_descent = {
    .name = "vertex_block_descent",
    .summary = "backward Euler's step by descent node after node",
    .reference = "Chen et al. 2024; Wang 2015 (Chebyshev)",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .step = step,
    .open = begin,
    .close = end,
};
