/* The runs to equilibrium of a study, and the criterion that stands for each simulation. */
#ifndef ANALYSIS_QUANTITIES_RESTS_H
#define ANALYSIS_QUANTITIES_RESTS_H

#include "analysis/quantities/equilibrium.h"

typedef struct rests rests;

/* Made when it is first asked for, in n log n for n cases of the task equilibrium; the study keeps
 * it. NULL without memory, which the functions below take. */
const rests *rests_of(const study *s);

/* What stands for a simulation; NULL if no run of it has such a criterion. */
const equilibrium_choice *rests_choice(const rests *r, const char *simulation);

/* The equilibrium case of the same simulation and integrator as a case, or NULL. */
const study_case *rests_case(const rests *r, const study_case *of);

/* Iterations to equilibrium of that case, by the criterion that stands for its simulation; NAN. */
double rests_iterations(const rests *r, const study_case *of);

#endif
