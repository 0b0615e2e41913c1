#include "interaction/barrier_friction.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* f1(y)/|w| and (f1' - f1/|w|)/|w|^2, in 1/(m/s) and 1/(m/s)^3. */
static void law(double speed, double eps_v, double *share, double *bend)
{
    const double y = speed / eps_v;
    if (y < 1.0) {
        *share = (2.0 - y) / eps_v;
        *bend = speed > 0.0 ? -1.0 / (eps_v * eps_v * speed) : 0.0;
    } else {
        *share = 1.0 / speed;
        *bend = -1.0 / (speed * speed * speed);
    }
}

void trama_lagged_force(const trama_lagged *contact, double eps_v, const double velocity[3],
                        double force[3], double matrix[3][3])
{
    const double *n = contact->normal, along = dot3(velocity, n);
    double slip[3], share, bend;
    for (int axis = 0; axis < 3; axis++)
        slip[axis] = velocity[axis] - along * n[axis];
    law(sqrt(dot3(slip, slip)), eps_v, &share, &bend);
    for (int axis = 0; axis < 3; axis++)
        force[axis] = -contact->limit * share * slip[axis];
    for (int r = 0; r < 3 && matrix; r++)
        for (int c = 0; c < 3; c++)
            matrix[r][c] = contact->limit * (share * ((r == c ? 1.0 : 0.0) - n[r] * n[c]) +
                                             bend * slip[r] * slip[c]);
}

/* ---- All contacts. */

static bool reserve(trama_friction *friction, size_t count)
{
    if (count <= friction->capacity)
        return true;
    trama_lagged *more = realloc(friction->item, 2 * count * sizeof *more);
    if (!more)
        return false;
    friction->item = more;
    friction->capacity = 2 * count;
    return true;
}

bool trama_friction_take(trama_friction *friction, const trama_barrier_potential *potential,
                         double kappa)
{
    const trama_mesh_contacts *near = potential->near;
    friction->count = 0;
    if (friction->mu == 0.0)
        return true;
    if (!reserve(friction, near->count))
        return false;
    for (size_t i = 0; i < near->count; i++) {
        trama_lagged *contact = &friction->item[friction->count++];
        trama_barrier_pair pair;
        trama_barrier_pair_at(potential, &near->item[i], TRAMA_BARRIER_SLOPE, &pair);
        contact->limit = friction->mu * kappa * pair.load;
        memcpy(contact->vertex, near->item[i].vertex, sizeof contact->vertex);
        memcpy(contact->weight, near->item[i].weight, sizeof contact->weight);
        memcpy(contact->normal, near->item[i].normal, sizeof contact->normal);
    }
    return true;
}

void trama_friction_free(trama_friction *friction)
{
    free(friction->item);
    friction->item = NULL;
    friction->count = friction->capacity = 0;
}

static void force_of(const trama_friction *friction, const trama_lagged *contact,
                     const double *velocity, double force[3], double matrix[3][3])
{
    double between[3];
    for (size_t axis = 0; axis < 3; axis++) {
        between[axis] = 0.0;
        for (int i = 0; i < 4; i++)
            between[axis] += contact->weight[i] * velocity[3 * (size_t)contact->vertex[i] + axis];
    }
    trama_lagged_force(contact, friction->eps_v, between, force, matrix);
}

void trama_friction_forces(const trama_friction *friction, const trama_contact_mesh *mesh,
                           const double *velocity, double *f)
{
    for (size_t k = 0; k < friction->count; k++) {
        const trama_lagged *contact = &friction->item[k];
        double force[3];
        force_of(friction, contact, velocity, force, NULL);
        for (int c = 0; c < 12; c++) {
            const size_t at = trama_barrier_index(mesh, contact->vertex, c);
            if (at != TRAMA_NONE)
                f[at] += contact->weight[c / 3] * force[c % 3];
        }
    }
}

void trama_friction_visit(const trama_friction *friction, const trama_contact_mesh *mesh,
                          const double *velocity, trama_visit_entry *entry, void *context)
{
    for (size_t k = 0; k < friction->count; k++) {
        const trama_lagged *contact = &friction->item[k];
        double force[3], matrix[3][3];
        force_of(friction, contact, velocity, force, matrix);
        for (int r = 0; r < 12; r++)
            for (int c = 0; c < 12; c++) {
                const size_t row = trama_barrier_index(mesh, contact->vertex, r),
                             column = trama_barrier_index(mesh, contact->vertex, c);
                if (row != TRAMA_NONE && column != TRAMA_NONE)
                    entry(context, true, row, column,
                          contact->weight[r / 3] * contact->weight[c / 3] * matrix[r % 3][c % 3]);
            }
    }
}
