/* Predictions as tables have them: a row each of the first, the worst and the last state. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/predictions.h"

static told_value told_of_ratio(double ratio);
static told_value told_of_ranges(const study_case *c);
static told_value told_of_checks(const study_case *c);

static size_t states(const study_case *c);
static bool read(const study *s, const study_case *c, size_t i, void *made);

const told_rows predicted_rows = {.size = sizeof(predicted_row),
                                  .count = states,
                                  .read = read,
                                  .shown = AT(predicted_row, is_worst)};

static size_t states(const study_case *c)
{
    (void)c;
    return PREDICTED;
}

static bool read(const study *s, const study_case *c, size_t i, void *made)
{
    const double measured = predicted_measured(c);
    (void)s;
    *(predicted_row *)made = (predicted_row){
        .place = predicted_place(i),
        .is_worst = i == PREDICTED_WORST,
        .omega_max = predicted_number(c, &column_predicted_omega_max, i),
        .z = predicted_number(c, &column_predicted_z, i),
        .dt = predicted_number(c, &column_predicted_dt, i),
        .start = predicted_start(c),
        .worst = predicted_worst(c),
        .end = predicted_number(c, &column_predicted_dt, PREDICTED_END),
        .iteration = predicted_number(c, &column_predicted_iteration, PREDICTED_WORST),
        .ratio = told_of_ratio(predicted_number(c, &column_predicted_ratio, i)),
        .in_horizon = told_of_ratio(predicted_number(c, &column_horizon_dt, i) / measured),
        .along = told_of_ratio(case_number(c, &column_along_ratio)),
        .grows = told_of_ranges(c),
        .checks = told_of_checks(c),
    };
    return true;
}

/* Further from 1 than this is a difference. */
static told_value told_of_ratio(double ratio)
{
    static const double same_limit = 0.03;
    told_value made = told_number(ratio);
    made.mark = fabs(ratio - 1) > same_limit ? "≠" : NULL;
    return made;
}

static told_value told_of_ranges(const study_case *c)
{
    const size_t n = case_rows(c, &column_ranges_from);
    const double *from = case_reals(c, &column_ranges_from, n);
    const double *to = case_reals(c, &column_ranges_to, n);
    told_value made = {.is_words = true};
    for (size_t i = 0; from && to && i < n; i++) {
        const size_t used = strlen(made.words), room = sizeof made.words - used;
        const char *before = i ? ", " : "";
        if (isnan(from[i]))
            continue;
        if (isinf(to[i]))
            snprintf(made.words + used, room, "%sfrom %.4g", before, 1e3 * from[i]);
        else
            snprintf(made.words + used, room, "%s%.4g to %.4g", before, 1e3 * from[i], 1e3 * to[i]);
    }
    return made;
}

/* Of a case that broke off people see none. */
static told_value told_of_checks(const study_case *c)
{
    told_value made = {.is_words = true};
    limit_checks(c, made.words, sizeof made.words);
    made.word = case_ended(c) ? NULL : "–";
    made.mark = case_ended(c) && limit_fails_a_check(c) ? "†" : NULL;
    return made;
}
