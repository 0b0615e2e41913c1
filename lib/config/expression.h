/* Small expressions over the values of a case: derived values, `exclude`, `--only`.
 *   numbers, with a unit of time or not (2 ms is 0.002), 'text' or "text", dotted names
 * (task.first, labels.simulation), + - * / ^ ( ), functions (expression_functions.h: sqrt, min,
 * sin, exp, elliptic_k ...), pi,
 *   == != < <= > >=, and or not.
 * A name gives its scalar: a number if the whole token is one, else text. Texts can be compared by
 * == and !=. `and` and `or` skip the second side if it cannot change the result, after checking its
 * syntax. */
#ifndef CONFIG_EXPRESSION_H
#define CONFIG_EXPRESSION_H

#include "config/config.h"

typedef struct expression_value {
    bool is_text;
    double number;
    char text[256];
} expression_value;

/* Evaluates `source` with names looked up below `root` (and, failing that, below root's `labels`).
 * `where` places errors (NULL: the message says "expression:column"). An unknown name, a type that
 * does not fit, a division by zero or a result that is not finite: false and one line. */
bool expression_evaluate(const char *source, const config_node *root, const config_node *where,
                         expression_value *value, config_error *error);

/* The same as a condition: numbers are true if not 0; a text is an error. */
bool expression_holds(const char *source, const config_node *root, const config_node *where,
                      bool *holds, config_error *error);

/* Names that are not values of a tree, such as results of a case. A missing value is NAN, and so is
 * anything computed from it. Comparisons with it, or of a number with a text, are false, except !=.
 * Names with characters that a tree's names cannot have are written in backquotes: `published
 * dt_stable`. */
typedef struct expression_names {
    const void *context;
    bool (*find)(const void *context, const char *name, expression_value *value);
    const char *const *known; /* for messages: the nearest of these is named */
    size_t count;
    const char *allowed; /* or else this, if none is near */
} expression_names;

/* The same as above, with such names. */
bool expression_evaluate_of(const char *source, const expression_names *names,
                            expression_value *value, config_error *error);
bool expression_holds_of(const char *source, const expression_names *names, bool *holds,
                         config_error *error);

/* The length of the first of several expressions: up to a comma that is not within parentheses or
 * backquotes, or the end. */
size_t expression_part(const char *at);

/* `unknown name 'NAME'; nearest allowed: ...`, or names->allowed if none is near. */
void expression_refuse_name(const char *name, const expression_names *names, char *text,
                            size_t size);

#endif
