/* Published values and theory beside measured ones, whatever the quantity, with where they stand in
 * the source. Rows of a table that no case measures, and cases that no row is of, are listed too.
 */
#include <math.h>
#include <string.h>

#include "analysis/quantities/marks.h"
#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

/* What a row says; numbers in the quantity's unit. */
typedef struct line {
    comparison made;
    bool is_theory, is_response;
    const char *experiment, *integrator, *quantity, *unit, *verdict, *must, *printed, *evidence;
    const char *kind, *page, *sentence, *file;
    char subject[200], source[300];
    double published, tolerance, measured;
    const char *shown; /* the unit for people: of the response, where the study states one */
    double scale;      /* to that */
} line;

/* A cell of the row of a published value; "" where there is none. */
static const char *source_cell(const published_value *p, const char *column)
{
    const long at = p->csv ? csv_column(p->csv, column) : -1;
    return at < 0 ? "" : csv_cell(p->csv, p->row, (size_t)at);
}

static void read_source(const published_value *p, line *l)
{
    l->kind = source_cell(p, "kind");
    l->page = source_cell(p, "page");
    l->sentence = source_cell(p, "sentence");
    l->file = p->table->file;
    csv_source(p->table->text, l->source, sizeof l->source);
}

static void read_quantity(const study_block *of, line *l)
{
    const results_column *q = quantity_find(l->quantity);
    const bool own = of->unit[0] && strcmp(of->column, l->quantity) == 0;
    l->is_response = comparison_answers(of, l->quantity);
    l->unit = q ? q->unit : "";
    l->shown = own ? of->unit : l->unit;
    l->shown = strcmp(l->shown, "1") == 0 ? "" : l->shown;
    l->scale = own && q ? unit_factor(q->unit, of->unit) : 1.0;
}

static void read_case(const study_case *c, line *l)
{
    l->experiment = case_text(c, &column_case_experiment);
    l->integrator = case_integrator(c);
    l->must = case_is_required(c) ? "yes" : "no";
    l->printed = case_is_printed(c) ? "yes" : "no";
    l->evidence = verdict_evidence(c, &l->made.published);
    snprintf(l->subject, sizeof l->subject, "%s", case_simulation(c));
}

static void read_unmeasured(const unmeasured *of, line *l)
{
    l->experiment = unmeasured_experiment(of);
    l->integrator = l->evidence = "";
    l->must = l->printed = "no";
    unmeasured_keys(of, l->subject, sizeof l->subject);
}

static bool read_line(const table_row *row, void *made)
{
    line *l = made;
    if (!row->c)
        l->made = unmeasured_comparison(row->of);
    else if (!comparison_at(row->s, row->c, row->index, &l->made))
        return false;
    l->quantity = l->made.asked->quantity;
    l->verdict = verdict_name(l->made.verdict);
    l->is_theory = published_is_theory(&l->made.published);
    l->published = l->made.published.value;
    l->tolerance = isnan(l->published) ? TRAMA_NAN : l->made.published.tolerance;
    l->measured = l->made.measured;
    read_quantity(row->c ? case_block(row->c) : &row->of->of->plan.block, l);
    read_source(&l->made.published, l);
    if (row->c)
        read_case(row->c, l);
    else
        read_unmeasured(row->of, l);
    return true;
}

/* --- for people --- */

static bool is_response(const table_row *row)
{
    const line *l = row->made;
    return l->is_response;
}

static void number(const line *l, double value, table_cell *cell)
{
    cell_set_real(cell, value);
    cell->scale = l->scale;
    cell->word = quantity_word(l->quantity, value);
}

/* One of both: what is published, or (`of`) theory. */
static const bool of_print = false, of_theory = true;

static void given(const table_row *row, const table_column *column, table_cell *cell)
{
    const line *l = row->made;
    if (l->is_theory == *(const bool *)column->of)
        number(l, l->published, cell);
}

/* Where there is no number the word of the answer, if the quantity is that. */
static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const line *l = row->made;
    (void)column;
    number(l, l->measured, cell);
    if (!row->c || !isnan(l->measured))
        return;
    const answer a = answer_of(row->s, row->c);
    const bool is_answer = strcmp(a.of.quantity, l->quantity) == 0 && a.end[0];
    cell->word = is_answer ? a.end : cell_why_not(row->c);
}

static void verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    const line *l = row->made;
    (void)column;
    cell_set_text(cell, l->verdict);
    cell->agrees = l->made.verdict == VERDICT_REPRODUCED;
    cell->differs = l->made.verdict == VERDICT_NOT_REPRODUCED;
}

#define TEXT(member) .value = cell_made_text, .of = AT(line, member)
#define WORDS(member) .value = cell_made_words, .of = AT(line, member)
#define REAL(member) .value = cell_made_real, .of = AT(line, member)
static const table_column columns[] = {
    {.name = "experiment", TEXT(experiment)},
    {.name = "simulation", WORDS(subject)},
    {.name = "integrator", TEXT(integrator)},
    {.name = "quantity", TEXT(quantity)},
    {.name = "unit", TEXT(unit)},
    {.heading = "published", .value = given, .of = &of_print},
    {.heading = "theory", .value = given, .of = &of_theory},
    {.name = "published", REAL(published)},
    {.name = "tolerance", REAL(tolerance)},
    {.name = "measured", .heading = "measured", .value = measured},
    {.name = "verdict", .heading = "verdict", .value = verdict},
    {.name = "must", TEXT(must)},
    {.name = "printed", TEXT(printed)},
    {.heading = "evidence", TEXT(evidence)},
    {.name = "kind", TEXT(kind)},
    {.name = "page", .heading = "page", TEXT(page)},
    {.name = "sentence", .heading = "sentence", TEXT(sentence)},
    {.name = "table", TEXT(file)},
    {.name = "source", WORDS(source)},
};

/* "slowing: share of the momentum ..., 1/s" */
static void caption(const table_row *row, char *text, size_t size)
{
    const line *l = row->made;
    const results_column *q = quantity_find(l->quantity);
    snprintf(text, size, "%s%s%s%s%s", l->quantity, q ? ": " : "", q ? q->summary : "",
             l->shown[0] ? ", " : "", l->shown);
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    const beside of = beside_of(s, NULL);
    (void)cases;
    document_paragraph(out,
                       "A value is reproduced if it differs by no more than the study's "
                       "tolerance, or else not in the digits %s. Evidence is what could have been "
                       "missed: nothing that was fitted, no time of other hardware, no variant of "
                       "what is printed%s. The table has the response of each study; the CSV has "
                       "all that is compared.",
                       of.published ? "printed" : "given",
                       of.theory ? ", no theory, which no source prints" : "");
}

static const char *titled(const study *s)
{
    const beside of = beside_of(s, NULL);
    return !of.theory     ? "Published values and what was measured"
           : of.published ? "Published values, theory and what was measured"
                          : "Theory and what was measured";
}

const table_type table_published = {
    .name = "published",
    .title = "Published values and what was measured",
    .titled = titled,
    .filter = verdict_is_asked,
    TABLE_COLUMNS(columns),
    .row_count = comparisons_of,
    .read = read_line,
    .row_size = sizeof(line),
    .unmeasured = true,
    .printed = true,
    .shown = is_response,
    .caption = caption,
    .introduce = introduce,
};
