/* Search for the largest step at which an answer is within a tolerance of a law. Every step divides
 * the end time, which is reached exactly. A larger step may be accurate again by chance; so the
 * search records every step tried, and reports a step only if at least `confirm` smaller ones are
 * accurate too, if possible all down to the smallest tried. */
#ifndef TRAMA_MEASURE_ACCURATE_H
#define TRAMA_MEASURE_ACCURATE_H

#include "measure/accuracy.h"
#include "measure/reading.h"
#include "measure/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_accurate_spec {
    double first, finest;    /* s: the largest step tried, and the smallest at most */
    double ratio;            /* of a step to the next */
    long phases;             /* number of consecutive n run for each step; the largest error
                                counts */
    long confirm;            /* smaller steps that must be accurate too */
    double tolerance, loose; /* of the error */
    double resolution;       /* relative width to which the bracket is bisected */
} trama_accurate_spec;
extern const trama_fields trama_accurate_fields;

typedef enum trama_accurate_purpose {
    TRAMA_ACCURATE_GRID,
    TRAMA_ACCURATE_NAMED, /* one of trama_accurate_named */
    TRAMA_ACCURATE_BISECT,
} trama_accurate_purpose;
const char *trama_accurate_purpose_name(trama_accurate_purpose purpose);

typedef struct trama_accurate_trial {
    long steps; /* n; with several phases, the first and smallest */
    trama_accurate_purpose purpose;
    double error; /* NAN: unstable, or the event of the answer did not occur */
    double answer[TRAMA_READING_MAX];
    trama_outcome outcome;
} trama_accurate_trial;

/* The bracket of a tolerance, as numbers of steps to the end: a larger step has a smaller
 * number. */
typedef struct trama_accurate_bracket {
    long accurate; /* n of the largest accurate step; 0: none tried is accurate */
    long failed;   /* n of the next larger step, not accurate; 0: the largest tried is accurate */
    long again;    /* number of still larger steps that are within the tolerance */
    long below;    /* number of smaller steps that are not within it */
} trama_accurate_bracket;

/* Steps that are measured for every solver, s: frames of a game and of a film at four parts, 1 ms.
 */
enum { TRAMA_ACCURATE_NAMED_STEPS = 3 };
extern const double trama_accurate_named[TRAMA_ACCURATE_NAMED_STEPS];

enum { TRAMA_ACCURATE_MAX = 512 };

typedef struct trama_accurate {
    size_t count; /* runs, from the largest step to the smallest */
    trama_accurate_trial trial[TRAMA_ACCURATE_MAX];
    trama_accurate_bracket tolerance, loose;
    double named[TRAMA_ACCURATE_NAMED_STEPS]; /* errors at those steps; NAN as above */
    double least;                             /* smallest error of a run; NAN: no run has one */
    long least_steps;                         /* its n */
    trama_order order;                        /* of the errors of the grid */
} trama_accurate;

/* Runs to the end in trial->steps steps, and sets the other members except the purpose. */
typedef trama_status (*trama_accurate_run)(void *context, trama_accurate_trial *trial,
                                           trama_error *error);

/* Number of steps to the end, for a step as near to `step` as possible. */
long trama_accurate_steps(double end, double step);

/* TRAMA_BAD_INPUT with the path of a field if no such steps lead to that end (s). */
trama_status trama_accurate_check(const trama_accurate_spec *spec, double end, trama_error *error);

/* Searches, by runs that end at `end` (s). Errors: those of the runs. */
trama_status trama_accurate_search(const trama_accurate_spec *spec, double end,
                                   trama_accurate_run run, void *context, trama_accurate *found,
                                   trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
