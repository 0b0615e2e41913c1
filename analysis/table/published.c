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
typedef struct entry {
    comparison made;
    bool is_theory, is_response;
    const char *experiment, *integrator, *quantity, *unit, *verdict, *must, *printed, *evidence;
    const char *kind, *page, *sentence, *file;
    char subject[200], source[300];
    double published, tolerance, measured;
    const char *shown; /* the unit for people: of the response, where the study states one */
    double scale;      /* to that */
} entry;

/* A cell of the row of a published value; "" where there is none. */
static const char *source_cell(const published_value *p, const char *column)
{
    const long at = p->csv ? csv_column(p->csv, column) : -1;
    return at < 0 ? "" : csv_cell(p->csv, p->row, (size_t)at);
}

static void read_source(const published_value *p, entry *e)
{
    e->kind = source_cell(p, "kind");
    e->page = source_cell(p, "page");
    e->sentence = source_cell(p, "sentence");
    e->file = p->table->file;
    csv_source(p->table->text, e->source, sizeof e->source);
}

static void read_quantity(const study_block *of, entry *e)
{
    const results_column *q = quantity_find(e->quantity);
    const bool own = of->unit[0] && strcmp(of->column, e->quantity) == 0;
    e->is_response = comparison_answers(of, e->quantity);
    e->unit = q ? q->unit : "";
    e->shown = own ? of->unit : e->unit;
    e->shown = strcmp(e->shown, "1") == 0 ? "" : e->shown;
    e->scale = own && q ? unit_factor(q->unit, of->unit) : 1.0;
}

static void read_case(const study_case *c, entry *e)
{
    e->experiment = case_text(c, &column_case_experiment);
    e->integrator = case_integrator(c);
    e->must = case_is_required(c) ? "yes" : "no";
    e->printed = case_is_printed(c) ? "yes" : "no";
    e->evidence = verdict_evidence(c, &e->made.published);
    snprintf(e->subject, sizeof e->subject, "%s", case_simulation(c));
}

static void read_unmeasured(const unmeasured *of, entry *e)
{
    e->experiment = unmeasured_experiment(of);
    e->integrator = e->evidence = "";
    e->must = e->printed = "no";
    unmeasured_keys(of, e->subject, sizeof e->subject);
}

static bool read_entry(const table_row *row, void *made)
{
    entry *e = made;
    if (!row->c)
        e->made = unmeasured_comparison(row->of);
    else if (!comparison_at(row->s, row->c, row->index, &e->made))
        return false;
    e->quantity = e->made.asked->quantity;
    e->verdict = verdict_name(e->made.verdict);
    e->is_theory = published_is_theory(&e->made.published);
    e->published = e->made.published.value;
    e->tolerance = isnan(e->published) ? TRAMA_NAN : e->made.published.tolerance;
    e->measured = e->made.measured;
    read_quantity(row->c ? case_block(row->c) : &row->of->of->plan.block, e);
    read_source(&e->made.published, e);
    if (row->c)
        read_case(row->c, e);
    else
        read_unmeasured(row->of, e);
    return true;
}

/* --- for people --- */

static bool is_response(const table_row *row)
{
    const entry *e = row->made;
    return e->is_response;
}

static void number(const entry *e, double value, table_cell *cell)
{
    cell_set_real(cell, value);
    cell->scale = e->scale;
    cell->word = quantity_word(e->quantity, value);
}

/* One of both: what is published, or (`of`) theory. */
static const bool of_print = false, of_theory = true;

static void given(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    if (e->is_theory == *(const bool *)column->of)
        number(e, e->published, cell);
}

/* Where there is no number the word of the answer, if the quantity is that. */
static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    number(e, e->measured, cell);
    if (!row->c || !isnan(e->measured))
        return;
    const answer a = answer_of(row->s, row->c);
    const bool is_answer = strcmp(a.of.quantity, e->quantity) == 0 && a.end[0];
    cell->word = is_answer ? a.end : cell_why_not(row->c);
}

static void verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    cell_set_text(cell, e->verdict);
    cell->agrees = e->made.verdict == VERDICT_REPRODUCED;
    cell->differs = e->made.verdict == VERDICT_NOT_REPRODUCED;
}

#define TEXT(member) .value = cell_made_text, .of = AT(entry, member)
#define WORDS(member) .value = cell_made_words, .of = AT(entry, member)
#define REAL(member) .value = cell_made_real, .of = AT(entry, member)
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
    const entry *e = row->made;
    const results_column *q = quantity_find(e->quantity);
    snprintf(text, size, "%s%s%s%s%s", e->quantity, q ? ": " : "", q ? q->summary : "",
             e->shown[0] ? ", " : "", e->shown);
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)cases;
    document_paragraph(out,
                       "The response of each study (the CSV has all that is compared): reproduced "
                       "if it differs by no more than the study's tolerance, or else not in the "
                       "digits %s.",
                       beside_of(s, NULL).published ? "printed" : "given");
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
    .read = read_entry,
    .row_size = sizeof(entry),
    .unmeasured = true,
    .printed = true,
    .shown = is_response,
    .caption = caption,
    .introduce = introduce,
    .marks = MARKS("fitted: no evidence, for it chose what is not printed.",
                   "hardware: no evidence, for it is a time of another machine.",
                   "theory: no evidence, for no source prints it.",
                   "variant: no evidence, for the case is not as the source prints it."),
};
