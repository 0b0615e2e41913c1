/* Tangents of a whole system: derivatives of its forces F (nv, N) with respect to positions and
 * velocities, from those of models and interactions (model.h, interaction.h), without held
 * coordinates. For systems with dq/dt = v (trama_system.plain). */
#ifndef TRAMA_SYSTEM_TANGENT_H
#define TRAMA_SYSTEM_TANGENT_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* TRAMA_OK if every object, and every interaction that has forces, has a tangent without
 * differences; else TRAMA_BAD_INPUT, path "objects.NAME.model", "interactions.NAME" or "". The
 * message names the one that has none, and the models or interactions that have one. */
trama_status trama_system_has_tangent(const trama_system *system, trama_error *error);

/* The same, and every interaction that has forces can assemble its matrices too. */
trama_status trama_system_has_matrices(const trama_system *system, trama_error *error);

/* True if every part of the tangent declares its stiffness symmetric. */
bool trama_system_tangent_is_symmetric(const trama_system *system);

/* y = (cq dF/dq + cv dF/dv) u at (t, q, v), both nv. u is 0 in pads; its held coordinates count
 * like others. y is 0 in pads and in held coordinates. The system must have a tangent. */
void trama_system_tangent_product(trama_system *system, double t, const double *q, const double *v,
                                  double cq, double cv, const double *u, double *y);

/* Stiffness K = -dF/dq and damping D = -dF/dv among the coordinates that are free. */
typedef struct trama_linearisation {
    bool convex;         /* set by the caller: interactions give their convex_tangent */
    size_t count;        /* free coordinates */
    size_t *coordinate;  /* of each, its index in v, ascending */
    trama_sparse *k, *d; /* count x count, N/m and N s/m; patterns are numbered (sparse.h) */
    size_t *number;      /* nv: of each coordinate among the free ones; SIZE_MAX: held, or a pad */
    double *is_free;     /* nv: 1 or 0 */
    trama_triplets entries[2];
} trama_linearisation;

/* Linearises at (t, q, v), with the coordinates held now. Pass a zeroed struct to the first call;
 * free it by trama_linearisation_free. A pattern keeps its number, and nothing is allocated, as
 * long as the held coordinates and the pattern of interactions do not change. Errors: as
 * trama_system_has_tangent; TRAMA_BAD_INPUT if an interaction has only products;
 * TRAMA_NO_MEMORY. */
trama_status trama_system_linearise(trama_system *system, double t, const double *q,
                                    const double *v, trama_linearisation *linear,
                                    trama_error *error);
void trama_linearisation_free(trama_linearisation *linear);

#ifdef __cplusplus
}
#endif

#endif
