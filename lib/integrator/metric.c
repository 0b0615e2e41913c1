#include "integrator/metric.h"

#include "core/memory.h"
#include "integrator/implicit.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static bool allocate(trama_metric *m, const trama_elemental *e)
{
    const size_t n = trama_padded(e->nodes + 1);
    m->part = calloc(e->set.groups, sizeof *m->part);
    m->inertia = trama_doubles(3 * n);
    m->is_free = calloc(e->nodes + 1, sizeof *m->is_free);
    if (!m->part || !m->inertia || !m->is_free)
        return false;
    m->b = m->inertia + n;
    m->x = m->b + n;
    for (size_t g = 0; g < e->set.groups; g++) {
        const trama_element_group *group = &e->set.group[g];
        m->part[g] =
            calloc(group->count * group->kind->nodes * group->kind->nodes + 1, sizeof **m->part);
        if (!m->part[g])
            return false;
    }
    return true;
}

trama_status trama_metric_make(trama_metric *metric, const trama_elemental *e,
                               const trama_system *system, trama_error *error)
{
    *metric = (trama_metric){0};
    if (!allocate(metric, e))
        return trama_fail_memory(error);
    for (size_t axis = 0; axis < 3; axis++) {
        trama_status status = trama_sparse_create(e->nodes, e->nodes, &metric->a[axis], error);
        if (status == TRAMA_OK)
            status =
                trama_direct_create(trama_direct_find("cholmod"), &metric->direct[axis], error);
        if (status != TRAMA_OK)
            return status;
    }
    for (size_t i = 0; i < e->nodes; i++) {
        const double *q = system->q + e->place[i];
        e->x[i] = (vec){q[0], q[e->stride[i]], q[2 * e->stride[i]]};
    }
    for (size_t g = 0; g < e->set.groups; g++)
        e->set.group[g].kind->metrics(&e->set.group[g], 0, e->set.group[g].count, e->x,
                                      metric->part[g]);
    return TRAMA_OK;
}

void trama_metric_free(trama_metric *metric)
{
    for (size_t g = 0; metric->part && g < trama_element_kinds(); g++)
        free(metric->part[g]);
    free(metric->part);
    for (size_t axis = 0; axis < 3; axis++) {
        trama_sparse_destroy(metric->a[axis]);
        trama_direct_destroy(metric->direct[axis]);
    }
    trama_triplets_free(&metric->entries);
    free(metric->inertia);
    free(metric->is_free);
    *metric = (trama_metric){0};
}

/* ---- Factors. */

static double along(vec a, size_t axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static bool is_current(const trama_metric *m, const trama_elemental *e)
{
    bool same = m->made;
    for (size_t i = 0; same && i < e->nodes; i++)
        same = m->inertia[i] == e->inertia[i] && m->is_free[i].x == e->is_free[i].x &&
               m->is_free[i].y == e->is_free[i].y && m->is_free[i].z == e->is_free[i].z;
    return same;
}

/* The entries of an axis; those of what is held are 0 but on the diagonal. */
static void gather(trama_metric *m, const trama_elemental *e, size_t axis)
{
    trama_triplets_clear(&m->entries);
    for (size_t i = 0; i < e->nodes; i++)
        trama_triplets_add(&m->entries, i, i, e->inertia[i]);
    for (size_t g = 0; g < e->set.groups; g++) {
        const trama_element_group *group = &e->set.group[g];
        const size_t n = group->kind->nodes;
        for (size_t k = 0; k < group->count * n * n; k++) {
            const size_t *node = group->node + k / (n * n) * n;
            const size_t row = node[k % (n * n) / n], column = node[k % n];
            const double is_free = along(e->is_free[row], axis) * along(e->is_free[column], axis);
            trama_triplets_add(&m->entries, row, column, is_free * m->part[g][k]);
        }
    }
}

/* The first axis that is held as this one. */
static size_t alike(const trama_elemental *e, size_t axis)
{
    for (size_t other = 0; other < axis; other++) {
        bool same = true;
        for (size_t i = 0; same && i < e->nodes; i++)
            same = along(e->is_free[i], other) == along(e->is_free[i], axis);
        if (same)
            return other;
    }
    return axis;
}

static trama_step_status factorise(trama_integrator *integrator, trama_metric *m,
                                   const trama_elemental *e, size_t axis)
{
    trama_error error;
    trama_direct *direct = m->direct[axis];
    gather(m, e, axis);
    if (trama_sparse_fill(m->a[axis], &m->entries, &error) != TRAMA_OK)
        return trama_implicit_refuse(integrator, TRAMA_REFUSAL_MEMORY);
    trama_direct_status status = TRAMA_DIRECT_OK;
    if (trama_direct_is_new(direct, m->a[axis]))
        status = trama_direct_analyse(direct, m->a[axis]);
    integrator->solves.analyses++; /* with its factorisation: a resumed run makes them again */
    if (status == TRAMA_DIRECT_OK)
        status = trama_direct_factorise(direct, m->a[axis]);
    integrator->solves.unknowns = (long)e->nodes;
    integrator->solves.entries = (long)m->a[axis]->start[e->nodes];
    if (status == TRAMA_DIRECT_OK)
        return TRAMA_STEP_OK;
    return trama_implicit_refuse(integrator, status == TRAMA_DIRECT_NO_MEMORY
                                                 ? TRAMA_REFUSAL_MEMORY
                                                 : TRAMA_REFUSAL_INDEFINITE);
}

trama_step_status trama_metric_prepare(trama_integrator *integrator, trama_metric *metric,
                                       const trama_elemental *e)
{
    trama_step_status status = TRAMA_STEP_OK;
    if (is_current(metric, e))
        return status;
    for (size_t axis = 0; status == TRAMA_STEP_OK && axis < 3; axis++) {
        metric->factor[axis] = alike(e, axis);
        if (metric->factor[axis] == axis)
            status = factorise(integrator, metric, e, axis);
    }
    memcpy(metric->inertia, e->inertia, e->nodes * sizeof *e->inertia);
    memcpy(metric->is_free, e->is_free, e->nodes * sizeof *e->is_free);
    metric->made = status == TRAMA_STEP_OK;
    return status;
}

/* ---- Solutions. */

static void set_along(vec *a, size_t axis, double value)
{
    *(axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z) = value;
}

void trama_metric_solve(trama_integrator *integrator, trama_metric *metric,
                        const trama_elemental *e, const vec *g, vec *d)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t factor = metric->factor[axis];
        for (size_t i = 0; i < e->nodes; i++)
            metric->b[i] = along(g[i], axis);
        if (trama_direct_solve(metric->direct[factor], metric->a[factor], metric->b, metric->x) !=
            TRAMA_DIRECT_OK)
            integrator->status = trama_implicit_refuse(integrator, TRAMA_REFUSAL_MEMORY);
        for (size_t i = 0; i < e->nodes; i++)
            set_along(&d[i], axis, metric->x[i]);
    }
    integrator->solves.solutions++;
}
