/* The answers of the cases of one experiment as a grid with a cell for each case, by coordinates.
 * One coordinate gives the columns, if it has few values; the others are the keys of rows; if there
 * are many rows, the first keys divide them into pages. */
#ifndef ANALYSIS_TABLE_ANSWER_GRID_H
#define ANALYSIS_TABLE_ANSWER_GRID_H

#include "analysis/select/selection.h"

enum { GRID_NAME = 160 };

typedef struct answer_grid {
    const study *s;
    const study_case *const *item; /* the cases of one experiment and response, by method */
    size_t count;
    bool refined; /* a mesh is refined and compared: the cases are those of the finest */
    bool single;  /* all are of one method, which the caption names */
    selection of; /* the same cases, and their coordinates */
    size_t *key;  /* the coordinates that are keys of a row, the outermost first */
    size_t keys;
    size_t pages;  /* number of keys that divide the rows into pages */
    size_t across; /* the coordinate of the columns; of.coordinates: none */
    size_t rows, columns;
    size_t *cell;   /* rows x columns: the place of the case in `item`, or `count` where none is */
    size_t *first;  /* of each column: a case in it */
    size_t *in_row; /* of each row: a case in it */
} answer_grid;

typedef void answer_grid_visit(const answer_grid *g, void *context);

/* Visits the grids of each experiment that has such cases: those with published values in the order
 * of the first of their cases, then the others by name. There is one grid of each quantity that the
 * tasks of an experiment answer with. Lines are at most `width` characters long, if a coordinate
 * can be chosen so. False without memory. */
bool answer_grids(const study *s, const case_list *cases, size_t width, answer_grid_visit *visit,
                  void *context);

/* The case of a cell; NULL where there is none. */
const study_case *answer_grid_case(const answer_grid *g, size_t row, size_t column);

/* The heading of a key's column, "task.dt (s)", and of a column of answers, "RK4", "zeta 10 N/m";
 * and the text of a row's key. */
void answer_grid_key_head(const answer_grid *g, size_t key, char text[GRID_NAME]);
void answer_grid_head(const answer_grid *g, size_t column, char text[GRID_NAME]);
void answer_grid_key(const answer_grid *g, size_t row, size_t key, char text[GRID_NAME]);
/* Whether a row's key is a number. */
bool answer_grid_key_is_number(const answer_grid *g, size_t key);

/* The first row of the next page; `rows` after the last. The keys of a page, "drag 2, silk"; "" if
 * it is the only one. */
size_t answer_grid_next_page(const answer_grid *g, size_t row);
void answer_grid_page(const answer_grid *g, size_t row, char text[GRID_NAME]);
/* An expression for `--only` that holds for a page, or for a row where there is one page. */
void answer_grid_only(const answer_grid *g, size_t row, char text[2 * GRID_NAME]);

/* The caption, "largest stable step, ms; all by RK4; of the finest grid". */
void answer_grid_caption(const answer_grid *g, char *text, size_t size);

#endif
