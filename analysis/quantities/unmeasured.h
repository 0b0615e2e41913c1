/* Published values that no case measures: rows of a study's tables without a case. */
#ifndef ANALYSIS_QUANTITIES_UNMEASURED_H
#define ANALYSIS_QUANTITIES_UNMEASURED_H

#include "analysis/quantities/verdicts.h"

/* A possible comparison with a row of a table of an experiment. */
typedef struct unmeasured {
    const experiment_study *of;
    size_t table, row, comparison;
} unmeasured;

/* All of them, except from tables of statements and of studies that vary an assumption; to be
 * freed. NULL without memory. */
unmeasured *unmeasured_list(const study *s, size_t *count);

/* The comparison, with the verdict "no case". */
comparison unmeasured_comparison(const unmeasured *u);

/* "S7, rk4": the keys of the row. The experiment by its folder. */
void unmeasured_keys(const unmeasured *u, char *text, size_t size);
const char *unmeasured_experiment(const unmeasured *u);

#endif
