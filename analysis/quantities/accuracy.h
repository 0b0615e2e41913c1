/* Errors of accuracy cases, time step by time step. */
#ifndef ANALYSIS_QUANTITIES_ACCURACY_H
#define ANALYSIS_QUANTITIES_ACCURACY_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* The columns of a case, all of `count` rows. */
typedef struct accuracy_steps {
    size_t count;
    const double *dt, *rms, *largest; /* s, m, m; NAN: unstable */
    const int64_t *taken, *stable, *fitted;
    const int64_t *evaluations; /* NULL: unknown */
    const double *sample;       /* s, count x repeats; NULL: not timed */
    size_t repeats;
} accuracy_steps;

/* count is 0 if the case lacks any of the columns. */
accuracy_steps accuracy_steps_of(const study_case *c);

/* Of a case: the number of steps in the fit of its order; the smallest error, m, NAN: none; and the
 * order, or how a case without one broke off. */
double accuracy_fitted(const study_case *c);
double accuracy_smallest(const study_case *c);
told_value accuracy_order(const study *s, const study_case *c);

/* In words: the order that is fitted to four steps or more with its interval, "4.01 ± 0.006", as
 * through three any curve is straight; and the stated one, "(4)". */
told_value accuracy_told_order(const study *s, const study_case *c);
told_value accuracy_told_stated(const study *s, const study_case *c);

/* "loops: hanging sheet": the experiment and the simulation. */
told_value accuracy_caption(const study *s, const study_case *c);

/* Of a step what is no column: the seconds of its run, and "yes" or "no". */
typedef struct accuracy_row {
    double seconds;
    const char *stable;
} accuracy_row;
extern const told_rows accuracy_rows;

/* Seconds of the run at step i: median of its samples; NAN where there are none. */
double accuracy_seconds(const accuracy_steps *steps, size_t i);

#endif
