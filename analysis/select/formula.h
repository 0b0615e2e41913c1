/* Expressions over the values of a case (config/expression.h), whose names are those of variables.
 */
#ifndef ANALYSIS_SELECT_FORMULA_H
#define ANALYSIS_SELECT_FORMULA_H

#include "analysis/select/variable.h"
#include "config/expression.h"

/* The names that an expression has used so far, each looked up once, and the case that it is
 * evaluated for. Names of more than FORMULA_NAMES are unknown. */
enum { FORMULA_NAMES = 32 };
typedef struct formula {
    const study *s;
    const study_case *c;
    variable used[FORMULA_NAMES];
    size_t count;
} formula;

/* The names of an expression as variables of the formula's case. */
expression_names formula_names(formula *of);

/* A variable that is an expression with a number as value: "1e3 * dt_stable". It has no unit. */
bool formula_find(const study *s, const char *name, variable *v);

/* The error of an expression, and its column, from 1; 0: no error, or a name rather than an
 * expression. `known`: names for the message. */
int formula_fault(const study *s, const char *source, const expression_names *known, char *text,
                  size_t size);

#endif
