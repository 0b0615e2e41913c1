/* Which criterion of equilibrium fits published counts of iterations. Runs record several
 * thresholds; this finds the one that explains the counts best, for each simulation and for all. */
#ifndef ANALYSIS_QUANTITIES_EQUILIBRIUM_H
#define ANALYSIS_QUANTITIES_EQUILIBRIUM_H

#include "analysis/read/study.h"
#include "quantities/criteria.h"

/* The i-th criterion of an equilibrium case; false past the last. */
bool criterion_at(const study_case *c, size_t i, criterion *found);

/* The criterion that stands for a simulation. A simulation that watches `level`, that an
 * edge is level again, is judged by that. Any other is judged by one threshold of displacement; if
 * its runs watch none, by one of the rate of displacement, or else of kinetic energy. That is the
 * threshold of the least factor among those that at least half of its runs reached;
 * with nothing published, the finest that most runs reached.
 *
 * The factor is exp of the r.m.s. of ln(iterations / published): 1.1 is about 10 % off. A run that
 * does not reach it counts with the iterations within which it was awaited, which bounds its misfit
 * from below; one that became unstable, or ends in a state that is not stable,
 * says nothing of the threshold and does not count. */
typedef struct equilibrium_choice {
    const char *name, *unit; /* of the criterion: its name, and the unit of its threshold */
    bool stands;      /* level; or at least half of the runs that count reached it; or nothing
                         is published, and one did. Otherwise the simulation has no
                         equilibrium */
    double threshold; /* NAN: level */
    size_t reached;   /* runs with a published count that met it */
    size_t published; /* runs with a published count */
    size_t counted;   /* those of them that the factor is made from */
    size_t met;       /* runs that met it, with or without a published count */
    double factor;    /* NAN if none reached it */
} equilibrium_choice;

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
