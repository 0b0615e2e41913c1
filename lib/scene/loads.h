/* Loads on every node of a scene, which a model adds to its accelerations. Forces on chosen nodes
 * are added by the system: force/force.h. */
#ifndef TRAMA_SCENE_LOADS_H
#define TRAMA_SCENE_LOADS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_loads {
    double gravity[3]; /* m/s^2 */
    double damping;    /* rho, per measure of load */
    double rate;       /* 1/s: damping that is rate times the mass of each node (air_damping) */
    double drag;       /* rho_R, per measure of load */
    double wind[3];    /* u, m/s */
    bool none; /* only internal forces are wanted: the model also leaves out its own dampers */
} trama_loads;

/* Adds gravity, damping and fluid to the accelerations of the nodes first <= i < first + count:
 *   a += g + (rho_R (n . (u - v)) n - rho v) / mu - rate v   (thesis (3.14) and section 4.2.3)
 * v, a: whole state arrays of stride `stride`; inverse_density (1/mu, m^2/kg or 1/kg) and the unit
 * normals nx, ny, nz: arrays of `count`, starting at node `first`; normals may be NULL if drag is
 * 0. Inline, so that a kernel's translation unit vectorises it with its own instruction set. */
static inline void trama_loads_apply(const trama_loads *loads, size_t first, size_t count,
                                     size_t stride, const double *inverse_density, const double *nx,
                                     const double *ny, const double *nz, const double *v, double *a)
{
    const double *vx = v + first, *vy = vx + stride, *vz = vy + stride;
    double *ax = a + first, *ay = ax + stride, *az = ay + stride;
    const double gx = loads->gravity[0], gy = loads->gravity[1], gz = loads->gravity[2];
    const double rho = loads->damping, rate = loads->rate;
    if (loads->drag == 0.0) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double c = rho * inverse_density[i] + rate;
            ax[i] += gx - c * vx[i];
            ay[i] += gy - c * vy[i];
            az[i] += gz - c * vz[i];
        }
        return;
    }
    assert(nx && ny && nz);
    const double ux = loads->wind[0], uy = loads->wind[1], uz = loads->wind[2];
    const double rho_fluid = loads->drag;
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
        const double c = rho * inverse_density[i] + rate;
        const double f = rho_fluid * inverse_density[i] *
                         (nx[i] * (ux - vx[i]) + ny[i] * (uy - vy[i]) + nz[i] * (uz - vz[i]));
        ax[i] += gx - c * vx[i] + f * nx[i];
        ay[i] += gy - c * vy[i] + f * ny[i];
        az[i] += gz - c * vz[i] + f * nz[i];
    }
}

#ifdef __cplusplus
}
#endif

#endif
