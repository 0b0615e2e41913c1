/* A value of another case: "iteration_time where task is timing" is the iteration time of the case
 * that differs from a case only in its task and in values that depend on it. */
#ifndef ANALYSIS_SELECT_COMPANION_H
#define ANALYSIS_SELECT_COMPANION_H

#include "analysis/select/variable.h"

/* Reads "NAME where NAME is VALUE". The companion of a case has VALUE, and is of the same
 * experiment, unless the experiment is NAME: "fall where experiment is folds". Paths that vary
 * among the cases with VALUE, or among those that share the case's own value, have the same value
 * in both, if both have one; other paths depend on NAME. A case that has VALUE is its own
 * companion. There is no value if there is no companion, or more than one. */
bool companion_find(const study *s, const char *name, variable *v);

/* Whether no case of the study has the VALUE of such a name. */
bool companion_is_of_none(const study *s, const char *name);

#endif
