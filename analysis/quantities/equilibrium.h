/* Which criterion of equilibrium stands for the runs of a study: study/rest.h over its cases. */
#ifndef ANALYSIS_QUANTITIES_EQUILIBRIUM_H
#define ANALYSIS_QUANTITIES_EQUILIBRIUM_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"
#include "quantities/criteria.h"
#include "study/rest.h"

/* study/rest.h says which stands for what. */
typedef rest_choice equilibrium_choice;

/* For one simulation, or (NULL) one threshold for all that have no level criterion. False if no run
 * watches a criterion. */
bool equilibrium_choose(const case_list *cases, const char *simulation, equilibrium_choice *choice);

/* How well a given displacement threshold fits; `level` aside, as above. */
equilibrium_choice equilibrium_fit(const case_list *cases, const char *simulation,
                                   double threshold);

/* "1e-06 m", "0.001 m/s"; "edge level". */
void equilibrium_criterion_text(const equilibrium_choice *choice, char *text, size_t size);

/* Distinct thresholds that the cases watch by a criterion of this name, falling; free it. */
double *equilibrium_thresholds(const case_list *cases, const char *name, size_t *count);

/* --- as tables have them --- */

/* A criterion that a case watches. */
typedef struct equilibrium_row {
    criterion is;
    double threshold, iterations, published; /* threshold: NAN of `level` */
} equilibrium_row;

/* How many a case watches; one of them: of displacement, in m a step, or else of any other. False
 * past the last, and of the other sort. */
extern const told_rows equilibrium_rows, equilibrium_other_rows;

/* Iterations of a case by a choice (NULL: there is none), "none: buckles later"; and by how many %
 * they differ from the published count, "-3". "1e-06 m", "none" if it does not stand. */
told_value equilibrium_told(const study_case *c, const equilibrium_choice *choice);
told_value equilibrium_off(const study_case *c, const equilibrium_choice *choice);
told_value equilibrium_criterion_told(const equilibrium_choice *choice);

/* Two columns for each threshold by which people see the cases, which is the one that fits all
 * published counts best, or, where nothing is published, each: iterations, and by how many % they
 * are off. And what is said of the one that fits best. */
told_columns equilibrium_columns;
told_paragraph equilibrium_words;

/* The criterion that fits the published counts of a simulation best, and the last of all. None
 * where nothing is published. Free it; NULL without memory. */
typedef struct equilibrium_best {
    const char *simulation; /* or "all" */
    told_value best, factor, reached;
} equilibrium_best;
void *equilibrium_bests(const study *s, const case_list *cases, size_t *count);

/* The thresholds of displacement that the published counts are fitted with, likewise. */
typedef struct equilibrium_threshold {
    double threshold;
    const case_list *cases;
} equilibrium_threshold;
void *equilibrium_thresholds_fitted(const study *s, const case_list *cases, size_t *count);
/* A column for each simulation and one for all: a threshold's factor between measured and published
 * counts. */
told_columns equilibrium_factor_columns;

#endif
