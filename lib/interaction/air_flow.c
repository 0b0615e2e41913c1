#include "interaction/air_flow.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

struct trama_air_flow {
    size_t count, edges;
    const trama_edge *edge;
    const bool *open;
    const trama_air_solver *solver;
    trama_air_flow_options o;
    /* Of the step at hand. */
    const double *volume;
    double *through; /* h alpha A_i P_atm/dP, m^3: by it and by `along` p becomes air that flows */
    double *along;   /* h k s_ij, an edge */
    double *right;   /* b, J */
    double *excess;  /* p, Pa */
    double *diagonal, *unknown, *pressure;
    double *block;
    trama_krylov *krylov;
    trama_direct *direct;
    trama_sparse *matrix;
    trama_triplets entries;
};

/* ---- The systems. */

/* y = (V + h (G + k L)) p. An open cell keeps p = 0: its row and column are those of V alone. */
static void apply_pressure(void *context, const double *p, double *y)
{
    const trama_air_flow *flow = context;
    for (size_t i = 0; i < flow->count; i++)
        y[i] = (flow->volume[i] + flow->through[i]) * p[i];
    for (size_t e = 0; e < flow->edges; e++) {
        const size_t i = flow->edge[e].node[0], j = flow->edge[e].node[1];
        const double pi = flow->open[i] ? 0.0 : p[i], pj = flow->open[j] ? 0.0 : p[j];
        const double flows = flow->along[e] * (pi - pj);
        y[i] += flow->open[i] ? 0.0 : flows;
        y[j] -= flow->open[j] ? 0.0 : flows;
    }
}

/* y = (1 + h (G + k L) V^-1) e. */
static void apply_air(void *context, const double *e, double *y)
{
    const trama_air_flow *flow = context;
    for (size_t i = 0; i < flow->count; i++)
        flow->pressure[i] = e[i] / flow->volume[i];
    apply_pressure(context, flow->pressure, y);
}

static void set_diagonal(trama_air_flow *flow)
{
    for (size_t i = 0; i < flow->count; i++)
        flow->diagonal[i] = flow->volume[i] + flow->through[i];
    for (size_t e = 0; e < flow->edges; e++)
        for (size_t end = 0; end < 2; end++)
            if (!flow->open[flow->edge[e].node[end]])
                flow->diagonal[flow->edge[e].node[end]] += flow->along[e];
}

static bool take(const trama_krylov_result *found, trama_air_flow_result *result)
{
    result->iterations = found->iterations;
    result->residual = found->residual;
    return found->converged;
}

/* The first guess is the pressure without a flow. */
static bool solve_by_gradients(trama_air_flow *flow, trama_air_flow_result *result)
{
    const trama_operator a = {flow->count, flow->count, apply_pressure, flow};
    for (size_t i = 0; i < flow->count; i++)
        flow->excess[i] = flow->right[i] / flow->volume[i];
    set_diagonal(flow);
    const trama_krylov_result found = trama_conjugate_gradients(
        flow->krylov, &a, flow->diagonal, flow->right, &flow->o.krylov, flow->excess);
    return take(&found, result);
}

static bool solve_by_bicgstab(trama_air_flow *flow, trama_air_flow_result *result)
{
    const trama_operator a = {flow->count, flow->count, apply_air, flow};
    memcpy(flow->unknown, flow->right, flow->count * sizeof *flow->unknown);
    set_diagonal(flow);
    for (size_t i = 0; i < flow->count; i++)
        flow->diagonal[i] /= flow->volume[i];
    const trama_krylov_result found = trama_bicgstab(flow->krylov, &a, flow->diagonal, flow->right,
                                                     &flow->o.krylov, flow->unknown);
    for (size_t i = 0; i < flow->count; i++)
        flow->excess[i] = flow->unknown[i] / flow->volume[i];
    return take(&found, result);
}

/* Places do not depend on values, so that the analysis is made once. */
static bool assemble(trama_air_flow *flow)
{
    trama_error error;
    trama_triplets_clear(&flow->entries);
    for (size_t i = 0; i < flow->count; i++)
        trama_triplets_add(&flow->entries, i, i, flow->volume[i] + flow->through[i]);
    for (size_t e = 0; e < flow->edges; e++)
        for (size_t end = 0; end < 2; end++) {
            const size_t i = flow->edge[e].node[end], j = flow->edge[e].node[1 - end];
            if (flow->open[i])
                continue;
            trama_triplets_add(&flow->entries, i, i, flow->along[e]);
            if (!flow->open[j])
                trama_triplets_add(&flow->entries, i, j, -flow->along[e]);
        }
    return trama_sparse_fill(flow->matrix, &flow->entries, &error) == TRAMA_OK;
}

static bool solve_by_cholesky(trama_air_flow *flow, trama_air_flow_result *result)
{
    if (!assemble(flow)) {
        result->no_memory = true;
        return false;
    }
    trama_direct_status status = TRAMA_DIRECT_OK;
    if (trama_direct_is_new(flow->direct, flow->matrix))
        status = trama_direct_analyse(flow->direct, flow->matrix);
    if (status == TRAMA_DIRECT_OK)
        status = trama_direct_factorise(flow->direct, flow->matrix);
    if (status == TRAMA_DIRECT_OK)
        status = trama_direct_solve(flow->direct, flow->matrix, flow->right, flow->excess);
    result->no_memory = status == TRAMA_DIRECT_NO_MEMORY;
    return status == TRAMA_DIRECT_OK;
}

const trama_air_solver trama_air_solvers[TRAMA_AIR_SOLVERS] = {
    {"conjugate_gradients", NULL, solve_by_gradients},
    {"bicgstab", NULL, solve_by_bicgstab},
    {"cholesky", "cholmod", solve_by_cholesky},
};
const char *const trama_air_solver_names[] = {"conjugate_gradients", "bicgstab", "cholesky", NULL};

/* ---- Making. */

static trama_status create_direct(trama_air_flow *flow, trama_error *error)
{
    trama_status status = trama_sparse_create(flow->count, flow->count, &flow->matrix, error);
    if (status == TRAMA_OK)
        status = trama_direct_create(trama_direct_find(flow->solver->direct), &flow->direct, error);
    return status;
}

trama_status trama_air_flow_create(size_t count, size_t edges, const trama_edge *edge,
                                   const bool *open, const trama_air_solver *solver,
                                   const trama_air_flow_options *options, trama_air_flow **flow,
                                   trama_error *error)
{
    trama_air_flow *made = *flow = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    *made = (trama_air_flow){.count = count,
                             .edges = edges,
                             .edge = edge,
                             .open = open,
                             .solver = solver,
                             .o = *options};
    made->block = trama_doubles(6 * trama_padded(count) + trama_padded(edges));
    if (!made->block)
        return trama_fail_memory(error);
    double *rest = made->block;
    made->through = trama_carve(&rest, count);
    made->right = trama_carve(&rest, count);
    made->excess = trama_carve(&rest, count);
    made->diagonal = trama_carve(&rest, count);
    made->unknown = trama_carve(&rest, count);
    made->pressure = trama_carve(&rest, count);
    made->along = trama_carve(&rest, edges);
    return solver->direct ? create_direct(made, error)
                          : trama_krylov_create(count, &made->krylov, error);
}

void trama_air_flow_destroy(trama_air_flow *flow)
{
    if (!flow)
        return;
    trama_krylov_destroy(flow->krylov);
    trama_direct_destroy(flow->direct);
    trama_sparse_destroy(flow->matrix);
    trama_triplets_free(&flow->entries);
    free(flow->block);
    free(flow);
}

/* ---- The step. */

static void prepare(trama_air_flow *flow, double h, const double *area, const double *passage,
                    const double *outside, const double *air)
{
    const trama_air_flow_options *o = &flow->o;
    for (size_t i = 0; i < flow->count; i++) {
        flow->through[i] =
            flow->open[i] ? 0.0 : h * o->permeability * area[i] * o->ambient / o->drop;
        flow->right[i] = flow->open[i] ? 0.0 : air[i] - o->ambient * flow->volume[i];
        if (outside)
            flow->right[i] += flow->through[i] * outside[i];
    }
    for (size_t e = 0; e < flow->edges; e++)
        flow->along[e] = h * o->propagation * passage[e];
}

/* What flows by p, once for both sides of an edge. */
static void move(const trama_air_flow *flow, const double *outside, double *next,
                 trama_air_flow_result *result)
{
    const double *p = flow->excess;
    for (size_t i = 0; i < flow->count; i++) {
        const double leaks = flow->through[i] * (p[i] - (outside ? outside[i] : 0.0));
        next[i] -= leaks;
        result->leaked += leaks;
    }
    for (size_t e = 0; e < flow->edges; e++) {
        const size_t i = flow->edge[e].node[0], j = flow->edge[e].node[1];
        const bool closed[2] = {!flow->open[i], !flow->open[j]};
        const double pi = closed[0] ? p[i] : 0.0, pj = closed[1] ? p[j] : 0.0;
        const double flows = flow->along[e] * (pi - pj);
        next[i] -= closed[0] ? flows : 0.0;
        next[j] += closed[1] ? flows : 0.0;
        if (closed[0] != closed[1])
            result->opened += closed[0] ? flows : -flows;
    }
}

trama_air_flow_result trama_air_flow_step(trama_air_flow *flow, double h, const double *volume,
                                          const double *area, const double *passage,
                                          const double *outside, const double *air, double *next)
{
    trama_air_flow_result result = {.solved = true};
    const bool flows = flow->o.permeability > 0.0 || flow->o.propagation > 0.0;
    flow->volume = volume;
    if (flows) {
        prepare(flow, h, area, passage, outside, air);
        result.solved = flow->solver->solve(flow, &result);
    }
    if (!result.solved)
        return result;
    for (size_t i = 0; i < flow->count; i++)
        next[i] = flow->open[i] ? flow->o.ambient * volume[i] : air[i];
    if (flows)
        move(flow, outside, next, &result);
    return result;
}
