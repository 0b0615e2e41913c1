#include "interaction/barrier_stiffness.h"

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

static double least_of(const trama_barrier_potential *potential, double h)
{
    const double d = 1e-8 * diagonal_of(potential->mesh);
    return 1e11 * mean_mass(potential->mesh) /
           (trama_barrier_of(d, potential->dhat).second * h * h);
}

/* Of the least |g_E + kappa g_B|. Not a number where the barrier pushes nothing that moves. */
static double balance_of(const trama_stiffness *stiffness, const double *left, const double *moves)
{
    const trama_contact_mesh *mesh = stiffness->potential->mesh;
    const double *g = stiffness->gradient;
    double along = 0.0, squared = 0.0;
    for (size_t c = 0; c < 3 * mesh->vertices; c++) {
        const size_t at = mesh->at[c];
        if (at == TRAMA_NONE || moves[at] == 0.0)
            continue;
        along += g[c] * left[at];
        squared += g[c] * g[c];
    }
    return stiffness->kappa - along / squared;
}

static void set(trama_stiffness *stiffness, double kappa)
{
    stiffness->raised += (kappa - stiffness->kappa) * trama_barrier_sum(stiffness->potential);
    stiffness->kappa = kappa;
}

void trama_stiffness_restart(trama_stiffness *stiffness)
{
    stiffness->kappa = stiffness->fixed;
    stiffness->raised = 0.0;
}

void trama_stiffness_begin(trama_stiffness *stiffness, double h)
{
    if (!stiffness->adaptive)
        return;
    stiffness->least = least_of(stiffness->potential, h);
    stiffness->most = 100.0 * stiffness->least;
    stiffness->balanced = false;
    set(stiffness, stiffness->least);
}

bool trama_stiffness_balance(trama_stiffness *stiffness, const double *left, const double *moves)
{
    if (!stiffness->adaptive || stiffness->balanced)
        return false;
    trama_barrier_gradient(stiffness->potential, stiffness->gradient);
    const double kappa = balance_of(stiffness, left, moves);
    if (!isfinite(kappa))
        return false;
    stiffness->balanced = true;
    set(stiffness, fmin(fmax(kappa, stiffness->least), stiffness->most));
    return true;
}

bool trama_stiffness_follow(trama_stiffness *stiffness, double before, double now)
{
    if (!stiffness->adaptive || now >= before ||
        before >= 1e-9 * diagonal_of(stiffness->potential->mesh) ||
        !(stiffness->kappa < stiffness->most))
        return false;
    set(stiffness, fmin(2.0 * stiffness->kappa, stiffness->most));
    return true;
}
