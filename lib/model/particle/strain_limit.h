/* Limits on the strain of a mesh's edges and on its rate, by impulses (Provot 1995; Bridson et al.
 * 2002, 2003): shared by `bridson` and `fem_cloth`. */
#ifndef TRAMA_MODEL_PARTICLE_STRAIN_LIMIT_H
#define TRAMA_MODEL_PARTICLE_STRAIN_LIMIT_H

#include "scene/mesh.h"

#include <stdbool.h>

/* Bounds on the change of lengths (Campos, 4.3 and 4.4); INFINITY: none. */
typedef struct trama_strain_limits {
    double strain, compression; /* of the length at rest, at the end of a step */
    double rate;                /* of the current length, in one step */
    long sweeps;
} trama_strain_limits;

/* True if there is a bound, and sweeps to enforce it. */
bool trama_strain_limits_act(const trama_strain_limits *limits);

/* Limits strain, compression and rate of strain of the edges, of length `rest` at rest (m, one per
 * edge), in the velocities v (3 N) by which positions q (3 N) are about to move for h (s).
 * inverse_mass (3 N, 1/kg) is 0 where a component is held. Returns true if it changed a
 * velocity. */
bool trama_strain_limit(const trama_strain_limits *limits, const trama_mesh *mesh,
                        const double *rest, double h, const double *inverse_mass, const double *q,
                        double *v);

#endif
