/* The largest frequency of a system about a state. It limits an explicit method's time step.
 *
 * The tangent is J = d(acceleration)/dq at fixed velocity; of u'' = J u the frequencies are the
 * roots of -J's eigenvalues. In the mass-scaled metric A = -M^1/2 J M^-1/2, which is symmetric
 * where the force has a potential. Products A u come from the system's own tangent
 * (system_tangent.h) if it has one, else from central differences of the acceleration. Nothing is
 * assembled. Lanczos' process with full reorthogonalisation finds the extreme eigenvalue. It is
 * kept in Arnoldi's form, so that it serves operators that are not symmetric; their asymmetry is
 * reported. A negative eigenvalue is not a frequency but an unstable state, as of a sheet that
 * buckles; it does not limit the step, and is not searched for, however large it is. */
#ifndef TRAMA_MEASURE_SPECTRUM_H
#define TRAMA_MEASURE_SPECTRUM_H

#include "system_tangent.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How products are computed. */
typedef enum trama_tangent_kind {
    TRAMA_TANGENT_EXACT, /* the derivatives of the models' formulas; differences if one has none */
    TRAMA_TANGENT_DIFFERENCES,
} trama_tangent_kind;

typedef struct trama_spectrum_spec {
    double tolerance; /* of omega_max, relative */
    long products;    /* at most: tangent products, by differences two accelerations each */
    long seed;        /* of the starting vector */
    int tangent;      /* trama_tangent_kind */
} trama_spectrum_spec;
extern const trama_fields trama_spectrum_fields;

typedef struct trama_spectrum {
    double omega; /* rad/s: root of the modulus of the eigenvalue with the largest real part; 0 if
                     all are negative; NAN if the tangent is not finite */
    double bound; /* error bound of omega by the residual, rad/s (rigorous where the operator is
                     symmetric: some eigenvalue is that near) */
    double symmetric; /* rad/s: root of the largest eigenvalue of the projected operator's symmetric
                         part, (H + H^T)/2: omega where the force has a potential. It bounds the
                         numerical range from inside; its excess over omega shows possible transient
                         growth */
    double damping;   /* 1/s: c of u'' = -omega^2 u - c u' along that mode */
    double growth;    /* 1/s: |Im sqrt(lambda)| of that eigenvalue; 0 for an oscillation */
    double
        asymmetry;  /* |H - H^T| / |H| of the projected operator: 0 for a force with a potential */
    long products;  /* made */
    bool converged; /* bound <= tolerance omega, and omega no longer changes; if false, the values
                       are the last ones */
    bool finite;    /* false: a product was not a number; the state has no tangent */
} trama_spectrum;

/* A workspace for the system and for spec->products products. */
typedef struct trama_tangent trama_tangent;
trama_status trama_tangent_create(const trama_system *system, const trama_spectrum_spec *spec,
                                  trama_tangent **tangent, trama_error *error);
/* How it computes products: "exact" or "differences". */
const char *trama_tangent_name(const trama_tangent *tangent);
void trama_tangent_destroy(trama_tangent *tangent); /* accepts NULL */

/* y = A u about (system->t, q, v), both nv; 0 on held coordinates. Needs nq = nv. q and v are
 * states of the system's dimensions; the evaluations are not counted in system->evaluations. */
void trama_tangent_apply(trama_tangent *tangent, trama_system *system, const double *q,
                         const double *v, const double *u, double *y);

/* ku = A u, and du = -M^1/2 (da/dv) M^-1/2 u, about (system->t, q, v). */
void trama_tangent_products(trama_tangent *tangent, trama_system *system, const double *q,
                            const double *v, const double *u, double *ku, double *du);

/* True if the products are exact, and every model and interaction declares its stiffness
 * symmetric. */
bool trama_tangent_is_symmetric(const trama_tangent *tangent, const trama_system *system);

/* The Ritz vector number `rank`, counted from 0 for the largest value, of the last search, in that
 * metric. False: there is none. */
bool trama_tangent_ranked(trama_tangent *tangent, size_t rank, double *u);

/* The largest frequency about (q, v). Makes at most spec->products products, and no more than the
 * workspace was made for. A tangent that is not finite and a tolerance that is not met are results,
 * not errors. Errors: TRAMA_NO_MEMORY. */
trama_status trama_spectrum_largest(trama_tangent *tangent, trama_system *system, const double *q,
                                    const double *v, const trama_spectrum_spec *spec,
                                    trama_spectrum *spectrum, trama_error *error);

/* The step of symplectic Euler on x'' = -omega^2 x - c x': its map has trace 2 - c h - (omega h)^2
 * and determinant 1 - c h, and flips where 4 = 2 c h + (omega h)^2. Infinite if both are 0. */
double trama_spectrum_flip_step(const trama_spectrum *spectrum);

/* The mode about (q, v) that flips first if damping differs between modes: that of the largest
 * eigenvalue of K + 2 D/h, D = -M^-1/2 (dF/dv) M^-1/2, at the h where it equals 4/h^2; h by
 * fixed-point iteration, from above. `largest` is the result of trama_spectrum_largest there.
 * spectrum->damping and ->omega (1/s, rad/s) are Rayleigh quotients of D and K along that mode;
 * bound, converged and asymmetry are those of the sum; symmetric and growth are 0. If the mode of
 * the largest frequency also has the largest damping, as with damping proportional to mass, one
 * product of D shows it, and that mode is the result. Errors: TRAMA_NO_MEMORY. */
trama_status trama_spectrum_damped(trama_tangent *tangent, trama_system *system, const double *q,
                                   const double *v, const trama_spectrum_spec *spec,
                                   const trama_spectrum *largest, trama_spectrum *spectrum,
                                   trama_error *error);

/* The mode found last by either, as a displacement u (nv) whose largest component is 1; 0 on held
 * coordinates. The spectrum must have been finite. */
void trama_tangent_mode(const trama_tangent *tangent, double *u);

#ifdef __cplusplus
}
#endif

#endif
