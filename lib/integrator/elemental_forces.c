#include "integrator/elemental_forces.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static void put_state(trama_elemental_forces *forces, const trama_elemental *e);
static void add_blocks(trama_elemental_forces *forces, const trama_elemental *e,
                       const trama_triplets *entries, double c);

void trama_elemental_forces_find(trama_elemental_forces *forces, const trama_elemental *e,
                                 bool blocks)
{
    const trama_system *system = forces->system;
    if (!system)
        return;
    const double t = system->t + e->h, *q = forces->q, *v = forces->v;
    put_state(forces, e);
    memset(forces->f, 0, system->nv * sizeof *forces->f);
    trama_triplets_clear(&forces->stiffness);
    trama_triplets_clear(&forces->damping);
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->forces)
            acting->type->forces(acting->self, t, q, v, forces->f);
        if (acting->type->forces && blocks)
            acting->type->nodal_tangent(acting->self, t, q, v, &forces->stiffness,
                                        &forces->damping);
    }
    for (size_t i = 0; i < e->nodes; i++) {
        const size_t at = e->place[i], on = e->stride[i];
        forces->force[i] = (vec){forces->f[at], forces->f[at + on], forces->f[at + 2 * on]};
    }
    memset(forces->block, 0, e->nodes * sizeof *forces->block);
    add_blocks(forces, e, &forces->stiffness, 1.0);
    add_blocks(forces, e, &forces->damping, 1.0 / e->h);
}

static void put_state(trama_elemental_forces *forces, const trama_elemental *e)
{
    for (size_t i = 0; i < e->nodes; i++) {
        const size_t at = e->place[i], on = e->stride[i];
        const vec x = e->x[i], v = scaled(1.0 / e->h, minus(x, e->x0[i]));
        const double position[3] = {x.x, x.y, x.z}, velocity[3] = {v.x, v.y, v.z};
        for (size_t axis = 0; axis < 3; axis++) {
            forces->q[at + axis * on] = position[axis];
            forces->v[at + axis * on] = velocity[axis];
        }
    }
}

static size_t axis_of(const trama_elemental *e, size_t node, size_t component)
{
    return (component - e->place[node]) / e->stride[node];
}

static void add_blocks(trama_elemental_forces *forces, const trama_elemental *e,
                       const trama_triplets *entries, double c)
{
    for (size_t k = 0; k < entries->count; k++) {
        const size_t row = entries->row[k], column = entries->column[k], node = forces->node[row];
        const size_t i = axis_of(e, node, row), j = axis_of(e, node, column);
        forces->block[node].at[i][j] += c * entries->value[k];
    }
}

/* ---- Making. */

/* Forces on single nodes. */
static bool is_nodal(const trama_system *system, const trama_acting *acting)
{
    size_t with_nodes = 0;
    for (size_t a = 0; a < acting->count; a++)
        with_nodes += system->object[acting->among[a]].nv > 0;
    return acting->type->nodal_tangent && with_nodes == 1;
}

static trama_status check(const trama_integrator_type *type, const trama_system *system, bool *any,
                          trama_error *error)
{
    *any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->forces && !is_nodal(system, acting))
            return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                              "%s moves one node at a time, and the forces of %s ('%s') are not of "
                              "single nodes; allowed: penalty_contact of one object with nodes and "
                              "obstacles, interactions that correct velocities",
                              type->name, acting->type->name, acting->name);
        *any |= acting->type->forces != NULL;
    }
    return TRAMA_OK;
}

static bool allocate(trama_elemental_forces *forces, const trama_elemental *e, size_t nq, size_t nv)
{
    forces->q = trama_doubles(trama_padded(nq) + 2 * trama_padded(nv));
    forces->force = calloc(e->nodes + 1, sizeof *forces->force);
    forces->block = calloc(e->nodes + 1, sizeof *forces->block);
    forces->node = calloc(nv + 1, sizeof *forces->node);
    if (!forces->q || !forces->force || !forces->block || !forces->node)
        return false;
    forces->v = forces->q + trama_padded(nq);
    forces->f = forces->v + trama_padded(nv);
    for (size_t i = 0; i < e->nodes; i++)
        for (size_t axis = 0; axis < 3; axis++)
            forces->node[e->place[i] + axis * e->stride[i]] = i;
    return true;
}

trama_status trama_elemental_forces_make(trama_elemental_forces *forces, const trama_elemental *e,
                                         const trama_integrator_type *type,
                                         const trama_system *system, trama_error *error)
{
    bool any;
    *forces = (trama_elemental_forces){0};
    if (check(type, system, &any, error) != TRAMA_OK)
        return error->status;
    if (!any)
        return TRAMA_OK;
    forces->system = system;
    return allocate(forces, e, system->nq, system->nv) ? TRAMA_OK : trama_fail_memory(error);
}

void trama_elemental_forces_free(trama_elemental_forces *forces)
{
    free(forces->q);
    free(forces->force);
    free(forces->block);
    free(forces->node);
    trama_triplets_free(&forces->stiffness);
    trama_triplets_free(&forces->damping);
    *forces = (trama_elemental_forces){0};
}
