/* Instability detectors. After an iteration each checks whether the system is beyond a bound,
 * where, and by how much. To add one: a function and a line in detector.c, and a bound in its
 * table.
 *
 * Divergence is a result. The bounds are wide: a detector that fires means that the surface has
 * ceased to be one, as the thesis (section 3.4) judged it by eye. */
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

/* The bounds, as the configuration gives them; INFINITY switches a detector off. `finite` has none.
 * `explosion` alone is on unless it is switched off: core/explosion.h says what it compares. */
typedef struct trama_bounds {
    double displacement; /* m in one iteration */
    double strain;       /* |l/l0 - 1| of an edge */
    double area;         /* area over rest area, or its inverse */
    double energy;       /* unexplained growth, see trama_budget_growth */
    double explosion;    /* displacement in one iteration over the reach of the scene */
} trama_bounds;
extern const trama_fields trama_bounds_fields;

/* What a detector may read. */
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
    /* True if it fires; then *finding says what and where. */
    bool (*fires)(const trama_observation *observation, const trama_bounds *bounds,
                  trama_finding *finding);
} trama_detector;

/* Not in the table: the detector that a run ends with when an interaction or the method refused its
 * step. */
extern const trama_detector trama_refusal;

extern const trama_registry trama_detector_registry; /* of trama_detector */

/* The bound that asks for what no object of the system has: "strain" without springs or edges,
 * "area" without cells or triangles; NULL: there is none such. */
const char *trama_bounds_missing(const trama_bounds *bounds, const trama_system *system);

/* The first detector, in the order of the table, that fires, or NULL. */
const trama_detector *trama_detect(const trama_observation *observation, const trama_bounds *bounds,
                                   trama_finding *finding);

#ifdef __cplusplus
}
#endif

#endif
