/* What a table is: one const entry. To add one: write its file, export its table_type, add a line
 * to tables.def. */
#ifndef ANALYSIS_TABLE_TABLE_H
#define ANALYSIS_TABLE_TABLE_H

#include "analysis/read/study.h"
#include "analysis/table/data_table.h"
#include "analysis/table/document.h"
#include "core/registry.h"

typedef struct table_type {
    const char *name;          /* of its files */
    const char *title;         /* one line */
    const char *task;          /* of the cases that it is made from; NULL: any */
    case_filter *filter;       /* which of them; NULL: all */
    const char *const *column; /* of the CSV, NULL-terminated; swept values follow */
    bool complete;             /* these columns tell cases apart: no swept values follow */
    bool printed;              /* shown on the terminal as well */
    const char *section;       /* of the report that shows it; NULL: tables */

    /* One case's rows. `s` is for what other tasks' cases know. */
    void (*rows)(const study *s, const study_case *c, data_table *out);
    /* Rows of no case, after those; NULL: there are none. */
    void (*rest)(const study *s, data_table *out);
    /* The layout for people; NULL: the data as they stand. */
    void (*layout)(const study *s, const case_list *cases, document *out);
} table_type;

/* The registry of table_type, in the order of tables.def. */
extern const trama_registry table_registry;

#endif
