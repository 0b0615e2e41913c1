/* A table as a list of columns over rows. Each column is defined once, and written for programs
 * (CSV) and for people (Markdown, terminal, LaTeX, HTML). */
#ifndef ANALYSIS_TABLE_COLUMN_H
#define ANALYSIS_TABLE_COLUMN_H

#include <stddef.h>

#include "analysis/quantities/told.h"
#include "analysis/quantities/unmeasured.h"
#include "analysis/select/variable.h"
#include "analysis/table/data_table.h"
#include "analysis/table/document.h"

typedef enum cell_kind {
    CELL_ABSENT, /* "–"; in the CSV an empty cell */
    CELL_REAL,   /* a number in `digits` significant digits, and in ten */
    CELL_COUNT,  /* a whole number */
    CELL_RANGE,  /* "[low, high]" */
    CELL_TEXT,
    CELL_KINDS
} cell_kind;

enum { CELL_OWN = 512, NOTE_OWN = 256 };

/* Contents of a cell. Numbers are in the unit of the CSV. */
typedef struct table_cell {
    cell_kind kind;
    double value, high; /* a range is from `value` to `high` */
    double scale;       /* from the CSV's unit to that for people; 0: the column's */
    const char *text;   /* NULL: `own` */
    char own[CELL_OWN];
    const char *before, *after; /* for people, around a number: "at least ", " (cap)"; or NULL */
    const char *word;           /* for people, instead: "unstable", "at least 12"; may be `own` */
    bool agrees, differs;       /* for people, after it: ✓ with the published value; ≠ */
    const char *mark;           /* for people, after that: "†" */
    char note[NOTE_OWN];        /* for people, below the grid, on the mark and this row; "": none */
} table_cell;

/* A row of a case, or of a published value that no case measures. */
typedef struct table_row {
    const study *s;
    const study_case *c;  /* NULL: of none */
    size_t index;         /* in a case with several rows */
    const unmeasured *of; /* NULL: of a case */
    const void *made;     /* data shared by its columns (table.h); without it and without a case all
                           * cells are absent */
} table_row;

/* Traits of some columns. */
typedef struct column_traits {
    const char *path;     /* the equivalent swept path: if that is a key of the rows, people see
                           * only one of both; or NULL */
    const char *quantity; /* whose unit is used for people (read/units.h); or NULL */
    bool across;          /* people see it once for each method (described_across.h) */
    bool exact;           /* given, or of several quantities: small values are not shown as 0 */
} column_traits;
extern const column_traits column_is_step, column_is_limit, column_is_mixed;

typedef struct table_column table_column;
typedef struct column_group column_group;
/* Fills in a cell that is absent so far. */
typedef void table_value(const table_row *row, const table_column *column, table_cell *cell);
struct table_column {
    const char *name;    /* in the CSV; NULL: for people only */
    const char *heading; /* for people; NULL: in the CSV only */
    const char *unit;    /* for people; NULL or "": none */
    double scale;        /* from the CSV's unit to that; 0: the same unit */
    int digits;          /* for people; 0: five, and whole numbers whole */
    table_value *value;
    const void *of;              /* for `value`: the column of the case, or another source */
    const column_traits *traits; /* or NULL */
    const char *end; /* the name in the CSV of a range's high end, whose low one is `name` then;
                      * NULL: a range is one text there */
    const column_group *group; /* all of these stand in its place, and the rest is not set; NULL */
};

/* Columns that several tables have alike (column_groups.h). */
struct column_group {
    const table_column *columns;
    size_t column_count;
};
#define TABLE_COLUMNS(of) .columns = (of), .column_count = sizeof(of) / sizeof *(of)

/* Values that need nothing else: `of` is a results_column of the case, as CASE_REAL(dt) says. */
table_value cell_real, cell_count, cell_text;
#define CASE_REAL(name) .value = cell_real, .of = &column_##name
#define CASE_COUNT(name) .value = cell_count, .of = &column_##name
#define CASE_TEXT(name) .value = cell_text, .of = &column_##name
table_value cell_variable; /* `of` is a variable */
/* The answer with its marks; the word of a case without such a number: "unstable", "timeout"; its
 * unit. */
table_value cell_answer, cell_answer_word, cell_answer_unit;
/* A range from one column to another. */
table_value cell_range;
#define CASE_RANGE(low, high) .value = cell_range, .of = COLUMNS_FROM(low, high)
#define COLUMNS_FROM(low, high) (&(const results_column *const[2]){&column_##low, &column_##high})
/* The published value of the quantity that `of` names, and the same as a count. */
table_value cell_published, cell_published_count;
#define PUBLISHED(quantity) .value = cell_published, .of = (quantity)
#define PUBLISHED_COUNT(quantity) .value = cell_published_count, .of = (quantity)
/* What a function says of the case: NUMBER(double f(s, c)), OWN(double f(c)) or
 * WORD(const char *f(c)), at file scope. */
table_value cell_number_by, cell_word_by, cell_own_number;
typedef double case_number_by(const study *s, const study_case *c);
typedef double case_own_number(const study_case *c);
typedef const char *case_word_by(const study_case *c);
#define NUMBER(f)                                                                                  \
    .value = cell_number_by, .of = &(case_number_by *const)                                        \
    {                                                                                              \
        f                                                                                          \
    }
#define OWN(f)                                                                                     \
    .value = cell_own_number, .of = &(case_own_number *const)                                      \
    {                                                                                              \
        f                                                                                          \
    }
#define WORD(f)                                                                                    \
    .value = cell_word_by, .of = &(case_word_by *const)                                            \
    {                                                                                              \
        f                                                                                          \
    }
/* What a function tells of the case: TOLD(told_value f(s, c)), at file scope. */
table_value cell_told_by;
typedef told_value case_told_by(const study *s, const study_case *c);
#define TOLD(f)                                                                                    \
    .value = cell_told_by, .of = &(case_told_by *const)                                            \
    {                                                                                              \
        f                                                                                          \
    }
/* A text, a text that is kept there, a number, or a told_value of what the row's columns share:
 * `of` is AT its member. The file of a table defines ROW as the type of that. */
table_value cell_made_text, cell_made_words, cell_made_real, cell_made_count, cell_told;
#define ROW_TEXT(member) .value = cell_made_text, .of = AT(ROW, member)
#define ROW_WORDS(member) .value = cell_made_words, .of = AT(ROW, member)
#define ROW_REAL(member) .value = cell_made_real, .of = AT(ROW, member)
#define ROW_COUNT(member) .value = cell_made_count, .of = AT(ROW, member)
#define ROW_TOLD(member) .value = cell_told, .of = AT(ROW, member)
/* The labels of a case that no column of a table is called by, as "name=value": `of` is the table.
 */
table_value cell_other_labels;
/* Row `index` of a column of the case that has a row for each of the table's; a range of two. */
table_value cell_real_at, cell_count_at, cell_text_at, cell_range_at;
#define EACH_REAL(name) .value = cell_real_at, .of = &column_##name
#define EACH_COUNT(name) .value = cell_count_at, .of = &column_##name
#define EACH_TEXT(name) .value = cell_text_at, .of = &column_##name
#define EACH_RANGE(low, high) .value = cell_range_at, .of = COLUMNS_FROM(low, high)
/* Experiment, simulation, method as titled, integrator as named, how the case ended. */
table_value cell_experiment, cell_simulation, cell_method, cell_integrator, cell_end;

/* The column of a variable, with the words of cases that have no such value; of the answer with its
 * marks. It points to the variable, and `heading` holds the answer's. */
table_column column_of_variable(const variable *v, char heading[VARIABLE_NAME]);

void cell_set_real(table_cell *cell, double value);             /* absent for NAN */
void cell_set_count(table_cell *cell, double count);            /* absent for NAN and below 0 */
void cell_set_range(table_cell *cell, double low, double high); /* absent if both are NAN */
void cell_set_text(table_cell *cell, const char *text); /* kept as a pointer; absent for "" */
/* Keeps its texts, not its words. */
void cell_set_told(table_cell *cell, const told_value *t);
void cell_set_words(table_cell *cell, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Columns with those of groups in their place, to `to` (NULL: nowhere); how many. */
size_t columns_spread(const table_column *column, size_t count, table_column *to);

/* The names of the columns that the CSV has; NULL-terminated, to be freed; NULL without memory. */
const char **columns_named(const table_column *column, size_t count);

/* A cell's text. */
void column_text(const table_column *column, const table_row *row, char *text, size_t size);

/* One row of the CSV. */
void columns_data(const table_column *column, size_t count, const table_row *row, data_table *out);

/* Whether a variable is the answer, which has a column of words next to it in a CSV; and whether
 * cases answer with several quantities, so that there is a column of units too. */
bool variable_is_answer(const variable *v), variable_is_of_several(const variable *v);

/* Takes the unit and scale that the study shows the column's `quantity` in. */
void column_take_unit(const study *s, table_column *column);

/* A grid of rows: of the columns with a heading those that have a value or a word in some row. A
 * number is shown as 0 if it is only rounding error compared with the largest of its column
 * (scales.h); the CSV has the measured number. Notes of cells follow the grid. */
void columns_grid(const table_column *column, size_t count, const table_row *row, size_t rows,
                  const char *caption, document *out);

/* For each row whether it differs from all earlier ones for people; to be freed. NULL without
 * memory. */
bool *columns_first(const table_column *column, size_t count, const table_row *row, size_t rows);

/* Adds a note for a requested column that is left out because no row has it. */
void column_note_empty(const table_column *column, const table_row *row, size_t rows,
                       document *out);

#endif
