/* The user's request for a table: which cases, in what order, and which columns. */
#ifndef ANALYSIS_TABLE_ASKED_H
#define ANALYSIS_TABLE_ASKED_H

#include "analysis/select/condition.h"
#include "analysis/table/table_result.h"

/* The user's words; NULL: not given. */
typedef struct table_words {
    const char *columns; /* "model.zeta,answer,published dt_stable" */
    const char *only;    /* an expression */
    const char *sort;    /* names; with - before the name in descending order */
} table_words;

typedef struct table_asked table_asked;
struct table_asked {
    const study *s;
    condition only;
    variable *column, *sort; /* NULL: not given */
    bool *descends;          /* of each of `sort` */
    size_t columns, sorts;
};

/* False, and one line in `error` that begins with the option, if a word is wrong. Free it in any
 * case. */
bool table_asked_make(const study *s, const table_words *words, table_asked *made,
                      config_error *error);
void table_asked_free(table_asked *made);

/* The order of two cases by `sort` only. */
int table_asked_order(const table_asked *asked, const study_case *a, const study_case *b);

/* Keeps the requested cases of a list, and sorts them. */
void table_asked_cases(const table_asked *asked, case_list *cases);

/* The requested columns as a table of their own: of the cases of `type`, or of all (NULL). False
 * without memory; free `m` with table_result_free either way. */
bool table_asked_table(const table_asked *asked, const table_type *type, table_result *m);

#endif
