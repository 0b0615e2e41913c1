/* A stress as a function of one strain, through measured points: a monotone cubic interpolation
 * (Fritsch and Butland 1984), whose integral is the energy in closed form. For this folder only.
 *
 * Between points the stress is Hermite's cubic with, at an inner point, the slope that is the
 * weighted harmonic mean of those of the two chords (as in PCHIP), and at the first and the last
 * the slope of the chord there; so it has a continuous slope, goes through every point and
 * increases wherever the points do. Beyond the points it continues straight. Two points give the
 * straight line through them, to rounding; one point gives Hooke's law. */
#ifndef TRAMA_MODEL_FEM_CLOTH_CURVE_H
#define TRAMA_MODEL_FEM_CLOTH_CURVE_H

#include "core/field.h"
#include "core/status.h"

#include <stdbool.h>

enum { FEM_KNOTS = TRAMA_LIST_MAX }; /* a list has half as many points, which may be mirrored */

typedef struct fem_curve {
    size_t count; /* of knots, at least 1 */
    double strain[FEM_KNOTS], stress[FEM_KNOTS];
    double slope[FEM_KNOTS]; /* of the stress, N/m */
    double work[FEM_KNOTS];  /* its integral from the first knot, N/m */
    double at_zero;          /* that integral at strain 0 */
} fem_curve;

/* Stress = modulus x strain, N/m. */
void trama_fem_curve_line(fem_curve *curve, double modulus);

/* The curve through `points`: strain (1) and stress (N/m) of each. TRAMA_BAD_INPUT, with the path
 * `name`[point], if there are fewer than two, if strains or stresses do not increase, if none is at
 * zero strain and stress, or if a strain is `least` or less. With `odd`, a curve that begins at
 * zero is mirrored. */
trama_status trama_fem_curve_make(fem_curve *curve, const char *name, const trama_reals *points,
                                  double least, bool odd, trama_error *error);

/* Stress at a strain, N/m, and its slope there. */
double trama_fem_curve_stress(const fem_curve *curve, double strain, double *modulus);
/* The energy per area from zero strain to `strain`, J/m^2. */
double trama_fem_curve_work(const fem_curve *curve, double strain);
/* The least and the largest slope at any strain, N/m. */
void trama_fem_curve_moduli(const fem_curve *curve, double *least, double *largest);

#endif
