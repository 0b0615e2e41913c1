/* Which cases a table is of, in what order, and which columns of them: what a user asks for. */
#ifndef ANALYSIS_TABLE_ASKED_H
#define ANALYSIS_TABLE_ASKED_H

#include "analysis/select/condition.h"
#include "analysis/table/table_result.h"

/* The user's words: NULL where nothing is asked. */
typedef struct table_words {
    const char *columns; /* "model.zeta,answer,published dt_stable" */
    const char *only;    /* an expression */
    const char *sort;    /* names; a name with - before it from the largest down */
} table_words;

typedef struct table_asked table_asked;
struct table_asked {
    const study *s;
    condition only;
    variable *column, *sort; /* NULL: none is asked */
    bool *descends;          /* of each of `sort` */
    size_t columns, sorts;
};

/* False, and one line in `error` that begins with the option, if a word is wrong. Free it in any
 * case. */
bool table_asked_make(const study *s, const table_words *words, table_asked *made,
                      config_error *error);
void table_asked_free(table_asked *made);

/* The order of two cases by `sort` alone. */
int table_asked_order(const table_asked *asked, const study_case *a, const study_case *b);

/* Keeps of a list the cases that are asked for, and puts them into the order that is. */
void table_asked_cases(const table_asked *asked, case_list *cases);

/* The asked columns as a table of their own: of the cases of `type`, or of all (NULL). False
 * without memory; free `m` with table_result_free either way. */
bool table_asked_table(const table_asked *asked, const table_type *type, table_result *m);

#endif
