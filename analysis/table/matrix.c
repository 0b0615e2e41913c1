/* What came out: a row a case; for people grids of the answers, beside what was published. */
#include <math.h>

#include "analysis/quantities/marks.h"
#include "analysis/table/answer_grid.h"
#include "analysis/table/table.h"

static bool read_answer(const table_row *row, void *made)
{
    *(answer *)made = answer_of(row->s, row->c);
    return true;
}

static void method(const table_row *row, const table_column *column, table_cell *cell)
{
    char text[GRID_NAME];
    (void)column;
    answer_method(row->s, row->c, text);
    cell_set_words(cell, "%s", text);
}

static void status(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_status(row->c));
}

static void as_published(const table_row *row, const table_column *column, table_cell *cell)
{
    const answer *a = row->made;
    (void)column;
    if (!isnan(a->published) && !a->beside && !a->absent)
        cell_set_text(cell, a->agrees ? "yes" : "no");
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "method", .value = method},
    {.name = "subject", .value = cell_simulation},
    {.name = "status", .value = status},
    {.name = "quantity", .value = cell_made_text, .of = AT(answer, of.quantity)},
    {.name = "unit", .value = cell_made_text, .of = AT(answer, of.unit)},
    {.name = "measured", .value = cell_made_real, .of = AT(answer, measured)},
    {.name = "published", .value = cell_made_real, .of = AT(answer, published)},
    {.name = "as_published", .value = as_published},
    {.name = "answer_word", .value = cell_made_text, .of = AT(answer, end)},
};

/* What begins with an example is about no mark. */
static void write_mark(const char *line, void *out)
{
    if (line[0] >= '0' && line[0] <= '9')
        document_paragraph(out, "%s", line);
    else
        document_mark(out, "%s", line);
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    answer_marks marks = {0};
    for (size_t i = 0; i < cases->count; i++) {
        const answer a = answer_of(s, cases->item[i]);
        marks_add(&marks, &a);
    }
    marks_visit(&marks, write_mark, out);
}

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .filter = case_counts_as_published,
    TABLE_COLUMNS(columns),
    .read = read_answer,
    .row_size = sizeof(answer),
    .answers = true,
    .printed = true,
    .introduce = introduce,
};
