/* The runs to equilibrium of a study, and the criterion that stands for each. */
#ifndef ANALYSIS_QUANTITIES_RESTS_H
#define ANALYSIS_QUANTITIES_RESTS_H

#include "analysis/quantities/equilibrium.h"

typedef struct rests rests;

/* Made when it is first asked for, in n log n for n cases of the task equilibrium; the study keeps
 * it. NULL without memory, which the functions below take. */
const rests *rests_of(const study *s);

/* A run to equilibrium, and the criterion that stands for it: one is chosen for all cases of a
 * simulation and experiment that watch the same criteria. */
typedef struct found_rest {
    const study_case *item;           /* NULL: there is no such run, or several */
    const equilibrium_choice *choice; /* NULL: no criterion stands for it */
} found_rest;

/* The case itself, if its task is equilibrium; of any other the run to equilibrium that simulates
 * the same (read/alike.h); of several the only one of its experiment, of its step, or of both. */
found_rest rests_find(const rests *r, const study_case *of);

/* Iterations to equilibrium of that run, by the criterion that stands for it; NAN. */
double rests_iterations(const rests *r, const study_case *of);

/* Of a run to equilibrium the criterion that stands for it, the iterations by that, and by how many
 * % they differ from the published count (equilibrium.h). */
told_value rests_criterion(const study *s, const study_case *c);
told_value rests_count(const study *s, const study_case *c);
told_value rests_off(const study *s, const study_case *c);

/* rests_iterations for people, "none: buckles later", "–": with a sign beside the count that is
 * published of a limit (rest_iterations). */
told_value rests_told(const study *s, const study_case *of);

#endif
