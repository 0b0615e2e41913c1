#include "analysis/quantities/response.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/rests.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

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

/* The only quantity that the tables of a study are compared with; NULL: there is none, or several,
 * or `besides` is one of them. */
static const char *only_compared(const study_block *of, const char *besides)
{
    const char *only = NULL;
    for (size_t t = 0; t < of->table_count; t++)
        for (size_t i = 0; i < of->table[t].comparison_count; i++) {
            const char *next = of->table[t].comparison[i].quantity;
            if (strcmp(next, besides) == 0 || (only && strcmp(next, only) != 0))
                return NULL;
            only = next;
        }
    return only;
}

static response usual_of(const char *task)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].task, task) == 0)
            return usual[i];
    return (response){task, "", ""};
}

response response_of(const study_case *c)
{
    const study_block *of = case_block(c);
    const char *task = case_text(c, &column_case_task);
    if (of->column[0]) {
        const results_column *q = quantity_find(of->column);
        return (response){task, of->column, of->unit[0] ? of->unit : q ? q->unit : ""};
    }
    const response by_task = usual_of(task);
    const char *compared = only_compared(of, by_task.quantity);
    const results_column *q = compared ? quantity_find(compared) : NULL;
    return compared ? (response){task, compared, q ? q->unit : ""} : by_task;
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
    return of->quantity[0] && (asked || strcmp(case_outcome(c), "unstable") != 0);
}

/* Why a case has no rest; "" of other quantities, or if it says nothing. */
static const char *why_no_rest(const study *s, const study_case *c, const response *of)
{
    if (strcmp(of->quantity, "rest_iterations") != 0)
        return "";
    const found_rest rest = rests_find(rests_of(s), c);
    return rest.choice ? equilibrium_why_not(rest.item, rest.choice) : "";
}

/* How a case without the value ended; of one that went to its end without it why, or else, where
 * the study asks for it, "none". */
static const char *end_of(const study *s, const study_case *c, const response *of)
{
    const char *outcome = case_outcome(c), *why_not = why_no_rest(s, c, of);
    const bool completed = strcmp(outcome, "completed") == 0;
    if (case_ended(c) && *why_not && (completed || !*outcome))
        return why_not;
    if (case_ended(c) && *outcome && !(completed && case_block(c)->column[0]))
        return outcome;
    return case_ended(c) && of->quantity[0] ? "none" : case_status(c);
}

static double measured(const study *s, const study_case *c, const response *of)
{
    if (!case_ended(c))
        return TRAMA_NAN;
    return response_in_unit(of, limit_or_quantity(s, c, of->quantity));
}

answer answer_as(const study *s, const study_case *c, response of)
{
    answer a = {.of = of, .measured = TRAMA_NAN, .published = TRAMA_NAN, .end = end_of(s, c, &of)};
    published_value p;
    if (!has_value(c, &a.of))
        return a;
    a.absent = c->absent;
    a.measured = measured(s, c, &of);
    const bool is_limit = limit_is_quantity(of.quantity);
    a.at_least = is_limit ? limit_is_censored(c) : quantity_is_at_least(c, of.quantity);
    a.late = is_limit && !isnan(a.measured) && limit_answer_fails_late(c);
    if (case_published_value(c, a.of.quantity, &p)) {
        a.published = response_in_unit(&a.of, p.value);
        a.beside = strcmp(case_published_cell(c, a.of.quantity, "kind"), "hardware") == 0;
        const double held_to = limit_or_quantity(s, c, a.of.quantity);
        a.agrees = !a.beside && case_ended(c) && published_agrees(&p, held_to);
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

void answer_text(const answer *a, char *text, size_t size)
{
    char number[32], value[64], published[32];
    number_text(&a->of, a->measured, number, sizeof number);
    if (isnan(a->measured))
        snprintf(value, sizeof value, "%.63s", a->end);
    else
        snprintf(value, sizeof value, "%s%s", a->at_least ? "at least " : "", number);
    number_text(&a->of, a->published, published, sizeof published);
    const char *mark = a->late ? " †" : "";
    if (isnan(a->published) || a->absent)
        snprintf(text, size, "%s%s", value, mark);
    else if (a->beside)
        snprintf(text, size, "%s (%s)%s", value, published, mark);
    else if (a->agrees)
        snprintf(text, size, "%s ✓%s", value, mark);
    else
        snprintf(text, size, "%s ≠ %s%s", value, published, mark);
}
