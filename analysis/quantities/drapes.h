/* One sheet under several models and methods: the cases of a comparison (`comparison` of their
 * studies) together. A drape is a case of the task equilibrium. It is joined with the cases of the
 * tasks predict and timing of the same comparison, simulation and integrator that differ in the
 * task alone, and with the run of
 * the same comparison and simulation, which shows how the sheet folds. */
#ifndef ANALYSIS_QUANTITIES_DRAPES_H
#define ANALYSIS_QUANTITIES_DRAPES_H

#include "analysis/quantities/statistics.h"
#include "analysis/read/study.h"

typedef struct drape {
    const study_case *rest;                  /* its own case */
    const study_case *limit, *times, *folds; /* NULL: there is none */
    bool at_rest;                            /* all criteria were reached within the horizon */
    double predicted, measured;              /* s: limits of the time step */
    double dt;                               /* s */
    double iterations, time;                 /* to rest; s, simulated; NAN: it did not rest */
    double step;                             /* s of processing a step, the median */
    double cost;                             /* s of processing to rest */
    interval likely;                         /* of cost, 95 % by that of the step's median */
} drape;

/* A filter: cases of a comparison. */
bool drape_is_compared(const study_case *c);

drape drape_of(const study *s, const study_case *rest);

/* All drapes of a study, the cheapest first, those that do not come to rest last. Free the array.
 * NULL without memory. */
drape *drapes_of(const study *s, size_t *count);

/* ns of processing a vertex and step. */
double drape_vertex_time(const drape *d);

/* The last value of a history of the folding run; NAN: none. */
double drape_fold(const drape *d, const results_column *column);

#endif
