/* A history on one screen: the number of commits, and where results and times changed, the newest
 * first. Values that changed alike in several cases share a line. As CSV, every step. */
#include "analysis/history/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/data_table.h"
#include "analysis/table/document.h"
#include "core/numbers.h"

enum { MOST_ROWS = 20, VALUE = 80 };

/* --- CSV --- */

static const char *const columns[] = {"after", "at",  "kind",     "case",    "quantity",  "unit",
                                      "was",   "now", "relative", "machine", "confirmed", NULL};

static void value_text(double value, const char *word, char text[VALUE])
{
    if (isnan(value))
        snprintf(text, VALUE, "%.79s", word);
    else
        snprintf(text, VALUE, "%.10g", value);
}

static void add_row(const history *h, const history_step *s, data_table *out)
{
    const history_series *of = &h->series[s->series];
    char was[VALUE], now[VALUE];
    value_text(s->was, s->was_word, was);
    value_text(s->now, s->now_word, now);
    data_text(out, s->after == HISTORY_NONE ? "" : h->entry[s->after].commit);
    data_text(out, h->entry[s->at].commit);
    data_text(out, history_kind_names[of->kind]);
    data_text(out, h->of[of->of].name);
    data_text(out, of->quantity);
    data_text(out, of->unit);
    data_text(out, was);
    data_text(out, now);
    data_real(out, isfinite(s->relative) ? s->relative : TRAMA_NAN);
    data_text(out, of->machine);
    data_text(out, s->alone ? "no" : "yes");
}

static void show_csv(const history *h, const history_steps *steps, FILE *out)
{
    data_table table = data_of(columns);
    for (size_t i = 0; i < steps->count; i++)
        add_row(h, &steps->item[i], &table);
    data_csv(&table, out);
    data_free(&table);
}

/* --- for people --- */

/* The same quantity at the same commit; outcomes and answers each have a line of their own. */
static bool shares_a_line(const history *h, const history_step *a, const history_step *b)
{
    const history_series *of_a = &h->series[a->series], *of_b = &h->series[b->series];
    return a->at == b->at && of_a->kind == of_b->kind && of_a->kind == HISTORY_VALUE &&
           strcmp(of_a->quantity, of_b->quantity) == 0;
}

/* Those of one commit are neighbours. */
bool history_is_told(const history *h, const history_steps *steps, size_t at)
{
    for (size_t i = at; i > 0 && steps->item[i - 1].at == steps->item[at].at; i--)
        if (shares_a_line(h, &steps->item[i - 1], &steps->item[at]))
            return false;
    return true;
}

static size_t cases_of(const history *h, const history_steps *steps, size_t at)
{
    size_t cases = 1;
    for (size_t i = at + 1; i < steps->count && steps->item[i].at == steps->item[at].at; i++)
        cases += shares_a_line(h, &steps->item[at], &steps->item[i]);
    return cases;
}

static void value_cell(const history_series *of, double value, const char *word, document *out)
{
    const bool digest = strcmp(of->quantity, "bits") == 0;
    const bool has_unit = of->unit[0] && strcmp(of->unit, "1") != 0;
    if (isnan(value))
        document_cell(out, "%.*s", digest ? 8 : 60, word);
    else
        document_cell(out, "%.6g%s%s", value, has_unit ? " " : "", has_unit ? of->unit : "");
}

static void commit_cell(const history *h, const history_step *s, document *out)
{
    if (s->after == HISTORY_NONE)
        document_cell(out, "%s", h->entry[s->at].commit);
    else
        document_cell(out, "%s..%s", h->entry[s->after].commit, h->entry[s->at].commit);
}

static void step_row(const history *h, const history_steps *steps, size_t at, document *out)
{
    const history_step *s = &steps->item[at];
    const history_series *of = &h->series[s->series];
    commit_cell(h, s, out);
    document_cell(out, "%s", of->quantity);
    document_count(out, (double)cases_of(h, steps, at));
    if (isfinite(s->relative))
        document_cell(out, "%+.2g %%%s", 100.0 * s->relative, s->alone ? " †" : "");
    else
        document_cell(out, "–");
    value_cell(of, s->now, s->now_word, out);
    value_cell(of, s->was, s->was_word, out);
    document_cell(out, "%s", h->of[of->of].name);
}

void history_document(const history *h, const history_steps *steps, document *d)
{
    static const char *const header[] = {"Between", "Quantity", "Cases", "Change",
                                         "Now",     "Was",      "Case",  NULL};
    size_t rows = 0;
    for (size_t i = 0; i < steps->count; i++) {
        if (!history_is_told(h, steps, i) || rows++ >= MOST_ROWS)
            continue;
        if (rows == 1) {
            document_grid(d, "llrrlll",
                          "Where results and times changed, the newest first; of "
                          "several cases that with the largest change:");
            document_cells(d, header);
        }
        step_row(h, steps, i, d);
    }
    document_mark(d, "†: the last commit alone is at this level.");
    if (rows > MOST_ROWS)
        document_note(d, "%zu more: --format csv has all.", rows - MOST_ROWS);
    document_paragraph(d, "%zu commit%s, %zu case%s, %zu change%s.", h->entries,
                       h->entries == 1 ? "" : "s", h->cases, h->cases == 1 ? "" : "s", steps->count,
                       steps->count == 1 ? "" : "s");
}

void history_show(const history *h, const history_steps *steps, const char *format, FILE *out)
{
    document d = {0};
    if (strcmp(format, "csv") == 0) {
        show_csv(h, steps, out);
        return;
    }
    history_document(h, steps, &d);
    document_markdown(&d, out);
    document_free(&d);
}
