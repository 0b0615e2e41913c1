/* In what cases differ that a title cannot tell apart: peers, of one experiment, task, simulation,
 * integrator and given step. */
#ifndef ANALYSIS_READ_VARIATION_H
#define ANALYSIS_READ_VARIATION_H

#include "analysis/read/study.h"

typedef struct variations variations;

/* Made when it is first asked for, in n log n for n cases; the study keeps it. NULL without memory,
 * which the study then says, and which the function below takes. */
const variations *variations_of(const study *s);

/* Whether the peers of a case, itself among them, differ in the label or swept value of a path. */
bool variations_differ(const variations *v, const study_case *c, const char *path);

/* Whether the value of a path, a swept one or the label of a factor, tells the case from those of
 * its peers that their other labels do not tell from it: of values that say the same one is told,
 * and a label rather than a number. */
bool variations_tell(const variations *v, const study_case *c, const char *path);

/* Whether there are cases like the peers of a case, but for their given step. */
bool variations_in_step(const variations *v, const study_case *c);

/* The step that a case was given, s; not a number where it was found, as by a search. */
double case_given_step(const study_case *c);

/* The label of a path, or NULL, of those that are told nowhere else: what is a factor of the study
 * has a column of its own. */
const char *variation_label(const study_case *c, const char *path);

#endif
