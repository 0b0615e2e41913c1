#include "analysis/quantities/accuracy.h"

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
