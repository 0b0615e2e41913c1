#include "analysis/site/misses.h"

#include <math.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/quantities/values.h"
#include "quantities/quantities.h"

enum { MISSES_SHOWN = 8 };

/* A list that is opened by its first entry, and says how many it leaves out. */
typedef struct misses {
    FILE *out;
    size_t count;
} misses;

static bool begin_miss(misses *m)
{
    if (m->count == 0)
        fputs("<ul class=\"misses\">\n", m->out);
    return m->count++ < MISSES_SHOWN;
}

/* "0.012 s"; a count of up to six digits in full. */
static void value_text(double value, const char *unit, char *text, size_t size)
{
    const bool unitless = !*unit || strcmp(unit, "1") == 0;
    const bool count = value == round(value) && fabs(value) < 1e6;
    char number[64];
    snprintf(number, sizeof number, count ? "%.0f" : "%.4g", value);
    snprintf(text, size, "%s%s%s", isnan(value) ? "none" : number,
             unitless || isnan(value) ? "" : " ", unitless || isnan(value) ? "" : unit);
}

static void write_subject(const study_case *c, FILE *out)
{
    char subject[160];
    case_subject_title(c, subject, sizeof subject);
    fputs("<li>", out);
    html_text(subject, out);
    fputs(", ", out);
    html_text(case_method_title(c), out);
    fputs(": ", out);
}

/* Whether another case comes out as the same published value: another reading of a method. */
static bool comes_out_otherwise(const study *s, const comparison *missed)
{
    comparison made;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; verdict_is_asked(&s->item[i]) && comparison_at(s, &s->item[i], k, &made);
             k++)
            if (made.verdict == VERDICT_REPRODUCED && made.asked == missed->asked &&
                made.published.csv == missed->published.csv &&
                made.published.row == missed->published.row)
                return true;
    return false;
}

static void write_reservation(const study *s, const study_case *c, const comparison *made,
                              FILE *out)
{
    const char *evidence = verdict_evidence(c, &made->published);
    if (strncmp(evidence, "no", 2) == 0) {
        fputs(" (no evidence", out);
        html_text(evidence + 2, out);
        fputs(")", out);
    }
    fputs(comes_out_otherwise(s, made) ? "; another reading of it comes out" : "", out);
}

/* A quantity's summary, or its name where that is long. */
static void write_quantity(const char *quantity, FILE *out)
{
    enum { LONG = 48 };
    char title[96];
    const results_column *q = quantity_find(quantity);
    quantity_title(quantity, title, sizeof title);
    html_text(q && strlen(q->summary) <= LONG ? q->summary : title, out);
}

/* In the unit in which the study asks for it, "10 ms", else in the quantity's own. */
static void text_of(const study_case *c, const char *quantity, double value, char *text,
                    size_t size)
{
    const response r = response_of(c);
    const results_column *q = quantity_find(quantity);
    if (strcmp(r.quantity, quantity) == 0)
        value_text(response_in_unit(&r, value), response_unit(&r), text, size);
    else
        value_text(value, q ? q->unit : "", text, size);
}

static void miss_value(const study *s, const study_case *c, const comparison *made, misses *m)
{
    const char *quantity = made->asked->quantity;
    char measured[96], value[96];
    if (!begin_miss(m))
        return;
    text_of(c, quantity, made->measured, measured, sizeof measured);
    text_of(c, quantity, made->published.value, value, sizeof value);
    write_subject(c, m->out);
    write_quantity(quantity, m->out);
    fputs(" ", m->out);
    html_text(measured, m->out);
    fputs(", published ", m->out);
    html_text(value, m->out);
    write_reservation(s, c, made, m->out);
    fputs("</li>\n", m->out);
}

static void miss_claim(const study_case *c, const claim *found, misses *m)
{
    char measured[96];
    if (!begin_miss(m))
        return;
    value_text(found->measured, found->unit, measured, sizeof measured);
    write_subject(c, m->out);
    html_text(found->words, m->out);
    fputs(": measured ", m->out);
    html_text(measured, m->out);
    fputs("</li>\n", m->out);
}

static void miss_case(const study_case *c, misses *m)
{
    if (!begin_miss(m))
        return;
    write_subject(c, m->out);
    html_text(case_text(c, &column_case_experiment), m->out);
    fputs(c->absent ? " has no result, " : " broke off, ", m->out);
    html_text(case_status(c), m->out);
    fputs("</li>\n", m->out);
}

static void miss_files(size_t lost, misses *m)
{
    if (lost > 0 && begin_miss(m))
        fprintf(m->out, "<li>%zu results file%s cannot be read: the report names %s</li>\n", lost,
                lost == 1 ? "" : "s", lost == 1 ? "it" : "them");
}

static void misses_of_case(const study *s, const study_case *c, misses *m)
{
    comparison made;
    claim found;
    if (!case_ended(c))
        miss_case(c, m);
    for (size_t k = 0; verdict_is_asked(c) && comparison_at(s, c, k, &made); k++)
        if (made.verdict == VERDICT_NOT_REPRODUCED && value_counts(s, c, &made))
            miss_value(s, c, &made, m);
    for (size_t row = 0; row < claims_count(c); row++)
        if (claim_read(s, c, row, &found) && claim_stands(&found) == CLAIM_COUNTS &&
            claim_judge(&found) == CLAIM_FAILS)
            miss_claim(c, &found, m);
}

void misses_write(const site_study *of, const site_counts *n, FILE *out)
{
    misses m = {.out = out};
    if (site_published(n) == 0 && n->broken == 0)
        return;
    fputs("<h3>What did not come out</h3>\n", out);
    miss_files(of->study.lost, &m);
    for (size_t i = 0; i < of->study.count; i++)
        misses_of_case(&of->study, &of->study.item[i], &m);
    if (m.count == 0) {
        fputs("<p>Nothing that was compared.</p>\n", out);
        return;
    }
    if (m.count > MISSES_SHOWN)
        fprintf(out, "<li>and %zu more, in <a href=\"%s/report.html\">the report</a></li>\n",
                m.count - MISSES_SHOWN, of->name);
    fputs("</ul>\n", out);
}
