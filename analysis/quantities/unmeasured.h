/* Published values that no case measures: the rows of a study's tables that none of its cases
 * joins. */
#ifndef ANALYSIS_QUANTITIES_UNMEASURED_H
#define ANALYSIS_QUANTITIES_UNMEASURED_H

#include "analysis/quantities/verdicts.h"

/* A comparison that could be made with a row of a table of an experiment. */
typedef struct unmeasured {
    const experiment_study *of;
    size_t table, row, comparison;
} unmeasured;

/* All of them, tables of statements and of studies that vary an assumption aside; to be freed. NULL
 * without memory. */
unmeasured *unmeasured_list(const study *s, size_t *count);

/* What is compared, with the verdict that there is no case. */
comparison unmeasured_comparison(const unmeasured *u);

/* "S7, rk4": the keys of the row. The experiment by its folder. */
void unmeasured_keys(const unmeasured *u, char *text, size_t size);
const char *unmeasured_experiment(const unmeasured *u);

#endif
