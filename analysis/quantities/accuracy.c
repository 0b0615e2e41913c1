#include "analysis/quantities/accuracy.h"

#include <math.h>

#include "analysis/quantities/statistics.h"
#include "core/median.h"
#include "core/numbers.h"

accuracy_steps accuracy_steps_of(const study_case *c)
{
    const size_t rows = case_rows(c, &column_steps_dt);
    const accuracy_steps steps = {
        .count = rows,
        .dt = case_reals(c, &column_steps_dt, rows),
        .rms = case_reals(c, &column_steps_error_rms, rows),
        .largest = case_reals(c, &column_steps_error_max, rows),
        .taken = case_integers(c, &column_steps_count, rows),
        .evaluations = case_integers(c, &column_steps_evaluations, rows),
        .stable = case_integers(c, &column_steps_stable, rows),
        .fitted = case_integers(c, &column_steps_fitted, rows),
    };
    const bool whole =
        steps.dt && steps.rms && steps.largest && steps.taken && steps.stable && steps.fitted;
    if (!whole)
        return (accuracy_steps){0};
    accuracy_steps timed = steps;
    const bundle_column *sample = bundle_get(&c->data, &column_accuracy_processor);
    if (!sample)
        sample = bundle_get(&c->data, &column_accuracy_sample);
    if (sample && sample->type == BUNDLE_REAL && sample->rows == rows) {
        timed.sample = sample->real;
        timed.repeats = sample->columns;
    }
    return timed;
}

double accuracy_seconds(const accuracy_steps *steps, size_t i)
{
    return steps->sample ? trama_median(steps->sample + i * steps->repeats, steps->repeats)
                         : TRAMA_NAN;
}

double accuracy_fitted(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    size_t count = 0;
    for (size_t i = 0; i < steps.count; i++)
        count += steps.fitted[i] != 0;
    return (double)count;
}

double accuracy_smallest(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    double smallest = TRAMA_INFINITY;
    for (size_t i = 0; i < steps.count; i++)
        smallest = fmin(smallest, steps.rms[i]); /* passes over NaN */
    return isinf(smallest) ? TRAMA_NAN : smallest;
}

told_value accuracy_order(const study *s, const study_case *c)
{
    told_value made = told_number(case_number(c, &column_order_observed));
    (void)s;
    made.word = case_ended(c) ? NULL : case_status(c);
    return made;
}

told_value accuracy_told_order(const study *s, const study_case *c)
{
    enum { FITTED_LEAST = 4 };
    const double order = case_number(c, &column_order_observed),
                 low = case_number(c, &column_order_low),
                 half = (case_number(c, &column_order_high) - low) / 2;
    told_value made = {.value = order, .is_words = true};
    (void)s;
    if (accuracy_fitted(c) >= FITTED_LEAST && !isnan(order))
        told_in_words(&made, isnan(low) ? "%.2f" : "%.2f ± %.1g", order, half);
    return made;
}

told_value accuracy_told_stated(const study *s, const study_case *c)
{
    told_value made = {.value = case_number(c, &column_order_stated), .is_words = true};
    (void)s;
    told_in_words(&made, "(%.0f)", made.value);
    return made;
}

told_value accuracy_caption(const study *s, const study_case *c)
{
    told_value made = {.is_words = true};
    (void)s;
    told_in_words(&made, "%s: %s", case_text(c, &column_case_experiment), case_simulation(c));
    return made;
}

static size_t count(const study_case *c)
{
    return accuracy_steps_of(c).count;
}

static bool read(const study *s, const study_case *c, size_t index, void *to)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    accuracy_row *made = to;
    (void)s;
    if (!steps.stable)
        return false;
    *made = (accuracy_row){.seconds = accuracy_seconds(&steps, index),
                           .stable = steps.stable[index] ? "yes" : "no"};
    return true;
}

const told_rows accuracy_rows = {.size = sizeof(accuracy_row), .count = count, .read = read};
