/* Vertex block descent: nodes in turn, colour by colour, each by one step of Newton's method for
 * its own three coordinates, the others held where they are,
 *
 *   f = -dPhi/dx_i,   H = inertia + sum of the elements' blocks (3 x 3),   x_i += H^-1 f.
 *
 * The blocks are those of Hessians made positive (element.h), or exact; a block that is not
 * positive leaves its node where it is. Forces of interactions on single nodes, such as
 * penalty_contact, take part with their force and block (elemental_forces.h). The fixed point is
 * dPhi/dx = 0 in any order, backward Euler's step. A stiff chain needs many sweeps: an error
 * travels one node a sweep. Until it has converged, another colouring is another answer.
 * Chebyshev's acceleration as in projective_dynamics.c, over sweeps. */
#include "integrator/elemental_forces.h"

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
    trama_elemental elemental;     /* first */
    trama_elemental_forces forces; /* of interactions */
    size_t *order;                 /* nodes, colour by colour */
    vec *before, *now;             /* nodes: x_k-1, x_k */
} descent;

static void sweep(descent *d, bool positive);
static void accelerate(descent *d, double radius, long k, double *omega);

static double find_residual(descent *d)
{
    trama_elemental *e = &d->elemental;
    trama_elemental_gradient(e, e->x, e->gradient);
    trama_elemental_forces_find(&d->forces, e, false);
    for (size_t i = 0; d->forces.system && i < e->nodes; i++)
        e->gradient[i] = minus(e->gradient[i], d->forces.force[i]);
    trama_elemental_clear_held(e, e->gradient);
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
            find_residual(d) <= p->tolerance * trama_elemental_change(e, e->x))
            break;
        memcpy(d->now, e->x, e->nodes * sizeof *d->now);
        sweep(d, p->hessian == POSITIVE);
        accelerate(d, p->radius, k, &omega);
        integrator->solves.newton++;
    }
    integrator->solves.residual = find_residual(d);
    if (d->forces.stiffness.no_memory || d->forces.damping.no_memory)
        integrator->status = TRAMA_STEP_NO_MEMORY;
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

/* A^-1 b by cofactors; friction's block is not symmetric. */
static vec solved(const matrix *a, vec b)
{
    const vec r0 = {a->at[0][0], a->at[0][1], a->at[0][2]},
              r1 = {a->at[1][0], a->at[1][1], a->at[1][2]},
              r2 = {a->at[2][0], a->at[2][1], a->at[2][2]};
    const vec c0 = cross(r1, r2), c1 = cross(r2, r0), c2 = cross(r0, r1);
    return scaled(1.0 / dot(r0, c0), plus(scaled(b.x, c0), combined(b.y, c1, b.z, c2)));
}

static void move(descent *d, size_t node, bool positive)
{
    trama_elemental *e = &d->elemental;
    const bool forced = d->forces.system;
    matrix h = {{{0}}};
    vec g = scaled(e->inertia[node], minus(e->x[node], e->y[node]));
    if (forced) {
        h = d->forces.block[node];
        g = minus(g, d->forces.force[node]);
    }
    for (size_t k = 0; k < e->set.groups; k++) {
        const trama_element_group *group = &e->set.group[k];
        const size_t from = group->start[node], to = group->start[node + 1];
        group->kind->blocks(group, group->place + from, to - from, positive, e->x, &g, &h.at[0][0]);
    }
    h = matrix_plus_diagonal(h, e->inertia[node]);
    hold(e->is_free[node], &h, &g);
    if (is_positive(&h))
        e->x[node] = minus(e->x[node],
                           forced ? solved(&h, g) : matrix_times(matrix_symmetric_inverse(h), g));
}

/* Each node moves once in a sweep, and until then is where its forces were found. */
static void sweep(descent *d, bool positive)
{
    trama_elemental_forces_find(&d->forces, &d->elemental, true);
    for (size_t i = 0; i < d->elemental.nodes; i++)
        move(d, d->order[i], positive);
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
    trama_elemental_forces_free(&d->forces);
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
        status =
            trama_elemental_forces_make(&d->forces, &d->elemental, integrator->type, system, error);
    if (status == TRAMA_OK)
        status = allocate(d, error);
    if (status != TRAMA_OK)
        end(integrator);
    return status;
}

const trama_integrator_type trama_integrator_vertex_block_descent = {
    .name = "vertex_block_descent",
    .summary = "backward Euler's step by block descent, node by node",
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
