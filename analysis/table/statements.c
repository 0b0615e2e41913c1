/* What a publication says, sentence by sentence, with a verdict on each. */
#include "analysis/quantities/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/table.h"

static bool read_statement(const table_row *row, void *made)
{
    return ledger_read(row->s, row->c, row->index, made);
}

static const ledger_row *statement_in(const table_row *row)
{
    return row->made;
}

static void count(const table_row *row, size_t value, table_cell *cell)
{
    if (statement_in(row)->judged > 0)
        cell_set_count(cell, (double)value);
}

static void judged(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    count(row, statement_in(row)->judged, cell);
}

static void held(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    count(row, statement_in(row)->held, cell);
}

/* For people with the numbers behind it, where they are not all. */
static void verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    const ledger_row *of = statement_in(row);
    (void)column;
    cell_set_text(cell, of->verdict);
    cell->agrees = of->judged > 0 && of->held == of->judged;
    cell->differs = of->judged > of->held;
    if (cell->differs) {
        snprintf(cell->own, sizeof cell->own, "%s, %zu of %zu", of->verdict, of->held, of->judged);
        cell->word = cell->own;
    }
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"id", "id", .value = cell_made_text, .of = AT(ledger_row, id)},
    {"page", "page", .value = cell_made_text, .of = AT(ledger_row, page)},
    {"says", "what is said", .value = cell_made_text, .of = AT(ledger_row, says)},
    {"kind", "kind", .value = cell_made_text, .of = AT(ledger_row, kind)},
    {"verdict", "verdict", .value = verdict},
    {.name = "judged", .value = judged},
    {.name = "held", .value = held},
    {.name = "judged_by", .value = cell_made_text, .of = AT(ledger_row, judged_by)},
    {"why", "remark", .value = cell_made_text, .of = AT(ledger_row, why)},
    {.name = "sentence", .value = cell_made_text, .of = AT(ledger_row, sentence)},
    {.name = "translation", .value = cell_made_text, .of = AT(ledger_row, translation)},
};

/* --- how many of each kind come out how --- */

enum { KINDS = 5, VERDICTS = 8 };

typedef struct tally {
    const char *kind;
    size_t of[VERDICTS];
} tally;

static const char *const verdicts[VERDICTS] = {"reproduced", "in part",      "refuted",   "beside",
                                               "not run",    "not testable", "not built", "open"};

static void count_verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    const tally *t = row->made;
    const char *const *of = column->of;
    cell_set_count(cell, (double)t->of[of - verdicts]);
}

static const table_column counted[] = {
    {NULL, "kind", .value = cell_made_text, .of = AT(tally, kind)},
    {NULL, "reproduced", .value = count_verdict, .of = &verdicts[0]},
    {NULL, "in part", .value = count_verdict, .of = &verdicts[1]},
    {NULL, "refuted", .value = count_verdict, .of = &verdicts[2]},
    {NULL, "beside", .value = count_verdict, .of = &verdicts[3]},
    {NULL, "not run", .value = count_verdict, .of = &verdicts[4]},
    {NULL, "not testable", .value = count_verdict, .of = &verdicts[5]},
    {NULL, "not built", .value = count_verdict, .of = &verdicts[6]},
    {NULL, "open", .value = count_verdict, .of = &verdicts[7]},
};

static void add(tally kinds[KINDS], const ledger_row *of)
{
    for (size_t k = 0; k < KINDS; k++)
        for (size_t v = 0; strcmp(kinds[k].kind, of->kind) == 0 && v < VERDICTS; v++)
            kinds[k].of[v] += strcmp(verdicts[v], of->verdict) == 0;
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    tally kinds[KINDS] = {{.kind = "printed"},
                          {.kind = "read off"},
                          {.kind = "stated"},
                          {.kind = "derived"},
                          {.kind = "hardware"}};
    table_row row[KINDS];
    ledger_row of;
    for (size_t i = 0; i < cases->count; i++)
        for (size_t k = 0; k < ledger_count(cases->item[i]); k++)
            if (ledger_read(s, cases->item[i], k, &of))
                add(kinds, &of);
    for (size_t k = 0; k < KINDS; k++)
        row[k] = (table_row){.s = s, .c = cases->item[0], .made = &kinds[k]};
    document_mark(out, "≠: what is said does not come out, or not everywhere.");
    columns_grid(counted, sizeof counted / sizeof *counted, row, KINDS, "Statements by kind", out);
    document_paragraph(
        out, "Judged by the cases of this folder, where the source's setting is printed: "
             "reproduced, in part, refuted. Beside: a time of another machine, a setting that is "
             "fitted, or no bound. Not run: its cases are not in this folder. Open: not judged.");
}

const table_type table_statements = {
    .name = "statements",
    .title = "What the source says, sentence by sentence",
    .filter = ledger_is_kept,
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .complete = true,
    .row_count = ledger_count,
    .read = read_statement,
    .row_size = sizeof(ledger_row),
    .introduce = introduce,
};
