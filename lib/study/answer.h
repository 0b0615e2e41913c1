/* What a case answers to its study: one number with its unit and marks, or a word. Terminal,
 * tables, figures, report and index say the same of a case because all take it from here. */
#ifndef STUDY_ANSWER_H
#define STUDY_ANSWER_H

#include "quantities/measured.h"
#include "study/block.h"

/* The quantity that is asked for, and the unit that it is shown in. Where nothing says it, the
 * quantity is "" and the answer is how the case ended. */
typedef struct study_response {
    const char *task, *quantity, *unit;
    bool named; /* by the study: then an unstable run may have a value too */
} study_response;

/* The quantity that the study names; else that which its task is usually asked for; else, where
 * that is not compared, the only quantity that is. */
study_response study_response_of(const study_block *block, const char *task);

/* The same where no case has a value of those before `place` that its task is usually asked for: as
 * a run of one oscillator falls nowhere. The quantity is "" past the last. */
study_response study_response_at(const study_block *block, const char *task, size_t place);

/* The place of the first of them of which a case of the experiment has a value, as `has` says; 0 if
 * there is none. */
typedef bool study_has_value(const void *context, const char *quantity);
size_t study_response_place(const study_block *block, const char *task, study_has_value *has,
                            const void *context);

/* A value in the unit of the quantity, in that of the response. */
double study_response_value(const study_response *of, double value);

typedef struct study_answer {
    study_response of;
    double value;     /* in its unit: the finest number measured; NAN: `word` says why */
    const char *word; /* "unstable", "timeout", "not reached", "no limit", ...; "" beside a value */
    bool at_least;    /* the search ended before it reached the value */
    double lower, upper; /* in its unit, what it lies between: the ends of a search's bracket, 0 and
                            the smallest step that failed where none is stable, INFINITY above what
                            is at least so much; twice the value otherwise; NAN: not known */
    bool late;           /* a limit that a longer run does not keep, */
    bool energy; /* or keeps by its bounds alone, while energy grows that no work explains */
    bool grid;   /* a limit of the search's grid, though it was bisected */
} study_answer;

/* `held_to_grid`: its published value came from the grid of a search, and so the answer does. Of
 * what other cases decide too it has the part that this one does by itself: iterations to rest if
 * it watches one criterion alone. */
study_answer study_answer_of(const study_response *of, const measured_case *m, bool held_to_grid);

/* The same with the value, in the quantity's unit, and why there is none ("": nothing says it),
 * given by one who knows the other cases. */
study_answer study_answer_with(const study_response *of, const measured_case *m, bool held_to_grid,
                               double value, const char *why);

/* The largest stable step that a case answers with, s: the stable end of its bracket or of its
 * grid; NAN: no step is stable, or none was sought. */
double study_limit_of(const measured_case *m, bool held_to_grid);
bool study_is_limit(const char *quantity); /* the largest stable step */

#endif
