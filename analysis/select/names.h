/* All names of a study's values, for choosing, and for refusing unknown names. */
#ifndef ANALYSIS_SELECT_NAMES_H
#define ANALYSIS_SELECT_NAMES_H

#include "analysis/select/variable.h"
#include "config/expression.h"

/* Words, factors, swept paths, labels, then the quantities of the cases. */
typedef struct names {
    char **name;
    size_t count, room;
    size_t own;    /* number of names before the quantities */
    char *allowed; /* a sentence that lists those */
} names;

/* False without memory. Free it in any case. */
bool names_list(const study *s, names *all);
void names_free(names *all);

/* What an expression over the study's values needs besides `find` and its context; `all` may be
 * empty. */
expression_names names_known(const names *all);

/* The variables of "a,b,published a"; NULL, and one line in `error`, if one has no such name. `all`
 * holds how many. Free it. An empty list is refused. */
variable *names_variables(const study *s, const char *list, size_t *count, config_error *error);

#endif
