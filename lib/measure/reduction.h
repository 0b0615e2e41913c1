/* The linearised step of a system about a state, reduced to the few directions that limit it.
 *
 * About a state the system is M u'' = -K u - D u' (system_tangent.h). A method's step on that is a
 * linear map; the largest modulus of its eigenvalues decides whether it grows. The modes that grow
 * first are the stiffest, the most damped, or, if damping differs between modes, some in between.
 * Galerkin's projection on an orthonormal basis V (in the mass-scaled metric) of such directions
 * has the same step by the same method, on V^T K V and V^T D V. The basis begins with the extreme
 * Ritz vectors of K and of K + 2 D/h (spectrum.h). As in Davidson's method it is extended by the
 * parts of K and D times the growing vector that lie outside it, until these vanish: a few products
 * per method. A system of few free coordinates is used as a whole.
 *
 * Directions of zero or negative stiffness are not an instability of the method: their stiffness is
 * set to 0. Those that also have no damping (rigid motions, with linear growth in time) are left
 * out.
 *
 * Sources: Davidson, J. Comput. Phys. 17, 1975; Saad, Numerical Methods for Large Eigenvalue
 * Problems, 2011, chapter 8; for K and D at once Bai and Su, SIAM J. Matrix Anal. Appl. 26, 2005.
 */
#ifndef TRAMA_MEASURE_REDUCTION_H
#define TRAMA_MEASURE_REDUCTION_H

#include "measure/amplification.h"
#include "measure/spectrum.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_REDUCTION_MAX = 24 }; /* directions */

/* The reduced system at a state, and its limit for a method. */
typedef struct trama_reduction {
    size_t n;       /* directions; 0: no limit on the step */
    bool whole;     /* all directions of the system */
    bool symmetric; /* K and D are */
    bool converged; /* the growing vector lies in their span, within the tolerance */
    double unit;    /* rad/s: of the pair; about 2 / (limit of symplectic Euler) */
    double k[TRAMA_REDUCTION_MAX * TRAMA_REDUCTION_MAX]; /* divided by unit^2, n x n */
    double d[TRAMA_REDUCTION_MAX * TRAMA_REDUCTION_MAX]; /* divided by unit, n x n */
    double step;    /* s: the largest with growth up to the tolerance; INFINITY: no limit */
    double omega;   /* rad/s: frequency of K along the limiting mode; NAN: no limit */
    double damping; /* 1/s: D along that mode */
} trama_reduction;

/* The pair for amplification.h; it points into the reduction. */
trama_linear_pair trama_reduction_pair(const trama_reduction *reduction);

/* A workspace for a system. */
typedef struct trama_reducer trama_reducer;
trama_status trama_reducer_create(const trama_system *system, trama_reducer **reducer,
                                  trama_error *error);
void trama_reducer_destroy(trama_reducer *reducer); /* accepts NULL */

/* Begins a basis at the system's state. `largest`: the result of trama_spectrum_largest there; if
 * it is not finite there is no basis. Errors: TRAMA_NO_MEMORY. */
trama_status trama_reducer_begin(trama_reducer *reducer, trama_tangent *tangent,
                                 trama_system *system, const trama_spectrum_spec *spec,
                                 trama_spectrum *largest, trama_error *error);

/* Extends the basis by the directions that limit the method's step there; growth per step up to
 * `tolerance` counts as none. Directions found for earlier methods stay as long as there is room.
 * Errors: TRAMA_NO_MEMORY; TRAMA_BAD_INPUT for parameters out of range. */
trama_status trama_reducer_find(trama_reducer *reducer, trama_tangent *tangent,
                                trama_system *system, const trama_integrator_type *type,
                                const void *parameters, double tolerance,
                                trama_reduction *reduction, trama_error *error);

/* The limiting mode found last, as a displacement u (nv) whose largest component is 1. */
void trama_reducer_mode(const trama_reducer *reducer, const trama_system *system, double *u);

/* Number of products so far, with K or D. */
long trama_reducer_products(const trama_reducer *reducer);

#ifdef __cplusplus
}
#endif

#endif
