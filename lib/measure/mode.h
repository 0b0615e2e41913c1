/* What resists along a mode, and where the mode is. Its Rayleigh quotient
 *   u . K u / u . M u,  K = -dF/dq,
 * is omega^2, and falls into parts as the force does: those of each object's energies, which are
 * second differences of the energy along u; what forces an object has beside them; its loads; each
 * interaction. The damping u . D u / u . M u, D = -dF/dv, falls apart in the same way. */
#ifndef TRAMA_MEASURE_MODE_H
#define TRAMA_MEASURE_MODE_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_mode_part {
    const char *owner; /* the object or the interaction; "": the only object, without a name */
    const char *name;  /* an energy of its model; "forces": what its forces have beside those, or
                          all of them; "loads"; "interaction" */
    double curvature;  /* of omega^2, (rad/s)^2: the parts add up to it; negative: it helps to bend
                          away */
    double damping;    /* of c, 1/s: the parts add up to it */
} trama_mode_part;

/* How many parts a system has at most. */
size_t trama_mode_parts_most(const trama_system *system);

/* The parts at (system->t, q, v) of the mode u (nv), which is 0 on held coordinates and not zero.
 * Needs nq = nv. Evaluations are not counted. Errors: TRAMA_NO_MEMORY. */
trama_status trama_mode_split(trama_system *system, const double *q, const double *v,
                              const double *u, trama_mode_part *part, size_t *count,
                              trama_error *error);

/* Where a mode is largest. */
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
