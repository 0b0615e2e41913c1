/* Which criterion of rest fits published counts of iterations. Runs of the task equilibrium record
 * several thresholds; this finds the one that explains the counts best, for each subject and for
 * all. */
#ifndef STUDY_REST_H
#define STUDY_REST_H

#include "results/columns/columns.h"

/* A run that may come to rest. */
typedef struct rest_run {
    const bundle *data; /* has the criteria that it watched (quantities/criteria.h) */
    const char *subject;
    double published; /* iterations; NAN: none are */
    double awaited;   /* iterations within which rest was awaited */
    bool unstable;    /* it broke off so */
    size_t place;     /* the caller's own */
} rest_run;

typedef struct rest_runs {
    rest_run *run;
    size_t count;
} rest_runs;

/* The criterion that stands for a subject. A subject that watches `level`, that an
 * edge is level again, is judged by that. Any other is judged by one threshold of displacement; if
 * its runs watch none, by one of the rate of displacement, or else of kinetic energy. That is the
 * threshold of the least factor among those that at least half of its runs reached;
 * with nothing published, the finest that most runs reached.
 *
 * The factor is exp of the r.m.s. of ln(iterations / published): 1.1 is about 10 % off. A run that
 * does not reach it counts with the iterations within which it was awaited, which bounds its misfit
 * from below; one that became unstable, or ends in a state that is not stable,
 * says nothing of the threshold and does not count. */
typedef struct rest_choice {
    const char *name, *unit; /* of the criterion: its name, and the unit of its threshold */
    bool stands;      /* level; or at least half of the runs that count reached it; or nothing
                         is published, and one did. Otherwise the subject has no
                         equilibrium */
    double threshold; /* NAN: level */
    size_t reached;   /* runs with a published count that met it */
    size_t published; /* runs with a published count */
    size_t counted;   /* those of them that the factor is made from */
    size_t met;       /* runs that met it, with or without a published count */
    double factor;    /* NAN if none reached it */
} rest_choice;

/* Order of two runs by the criteria that they watch: what one choice may be of watches the same. */
int rest_criteria_order(const bundle *a, const bundle *b);

/* For one subject, or (NULL) one threshold for all that have no level criterion. False if no run
 * watches a criterion. */
bool rest_choose(const rest_runs *runs, const char *subject, rest_choice *choice);

/* The choice with how well it fits; `level` aside, as above. */
rest_choice rest_fit(const rest_runs *runs, const char *subject, rest_choice choice);
/* That of a displacement of `threshold`, m. */
rest_choice rest_displacement(double threshold);

/* Distinct thresholds that the runs watch by a criterion of this name, falling; free it. */
double *rest_thresholds(const rest_runs *runs, const char *name, size_t *count);

/* Iterations of a run by the choice, or -1; and why it has none: "buckles later" ...; "" if it has,
 * or does not say. */
long rest_iterations_by(const bundle *data, const rest_choice *choice);
const char *rest_why_not(const bundle *data, const rest_choice *choice);

#endif
