#include "analysis/quantities/compared.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/marks.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

static void read_comparison(const study_block *of, compared *made);
static void read_case(const study *s, const study_case *c, compared *made);
static void read_unmeasured(const unmeasured *of, compared *made);

static bool read(const study *s, const study_case *c, size_t i, void *to);
static bool read_of_none(const unmeasured *of, void *to);

const told_rows compared_rows = {.size = sizeof(compared),
                                 .count = comparisons_of,
                                 .read = read,
                                 .read_unmeasured = read_of_none,
                                 .shown = AT(compared, is_response)};

static bool read(const study *s, const study_case *c, size_t i, void *to)
{
    compared *made = to;
    if (!comparison_at(s, c, i, &made->made))
        return false;
    read_comparison(case_block(c), made);
    read_case(s, c, made);
    return true;
}

static bool read_of_none(const unmeasured *of, void *to)
{
    compared *made = to;
    made->made = unmeasured_comparison(of);
    read_comparison(&of->of->plan.block, made);
    read_unmeasured(of, made);
    return true;
}

const char *compared_title(const study *s)
{
    const beside of = beside_of(s, NULL);
    return !of.theory     ? "Published values and what was measured"
           : of.published ? "Published values, theory and what was measured"
                          : "Theory and what was measured";
}

void compared_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    (void)cases;
    snprintf(text, TOLD_PARAGRAPH,
             "The response of each study (the CSV has all that is compared): reproduced "
             "if it differs by no more than the study's tolerance, or else not in the "
             "digits %s.",
             beside_of(s, NULL).published ? "printed" : "given");
}

/* --- the source --- */

static void read_source(const published_value *p, compared *made)
{
    made->kind = csv_named(p->csv, p->row, "kind");
    made->is = source_words_at(p->csv, p->row);
    made->file = p->table->file;
    made->published = p->value;
    made->tolerance = isnan(p->value) ? TRAMA_NAN : p->tolerance;
    csv_source(p->table->text, made->source, sizeof made->source);
}

/* --- the values --- */

static told_value number(const compared *of, double value, double scale)
{
    told_value made = told_number(value);
    made.scale = scale;
    made.word = quantity_word(of->quantity, value);
    return made;
}

static told_value verdict_of(comparison_verdict v)
{
    told_value made = told_text(verdict_name(v));
    made.sign = (v == VERDICT_REPRODUCED) - (v == VERDICT_NOT_REPRODUCED);
    return made;
}

/* The unit for people is that of the response, where the study states one. */
static void read_values(const study_block *of, compared *made)
{
    const results_column *q = quantity_find(made->quantity);
    const bool own = of->unit[0] && strcmp(of->column, made->quantity) == 0;
    const double scale = own && q ? unit_factor(q->unit, of->unit) : 1.0;
    made->unit = q ? q->unit : "";
    const char *shown = own ? of->unit : made->unit;
    const bool has_unit = shown[0] && strcmp(shown, "1") != 0;
    snprintf(made->caption, sizeof made->caption, "%s%s%s%s%s", made->quantity, q ? ": " : "",
             q ? q->summary : "", has_unit ? ", " : "", has_unit ? shown : "");
    const told_value given = number(made, made->published, scale), none = told_number(TRAMA_NAN);
    const bool is_theory = published_is_theory(&made->made.published);
    made->of_print = is_theory ? none : given;
    made->of_theory = is_theory ? given : none;
    made->measured = number(made, made->made.measured, scale);
}

static void read_comparison(const study_block *of, compared *made)
{
    made->quantity = made->made.asked->quantity;
    made->is_response = comparison_answers(of, made->quantity);
    made->verdict = verdict_of(made->made.verdict);
    read_source(&made->made.published, made);
    read_values(of, made);
}

/* --- the case --- */

/* Where there is no number the word of the answer, if the quantity is that. */
static const char *word_of(const study *s, const study_case *c, const char *quantity)
{
    const answer a = answer_of(s, c);
    return strcmp(a.of.quantity, quantity) == 0 && a.end[0] ? a.end : case_why_not(c, quantity);
}

static void read_case(const study *s, const study_case *c, compared *made)
{
    made->experiment = case_text(c, &column_case_experiment);
    made->integrator = case_integrator(c);
    made->must = case_is_required(c) ? "yes" : "no";
    made->printed = case_is_printed(c) ? "yes" : "no";
    made->evidence = verdict_evidence(c, &made->made.published);
    snprintf(made->subject, sizeof made->subject, "%s", case_simulation(c));
    if (isnan(made->measured.value))
        made->measured.word = word_of(s, c, made->quantity);
}

static void read_unmeasured(const unmeasured *of, compared *made)
{
    made->experiment = unmeasured_experiment(of);
    made->integrator = made->evidence = "";
    made->must = made->printed = "no";
    unmeasured_keys(of, made->subject, sizeof made->subject);
}
