/* What came out: a row a case; for people grids of the answers, beside what was published. */
#include <math.h>

#include "analysis/quantities/marks.h"
#include "analysis/table/answer_grid.h"
#include "analysis/table/table.h"

/* What a row says. */
typedef struct entry {
    answer is;
    char method[GRID_NAME];
    const char *status, *as_published;
} entry;

static bool read_entry(const study *s, const study_case *c, size_t index, void *made)
{
    entry *e = made;
    (void)index;
    e->is = answer_of(s, c);
    e->status = case_status(c);
    e->as_published = isnan(e->is.published) || e->is.beside || e->is.absent ? ""
                      : e->is.agrees                                         ? "yes"
                                                                             : "no";
    answer_method(s, c, e->method);
    return true;
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "method", .value = cell_made_words, .of = AT(entry, method)},
    {.name = "subject", .value = cell_simulation},
    {.name = "status", .value = cell_made_text, .of = AT(entry, status)},
    {.name = "quantity", .value = cell_made_text, .of = AT(entry, is.of.quantity)},
    {.name = "unit", .value = cell_made_text, .of = AT(entry, is.of.unit)},
    {.name = "measured", .value = cell_made_real, .of = AT(entry, is.measured)},
    {.name = "published", .value = cell_made_real, .of = AT(entry, is.published)},
    {.name = "as_published", .value = cell_made_text, .of = AT(entry, as_published)},
    {.name = "answer_word", .value = cell_made_text, .of = AT(entry, is.end)},
};

/* What begins with an example is about no mark. */
static void write_mark(const char *said, void *out)
{
    if (said[0] >= '0' && said[0] <= '9')
        document_paragraph(out, "%s", said);
    else
        document_mark(out, "%s", said);
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
    .read = read_entry,
    .row_size = sizeof(entry),
    .answers = true,
    .printed = true,
    .introduce = introduce,
};
