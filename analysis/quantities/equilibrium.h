/* Chooses the criterion of equilibrium for the runs of a study: study/rest.h over its cases. */
#ifndef ANALYSIS_QUANTITIES_EQUILIBRIUM_H
#define ANALYSIS_QUANTITIES_EQUILIBRIUM_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"
#include "quantities/criteria.h"
#include "study/rest.h"

/* See study/rest.h for the choice. */
typedef rest_choice equilibrium_choice;

/* Chooses for one simulation, or (NULL) one threshold for all without a level criterion. False if
 * no run has a criterion. */
bool equilibrium_choose(const case_list *cases, const char *simulation, equilibrium_choice *choice);

/* The fit of a given displacement threshold; without `level`, as above. */
equilibrium_choice equilibrium_fit(const case_list *cases, const char *simulation,
                                   double threshold);

/* "1e-06 m", "0.001 m/s"; "edge level". */
void equilibrium_criterion_text(const equilibrium_choice *choice, char *text, size_t size);

/* Distinct thresholds of the criterion of this name in the cases, descending; free it. */
double *equilibrium_thresholds(const case_list *cases, const char *name, size_t *count);

/* --- rows of tables --- */

/* A criterion of a case. */
typedef struct equilibrium_row {
    criterion is;
    double threshold, iterations, published; /* threshold: NAN of `level` */
} equilibrium_row;

/* How many a case watches; one of them: of displacement, in m a step, or else of any other. False
 * past the last, and of the other sort. */
extern const told_rows equilibrium_rows, equilibrium_other_rows;

/* Iterations of a case by a choice (NULL: none), "none: buckles later"; their difference from the
 * published count in %, "-3"; the criterion, "1e-06 m", or "none". */
told_value equilibrium_told(const study_case *c, const equilibrium_choice *choice);
told_value equilibrium_off(const study_case *c, const equilibrium_choice *choice);
told_value equilibrium_criterion_told(const equilibrium_choice *choice);

/* Two columns for each threshold that people see, iterations and their error in %. That is the
 * threshold that fits all published counts best, or every one if nothing is published. And a
 * paragraph on the best one. */
told_columns equilibrium_columns;
told_paragraph equilibrium_words;

/* The criterion that fits the published counts of a simulation best; the last row is for all
 * simulations. None if nothing is published. Free it; NULL without memory. */
typedef struct equilibrium_best {
    const char *simulation; /* or "all" */
    told_value best, factor, reached;
} equilibrium_best;
void *equilibrium_bests(const study *s, const case_list *cases, size_t *count);

/* The thresholds of displacement for the fit of the published counts, likewise. */
typedef struct equilibrium_threshold {
    double threshold;
    const case_list *cases;
} equilibrium_threshold;
void *equilibrium_thresholds_fitted(const study *s, const case_list *cases, size_t *count);
/* A column for each simulation and one for all: a threshold's factor between measured and published
 * counts. */
told_columns equilibrium_factor_columns;

#endif
