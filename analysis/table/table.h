/* A table: one const entry. To add one: write its file, export its table_type, add a line to
 * tables.def. */
#ifndef ANALYSIS_TABLE_TABLE_H
#define ANALYSIS_TABLE_TABLE_H

#include "analysis/read/study.h"
#include "analysis/table/column.h"
#include "analysis/table/column_groups.h"
#include "core/registry.h"

/* Columns of keys before the others, for people. */
typedef enum table_keys {
    KEYS_OF_CASES,   /* the coordinates that distinguish its cases, and the method */
    KEYS_BUT_METHOD, /* the same without the method, which captions or rows name */
    KEYS_NONE        /* its own columns distinguish rows */
} table_keys;

/* Who sees it. */
typedef enum table_use {
    TABLE_IS_PRINTED, /* people, on the terminal and in files */
    TABLE_IN_FILES,   /* people, in files alone */
    TABLE_AS_DATA     /* programs: its CSV alone */
} table_use;

/* A grid that has rows of its own. */
typedef struct table_part {
    const char *caption;
    const table_column *columns;
    size_t column_count;
    /* Returns the data of its rows, an array to be freed; NULL without memory. */
    void *(*rows)(const study *s, const case_list *cases, size_t *count);
    size_t row_size;
    told_columns *more; /* columns that depend on the cases, behind its own; NULL: none */
    const char *note;   /* said after it; NULL: nothing */
} table_part;

typedef struct table_type {
    const char *name;                      /* of its files */
    const char *title;                     /* one line */
    const char *(*titled)(const study *s); /* the title, if it depends on the study; or NULL */
    const char *task;                      /* of the cases that it is made from; NULL: any */
    case_filter *filter;                   /* which of them; NULL: all */
    bool complete; /* its columns tell cases apart: no swept values follow */
    table_use use;
    const char *section;         /* of the report that shows it; NULL: tables */
    const table_column *columns; /* which one engine lays out (column.h, described.c) */
    size_t column_count;
    table_keys keys;
    const told_rows *rows; /* NULL: one of each case, whose columns share nothing */
    bool row_a_case;       /* people see one of each case, of which nothing is read */
    bool distinct;         /* of rows that say the same people see the first */
    int (*order)(const study_case *a, const study_case *b); /* of those; NULL: as planned */
    /* Whether its own columns contain a coordinate, which is then not a key of a row; NULL:
     * none. */
    bool (*says)(const study_case *c, const char *coordinate);
    bool answers; /* people see grids of the answers (answer_layout.h), not these columns */
    told_columns
        *more; /* columns for people that depend on the cases, behind its own; NULL: none */
    const table_column *caption; /* rows of one text of this stand in one grid; NULL: all do */
    const char *by_method;       /* or the caption is "RK4: " and this, */
    const char *compared;        /* of cases that are compared in this quantity; NULL: of all; */
    const char *published;       /* with the source's table of this quantity; NULL: without */
    const char *intro;           /* a sentence before the grids; NULL: none */
    told_paragraph *const *told; /* PARAGRAPHS(f, ...) after it; NULL: none */
    const char *const *marks;    /* MARKS("≠: meaning", ...), for marks that a cell has; NULL */
    const table_part *const *before; /* PARTS(&part, ...), grids before the others; NULL */
    const size_t
        *quoted; /* AT the source_words of a row: their sentences follow, each once; NULL */
} table_type;

/* The columns that depend on the cases, one block, to be freed; NULL if there are none, or without
 * memory, which is set in `out`. */
table_column *table_more_columns(told_columns *more, const study *s, const case_list *cases,
                                 size_t *count, document *out);

/* The title of a table of a study. */
const char *table_title(const table_type *type, const study *s);

#define MARKS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define PARAGRAPHS(...) ((told_paragraph *const[]){__VA_ARGS__, NULL})
#define PARTS(...) ((const table_part *const[]){__VA_ARGS__, NULL})

/* The registry of table_type, in the order of tables.def. */
extern const trama_registry table_registry;

#endif
