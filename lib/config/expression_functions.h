/* The functions in expressions. */
#ifndef CONFIG_EXPRESSION_FUNCTIONS_H
#define CONFIG_EXPRESSION_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* A function of one number, of two, or of any number of them by repeated use of of_two (min, max).
 * NaN for arguments outside its domain. */
typedef struct expression_function {
    const char *name;
    double (*of_one)(double value);
    double (*of_two)(double first, double second);
    bool folds;    /* of_two over any number of arguments */
    bool is_exact; /* the same bits on every system; else the value is rounded to 15 digits */
} expression_function;

extern const expression_function expression_functions[];
extern const size_t expression_function_count;

/* The nearest number of 15 significant digits. C libraries differ in the last bit of a sine; a
 * derived value must not depend on it, since it identifies a case. */
double expression_rounded(double value);

#endif
