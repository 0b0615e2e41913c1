/* Search for the largest step at which an answer is within a tolerance of a law. Every step is an
 * nth part of the end, which is reached exactly. A larger step may be within it again, by chance;
 * so the search keeps every step that it tried, and what it calls accurate is a step below which at
 * least `confirm` more are accurate too, up to the smallest that was tried if it can be. */
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
    long phases;             /* runs of a step, with the next ones, whose worst counts */
    long confirm;            /* smaller steps that must be accurate too */
    double tolerance, loose; /* of the error */
    double resolution;       /* relative width to which the bracket is bisected */
} trama_accurate_spec;
extern const trama_fields trama_accurate_fields;

typedef enum trama_accurate_purpose {
    TRAMA_ACCURATE_GRID,
    TRAMA_ACCURATE_NAMED, /* a step that is measured for every solver */
    TRAMA_ACCURATE_BISECT,
} trama_accurate_purpose;
const char *trama_accurate_purpose_name(trama_accurate_purpose purpose);

typedef struct trama_accurate_trial {
    long steps; /* n; of several phases, the first and the least */
    trama_accurate_purpose purpose;
    double error; /* NAN: unstable, or the answer's event did not come */
    double answer[TRAMA_READING_MAX];
    trama_outcome outcome;
} trama_accurate_trial;

/* The bracket of a tolerance, in steps to the end: the larger step has the fewer. */
typedef struct trama_accurate_bracket {
    long accurate; /* n of the largest accurate step; 0: no step that was tried is */
    long failed;   /* n of the next larger step, which is not; 0: the largest tried is accurate */
    long again;    /* larger steps that are within the tolerance though that one is not */
    long below;    /* smaller steps that are not within it */
} trama_accurate_bracket;

/* Steps that are measured for every solver, s: frames of a game and of a film at four parts, 1 ms.
 */
enum { TRAMA_ACCURATE_NAMED_STEPS = 3 };
extern const double trama_accurate_named[TRAMA_ACCURATE_NAMED_STEPS];

enum { TRAMA_ACCURATE_MAX = 512 };

typedef struct trama_accurate {
    size_t count; /* runs, by rising n: from the largest step to the smallest */
    trama_accurate_trial trial[TRAMA_ACCURATE_MAX];
    trama_accurate_bracket tolerance, loose;
    double named[TRAMA_ACCURATE_NAMED_STEPS]; /* errors at those steps; NAN as above */
    double least;                             /* smallest error of a run; NAN: none has one */
    long least_steps;                         /* its n */
    trama_order order;                        /* of the errors of the grid */
} trama_accurate;

/* Runs to the end in trial->steps steps, and fills in the rest but for the purpose. */
typedef trama_status (*trama_accurate_run)(void *context, trama_accurate_trial *trial,
                                           trama_error *error);

/* Steps to the end of length `step` or as near as a whole number of them comes. */
long trama_accurate_steps(double end, double step);

/* TRAMA_BAD_INPUT with the path of a field if the steps to that end (s) cannot be made. */
trama_status trama_accurate_check(const trama_accurate_spec *spec, double end, trama_error *error);

/* Makes the search, of runs that end at `end` (s). Errors: those of the runs. */
trama_status trama_accurate_search(const trama_accurate_spec *spec, double end,
                                   trama_accurate_run run, void *context, trama_accurate *found,
                                   trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
