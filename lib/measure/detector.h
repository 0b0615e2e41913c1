/* Instability detectors. After an iteration each checks whether the system is beyond a bound,
 * where, and by how much. To add one: a function and a line in detector.c, and a bound in its
 * table.
 *
 * Divergence is a result. The bounds are wide: when a detector fires, the state no longer resembles
 * a surface, which the thesis (section 3.4) judged by eye. */
#ifndef TRAMA_MEASURE_DETECTOR_H
#define TRAMA_MEASURE_DETECTOR_H

#include "core/registry.h"
#include "measure/energy.h"
#include "measure/geometry.h"
#include "measure/reach.h"
#include "measure/whole.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bounds, as in the configuration; INFINITY switches a detector off. `finite` has no bound.
 * Only `explosion` is on by default (core/explosion.h). */
typedef struct trama_bounds {
    double displacement; /* m in one iteration */
    double strain;       /* |l/l0 - 1| of an edge */
    double area;         /* area over rest area, or its inverse */
    double energy;       /* unexplained growth, see trama_budget_growth */
    double explosion;    /* displacement in one iteration over the reach of the scene */
} trama_bounds;
extern const trama_fields trama_bounds_fields;

/* The input of a detector. */
typedef struct trama_observation {
    const trama_system *system;
    const double *before;       /* positions before the iteration */
    trama_finding displacement; /* of the iteration; NAN: not finite */
    double reach;               /* m, trama_reach_of_step of the iteration */
    const trama_budget *budget; /* NULL unless the energy bound is finite */
} trama_observation;

typedef struct trama_detector {
    const char *name, *unit, *summary;
    bool pointwise; /* needs a grid */
    /* Returns true if it fires, with value and place in *finding. */
    bool (*fires)(const trama_observation *observation, const trama_bounds *bounds,
                  trama_finding *finding);
} trama_detector;

/* Not in the table: the detector of a run that ends because an interaction or the method refused a
 * step. */
extern const trama_detector trama_refusal;

extern const trama_registry trama_detector_registry; /* of trama_detector */

/* The first bound that does not apply to any object of the system: "strain" without springs or
 * edges, "area" without cells or triangles; NULL: all apply. */
const char *trama_bounds_missing(const trama_bounds *bounds, const trama_system *system);

/* The first detector, in the order of the table, that fires, or NULL. */
const trama_detector *trama_detect(const trama_observation *observation, const trama_bounds *bounds,
                                   trama_finding *finding);

#ifdef __cplusplus
}
#endif

#endif
