/* A comparison on one screen: outcomes that changed, then values by model and quantity, then the
 * number of the others. As CSV, a row for each case and time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/table/data_table.h"
#include "analysis/table/document.h"
#include "core/numbers.h"

static double percent(const finding *f, double log_ratio)
{
    return f->evidence.pairs > 0 ? 100 * expm1(log_ratio) : TRAMA_NAN;
}

/* --- CSV --- */

static const char *const columns[] = {"experiment",   "case",   "id",    "of",      "part",
                                      "verdict",      "detail", "pairs", "percent", "low_percent",
                                      "high_percent", "p",      NULL};

static void add_row(const finding *f, data_table *out)
{
    char name[300];
    const study_case *c = finding_case(f);
    side_name(c, name, sizeof name);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, name);
    data_text(out, case_text(c, &column_case_id));
    data_text(out, f->of_time ? "time" : "results");
    data_text(out, f->part);
    data_text(out, verdict_types[f->verdict].name);
    data_text(out, f->detail);
    data_count(out, f->of_time ? (double)f->evidence.pairs : -1.0);
    data_real(out, percent(f, f->evidence.median));
    data_real(out, percent(f, f->evidence.range.low));
    data_real(out, percent(f, f->evidence.range.high));
    data_real(out, f->evidence.pairs > 0 ? f->p : TRAMA_NAN);
}

static void show_csv(const findings *found, FILE *out)
{
    data_table s = data_of(columns);
    for (size_t i = 0; i < found->count; i++)
        add_row(&found->item[i], &s);
    data_csv(&s, out);
    data_free(&s);
}

/* --- documents --- */

/* A grid fills no more than its share of a screen, and says what it left out. */
enum { MOST_ROWS = 15 };

static void begin_grid(document *out, size_t row, const char *align, const char *const *header,
                       const char *caption)
{
    if (row > 0)
        return;
    document_grid(out, align, caption);
    document_cells(out, header);
}

static void left_out(document *out, size_t rows)
{
    if (rows > MOST_ROWS)
        document_note(out, "%zu more: --json FILE has all, --format csv the largest of each case.",
                      rows - MOST_ROWS);
}

/* "drift, RK4 (dfe23f63)": by what tells it from the others of its study. */
static void case_cell(const match *m, const char *after, document *out)
{
    char title[256];
    const side_group *g = m->fresh ? m->fresh : m->baseline;
    const study_case *c = g->item[0];
    study_case_title(g->study, c, title, sizeof title);
    const char *experiment = case_text(c, &column_case_experiment);
    const bool named = strncmp(title, experiment, strlen(experiment)) == 0;
    document_cell(out, "%s%s%s (%.8s)%s", named ? "" : experiment, named ? "" : ", ", title,
                  case_text(c, &column_case_id), after);
}

static void place_cell(const change *c, document *out)
{
    char place[32] = "";
    if (c->kind == CHANGE_VALUE)
        snprintf(place, sizeof place, " [%zu]", c->place);
    case_cell(c->of, place, out);
}

static void relative_cell(const change *c, document *out)
{
    if (isfinite(c->relative))
        document_cell(out, "%+.2g", c->relative);
    else
        document_cell(out, "–");
}

/* Endings, answers, counts and words. */
static void outcomes_grid(const findings *found, document *out)
{
    static const char *const header[] = {"Case", "Of", "Now", "Was", "Relative change", NULL};
    size_t rows = 0;
    for (const change *c = found->change; c < found->change + found->changes; c++) {
        if (c->kind == CHANGE_VALUE || rows++ >= MOST_ROWS)
            continue;
        begin_grid(out, rows - 1, "llllr", header, "Outcomes that changed:");
        place_cell(c, out);
        document_cell(out, "%s", c->what);
        document_cell(out, "%s", c->now);
        document_cell(out, "%s", c->was);
        relative_cell(c, out);
    }
    left_out(out, rows);
}

static void quantity_row(const changed_quantity *q, document *out)
{
    const change *c = q->largest;
    if (q->models > 1)
        document_cell(out, "%zu models", q->models);
    else
        document_cell(out, "%s", case_text(c->of->fresh->item[0], &column_case_model));
    document_cell(out, "%s", c->what);
    document_count(out, (double)q->cases);
    relative_cell(c, out);
    document_cell(out, "%s", c->now);
    document_cell(out, "%s", c->was);
    place_cell(c, out);
}

static void quantities_grid(const findings *found, document *out)
{
    static const char *const header[] = {"Model", "Quantity", "Cases", "Relative change",
                                         "Now",   "Was",      "At",    NULL};
    size_t count;
    changed_quantity *list = changes_by_quantity(found, &count);
    for (size_t i = 0; i < count && i < MOST_ROWS; i++) {
        begin_grid(out, i, "llrrlll", header,
                   "Values that changed, by model and quantity: how many cases, and the largest "
                   "change over the largest value that the baseline has there:");
        quantity_row(&list[i], out);
    }
    left_out(out, count);
    free(list);
}

/* Where neither an outcome nor a value changed, or more is to be said. */
static bool is_told_of(const finding *f)
{
    return f->of_time || f->verdict == VERDICT_DIFFERS || f->verdict == VERDICT_STATUS ||
           (f->verdict == VERDICT_SAME && !f->detail[0]);
}

static bool says_the_same(const finding *a, const finding *b)
{
    return !is_told_of(b) && a->verdict == b->verdict && strcmp(a->detail, b->detail) == 0;
}

static bool is_first(const findings *found, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (says_the_same(&found->item[at], &found->item[i]))
            return false;
    return true;
}

static void others_row(const findings *found, size_t at, document *out)
{
    size_t cases = 0;
    for (size_t i = at; i < found->count; i++)
        cases += says_the_same(&found->item[at], &found->item[i]);
    document_cell(out, "%s", verdict_types[found->item[at].verdict].name);
    document_cell(out, "%zu", cases);
    case_cell(found->item[at].of, "", out);
    document_cell(out, "%s", found->item[at].detail);
}

static void others_grid(const findings *found, document *out)
{
    static const char *const header[] = {"Verdict", "Cases", "Case", "Detail", NULL};
    size_t rows = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (is_told_of(&found->item[i]) || !is_first(found, i) || rows++ >= MOST_ROWS)
            continue;
        begin_grid(out, rows - 1, "lrll", header, "Other cases that are not simply the same:");
        others_row(found, i, out);
    }
    left_out(out, rows);
}

static void times_row(const finding *f, document *out)
{
    char name[300];
    side_name(finding_case(f), name, sizeof name);
    document_cell(out, "%s%s%s", name, f->part[0] ? ": " : "", f->part);
    document_cell(out, "%s", verdict_types[f->verdict].name);
    if (f->evidence.pairs > 0)
        document_cell(out, "%+.1f %%", percent(f, f->evidence.median));
    else
        document_cell(out, "–");
    if (f->evidence.pairs > 0 && isfinite(f->evidence.range.low))
        document_cell(out, "%+.1f to %+.1f %%", percent(f, f->evidence.range.low),
                      percent(f, f->evidence.range.high));
    else
        document_cell(out, "–");
    document_cell(out, "%zu", f->evidence.pairs);
    document_cell(out, "%s", f->detail);
}

static void times_grid(const findings *found, const rule *r, document *out)
{
    static const char *const header[] = {"Case",  "Verdict", "Time", "Interval",
                                         "Pairs", "Detail",  NULL};
    char caption[300];
    bool begun = false;
    snprintf(caption, sizeof caption,
             "Time of an iteration against the baseline: median over pairs and its interval (sign "
             "test, %g %%); slower is what lies beyond %g %%, by Holm's correction over all cases:",
             100 * (1 - 2 * r->level), 100 * r->limit);
    for (size_t i = 0; i < found->count; i++) {
        if (!found->item[i].of_time)
            continue;
        if (!begun) {
            document_grid(out, "llrrrl", caption);
            document_cells(out, header);
            begun = true;
        }
        times_row(&found->item[i], out);
    }
}

static void make_document(const findings *found, const rule *r, document *d)
{
    document_heading(d, "Comparison");
    outcomes_grid(found, d);
    quantities_grid(found, d);
    others_grid(found, d);
    times_grid(found, r, d);
}

/* "12 cases: 10 same, 2 differs"; `what` is one of them */
static void counts(const findings *found, bool of_time, const char *what, FILE *out)
{
    size_t count[VERDICTS] = {0}, all = 0;
    for (size_t i = 0; i < found->count; i++)
        if (found->item[i].of_time == of_time) {
            count[found->item[i].verdict]++;
            all++;
        }
    if (all == 0)
        return;
    fprintf(out, "%zu %s%s", all, what, all == 1 ? "" : "s");
    for (size_t v = 0, first = 1; v < VERDICTS; v++)
        if (count[v] > 0) {
            fprintf(out, "%s%zu %s", first ? ": " : ", ", count[v], verdict_types[v].name);
            first = 0;
        }
    fputc('\n', out);
}

void compare_show(const findings *found, const rule *r, const char *format, FILE *out)
{
    document d = {0};
    if (strcmp(format, "csv") == 0) {
        show_csv(found, out);
        return;
    }
    make_document(found, r, &d);
    if (strcmp(format, "latex") == 0)
        document_latex(&d, out);
    else
        document_markdown(&d, out);
    document_free(&d);
    counts(found, false, "case", out);
    counts(found, true, "time", out);
}
