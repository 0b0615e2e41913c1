#include "measure/momentum.h"

/* Sums of mass x over the nodes, and of mass, along an axis. */
static void weighed(const trama_system *system, const double *x, size_t axis, double *sum,
                    double *mass)
{
    const size_t nodes = system->nv / 3;
    const double *m = system->mass + axis * nodes, *along = x + axis * nodes;
    *sum = *mass = 0.0;
    for (size_t i = 0; i < nodes; i++) {
        *sum += m[i] * along[i];
        *mass += m[i];
    }
}

void trama_momentum(const trama_system *system, double momentum[3])
{
    double mass;
    for (size_t axis = 0; axis < 3; axis++)
        weighed(system, system->v, axis, &momentum[axis], &mass);
}

void trama_centre(const trama_system *system, double centre[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        double sum, mass;
        weighed(system, system->q, axis, &sum, &mass);
        centre[axis] = sum / mass;
    }
}
