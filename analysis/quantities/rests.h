/* The runs to equilibrium of a study, and the criterion chosen for each. */
#ifndef ANALYSIS_QUANTITIES_RESTS_H
#define ANALYSIS_QUANTITIES_RESTS_H

#include "analysis/quantities/equilibrium.h"

typedef struct rests rests;

/* Made at the first call, in n log n for n cases of the task equilibrium; the study keeps it. NULL
 * without memory, which the functions below accept. */
const rests *rests_of(const study *s);

/* A run to equilibrium, and the criterion chosen for it, the same for all cases of a simulation and
 * experiment that have the same criteria. */
typedef struct found_rest {
    const study_case *item;           /* NULL: no such run, or several */
    const equilibrium_choice *choice; /* NULL: no criterion was chosen */
} found_rest;

/* The case itself, if its task is equilibrium; for any other the run to equilibrium that simulates
 * the same (read/alike.h); if there are several, the only one of its experiment, of its step, or of
 * both. */
found_rest rests_find(const rests *r, const study_case *of);

/* Iterations to equilibrium of that run by the chosen criterion; NAN: none. */
double rests_iterations(const rests *r, const study_case *of);

/* Of a run to equilibrium: the chosen criterion, the iterations by it, and their difference from
 * the published count in % (equilibrium.h). */
told_value rests_criterion(const study *s, const study_case *c);
told_value rests_count(const study *s, const study_case *c);
told_value rests_off(const study *s, const study_case *c);

/* rests_iterations for people, "none: buckles later", "–"; with a sign for agreement with the count
 * published with a limit (rest_iterations). */
told_value rests_told(const study *s, const study_case *of);

#endif
