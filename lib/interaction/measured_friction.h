/* Friction between a cloth and a body as a device measures it: Chen, Feng and Wang 2013, section
 * 5.2. Sliding at v_t under a normal force f_n, with u the direction of sliding in the material of
 * the cloth, a unit vector:
 *
 *   Coulomb       |f| = mu |f_n|
 *   isotropic     |f| = g(|f_n|)                                            (1)
 *   orthotropic   |f| = u^T [g00 g01; g01 g11](|f_n|) u                     (2)
 *
 * and f = -|f| v_t/|v_t|. g00 is the curve along the warp and g11 that along the weft; g01 follows
 * from one at 45 degrees, g45 = (g00 + g11)/2 + g01. Without that curve it is 0, as for an
 * isotropic body.
 *
 * A curve is piecewise linear, from no force at no load. Beyond the last point it continues
 * straight, but does not fall: a curve that ends falling stays at its last force. It is measured on
 * a sample of some area. If that area is given, the law applies to the load per area, f = A/A_s
 * g(f_n A_s/A) on a vertex of area A; else, as printed, to the force on a vertex, so that a
 * nonlinear curve makes friction depend on the size of the triangles. */
#ifndef TRAMA_INTERACTION_MEASURED_FRICTION_H
#define TRAMA_INTERACTION_MEASURED_FRICTION_H

#include "core/field.h"
#include "core/status.h"

#include <stdbool.h>

enum { TRAMA_LOADS_MAX = TRAMA_LIST_MAX / 3 };

typedef struct trama_load_curve {
    size_t count;                                         /* 0: not measured */
    double load[TRAMA_LOADS_MAX], force[TRAMA_LOADS_MAX]; /* N */
} trama_load_curve;

typedef struct trama_friction {
    double coefficient; /* mu of Coulomb's law; used without a curve */
    bool is_measured, is_orthotropic;
    trama_load_curve warp, weft, diagonal;
    double sample_area; /* m^2; 0: not given */
} trama_friction;

/* The width of a row of a curve: load (N), force (N), direction (degrees from the warp). */
enum { TRAMA_FRICTION_ROW = 3 };

/* `rows` (none: Coulomb's law) for 0, 45 and 90 degrees; with 0 alone the curve is isotropic.
 * Errors: TRAMA_BAD_INPUT with path "PATH[i]" for a row whose load is not above 0 or not above the
 * previous one in its direction, whose force is negative, or whose direction is another; with path
 * PATH if 0 degrees are missing, or 90 degrees with 45 given. */
trama_status trama_friction_make(trama_friction *friction, double coefficient,
                                 const trama_reals *rows, double sample_area, const char *path,
                                 trama_error *error);

/* |f| (N) on a vertex of an area (m^2) under a load (N, not below 0) that slides along `direction`
 * in the material, a unit vector; not below 0. */
double trama_friction_force(const trama_friction *friction, double load, double area,
                            const double direction[2]);

#endif
