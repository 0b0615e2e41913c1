#include "analysis/quantities/response.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/scales.h"
#include "analysis/read/parts.h"
#include "analysis/read/units.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

response response_of(const study_case *c)
{
    return c->response.quantity
               ? c->response
               : study_response_at(case_block(c), case_text(c, &column_case_task), c->usual);
}

double response_in_unit(const response *r, double value)
{
    return study_response_value(r, value);
}

const char *response_unit(const response *r)
{
    return strcmp(r->unit, "1") == 0 ? "" : r->unit;
}

const char *response_words(const response *r)
{
    const results_column *q = quantity_find(r->quantity);
    return q ? q->summary : quantity_is_imported(r->quantity) ? r->quantity : "how each case ended";
}

bool answer_is_in_parts(const study_case *c)
{
    column_member m;
    return case_number(c, column_named(&column_remark_steps, "accurate-step", &m)) > 0;
}

/* Why a case has no rest; "" of other quantities, or if it says nothing. */
static const char *why_no_rest(const study *s, const study_case *c, const response *of)
{
    if (strcmp(of->quantity, "rest_iterations") != 0)
        return "";
    const found_rest rest = rests_find(rests_of(s), c);
    return rest.choice ? rest_why_not(&rest.item->data, rest.choice) : "";
}

/* What the case answers: as the index has it, or with what the others of its study say of it. */
static study_answer answered(const study *s, const study_case *c, response of)
{
    const measured_case m = case_measured(c);
    const study_answer *known = case_answer(c);
    of.named = case_block(c)->column[0] != '\0';
    if (known && strcmp(known->of.quantity, of.quantity) == 0 &&
        strcmp(known->of.unit, of.unit) == 0) {
        study_answer own = *known;
        own.of = of;
        return own;
    }
    if (!quantity_needs_others(of.quantity))
        return study_answer_of(&of, &m, limit_is_of_a_grid(c));
    return study_answer_with(&of, &m, false, quantity_of(s, c, of.quantity),
                             why_no_rest(s, c, &of));
}

double response_value(const study *s, const study_case *c, response of)
{
    return answered(s, c, of).value;
}

/* Beside what was published; of a run that has no value because it became unstable there is nothing
 * to compare. */
static void compare(const study *s, const study_case *c, answer *a)
{
    published_value p;
    if (!case_published_value(c, a->of.quantity, &p))
        return;
    a->published = response_in_unit(&a->of, p.value);
    a->theory = published_is_theory(&p);
    a->beside = strcmp(case_published_cell(c, a->of.quantity, "kind"), "hardware") == 0;
    const double held_to = limit_or_quantity(s, c, a->of.quantity);
    a->agrees = !a->beside && case_ended(c) && published_agrees(&p, held_to);
}

answer answer_as(const study *s, const study_case *c, response of)
{
    const study_answer found = answered(s, c, of);
    const bool unstable = strcmp(case_outcome(c), "unstable") == 0;
    answer a = {.of = found.of,
                .measured = found.value,
                .published = TRAMA_NAN,
                .at_least = found.at_least,
                .late = found.late || found.energy,
                .parts = !isnan(found.value) &&
                         strcmp(of.quantity, quantity_name(&column_accurate_step)) == 0 &&
                         answer_is_in_parts(c),
                .end = found.word};
    a.rounding =
        scale_hides(scale_of_answers(s, c, of.quantity), a.measured / response_in_unit(&of, 1.0));
    if (of.quantity[0] && (found.of.named || !unstable)) {
        a.absent = c->absent;
        compare(s, c, &a);
    }
    return a;
}

answer answer_of(const study *s, const study_case *c)
{
    return answer_as(s, c, response_of(c));
}

void answer_method(const study *s, const study_case *c, char name[ANSWER_METHOD])
{
    char variation[ANSWER_METHOD];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(name, ANSWER_METHOD, "%s%s", case_method_title(c), variation);
}

static bool read(const study *s, const study_case *c, size_t index, void *to)
{
    answer_row *made = to;
    (void)index;
    made->is = answer_of(s, c);
    made->status = case_status(c);
    made->as_published = isnan(made->is.published) || made->is.beside || made->is.absent ? ""
                         : made->is.agrees                                               ? "yes"
                                                                                         : "no";
    answer_method(s, c, made->method);
    return true;
}

const told_rows answer_rows = {.size = sizeof(answer_row), .read = read};

/* Four digits, and a count up to six in full. */
static void value_text(const response *of, double value, char *text, size_t size)
{
    const char *word = quantity_word(of->quantity, value);
    if (word)
        snprintf(text, size, "%s", word);
    else
        number_text(value, 4, 1e4, text, size);
}

void answer_text(const answer *a, char *text, size_t size)
{
    char number[32], value[64], published[32];
    value_text(&a->of, a->rounding ? 0.0 : a->measured, number, sizeof number);
    if (isnan(a->measured))
        snprintf(value, sizeof value, "%.63s", a->end);
    else
        snprintf(value, sizeof value, "%s%s", a->at_least ? "at least " : "", number);
    value_text(&a->of, a->published, published, sizeof published);
    const char *mark = a->late || a->parts ? " †" : "";
    if (isnan(a->published) || a->absent)
        snprintf(text, size, "%s%s", value, mark);
    else if (a->beside)
        snprintf(text, size, "%s (%s)%s", value, published, mark);
    else if (a->agrees)
        snprintf(text, size, "%s ✓%s", value, mark);
    else
        snprintf(text, size, "%s ≠ %s%s", value, published, mark);
}
