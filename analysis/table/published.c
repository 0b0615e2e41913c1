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

static bool read_comparison(const table_row *row, void *made)
{
    comparison *of = made;
    if (row->c)
        return comparison_at(row->s, row->c, row->index, of);
    *of = unmeasured_comparison(row->of);
    return true;
}

static const comparison *compared(const table_row *row)
{
    return row->made;
}

static size_t comparisons(const study_case *c)
{
    size_t count = 0;
    for (size_t t = 0; t < case_block(c)->table_count; t++)
        count += case_block(c)->table[t].comparison_count;
    return count;
}

/* --- what is compared --- */

static void experiment(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, row->c ? case_text(row->c, &column_case_experiment)
                               : unmeasured_experiment(row->of));
}

static void simulation(const table_row *row, const table_column *column, table_cell *cell)
{
    char keys[CELL_OWN];
    if (row->c) {
        cell_simulation(row, column, cell);
        return;
    }
    unmeasured_keys(row->of, keys, sizeof keys);
    cell_set_words(cell, "%s", keys);
}

static void quantity(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, compared(row)->asked->quantity);
}

static void unit(const table_row *row, const table_column *column, table_cell *cell)
{
    const results_column *q = quantity_find(compared(row)->asked->quantity);
    (void)column;
    cell_set_text(cell, q ? q->unit : "");
}

/* --- values: for people in the unit of the response, where the study states one --- */

static const study_block *block_of(const table_row *row)
{
    return row->c ? case_block(row->c) : &row->of->of->plan.block;
}

static const char *unit_shown(const study_block *of, const char *name)
{
    const results_column *q = quantity_find(name);
    const bool own = of->unit[0] && strcmp(of->column, name) == 0;
    const char *unit = own ? of->unit : q ? q->unit : "";
    return strcmp(unit, "1") == 0 ? "" : unit;
}

static void number(const table_row *row, const comparison *made, double value, table_cell *cell)
{
    const results_column *q = quantity_find(made->asked->quantity);
    const char *shown = unit_shown(block_of(row), made->asked->quantity);
    cell_set_real(cell, value);
    cell->scale = q && shown[0] ? unit_factor(q->unit, shown) : 1.0;
    cell->word = quantity_word(made->asked->quantity, value);
}

static void published(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    (void)column;
    number(row, made, made->published.value, cell);
}

/* One of both, for people: what is published, or (`of`) theory. */
static const bool of_print = false, of_theory = true;

static void value_beside(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    const bool *theory = column->of;
    if (published_is_theory(&made->published) == *theory)
        number(row, made, made->published.value, cell);
}

static void tolerance(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    (void)column;
    cell_set_real(cell, isnan(made->published.value) ? TRAMA_NAN : made->published.tolerance);
}

static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    (void)column;
    number(row, made, made->measured, cell);
    if (row->c && isnan(made->measured))
        cell->word = cell_why_not(row->c);
}

/* --- what comes out --- */

static void verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    (void)column;
    cell_set_text(cell, verdict_name(made->verdict));
    cell->agrees = made->verdict == VERDICT_REPRODUCED;
    cell->differs = made->verdict == VERDICT_NOT_REPRODUCED;
}

static void must(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, row->c && case_is_required(row->c) ? "yes" : "no");
}

static void printed(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, row->c && case_is_printed(row->c) ? "yes" : "no");
}

static void evidence(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    (void)column;
    cell_set_text(cell, verdict_evidence(row->c, &made->published));
}

/* --- where it stands --- */

/* A cell of the row of the published value; "" where there is none. */
static void source_cell(const table_row *row, const table_column *column, table_cell *cell)
{
    const comparison *made = compared(row);
    const published_value *p = &made->published;
    const long at = p->csv ? csv_column(p->csv, column->of) : -1;
    cell_set_text(cell, at < 0 ? "" : csv_cell(p->csv, p->row, (size_t)at));
}

static void file(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, compared(row)->published.table->file);
}

static void source(const table_row *row, const table_column *column, table_cell *cell)
{
    char text[300];
    (void)column;
    csv_source(compared(row)->published.table->text, text, sizeof text);
    cell_set_words(cell, "%s", text);
}

#define OF_ANY .traits = &column_of_any_row
static const table_column columns[] = {
    {.name = "experiment", .value = experiment, OF_ANY},
    {.name = "simulation", .value = simulation, OF_ANY},
    {.name = "integrator", .value = cell_integrator},
    {.name = "quantity", .value = quantity, OF_ANY},
    {.name = "unit", .value = unit, OF_ANY},
    {.heading = "published", .value = value_beside, .of = &of_print, OF_ANY},
    {.heading = "theory", .value = value_beside, .of = &of_theory, OF_ANY},
    {.name = "published", .value = published, OF_ANY},
    {.name = "tolerance", .value = tolerance, OF_ANY},
    {.name = "measured", .heading = "measured", .value = measured, OF_ANY},
    {.name = "verdict", .heading = "verdict", .value = verdict, OF_ANY},
    {.name = "must", .value = must, OF_ANY},
    {.name = "printed", .value = printed, OF_ANY},
    {.heading = "evidence", .value = evidence},
    {.name = "kind", .value = source_cell, .of = "kind", OF_ANY},
    {.name = "page", .heading = "page", .value = source_cell, .of = "page", OF_ANY},
    {.name = "sentence", .heading = "sentence", .value = source_cell, .of = "sentence", OF_ANY},
    {.name = "table", .value = file, OF_ANY},
    {.name = "source", .value = source, OF_ANY},
};

/* --- for people --- */

static bool is_response(const table_row *row)
{
    return comparison_answers(block_of(row), compared(row)->asked->quantity);
}

/* "slowing: share of the momentum ..., 1/s" */
static void caption(const table_row *row, char *text, size_t size)
{
    const char *name = compared(row)->asked->quantity, *unit = unit_shown(block_of(row), name);
    const results_column *q = quantity_find(name);
    snprintf(text, size, "%s%s%s%s%s", name, q ? ": " : "", q ? q->summary : "",
             unit[0] ? ", " : "", unit);
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    const struct beside of = beside_of(s, NULL);
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
    const struct beside of = beside_of(s, NULL);
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
    .row_count = comparisons,
    .read = read_comparison,
    .row_size = sizeof(comparison),
    .unmeasured = true,
    .printed = true,
    .shown = is_response,
    .caption = caption,
    .introduce = introduce,
};
