/* Cases that satisfy an expression over names of their values (variable.h): "simulation == 'S1' and
 * dt > 0.001", "`published dt_stable` > 0". */
#ifndef ANALYSIS_SELECT_CONDITION_H
#define ANALYSIS_SELECT_CONDITION_H

#include "analysis/select/variable.h"
#include "config/expression.h"

typedef struct condition {
    const study *s;
    bool *holds; /* of each case of the study; NULL: of all */
} condition;

/* `source` NULL: all cases. False, and one line in `error`, if the expression is wrong. Free it in
 * any case. */
bool condition_make(const study *s, const char *source, condition *made, config_error *error);
void condition_free(condition *made);

/* Whether it holds for a case of its study. */
bool condition_holds(const condition *made, const study_case *c);

#endif
