/* Linear stability of an integrator, measured on its own step: no formula of the method is used.
 *
 * On the test equation x'' = -omega^2 x - c x' a step is a linear map of the method's whole state,
 * that is x, v and the arrays that it carries from step to step (integrator.h, state_arrays). That
 * map's matrix is found by taking one step from each unit vector; its eigenvalues decide stability.
 */
#ifndef TRAMA_MEASURE_AMPLIFICATION_H
#define TRAMA_MEASURE_AMPLIFICATION_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Components of the state: 2 + state_arrays. */
size_t trama_amplification_dimension(const trama_integrator_type *type);

/* The matrix of one step at omega h and c h, row-major, dimension x dimension, for the state (x, h
 * v, then h v or h^2 a, as the method stores). `parameters` as for trama_integrator_create. Errors,
 * of all three functions: TRAMA_NO_MEMORY; TRAMA_BAD_INPUT for parameters out of range. */
trama_status trama_amplification_matrix(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *matrix,
                                        trama_error *error);

/* Its spectral radius, the largest growth per step; infinite if the matrix is not finite. Near a
 * defective double eigenvalue (symplectic methods at omega h -> 0 and at their limit) its error is
 * the square root of round-off, 1e-8. */
trama_status trama_amplification_radius(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *radius,
                                        trama_error *error);

/* How stability is lost just past the limit. */
typedef enum trama_loss {
    TRAMA_LOSS_NONE,        /* it is not, up to TRAMA_STABILITY_BOUND */
    TRAMA_LOSS_FLIP,        /* a real eigenvalue past -1: the sign alternates, saw-tooth */
    TRAMA_LOSS_DIVERGENCE,  /* a real eigenvalue past +1 */
    TRAMA_LOSS_OSCILLATION, /* a complex pair: growing oscillation */
} trama_loss;

extern const char *const trama_loss_names[]; /* by trama_loss */

#define TRAMA_STABILITY_BOUND 64.0      /* the largest omega h tried */
#define TRAMA_STABILITY_STEP (1.0 / 64) /* step of the scan: a narrower window may be missed */
#define TRAMA_STABILITY_TOLERANCE_SEVERAL                                                          \
    1e-9 /* the same as TRAMA_STABILITY_TOLERANCE, for a                                           \
            pair */

/* Growth per step that counts as none: above the round-off of the radius (4e-15 on the scan) and
 * far below what a run could show. Where two eigenvalues meet on the unit circle and leave it
 * (symplectic methods) the radius goes as the square root of the excess, and the limit is found to
 * round-off, 1e-14, though the eigenvalues there are not. Where an eigenvalue crosses the circle
 * with slope s = d|lambda| / d(omega h), the limit is found too large by tolerance / s; s is of
 * order 1 without damping and of order c / omega where stability depends on weak damping
 * (forward_euler, verlet with central velocity). */
#define TRAMA_STABILITY_TOLERANCE 1e-11

/* The largest tolerance allowed. Above 1e-3 use `tolerated`, since `limit` means little. */
#define TRAMA_STABILITY_TOLERANCE_MAX 0.5

typedef struct trama_stability {
    /* Largest omega h that is stable together with all smaller ones; 0 if the method grows at every
     * step size; TRAMA_STABILITY_BOUND if no loss was found. */
    double limit;
    /* The same with growth up to the tolerance allowed. It differs only for a weakly unstable
     * method, with limit 0, where it depends on the tolerance. */
    double tolerated;
    /* Just above `tolerated`. */
    trama_loss loss;
} trama_stability;

/* Scans omega h upward at a fixed ratio c / omega (twice the damping ratio; c h = that times omega
 * h) for the first radius above 1 + tolerance and bisects to round-off. The limit is 0 if there is
 * no threshold: the state does not decay below it, and a hundred times the tolerance moves it by
 * more than 1 %. The tolerance is at most TRAMA_STABILITY_TOLERANCE_MAX. */
trama_status trama_stability_limit(const trama_integrator_type *type, const void *parameters,
                                   double c_over_omega, double tolerance,
                                   trama_stability *stability, trama_error *error);

/* ---- Several unknowns: x'' = -K x - D x', in a unit of frequency w: k = K/w^2, d = D/w, n x n
 * each, row-major. Steps are s = w h. Growth of the exact solution (from an unstable state) is not
 * an instability of the method: growth up to twice of it, plus the tolerance, counts as none. Scans
 * have steps of 1/16, from s = 1.6 on of 4 %; limits have a relative error of 1e-6. */
typedef struct trama_linear_pair {
    size_t n;
    bool symmetric; /* both */
    const double *k, *d;
} trama_linear_pair;

/* The spectral radius of the step s; infinite if it is not finite. */
trama_status trama_pair_radius(const trama_integrator_type *type, const void *parameters,
                               const trama_linear_pair *pair, double s, double *radius,
                               trama_error *error);

/* As trama_stability_limit, in s. */
trama_status trama_pair_limit(const trama_integrator_type *type, const void *parameters,
                              const trama_linear_pair *pair, double tolerance,
                              trama_stability *stability, trama_error *error);

/* The largest s with growth up to `tolerance`, and the mode that grows just above it: `vector` has
 * 4 n numbers, x and v of the eigenvector, real parts first. `guess` is accepted as the limit if
 * 0.999 of it is stable; NAN: none. */
trama_status trama_pair_critical(const trama_integrator_type *type, const void *parameters,
                                 const trama_linear_pair *pair, double tolerance, double guess,
                                 double *limit, double *vector, trama_error *error);

/* A stretch of a run, approximated by one linear pair. */
typedef struct trama_stretch {
    trama_linear_pair pair;
    double unit;       /* rad/s: w */
    double iterations; /* of the run in this stretch */
} trama_stretch;

/* A range of time steps (s) in which a run grows by more than a bound. */
typedef struct trama_growth_range {
    double from, to; /* `to` is infinite if growth extends to the end of the scan */
    double radius;   /* the largest spectral radius of a stretch in it */
} trama_growth_range;

enum { TRAMA_GROWTH_RANGES_MAX = 32 };

/* All ranges of time steps up to `end` (s), ascending, at most TRAMA_GROWTH_RANGES_MAX, in which a
 * run grows by more than e^`growth` from any of its states to any later one: by the product of the
 * spectral radii of its steps, stretch by stretch, as if the growing mode of one stretch were that
 * of the next. Steps of the scan are those of a pair, in the largest of the units; edges have a
 * relative error of 1e-5. */
trama_status trama_growth_ranges(const trama_integrator_type *type, const void *parameters,
                                 const trama_stretch *stretch, size_t stretches, double growth,
                                 double end, trama_growth_range *range, size_t *count,
                                 trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
