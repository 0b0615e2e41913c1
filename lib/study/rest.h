/* The criterion of rest that fits published counts of iterations. Runs of the task equilibrium
 * record several thresholds; this finds the one that fits the counts best, for each subject and for
 * all. */
#ifndef STUDY_REST_H
#define STUDY_REST_H

#include "results/columns/columns.h"

/* A run that may come to rest. */
typedef struct rest_run {
    const bundle *data; /* with the criteria that it watched (quantities/criteria.h) */
    const char *subject;
    double published; /* iterations; NAN: none are */
    double awaited;   /* horizon of the run, iterations */
    bool unstable;    /* it ended unstable */
    size_t place;     /* the caller's own */
} rest_run;

typedef struct rest_runs {
    rest_run *run;
    size_t count;
} rest_runs;

/* The criterion chosen for a subject. A subject that watches `level` (an edge is level again) is
 * judged by that. Any other is judged by one threshold of displacement; if its runs watch none, of
 * the rate of displacement, or else of kinetic energy: the threshold with the smallest factor among
 * those that at least half of its runs reached; without published counts, the finest one reached by
 * the most runs.
 *
 * The factor is exp of the r.m.s. of ln(iterations / published): 1.1 is about 10 % off. A run that
 * does not reach it counts with its horizon, which bounds its misfit from below; a run that became
 * unstable, or ends in a state that is not stable, does not count. */
typedef struct rest_choice {
    const char *name, *unit; /* name of the criterion, and unit of its threshold */
    bool stands;      /* the subject has an equilibrium: level; or at least half of the counted runs
                         reached it; or one did, without published counts */
    double threshold; /* NAN: level */
    size_t reached;   /* runs with a published count that met it */
    size_t published; /* runs with a published count */
    size_t counted;   /* those of them that count for the factor */
    size_t met;       /* runs that met it, with or without a published count */
    double factor;    /* NAN if none reached it */
} rest_choice;

/* Orders runs by the criteria that they watch; a choice needs runs that watch the same. */
int rest_criteria_order(const bundle *a, const bundle *b);

/* For one subject, or (NULL) one threshold for all that have no level criterion. False if no run
 * watches a criterion. */
bool rest_choose(const rest_runs *runs, const char *subject, rest_choice *choice);

/* Completes a choice with its fit; except `level`, as above. */
rest_choice rest_fit(const rest_runs *runs, const char *subject, rest_choice choice);
/* The choice of a displacement of `threshold`, m. */
rest_choice rest_displacement(double threshold);

/* Distinct thresholds of the criterion of this name, descending; free it. */
double *rest_thresholds(const rest_runs *runs, const char *name, size_t *count);

/* Iterations of a run by the choice, or -1; and why it has none: "buckles later" ...; "" if it has
 * one, or without a reason. */
long rest_iterations_by(const bundle *data, const rest_choice *choice);
const char *rest_why_not(const bundle *data, const rest_choice *choice);

#endif
