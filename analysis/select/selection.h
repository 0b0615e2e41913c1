/* Some cases of a study, and the coordinates that distinguish them. */
#ifndef ANALYSIS_SELECT_SELECTION_H
#define ANALYSIS_SELECT_SELECTION_H

#include "analysis/select/variable.h"

/* Paths that divide the cases in the same way are one coordinate. Of numbers that are swept
 * together in a `zip`, those that the study names stay separate, or all if it names none. */
typedef struct coordinate {
    variable shown;  /* for people: the study's factor, the method, a label, a swept path */
    variable number; /* one of them whose values are all numbers, for an axis, if is_number */
    bool is_number;
    bool is_list;   /* shown is a factor of a list, and number an element of that */
    bool is_beside; /* it depends on the one before it */
    bool is_method; /* a path or label of the integrator */
    size_t values;  /* number of different ones */
} coordinate;

typedef struct selection {
    const study *s;
    case_list cases; /* in the planned order */
    coordinate *coordinate;
    size_t coordinates; /* that distinguish all cases: the experiment first, if there are several,
                         * then factors in the study's order, then planned order. All are needed,
                         * except factors of the study, methods, and dependent ones */
} selection;

typedef bool selection_keeps(const study *s, const study_case *c, const void *context);

/* Cases of a task (NULL: of any) that `keeps` keeps (NULL: all). False without memory. Free it in
 * any case. */
bool selection_make(const study *s, const char *task, selection_keeps *keeps, const void *context,
                    selection *made);
/* The same of a list of its cases; `cases` of the result are in planned order. */
bool selection_of_cases(const study *s, const study_case *const *item, size_t count,
                        selection *made);
void selection_free(selection *made);

/* The coordinates of a case, "S1, RK4, zeta 10", except those of `besides` (variables' names,
 * NULL-terminated; or NULL). */
void selection_name(const selection *of, const study_case *c, const char *const *besides,
                    char *text, size_t size);

#endif
