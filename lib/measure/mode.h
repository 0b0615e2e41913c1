/* Contributions to a mode's stiffness and damping, and the place where the mode is largest. Its
 * Rayleigh quotient
 *   u . K u / u . M u,  K = -dF/dq,
 * is omega^2, and splits like the force: each object's energies (second differences of the energy
 * along u), the object's other forces, its loads, and each interaction. The damping u . D u / u . M
 * u, D = -dF/dv, splits in the same way. */
#ifndef TRAMA_MEASURE_MODE_H
#define TRAMA_MEASURE_MODE_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_mode_part {
    const char *owner; /* the object or the interaction; "": the only object, without a name */
    const char *name;  /* an energy of its model; "forces": its other forces, or all of them;
                          "loads"; "interaction" */
    double curvature;  /* part of omega^2, (rad/s)^2; negative: destabilising */
    double damping;    /* part of c, 1/s */
} trama_mode_part;

/* Largest number of parts for a system. */
size_t trama_mode_parts_most(const trama_system *system);

/* The parts at (system->t, q, v) of the mode u (nv), which is 0 on held coordinates and not zero.
 * Needs nq = nv. Evaluations are not counted. Errors: TRAMA_NO_MEMORY. */
trama_status trama_mode_split(trama_system *system, const double *q, const double *v,
                              const double *u, trama_mode_part *part, size_t *count,
                              trama_error *error);

/* The place where a mode is largest. */
typedef struct trama_mode_place {
    size_t object;
    size_t node;   /* of the object; of a model without nodes, its coordinate */
    double length; /* of the displacement there */
} trama_mode_place;
trama_mode_place trama_mode_largest(const trama_system *system, const double *u);

#ifdef __cplusplus
}
#endif

#endif
