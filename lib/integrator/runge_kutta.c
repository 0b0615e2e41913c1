#include "integrator/runge_kutta.h"

#include <string.h>

/* out = y + h sum_j weight[j] k_j over n components; k_j = k + j n; out may be y. */
static void combine(size_t n, const double *y, double h, size_t count, const double *weight,
                    const double *k, double *out)
{
    memmove(out, y, n * sizeof *out);
    for (size_t j = 0; j < count; j++) {
        if (weight[j] == 0.0)
            continue;
        const double step = h * weight[j], *rate = k + j * n;
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            out[i] += step * rate[i];
    }
}

void trama_runge_kutta_step(const trama_tableau *tableau, trama_integrator *integrator,
                            trama_system *system, double h)
{
    const size_t nq = system->nq, nv = system->nv, stages = tableau->stages;
    double *q = trama_integrator_q(integrator, stages), *kq = trama_integrator_q(integrator, 0);
    double *v = trama_integrator_v(integrator, stages), *kv = trama_integrator_v(integrator, 0);
    for (size_t i = 0; i < stages; i++) {
        combine(nq, system->q, h, i, tableau->a[i], kq, q);
        combine(nv, system->v, h, i, tableau->a[i], kv, v);
        trama_system_rates(system, system->t + tableau->c[i] * h, q, v, kq + i * nq, kv + i * nv);
    }
    combine(nq, system->q, h, stages, tableau->b, kq, system->q);
    combine(nv, system->v, h, stages, tableau->b, kv, system->v);
}
