/* A comparison as a table: what is to be looked at, and a line of counts; as CSV, everything. */
#include <math.h>
#include <stdio.h>
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

static void results_grid(const findings *found, document *out)
{
    static const char *const header[] = {"Case", "Verdict", "Detail", NULL};
    bool begun = false;
    char name[300];
    for (size_t i = 0; i < found->count; i++) {
        const finding *f = &found->item[i];
        if (f->of_time || (f->verdict == VERDICT_SAME && !f->detail[0]))
            continue;
        if (!begun) {
            document_grid(out, "lll", "Results that are not simply the same:");
            document_cells(out, header);
            begun = true;
        }
        side_name(finding_case(f), name, sizeof name);
        document_cell(out, "%s", name);
        document_cell(out, "%s", verdict_types[f->verdict].name);
        document_cell(out, "%s", f->detail);
    }
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
    results_grid(found, d);
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
