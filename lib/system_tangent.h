/* Tangents of a whole system: how its forces F (nv, N) change with positions and velocities. They
 * are made from the derivatives that models and interactions give (model.h, interaction.h), without
 * held coordinates. For systems in which dq/dt = v (trama_system.plain). */
#ifndef TRAMA_SYSTEM_TANGENT_H
#define TRAMA_SYSTEM_TANGENT_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* TRAMA_OK if every object, and every interaction that has forces, has a tangent, and none takes
 * differences; else TRAMA_BAD_INPUT, path "objects.NAME.model", "interactions.NAME" or "": which
 * has none, and which models, or interactions, have one. */
trama_status trama_system_has_tangent(const trama_system *system, trama_error *error);

/* The same, and every interaction that has forces can assemble its matrices too. */
trama_status trama_system_has_matrices(const trama_system *system, trama_error *error);

/* True if all that the tangent is made of declares that its stiffness is symmetric. */
bool trama_system_tangent_is_symmetric(const trama_system *system);

/* y = (cq dF/dq + cv dF/dv) u at (t, q, v), both nv. u is 0 in pads; where coordinates are held it
 * counts as anywhere else. y is 0 in pads and where they are held. The system has a tangent. */
void trama_system_tangent_product(trama_system *system, double t, const double *q, const double *v,
                                  double cq, double cv, const double *u, double *y);

/* Stiffness K = -dF/dq and damping D = -dF/dv among the coordinates that are free. */
typedef struct trama_linearisation {
    bool convex;         /* asked for by the caller: interactions give their convex_tangent */
    size_t count;        /* free coordinates */
    size_t *coordinate;  /* of each, its index in v, ascending */
    trama_sparse *k, *d; /* count x count, N/m and N s/m; patterns are numbered (sparse.h) */
    size_t *number;      /* nv: of each coordinate among the free ones; SIZE_MAX: held, or a pad */
    double *is_free;     /* nv: 1 or 0 */
    trama_triplets entries[2];
} trama_linearisation;

/* Zeroed before the first call; freed by trama_linearisation_free. At (t, q, v), with what is held
 * now. A pattern keeps its number for as long as what is held and the places of interactions do,
 * and then nothing is allocated.
 * Errors: as trama_system_has_tangent; TRAMA_BAD_INPUT if an interaction has a product alone;
 * TRAMA_NO_MEMORY. */
trama_status trama_system_linearise(trama_system *system, double t, const double *q,
                                    const double *v, trama_linearisation *linear,
                                    trama_error *error);
void trama_linearisation_free(trama_linearisation *linear);

#ifdef __cplusplus
}
#endif

#endif
