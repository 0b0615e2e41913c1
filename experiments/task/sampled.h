/* Quantities that can be sampled during a run, of the whole system and of each object with
 * nodes. */
#ifndef TASK_SAMPLED_H
#define TASK_SAMPLED_H

#include "measure/run.h"
#include "results/columns/columns.h"

typedef enum sampled_needs {
    SAMPLED_RUN,     /* a run */
    SAMPLED_MOTION,  /* positions of nodes now and before the iteration */
    SAMPLED_SHAPE,   /* positions of nodes alone */
    SAMPLED_VOLUME,  /* positions of nodes, or rigid bodies */
    SAMPLED_GAUGE,   /* positions of nodes in a scene with a gauge */
    SAMPLED_BUDGET,  /* the energy budget */
    SAMPLED_ACTING,  /* the energy budget of a system with interactions */
    SAMPLED_LED,     /* the same with pins or obstacles that move */
    SAMPLED_AIR,     /* the same with damping or drag of the air */
    SAMPLED_SUMMED,  /* the same with work that is integrated by a quadrature */
    SAMPLED_DAMPING, /* the energy budget of an object with internal dampers */
} sampled_needs;

typedef struct sampled_whole {
    const results_column *column; /* of the series */
    sampled_needs needs;
    double (*of)(const trama_view *view);
} sampled_whole;

typedef struct sampled_object {
    const results_column *column;
    sampled_needs needs; /* MOTION, SHAPE, VOLUME, GAUGE or DAMPING */
    double (*of)(const trama_view *view, const trama_object *object);
} sampled_object;

extern const sampled_whole sampled_of_whole[];
extern const size_t sampled_of_whole_count;
extern const sampled_object sampled_of_object[];
extern const size_t sampled_of_object_count;

#endif
