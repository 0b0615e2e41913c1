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

/* The mean of x over the nodes, weighed by mass. */
static void mean(const trama_system *system, const double *x, double result[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        double sum, mass;
        weighed(system, x, axis, &sum, &mass);
        result[axis] = sum / mass;
    }
}

void trama_centre(const trama_system *system, double centre[3])
{
    mean(system, system->q, centre);
}

void trama_angular_momentum(const trama_system *system, double angular[3])
{
    const size_t nodes = system->nv / 3;
    double centre[3], drift[3];
    mean(system, system->q, centre);
    mean(system, system->v, drift);
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
        const double *rj = system->q + j * nodes, *vj = system->v + j * nodes;
        const double *rk = system->q + k * nodes, *vk = system->v + k * nodes;
        angular[axis] = 0.0;
        for (size_t i = 0; i < nodes; i++)
            angular[axis] += system->mass[i] * ((rj[i] - centre[j]) * (vk[i] - drift[k]) -
                                                (rk[i] - centre[k]) * (vj[i] - drift[j]));
    }
}
