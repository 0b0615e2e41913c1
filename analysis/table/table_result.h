/* A table made from a study, in both forms. */
#ifndef ANALYSIS_TABLE_TABLE_RESULT_H
#define ANALYSIS_TABLE_TABLE_RESULT_H

#include "analysis/table/table.h"

typedef struct table_result {
    const table_type *type;
    case_list cases;
    data_table data;
    data_table swept;        /* further columns of the CSV: the swept values of each row's case */
    const char **named;      /* of `data` */
    char **heading;          /* of its columns, "model.zeta [N/m]", NULL-terminated */
    const char **swept_path; /* of the column in the case */
    document document;
} table_result;

/* Whether a table is for programs only, with many columns. Its files are CSV. */
bool table_is_raw(const table_type *type);

/* The number of files to be read for such a table, if they are so many that it is made only when
 * requested by name; else 0. */
size_t table_unread(const study *s, const table_type *type);

struct table_asked;

/* The table of the requested cases (asked.h), in their order; NULL: of all. One function for
 * programs, one for people: for a terminal of `width` columns, or for print (0). False without
 * memory; free it in any case. */
bool table_make_data(const study *s, const table_type *type, const struct table_asked *asked,
                     table_result *m);
bool table_lay_out(const study *s, size_t width, table_result *m);
/* Both. */
bool table_make(const study *s, const table_type *type, const struct table_asked *asked,
                size_t width, table_result *m);
void table_result_free(table_result *m);

#endif
