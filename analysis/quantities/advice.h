/* Results of the task advice for each method, and the mode that limits the step. */
#ifndef ANALYSIS_QUANTITIES_ADVICE_H
#define ANALYSIS_QUANTITIES_ADVICE_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* The columns of a case, all of `count` rows; seconds and metres. */
typedef struct advice_methods {
    size_t count, own, recommended; /* rows; `count`: none */
    char *const *name, *const *limit, *const *note;
    const int64_t *accurate;
    const double *dt_start, *dt, *step, *error_limit, *error;
    const double *cost, *cost_second;
    const double *check_stable, *check_unstable;
    const double *velocity_error; /* NULL: not kept, by an earlier version */
} advice_methods;

/* count is 0 if the case lacks any of the columns. */
advice_methods advice_methods_of(const study_case *c);

/* Row `index` of a case, with its title: "RK4, recommended", "RK4, its own". */
typedef struct advice_row {
    char title[128];
    const char *own, *recommended; /* "own", "recommended"; or "" */
    double ratio;                  /* advice_ratio */
} advice_row;
extern const told_rows advice_rows;
bool advice_is_given(const study_case *c); /* a filter: it has some */

/* The predicted step over the middle of the measured bracket; NAN without a bracket. */
double advice_ratio(const advice_methods *m, size_t row);

/* True if the most damped mode limits the step, not that of the largest frequency. */
bool advice_is_limited_by_damping(const study_case *c);

/* "ω = 161.5 rad/s: stretching, 63 %", or "damping 300 1/s: loads, 63 %" if that limits: the worst
 * mode, and the part of the model that holds most of it. */
told_value advice_told_mode(const study *s, const study_case *c);

/* The part of the model that holds most of the worst mode's omega^2 (or of its damping, if that is
 * what limits), as in "cloth, shear", and its share; empty if there is none. */
void advice_part(const study_case *c, char *text, size_t size, double *share);

/* A number of the spectra at the start (0) or at the worst state. */
double advice_spectrum(const study_case *c, const results_column *column, bool worst);

#endif
