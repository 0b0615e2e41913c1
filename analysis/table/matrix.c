/* What came out: for each experiment its answers, a cell for each case, and beside it what was
 * published. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/marks.h"
#include "analysis/table/answer_grid.h"
#include "analysis/table/table.h"

static void cell(const answer_grid *g, size_t row, size_t column, document *out)
{
    char text[128];
    const study_case *c = answer_grid_case(g, row, column);
    if (!c) {
        document_cell(out, "%s", "");
        return;
    }
    const answer a = answer_of(g->s, c);
    answer_text(&a, text, sizeof text);
    document_cell(out, "%s", text);
    if (a.agrees)
        document_agrees(out);
}

/* The letters of the columns: the keys that do not divide pages, then answers. */
static char *align_of(const answer_grid *g)
{
    char *align = calloc(g->keys + g->columns + 1, 1);
    size_t used = 0;
    for (size_t k = g->pages; align && k < g->keys; k++)
        align[used++] = answer_grid_key_is_number(g, k) ? 'r' : 'l';
    if (align)
        memset(align + used, 'r', g->columns);
    return align;
}

static void heads(const answer_grid *g, document *out)
{
    char text[GRID_NAME];
    for (size_t k = g->pages; k < g->keys; k++) {
        answer_grid_key_head(g, k, text);
        document_cell(out, "%s", text);
    }
    for (size_t i = 0; i < g->columns; i++) {
        answer_grid_head(g, i, text);
        document_cell(out, "%s", text);
    }
}

/* Rows from `first` to `end`, which are of one page. */
static void page(const answer_grid *g, size_t first, size_t end, const char *caption, document *out)
{
    char *align = align_of(g);
    out->no_memory |= !align;
    if (align)
        document_grid(out, align, caption);
    if (align)
        heads(g, out);
    for (size_t row = first; align && row < end; row++) {
        for (size_t k = g->pages; k < g->keys; k++) {
            char text[GRID_NAME];
            answer_grid_key(g, row, k, text);
            document_cell(out, "%s", text);
        }
        for (size_t i = 0; i < g->columns; i++)
            cell(g, row, i, out);
    }
    free(align);
}

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

/* A terminal gets the first pages, of so many rows. */
static void show(const answer_grid *g, void *context)
{
    enum { ROWS_SHOWN = 40 };
    document *out = context;
    const size_t most = out->width > 0 ? ROWS_SHOWN : g->rows;
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

/* What begins with an example is about no mark. */
static void write_mark(const char *line, void *out)
{
    if (line[0] >= '0' && line[0] <= '9')
        document_paragraph(out, "%s", line);
    else
        document_mark(out, "%s", line);
}

/* Cases come by method; those of an experiment stay in that order. */
static void layout(const study *s, const case_list *cases, document *out)
{
    answer_marks marks = {0};
    for (size_t i = 0; i < cases->count; i++) {
        const answer a = answer_of(s, cases->item[i]);
        marks_add(&marks, &a);
    }
    marks_visit(&marks, write_mark, out);
    out->no_memory |= !answer_grids(s, cases, out->width, show, out);
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    const answer a = answer_of(s, c);
    char method[GRID_NAME];
    answer_method(s, c, method);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, method);
    data_text(out, case_simulation(c));
    data_text(out, case_status(c));
    data_text(out, a.of.quantity);
    data_text(out, a.of.unit);
    data_real(out, a.measured);
    data_real(out, a.published);
    data_text(out, isnan(a.published) || a.beside || a.absent ? "" : a.agrees ? "yes" : "no");
}

static const char *const columns[] = {"experiment",   "method", "subject",  "status",
                                      "quantity",     "unit",   "measured", "published",
                                      "as_published", NULL};

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .task = NULL,
    .filter = case_counts_as_published,
    .column = columns,
    .printed = true,
    .rows = rows,
    .layout = layout,
};
