/* Shared by the files of the expression evaluator: the place in the source, words, errors. */
#ifndef CONFIG_EXPRESSION_READER_H
#define CONFIG_EXPRESSION_READER_H

#include "config/expression.h"
#include "config/inside.h"

enum { EXPRESSION_NESTING_MAX = 100 };

typedef struct expression_reader {
    const char *source, *at;
    const config_node *root, *where;
    const expression_names *names; /* source of names; NULL: the tree below the root */
    int nesting;
    int idle; /* above 0: read without evaluating */
    config_error *error;
} expression_reader;

/* Reads one level of the grammar at the reader's place and returns its value. */
typedef bool expression_level(expression_reader *in, expression_value *value);
/* A whole expression (expression.c); a number, text, name, call or parentheses
 * (expression_primary.c). */
expression_level expression_either;
expression_level expression_primary;

/* The characters of dotted names with indices. */
extern const char expression_name_part[];

/* One line with the column of `at`; returns false. */
bool expression_fail(const expression_reader *in, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool expression_unexpected(const expression_reader *in, const char *allowed);

/* Reports a value of the wrong type, unless idle. */
bool expression_misfit(const expression_reader *in, const char *at, const char *what);
bool expression_need_number(const expression_reader *in, const char *at,
                            const expression_value *value);

/* Skips space; skips space and a symbol or a whole word, if it is next. */
void expression_skip(expression_reader *in);
bool expression_accept(expression_reader *in, const char *symbol);
bool expression_accept_word(expression_reader *in, const char *word);

/* `inner`, one level deeper. */
bool expression_nested(expression_reader *in, expression_level *inner, expression_value *value);

void expression_set_number(expression_value *value, double number);
bool expression_set_text(const expression_reader *in, const char *at, const char *text,
                         size_t length, expression_value *value);

#endif
