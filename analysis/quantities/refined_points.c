/* A row of each grid of a series, and one of the limit that the model approaches. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"
#include "core/numbers.h"

static void read_names(const study_case *c, refined_point *p);
static void read_numbers(const study_case *c, refined_point *p);
static void read_series(const study_case *c, refined_point *p);
static void read_errors(refined_point *p);
static double worth_of(const study_case *c, const refined_point *p);

const told_rows refined_rows = {.size = sizeof(refined_point),
                                .count = refined_points,
                                .read = refined_point_read,
                                .shown = AT(refined_point, is_of_series)};

size_t refined_points(const study_case *c)
{
    const size_t compared = comparisons_of(c);
    return 2 * (compared > 0 ? compared : 1);
}

bool refined_point_read(const study *s, const study_case *c, size_t row, void *refined_point_made)
{
    refined_point *p = refined_point_made;
    p->is_limit = row % 2 == 1;
    if (!refinement_value(s, c, row / 2, &p->value))
        return false;
    p->of = refinement_of(s, c, p->value.quantity);
    p->is_finest = p->of.count > 0 && refinement_points(c) == p->of.points[p->of.count - 1];
    read_names(c, p);
    read_numbers(c, p);
    read_series(c, p);
    read_errors(p);
    p->is_of_series = !p->is_limit && refinement_is_finest(s, c);
    p->worth = p->is_of_series ? worth_of(c, p) : TRAMA_NAN;
    return !p->is_limit || (p->is_finest && !isnan(p->of.limit));
}

static void read_names(const study_case *c, refined_point *p)
{
    const bool answers = comparison_answers(case_block(c), p->value.quantity);
    snprintf(p->name, sizeof p->name, "%s%s%s", case_text(c, &column_case_experiment),
             answers ? "" : ", ", answers ? "" : p->value.quantity);
    refinement_parameter(c, p->parameter, sizeof p->parameter);
    quantity_title(p->value.quantity, p->title, sizeof p->title);
    snprintf(p->group, sizeof p->group, "%.80s: %s%s%.100s", case_text(c, &column_case_experiment),
             p->title, *p->parameter ? ", " : "", p->parameter);
}

static double error_of(double measured, double reference)
{
    return reference == 0.0 ? measured : measured / reference - 1.0;
}

static void read_numbers(const study_case *c, refined_point *p)
{
    p->measured = told_number(p->is_limit ? p->of.limit : p->value.measured);
    if (isnan(p->measured.value))
        p->measured.word = case_why_not(c, p->value.quantity);
    p->points = p->is_limit ? told_text("inf") : told_count(refinement_points(c));
    p->error = error_of(p->measured.value, p->value.reference);
    p->order = p->is_finest ? p->of.order : TRAMA_NAN;
    p->number = refinement_number(c);
}

const char *refinement_question(const study_case *c)
{
    return case_block(c)->question;
}

static double worth_of(const study_case *c, const refined_point *p)
{
    const double best = isnan(p->of.limit) ? p->value.measured : p->of.limit;
    return refinement_number(c) / refinement_equivalent(&p->value.made.published, best);
}

/* --- what all grids say --- */

static void add(told_value *list, const char *one)
{
    const size_t used = strlen(list->words);
    snprintf(list->words + used, sizeof list->words - used, "%s%s", used ? ", " : "", one);
}

static void add_error(told_value *list, double error)
{
    char text[32];
    snprintf(text, sizeof text, "%+.2f", 100.0 * error);
    add(list, text);
}

static void add_points(told_value *list, double points)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", points);
    add(list, text);
}

/* "11, 21, 41"; "+1.20, +0.31, +0.08", and "+0.02" of the limit. */
static void read_series(const study_case *c, refined_point *p)
{
    p->all_points = told_count(refinement_points(c));
    p->errors = told_number(p->error);
    p->limit_error = told_number(error_of(p->of.limit, p->value.reference));
    for (size_t i = 0; i < p->of.count; i++)
        add_points(&p->all_points, p->of.points[i]);
    for (size_t i = 0; i < p->of.count && !isnan(p->value.reference); i++)
        add_error(&p->errors, error_of(p->of.measured[i], p->value.reference));
    if (!isnan(p->limit_error.value))
        add_error(&p->limit_error, p->limit_error.value);
    p->errors.sign = p->errors.words[0] && p->value.made.verdict == VERDICT_REPRODUCED;
}

static void read_errors(refined_point *p)
{
    const bool finest = p->is_finest && !p->is_limit;
    p->has_error = finest && !isnan(p->error);
    p->is_refined = finest && p->of.count >= 2;
    p->percent = 100 * p->error;
    p->limit_percent = 100 * p->limit_error.value;
    for (size_t i = 0; i < p->of.count; i++)
        p->percents[i] = 100 * fabs(p->of.measured[i] / p->value.reference - 1);
}
