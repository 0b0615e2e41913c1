/* Published values and theory beside measured ones, whatever the quantity, with where they stand in
 * the source. Rows of a table that no case measures, and cases that no row is of, are listed too.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/marks.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/table.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

/* A cell of the row of a published value; "" where there is none. */
static const char *cell(const published_value *p, const char *column)
{
    const long at = p->csv ? csv_column(p->csv, column) : -1;
    return at < 0 ? "" : csv_cell(p->csv, p->row, (size_t)at);
}

static void source_cells(const published_value *p, data_table *out)
{
    char source[300];
    csv_source(p->table->text, source, sizeof source);
    data_text(out, cell(p, "kind"));
    data_text(out, cell(p, "page"));
    data_text(out, cell(p, "sentence"));
    data_text(out, p->table->file);
    data_text(out, source);
}

static void value_cells(const comparison *made, data_table *out)
{
    const results_column *q = quantity_find(made->asked->quantity);
    data_text(out, made->asked->quantity);
    data_text(out, q ? q->unit : "");
    data_real(out, made->published.value);
    data_real(out, isnan(made->published.value) ? TRAMA_NAN : made->published.tolerance);
    data_real(out, made->measured);
    data_text(out, verdict_name(made->verdict));
}

static void case_rows_of(const study *s, const study_case *c, data_table *out)
{
    comparison made;
    for (size_t i = 0; comparison_at(s, c, i, &made); i++) {
        data_text(out, case_text(c, &column_case_experiment));
        data_text(out, case_simulation(c));
        data_text(out, case_integrator(c));
        value_cells(&made, out);
        data_text(out, case_is_required(c) ? "yes" : "no");
        data_text(out, case_is_printed(c) ? "yes" : "no");
        source_cells(&made.published, out);
    }
}

/* --- rows without a case --- */

/* Which rows of a table cases join: free it. NULL without memory. */
static bool *measured_rows(const study *s, const experiment_study *e, size_t table)
{
    bool *measured = calloc(e->table[table].rows + 1, sizeof *measured);
    for (size_t i = 0; measured && i < s->count; i++)
        if (s->item[i].of == e && s->item[i].joined[table] >= 0)
            measured[s->item[i].joined[table]] = true;
    return measured;
}

/* "S7, rk4": the keys of a row. */
static void keys_of(const study_table *table, const csv *cells, size_t row, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < table->match_count && used < size; i++) {
        const long column = csv_column(cells, table->match[i]);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 column < 0 ? "" : csv_cell(cells, row, (size_t)column));
    }
}

typedef void row_visit(const experiment_study *e, const char *keys, const comparison *made,
                       void *out);

static void visit_row(const experiment_study *e, size_t table, size_t row, row_visit *visit,
                      void *out)
{
    const study_table *t = &e->plan.block.table[table];
    char keys[300];
    keys_of(t, &e->table[table], row, keys, sizeof keys);
    for (size_t i = 0; i < t->comparison_count; i++) {
        const comparison made = {.asked = &t->comparison[i],
                                 .published =
                                     published_at(t, &e->table[table], &t->comparison[i], row),
                                 .measured = TRAMA_NAN,
                                 .verdict = VERDICT_NO_CASE};
        visit(e, keys, &made, out);
    }
}

static bool is_plain(const study_design *d)
{
    return d->varied[0] == '\0' && d->member[0] == '\0';
}

/* False without memory. */
static bool visit_table(const study *s, const experiment_study *e, size_t table, row_visit *visit,
                        void *out)
{
    bool *measured = measured_rows(s, e, table);
    for (size_t row = 0; measured && row < e->table[table].rows; row++)
        if (!measured[row])
            visit_row(e, table, row, visit, out);
    free(measured);
    return measured != NULL;
}

static bool visit_unmeasured(const study *s, row_visit *visit, void *out)
{
    bool visited = true;
    for (size_t k = 0; k < s->experiments; k++) {
        const experiment_study *e = s->experiment[k];
        const study_block *of = &e->plan.block;
        for (size_t t = 0; is_plain(&of->design) && t < of->table_count; t++)
            if (!of->table[t].statements)
                visited = visit_table(s, e, t, visit, out) && visited;
    }
    return visited;
}

static const char *folder_name(const experiment_study *e)
{
    const char *slash = strrchr(e->folder, '/');
    return slash ? slash + 1 : e->folder;
}

static void add_unmeasured(const experiment_study *e, const char *keys, const comparison *made,
                           void *out)
{
    data_text(out, folder_name(e));
    data_text(out, keys);
    data_text(out, "");
    value_cells(made, out);
    data_text(out, "no");
    data_text(out, "no");
    source_cells(&made->published, out);
}

static void unmeasured_rows(const study *s, data_table *out)
{
    out->no_memory |= !visit_unmeasured(s, add_unmeasured, out);
}

/* --- for people --- */

/* In the unit of the response, where the study states one. */
static double shown(const study_block *of, const comparison *made, double value)
{
    const results_column *q = quantity_find(made->asked->quantity);
    const bool own = of->unit[0] && strcmp(of->column, made->asked->quantity) == 0;
    return own && q ? value * unit_factor(q->unit, of->unit) : value;
}

static const char *unit_of(const study_block *of, const comparison *made)
{
    const results_column *q = quantity_find(made->asked->quantity);
    const bool own = of->unit[0] && strcmp(of->column, made->asked->quantity) == 0;
    const char *unit = own ? of->unit : q ? q->unit : "";
    return strcmp(unit, "1") == 0 ? "" : unit;
}

static void number_cell(const study_block *of, const comparison *made, double value, document *out)
{
    const char *word = quantity_word(made->asked->quantity, value);
    if (isnan(value))
        document_cell(out, "–");
    else if (word)
        document_cell(out, "%s", word);
    else
        document_cell(out, "%.5g", shown(of, made, value));
}

static void verdict_cell(const comparison *made, document *out)
{
    const bool differs = made->verdict == VERDICT_NOT_REPRODUCED;
    document_cell(out, "%s%s", verdict_name(made->verdict), differs ? " ≠" : "");
    if (made->verdict == VERDICT_REPRODUCED)
        document_agrees(out);
}

static void comparison_cells(const study_block *of, const comparison *made, const char *evidence,
                             document *out)
{
    document_cell(out, "%s", unit_of(of, made));
    number_cell(of, made, made->published.value, out);
    number_cell(of, made, made->measured, out);
    verdict_cell(made, out);
    document_cell(out, "%s", evidence);
    document_cell(out, "%s", cell(&made->published, "page"));
    document_cell(out, "%s", cell(&made->published, "sentence"));
}

/* A grid of one quantity. */
typedef struct page {
    document *out;
    const char *quantity;
} page;

static bool is_shown(const study_block *of, const comparison *made, const char *quantity)
{
    return comparison_answers(of, made->asked->quantity) &&
           strcmp(made->asked->quantity, quantity) == 0;
}

static void show_unmeasured(const experiment_study *e, const char *keys, const comparison *made,
                            void *of)
{
    const page *p = of;
    if (!is_shown(&e->plan.block, made, p->quantity))
        return;
    document_cell(p->out, "%s", keys);
    document_cell(p->out, "–");
    comparison_cells(&e->plan.block, made, "–", p->out);
}

static void quantity_grid(const study *s, const case_list *cases, const char *quantity,
                          document *out)
{
    const char *const header[] = {
        "Run",      "Method",  "unit",     beside_word(beside_of(s, quantity)),
        "measured", "verdict", "evidence", "page",
        "sentence", NULL};
    const results_column *q = quantity_find(quantity);
    char caption[400];
    page p = {out, quantity};
    comparison made;
    snprintf(caption, sizeof caption, "%s%s%s", quantity, q ? ": " : "", q ? q->summary : "");
    document_grid(out, "lllrrllll", caption);
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        for (size_t k = 0; comparison_at(s, c, k, &made); k++) {
            if (!is_shown(case_block(c), &made, quantity))
                continue;
            char name[CASE_ROW];
            study_case_row(s, c, true, name);
            document_cell(out, "%s", name);
            document_cell(out, "%s", case_method_title(c));
            comparison_cells(case_block(c), &made, verdict_evidence(c, &made.published), out);
        }
    }
    out->no_memory |= !visit_unmeasured(s, show_unmeasured, &p);
}

/* The quantities that are compared, each once, in the order in which they come. */
typedef struct quantities {
    const char **name;
    size_t count, capacity;
    bool no_memory;
} quantities;

static void add_quantity(const study_block *of, const char *name, quantities *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->name[i], name) == 0)
            return;
    if (!comparison_answers(of, name))
        return;
    const char **grown = trama_with_room(all->name, all->count, &all->capacity, sizeof(*grown));
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->name = grown;
    all->name[all->count++] = name;
}

static void add_unmeasured_quantity(const experiment_study *e, const char *keys,
                                    const comparison *made, void *all)
{
    (void)keys;
    add_quantity(&e->plan.block, made->asked->quantity, all);
}

static void layout(const study *s, const case_list *cases, document *out)
{
    quantities all = {0};
    comparison made;
    const beside of = beside_of(s, NULL);
    document_paragraph(out,
                       "A value is reproduced if it differs by no more than the study's "
                       "tolerance, or else not in the digits %s. Evidence is what could have been "
                       "missed: nothing that was fitted, no time of other hardware, no variant of "
                       "what is printed%s. The table has the response of each study; the CSV has "
                       "all that is compared.",
                       of.published ? "printed" : "given",
                       of.theory ? ", no theory, which no source prints" : "");
    for (size_t i = 0; i < cases->count; i++)
        for (size_t k = 0; comparison_at(s, cases->item[i], k, &made); k++)
            add_quantity(case_block(cases->item[i]), made.asked->quantity, &all);
    all.no_memory |= !visit_unmeasured(s, add_unmeasured_quantity, &all);
    for (size_t i = 0; i < all.count; i++)
        quantity_grid(s, cases, all.name[i], out);
    out->no_memory |= all.no_memory;
    free(all.name);
}

static const char *titled(const study *s)
{
    const beside of = beside_of(s, NULL);
    return !of.theory     ? "Published values and what was measured"
           : of.published ? "Published values, theory and what was measured"
                          : "Theory and what was measured";
}

static const char *const columns[] = {"experiment", "simulation", "integrator", "quantity", "unit",
                                      "published",  "tolerance",  "measured",   "verdict",  "must",
                                      "printed",    "kind",       "page",       "sentence", "table",
                                      "source",     NULL};

const table_type table_published = {
    .name = "published",
    .title = "Published values and what was measured",
    .titled = titled,
    .task = NULL,
    .filter = verdict_is_asked,
    .column = columns,
    .printed = true,
    .rows = case_rows_of,
    .rest = unmeasured_rows,
    .layout = layout,
};
