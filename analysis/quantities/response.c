#include "analysis/quantities/response.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "core/numbers.h"
#include "results/quantities.h"

/* What a task is usually asked for, where the study names nothing. */
static const response usual[] = {
    {"stable_step", "dt_stable", "ms"},
    {"accuracy", "order/observed", "1"},
    {"drift", "drift/change", "1"},
    {"equilibrium", "rest_iterations", "1"},
    {"timing", "processor_time", "µs"},
    {"cost", "processor_time", "µs"},
    {"run", "fall", "m"},
    {"predict", "predicted_over_measured", "1"},
};

response response_of(const study_case *c)
{
    const study_block *of = case_block(c);
    const char *task = case_text(c, &column_case_task);
    if (of->column[0]) {
        const results_column *q = quantity_find(of->column);
        return (response){task, of->column, of->unit[0] ? of->unit : q ? q->unit : ""};
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].task, task) == 0)
            return usual[i];
    return (response){task, "", ""};
}

double response_in_unit(const response *r, double value)
{
    const results_column *q = quantity_find(r->quantity);
    return q && r->unit[0] ? value * unit_factor(q->unit, r->unit) : value;
}

const char *response_unit(const response *r)
{
    return strcmp(r->unit, "1") == 0 ? "" : r->unit;
}

const char *response_words(const response *r)
{
    const results_column *q = quantity_find(r->quantity);
    return q ? q->summary : "how each case ended";
}

/* Of what a study asks for, an unstable run may have a value; of what is usual it has none. */
static bool has_value(const study_case *c, const response *of)
{
    const bool asked = case_block(c)->column[0] != '\0';
    return of->quantity[0] && (asked || strcmp(case_text(c, &column_outcome), "unstable") != 0);
}

answer answer_as(const study *s, const study_case *c, response of)
{
    answer a = {.of = of, .measured = TRAMA_NAN, .published = TRAMA_NAN};
    published_value p;
    if (!has_value(c, &a.of))
        return a;
    if (case_ended(c))
        a.measured = response_in_unit(&a.of, quantity_of(s, c, a.of.quantity));
    if (case_published_value(c, a.of.quantity, &p)) {
        a.published = response_in_unit(&a.of, p.value);
        a.beside = strcmp(case_published_cell(c, a.of.quantity, "kind"), "hardware") == 0;
        a.agrees =
            !a.beside && case_ended(c) && published_agrees(&p, quantity_of(s, c, a.of.quantity));
    }
    return a;
}

answer answer_of(const study *s, const study_case *c)
{
    return answer_as(s, c, response_of(c));
}

/* Four digits; what has more before its point is a whole number, and a count is one, of up to six
 * in full. */
static void number_text(const response *of, double value, char *text, size_t size)
{
    const char *word = quantity_word(of->quantity, value);
    const double size_of = fabs(value);
    const bool whole = (value == round(value) || size_of >= 1e4) && size_of < 1e6;
    if (word)
        snprintf(text, size, "%s", word);
    else
        snprintf(text, size, whole ? "%.0f" : "%.4g", value);
}

/* How a case without the value ended; of one that went to its end without what the study asks for:
 * "none". */
static const char *end_of(const study_case *c, const answer *a)
{
    const char *outcome = case_text(c, &column_outcome);
    const bool vain = case_block(c)->column[0] && strcmp(outcome, "completed") == 0;
    if (case_ended(c) && *outcome && !vain)
        return outcome;
    return case_ended(c) && a->of.quantity[0] ? "none" : case_text(c, &column_case_status);
}

void answer_text(const study_case *c, const answer *a, char *text, size_t size)
{
    char value[32], published[32];
    if (isnan(a->measured))
        snprintf(value, sizeof value, "%.31s", end_of(c, a));
    else
        number_text(&a->of, a->measured, value, sizeof value);
    number_text(&a->of, a->published, published, sizeof published);
    if (isnan(a->published))
        snprintf(text, size, "%s", value);
    else if (a->beside)
        snprintf(text, size, "%s (%s)", value, published);
    else if (a->agrees)
        snprintf(text, size, "%s ✓", value);
    else
        snprintf(text, size, "%s ≠ %s", value, published);
}
