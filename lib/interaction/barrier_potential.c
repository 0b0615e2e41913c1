#include "interaction/barrier_potential.h"

#include <math.h>
#include <string.h>

void trama_barrier_search(trama_barrier_potential *potential, double t, const double *q)
{
    trama_contact_mesh *mesh = potential->mesh;
    const size_t size = 3 * mesh->vertices * sizeof *mesh->x0;
    trama_contact_mesh_place(mesh, t, q);
    if (potential->is_searched && memcmp(mesh->x0, potential->searched, size) == 0)
        return;
    memcpy(potential->searched, mesh->x0, size);
    potential->is_searched =
        trama_contact_find_near(mesh, potential->dhat, potential->near) == TRAMA_STEP_OK;
    potential->starved |= !potential->is_searched;
    if (!potential->is_searched)
        potential->near->count = 0;
}

double trama_barrier_nearest(const trama_barrier_potential *potential)
{
    double least = potential->dhat;
    for (size_t i = 0; i < potential->near->count; i++)
        least = fmin(least, potential->near->item[i].distance);
    return least;
}

void trama_barrier_pair_at(const trama_barrier_potential *potential,
                           const trama_mesh_contact *contact, trama_barrier_order order,
                           trama_barrier_pair *pair)
{
    trama_proximity closest = {.squared = contact->distance * contact->distance};
    trama_four points;
    double rest = 0.0;
    memcpy(closest.weight, contact->weight, sizeof closest.weight);
    for (int i = 0; i < 4; i++)
        memcpy(points.x[i], potential->mesh->x0 + 3 * (size_t)contact->vertex[i],
               sizeof points.x[i]);
    if (contact->edges) /* the key has the numbers of the edges */
        rest = potential->square[contact->key >> 32 & 0x7fffffffU] *
               potential->square[contact->key & 0xffffffffU];
    trama_barrier_pair_of(&points, &closest, contact->edges, rest, potential->dhat, order, pair);
}

double trama_barrier_sum(const trama_barrier_potential *potential)
{
    trama_barrier_pair pair;
    double sum = 0.0;
    for (size_t i = 0; i < potential->near->count; i++) {
        trama_barrier_pair_at(potential, &potential->near->item[i], TRAMA_BARRIER_SLOPE, &pair);
        sum += pair.value;
    }
    return sum;
}

void trama_barrier_gradient(const trama_barrier_potential *potential, double *g)
{
    memset(g, 0, 3 * potential->mesh->vertices * sizeof *g);
    for (size_t k = 0; k < potential->near->count; k++) {
        const trama_mesh_contact *contact = &potential->near->item[k];
        trama_barrier_pair pair;
        trama_barrier_pair_at(potential, contact, TRAMA_BARRIER_SLOPE, &pair);
        for (size_t c = 0; c < 12; c++)
            g[3 * (size_t)contact->vertex[c / 3] + c % 3] += pair.gradient[c];
    }
}

void trama_barrier_forces(const trama_barrier_potential *potential, double kappa, double *f)
{
    for (size_t k = 0; k < potential->near->count; k++) {
        const trama_mesh_contact *contact = &potential->near->item[k];
        trama_barrier_pair pair;
        trama_barrier_pair_at(potential, contact, TRAMA_BARRIER_SLOPE, &pair);
        for (int c = 0; c < 12; c++) {
            const size_t at = trama_barrier_index(potential->mesh, contact->vertex, c);
            if (at != TRAMA_NONE)
                f[at] -= kappa * pair.gradient[c];
        }
    }
}

void trama_visit_to_matrices(void *context, bool damping, size_t row, size_t column, double value)
{
    const trama_visit_matrices *m = context;
    trama_triplets_add(damping ? m->d : m->k, row, column, value);
}

void trama_visit_to_product(void *context, bool damping, size_t row, size_t column, double value)
{
    const trama_visit_product *p = context;
    p->y[row] -= (damping ? p->cv : p->cq) * value * p->u[column];
}

void trama_barrier_visit(const trama_barrier_potential *potential, trama_barrier_order order,
                         double kappa, trama_visit_entry *entry, void *context)
{
    for (size_t k = 0; k < potential->near->count; k++) {
        const trama_mesh_contact *contact = &potential->near->item[k];
        trama_barrier_pair pair;
        trama_barrier_pair_at(potential, contact, order, &pair);
        for (int r = 0; r < 12; r++)
            for (int c = 0; c < 12; c++) {
                const size_t row = trama_barrier_index(potential->mesh, contact->vertex, r),
                             column = trama_barrier_index(potential->mesh, contact->vertex, c);
                if (row != TRAMA_NONE && column != TRAMA_NONE)
                    entry(context, false, row, column, kappa * pair.hessian[r][c]);
            }
    }
}
