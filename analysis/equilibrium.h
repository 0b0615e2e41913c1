/* Which criterion of equilibrium fits the published iteration counts. The thesis judged by eye and
 * prints no threshold; the runs record several, and this finds the one that explains its counts
 * best, for each simulation and for all. */
#ifndef ANALYSIS_EQUILIBRIUM_H
#define ANALYSIS_EQUILIBRIUM_H

#include "analysis/read/study.h"

/* One criterion that a run watched. */
typedef struct criterion {
    const char *name; /* displacement, displacement_rate, kinetic, level */
    const char *unit;
    double threshold;
    long iteration; /* at which it was met; -1: not within the horizon */
} criterion;

/* The i-th criterion of an equilibrium case; false past the last. */
bool criterion_at(const study_case *c, size_t i, criterion *found);

/* The criterion that stands for a simulation. A simulation that watches `level` (S4: the flag's
 * lower edge, which is the thesis' own definition there) is judged by that. Any other by the
 * displacement threshold of the least factor among those that at least half of its runs reached;
 * with nothing published, by the finest that most runs reached.
 *
 * The factor is exp of the r.m.s. of ln(iterations / published): 1.1 is about 10 % off. A run that
 * ends at its horizon counts with that, which bounds its misfit from below; one that became
 * unstable before says nothing of the threshold and does not count. */
typedef struct equilibrium_choice {
    bool level;
    double threshold; /* m; NAN: level */
    size_t reached;   /* runs with a published count that met it, */
    size_t published; /* of so many */
    size_t counted;   /* of which so many make up the factor */
    size_t met;       /* runs that met it, with or without a published count */
    double factor;    /* NAN if none reached it */
} equilibrium_choice;

/* For one simulation, or (NULL) one threshold for all that have no level criterion. False if no run
 * has such a criterion. */
bool equilibrium_choose(const case_list *cases, const char *simulation, equilibrium_choice *choice);

/* How well a given displacement threshold fits; `level` aside, as above. */
equilibrium_choice equilibrium_fit(const case_list *cases, const char *simulation,
                                   double threshold);

/* Distinct displacement thresholds of all cases, falling; free it. */
double *equilibrium_thresholds(const case_list *cases, size_t *count);

/* Iterations of a case by the choice, or -1. */
long equilibrium_iterations(const study_case *c, const equilibrium_choice *choice);

/* The equilibrium case of the same simulation and integrator, or NULL. */
const study_case *equilibrium_case(const case_list *cases, const study_case *of);

#endif
