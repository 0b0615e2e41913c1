/* The answer of a case to its study: one number with its unit and marks, or a word. Terminal,
 * tables, figures, report and index all use it, and so agree. */
#ifndef STUDY_ANSWER_H
#define STUDY_ANSWER_H

#include "quantities/measured.h"
#include "study/block.h"

/* The quantity that a study wants, and the unit in which it is shown. Without one the quantity is
 * "", and the answer is how the case ended. */
typedef struct study_response {
    const char *task, *quantity, *unit;
    bool named; /* by the study: an unstable run may then also have a value */
} study_response;

/* The quantity named by the study; else the usual one of its task; else, if that is not compared,
 * the only compared one. */
study_response study_response_of(const study_block *block, const char *task);

/* The usual quantity number `place` of its task, for studies in which no case has a value of those
 * before (a single oscillator has no fall). The quantity is "" past the last. */
study_response study_response_at(const study_block *block, const char *task, size_t place);

/* The place of the first of them for which `has` is true, that is, some case has a value; 0 if
 * there is none. */
typedef bool study_has_value(const void *context, const char *quantity);
size_t study_response_place(const study_block *block, const char *task, study_has_value *has,
                            const void *context);

/* Converts a value from the unit of the quantity to that of the response. */
double study_response_value(const study_response *of, double value);

typedef struct study_answer {
    study_response of;
    double value;        /* in its unit: the most precise number measured; NAN: see `word` */
    const char *word;    /* "unstable", "not reached", "none stable", ...; "" beside a value */
    bool at_least;       /* the search ended before it reached the value */
    double lower, upper; /* in its unit, bounds of the value: the bracket of a search; 0 and the
                            smallest failed step if none is stable; INFINITY as upper bound with
                            at_least; else both the value; NAN: unknown */
    bool late;           /* a limit at which a longer run fails, */
    bool energy;         /* or stays within its bounds while unexplained energy grows */
    bool grid;           /* a limit on the grid of the search, although it was bisected */
} study_answer;

/* `held_to_grid`: the published value is from the grid of a search, so the answer is too. For
 * answers that depend on other cases it gives what this case alone determines: iterations to rest
 * if it watches a single criterion. */
study_answer study_answer_of(const study_response *of, const measured_case *m, bool held_to_grid);

/* The same with the value, in the quantity's unit, and the reason if there is none (or ""), from a
 * caller that has the other cases. */
study_answer study_answer_with(const study_response *of, const measured_case *m, bool held_to_grid,
                               double value, const char *why);

/* The largest stable step of a case, s: the stable end of its bracket or of its grid; NAN: no step
 * is stable, or none was searched for. */
double study_limit_of(const measured_case *m, bool held_to_grid);
bool study_is_limit(const char *quantity); /* the largest stable step */

#endif
