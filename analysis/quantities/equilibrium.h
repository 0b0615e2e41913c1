/* Which criterion of equilibrium stands for the runs of a study: study/rest.h over its cases. */
#ifndef ANALYSIS_QUANTITIES_EQUILIBRIUM_H
#define ANALYSIS_QUANTITIES_EQUILIBRIUM_H

#include "analysis/read/study.h"
#include "quantities/criteria.h"
#include "study/rest.h"

/* The i-th criterion of an equilibrium case; false past the last. */
bool criterion_at(const study_case *c, size_t i, criterion *found);

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

/* The choice of a displacement of `threshold`, m. */
equilibrium_choice equilibrium_displacement(double threshold);

/* Iterations of a case by the choice, or -1. */
long equilibrium_iterations(const study_case *c, const equilibrium_choice *choice);

/* Why a case has none by the choice: "buckles later" ...; "" if it has, or does not say. */
const char *equilibrium_why_not(const study_case *c, const equilibrium_choice *choice);

#endif
