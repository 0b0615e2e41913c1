/* Lays out grids of answers: each page of one is a grid of columns, its keys and then its answers.
 */
#include "analysis/table/answer_layout.h"

#include <stdlib.h>

#include "analysis/quantities/marks.h"
#include "analysis/table/answer_grid_make.h"
#include "analysis/table/column.h"

static mark_visit write_mark;
static void show(const answer_grid *g, void *context);

void answer_layout(const study *s, const case_list *cases, document *out)
{
    marks_visit(s, cases, write_mark, out);
    out->no_memory |= !answer_grids(s, cases, out->width, show, out);
}

/* --- what marks mean --- */

/* What begins with an example is about no mark. */
static void write_mark(const char *said, void *out)
{
    if (said[0] >= '0' && said[0] <= '9')
        document_paragraph(out, "%s", said);
    else
        document_mark(out, "%s", said);
}

/* --- a page --- */

/* A column: a key or the answers below a value. `index` of a table's row is the row of the grid. */
typedef struct place {
    const answer_grid *g;
    size_t index;
    char heading[GRID_NAME];
} place;

static void key(const table_row *row, const table_column *column, table_cell *cell)
{
    const place *at = column->of;
    char text[GRID_NAME];
    answer_grid_key(at->g, row->index, at->index, text);
    cell_set_words(cell, "%s", text);
}

/* Where no case is the cell is empty. */
static void answer_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const place *at = column->of;
    const study_case *c = answer_grid_case(at->g, row->index, at->index);
    cell->word = "";
    if (c)
        cell_answer(&(table_row){.s = at->g->s, .c = c}, column, cell);
}

/* The keys that do not divide pages, then the answers; how many. */
static size_t list_columns(const answer_grid *g, place *at, table_column *column)
{
    size_t count = 0;
    for (size_t k = g->pages; k < g->keys; k++, count++) {
        at[count] = (place){.g = g, .index = k};
        answer_grid_key_head(g, k, at[count].heading);
        column[count] =
            (table_column){.heading = at[count].heading, .value = key, .of = &at[count]};
    }
    for (size_t i = 0; i < g->columns; i++, count++) {
        at[count] = (place){.g = g, .index = i};
        answer_grid_head(g, i, at[count].heading);
        column[count] =
            (table_column){.heading = at[count].heading, .value = answer_at, .of = &at[count]};
    }
    return count;
}

/* Rows from `first` to `end`, which are of one page. */
static void page(const answer_grid *g, size_t first, size_t end, const char *caption, document *out)
{
    const size_t most = g->keys + g->columns;
    place *at = calloc(most + 1, sizeof *at);
    table_column *column = calloc(most + 1, sizeof *column);
    table_row *row = calloc(end - first + 1, sizeof *row);
    if (at && column && row) {
        const size_t columns = list_columns(g, at, column);
        for (size_t i = first; i < end; i++)
            row[i - first] = (table_row){.s = g->s, .index = i, .made = g};
        columns_grid(column, columns, row, end - first, caption, out);
    }
    out->no_memory |= !at || !column || !row;
    free(row);
    free(column);
    free(at);
}

/* --- pages --- */

/* "dt-limits: how large a time step does each method take? (largest stable step, ms)" */
static void introduction(const answer_grid *g, char *text, size_t size)
{
    const study_case *c = g->item[0];
    const char *question = case_block(c)->question;
    char caption[512];
    answer_grid_caption(g, caption, sizeof caption);
    snprintf(text, size, "%s%s%s (%s)", case_text(c, &column_case_experiment),
             question[0] ? ": " : "", question, caption);
}

/* What a terminal does not show, and how it is listed. */
static void rest(const answer_grid *g, size_t row, document *out)
{
    char only[2 * GRID_NAME];
    size_t cases = 0;
    for (size_t i = row * g->columns; i < g->rows * g->columns; i++)
        cases += g->cell[i] < g->count;
    answer_grid_only(g, row, only);
    document_paragraph(out, "%zu more cases: `--format csv` lists all, `--only \"%s\"` those.",
                       cases, only);
}

/* A terminal gets the first pages, up to GRID_ROWS rows. */
static void show(const answer_grid *g, void *context)
{
    document *out = context;
    const size_t most = out->width > 0 ? GRID_ROWS : g->rows;
    char text[1024], of[GRID_NAME];
    size_t row = 0;
    introduction(g, text, sizeof text);
    if (g->pages > 0)
        document_paragraph(out, "%s", text);
    while (row < g->rows && row < most) {
        const size_t next = answer_grid_next_page(g, row),
                     end = row + most < next ? row + most : next;
        answer_grid_page(g, row, of);
        if (row > 0 && end > most)
            break;
        page(g, row, end, g->pages > 0 ? of : text, out);
        row = end;
    }
    if (row < g->rows)
        rest(g, row, out);
}
