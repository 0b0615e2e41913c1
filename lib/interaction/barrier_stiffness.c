#include "interaction/barrier_stiffness.h"

#include "interaction/barrier_distance.h"

#include <math.h>

static double diagonal_of(const trama_contact_mesh *mesh)
{
    double sum = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = 0; i < mesh->vertices; i++) {
            low = fmin(low, mesh->x0[3 * i + axis]);
            high = fmax(high, mesh->x0[3 * i + axis]);
        }
        sum += (high - low) * (high - low);
    }
    return sqrt(sum);
}

static double mean_mass(const trama_contact_mesh *mesh)
{
    double sum = 0.0;
    size_t count = 0;
    for (size_t s = 0; s < mesh->surfaces; s++) {
        const trama_surface *surface = mesh->surface[s];
        for (size_t i = 0; i < trama_surface_nodes(surface); i++, count++)
            sum += surface->mass[surface->v_begin + i];
    }
    return sum / (double)count;
}

double trama_stiffness_least(const trama_contact_mesh *mesh, double dhat, double h)
{
    const trama_barrier_value near = trama_barrier_of(1e-8 * diagonal_of(mesh), dhat);
    return 1e11 * mean_mass(mesh) / (near.second * h * h);
}

bool trama_stiffness_is_small(const trama_contact_mesh *mesh, double before, double distance)
{
    return before < 1e-9 * diagonal_of(mesh) && distance < before;
}
