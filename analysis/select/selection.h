/* Some cases of a study, and what tells them apart. */
#ifndef ANALYSIS_SELECT_SELECTION_H
#define ANALYSIS_SELECT_SELECTION_H

#include "analysis/select/variable.h"

/* Paths that divide the cases alike are one coordinate; but of numbers that are swept together in a
 * `zip` those stay, one after the other, that the study names, or all if it names none. */
typedef struct coordinate {
    variable shown;  /* what it is told by: the study's factor, the method, a label, a swept path */
    variable number; /* one of them whose values are all numbers, for an axis, if is_number */
    bool is_number;
    bool is_list;   /* shown is a factor of a list, and number an element of that */
    bool is_beside; /* it goes with the one before it */
    bool is_method; /* a path or label of the integrator */
    size_t values;  /* how many different ones */
} coordinate;

typedef struct selection {
    const study *s;
    case_list cases; /* in the planned order */
    coordinate *coordinate;
    size_t coordinates; /* that tell all cases apart: the experiment first, if there are several,
                         * then as the study names its factors, then as planned. None is needless
                         * but factors of the study, methods, and what goes with another */
} selection;

typedef bool selection_keeps(const study *s, const study_case *c, const void *context);

/* Cases of a task (NULL: of any) that `keeps` keeps (NULL: all). False without memory. Free it in
 * any case. */
bool selection_make(const study *s, const char *task, selection_keeps *keeps, const void *context,
                    selection *made);
/* The same of a list of its cases; `cases` of what is made are in the planned order all the same.
 */
bool selection_of_cases(const study *s, const study_case *const *item, size_t count,
                        selection *made);
void selection_free(selection *made);

/* What tells a case: "S1, RK4, zeta 10", by all coordinates but those of `besides` (a variable's
 * name each, to NULL; or NULL). */
void selection_name(const selection *of, const study_case *c, const char *const *besides,
                    char *text, size_t size);

#endif
