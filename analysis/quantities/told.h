/* A value for people: in words, with a mark, and with its agreement with a published one. */
#ifndef ANALYSIS_QUANTITIES_TOLD_H
#define ANALYSIS_QUANTITIES_TOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/read/study.h"

struct unmeasured; /* unmeasured.h */

enum { TOLD_WORDS = 256, TOLD_HEADING = 160, TOLD_PARAGRAPH = 1024 };

typedef struct told_value {
    double value;           /* NAN: there is none */
    double high;            /* end of a range, which begins at `value` */
    bool is_range;          /* one end may be NAN */
    bool is_count;          /* a whole number; negative: none */
    double scale;           /* to the unit for people; 0: the column's */
    const char *before;     /* before the value, for people: "at least "; NULL: nothing */
    const char *after;      /* after it: " (cap)" */
    const char *text;       /* the value, if it is a text; NULL: a number */
    bool is_words;          /* `words` are the value */
    const char *word;       /* instead of the value; NULL: `words` */
    char words[TOLD_WORDS]; /* likewise; "": the value */
    const char *mark;       /* after it: "†"; NULL: none */
    int sign;               /* > 0: agrees with the published value; < 0: does not */
    bool is_note;           /* `words` are not the value but a note below the grid on the mark */
} told_value;

/* Where a row has a member of its type: for lists of columns, at file scope. */
#define AT(type, member) (&(const size_t){offsetof(type, member)})

told_value told_number(double value);
told_value told_count(double count);
told_value told_text(const char *text);
told_value told_range(double low, double high);
/* Sets the words by a format. */
#define told_in_words(of, ...) snprintf((of)->words, TOLD_WORDS, __VA_ARGS__)

/* A column that depends on the cases: its heading, and its value for a case or another source of
 * rows. */
typedef struct told_column told_column;
typedef told_value told_cell(const told_column *column, const study *s, const study_case *c,
                             const void *made);
struct told_column {
    char heading[TOLD_HEADING];
    const char *unit; /* NULL: none */
    told_cell *tell;
    double number; /* one of these is its subject; `of` lives as long as the study */
    size_t place;
    const char *name;
    const void *of;
};
/* An array to be freed; NULL without memory. */
typedef told_column *told_columns(const study *s, const case_list *cases, size_t *count);

/* Rows of a table, and what the columns of one share: `size` bytes, made once a row. */
typedef struct told_rows {
    size_t size;
    size_t (*count)(const study_case *c); /* of a case; NULL: one */
    /* The row `index` of a case; false: there is none. NULL: nothing is shared. */
    bool (*read)(const study *s, const study_case *c, size_t index, void *made);
    /* Of a published value that no case measures; NULL: such have no rows. */
    bool (*read_unmeasured)(const struct unmeasured *of, void *made);
    const size_t *shown; /* AT a bool: whether people see the row; NULL: all */
} told_rows;

/* A paragraph that depends on the cases; "": nothing is to be said. */
typedef void told_paragraph(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH]);

#endif
