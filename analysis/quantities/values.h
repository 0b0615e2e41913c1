/* Counts reproduced published values, for the terminal, the report and the site. A value counts if
 * it answers its study (response.h), once per subject, however many cases measure it; it is
 * reproduced if one of them gives it. */
#ifndef ANALYSIS_QUANTITIES_VALUES_H
#define ANALYSIS_QUANTITIES_VALUES_H

#include "analysis/quantities/verdicts.h"

/* The main published value of a case; false if there is none. */
bool value_answers(const study_case *c, published_value *p);

/* Whether that is a time of other hardware, which cannot refute anything. */
bool value_is_beside(const study_case *c);

/* Whether a comparison of a case is evidence: it answers its study and could have failed. If a grid
 * is refined, only the finest counts; coarser ones are run to show their error. */
bool value_counts(const study *s, const study_case *c, const comparison *made);

typedef struct values_verdict {
    size_t published, reproduced; /* values that could have been missed, and those that were
                                     reproduced */
    size_t as_printed;            /* of those, the ones that a case as printed gives */
    size_t beside;                /* further values, of other hardware */
    size_t required, missed;      /* cases that must give theirs, and those that do not */
    size_t absent;                /* further cases that must, and have no file */
    size_t coarse;                /* further comparisons, on grids that are not the finest */
} values_verdict;

/* Counts the values of a list of cases. Without memory it counts none, and s->no_memory is set. */
values_verdict values_count(const study *s, const study_case *const *item, size_t count);

/* Visits every published value of a case of the list, in the order of the published tables, with
 * the cases that measure it: the finest grids, as planned. False without memory, and s->no_memory
 * is set. */
typedef void value_visit(const study_case *const *reading, size_t count, void *context);
bool values_each(const study *s, const study_case *const *item, size_t count, value_visit *visit,
                 void *context);

/* Of a study, by kind: largest stable steps, and all other values. */
typedef struct study_verdict {
    values_verdict limits, others;
} study_verdict;
study_verdict values_judge(const study *s);

#endif
