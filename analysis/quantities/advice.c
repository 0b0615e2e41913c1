#include "analysis/quantities/advice.h"

#include <stdio.h>
#include <string.h>

#include "core/numbers.h"

static size_t row_of(char *const *name, size_t count, const char *wanted)
{
    size_t row = 0;
    while (row < count && strcmp(name[row], wanted) != 0)
        row++;
    return row;
}

static size_t own_row(const study_case *c, size_t count)
{
    const int64_t *own = case_integers(c, &column_methods_own, count);
    size_t row = 0;
    while (own && row < count && own[row] != 1)
        row++;
    return own ? row : count;
}

advice_methods advice_methods_of(const study_case *c)
{
    const size_t n = case_rows(c, &column_methods_name);
    advice_methods m = {
        .count = n,
        .name = case_texts(c, &column_methods_name, n),
        .limit = case_texts(c, &column_methods_limit, n),
        .note = case_texts(c, &column_methods_note, n),
        .accurate = case_integers(c, &column_methods_accurate, n),
        .dt_start = case_reals(c, &column_methods_dt_start, n),
        .dt = case_reals(c, &column_methods_dt, n),
        .step = case_reals(c, &column_methods_step, n),
        .error_limit = case_reals(c, &column_methods_error_limit, n),
        .error = case_reals(c, &column_methods_error_rms, n),
        .cost = case_reals(c, &column_methods_cost, n),
        .cost_second = case_reals(c, &column_methods_cost_second, n),
        .check_stable = case_reals(c, &column_methods_check_stable, n),
        .check_unstable = case_reals(c, &column_methods_check_unstable, n),
        .velocity_error = case_reals(c, &column_methods_velocity_error, n),
    };
    if (!m.name || !m.limit || !m.note || !m.accurate || !m.dt_start || !m.dt || !m.step ||
        !m.error_limit || !m.error || !m.cost || !m.cost_second || !m.check_stable ||
        !m.check_unstable)
        return (advice_methods){0};
    m.own = own_row(c, n);
    m.recommended = row_of(m.name, n, case_text(c, &column_methods_recommended));
    return m;
}

double advice_ratio(const advice_methods *m, size_t row)
{
    return m->dt[row] / (0.5 * (m->check_stable[row] + m->check_unstable[row]));
}

bool advice_is_limited_by_damping(const study_case *c)
{
    return strcmp(case_text(c, &column_advice_limiting), "damping") == 0;
}

void advice_part(const study_case *c, char *text, size_t size, double *share)
{
    const size_t n = case_rows(c, &column_parts_name);
    char *const *owner = case_texts(c, &column_parts_owner, n);
    char *const *name = case_texts(c, &column_parts_name, n);
    const double *part = case_reals(
        c, advice_is_limited_by_damping(c) ? &column_parts_damping : &column_parts_curvature, n);
    size_t most = 0;
    double sum = 0.0;
    *text = '\0';
    *share = TRAMA_NAN;
    if (!owner || !name || !part)
        return;
    for (size_t i = 0; i < n; i++) {
        sum += part[i];
        most = part[i] > part[most] ? i : most;
    }
    *share = part[most] / sum;
    snprintf(text, size, "%s%s%s", owner[most], *owner[most] ? ", " : "", name[most]);
}

double advice_spectrum(const study_case *c, const results_column *column, bool worst)
{
    const size_t n = case_rows(c, column);
    const double row = worst ? case_number(c, &column_advice_worst) : 0.0;
    const double *real = case_reals(c, column, n);
    const int64_t *integer = case_integers(c, column, n);
    if (!(row >= 0.0 && row < (double)n))
        return TRAMA_NAN;
    if (real)
        return real[(size_t)row];
    return integer ? (double)integer[(size_t)row] : TRAMA_NAN;
}

told_value advice_told_mode(const study *s, const study_case *c)
{
    const bool damping = advice_is_limited_by_damping(c);
    told_value made = {.value = damping ? case_number(c, &column_advice_damping)
                                        : advice_spectrum(c, &column_spectra_omega, true),
                       .is_words = true};
    char part[96];
    double share;
    (void)s;
    advice_part(c, part, sizeof part, &share);
    told_in_words(&made, damping ? "damping %.4g 1/s: %s, %.3g %%" : "ω = %.4g rad/s: %s, %.3g %%",
                  made.value, part, 100 * share);
    return made;
}

static size_t count(const study_case *c)
{
    return advice_methods_of(c).count;
}

bool advice_is_given(const study_case *c)
{
    return count(c) > 0;
}

static bool read(const study *s, const study_case *c, size_t i, void *to)
{
    const advice_methods m = advice_methods_of(c);
    advice_row *made = to;
    char name[96];
    (void)s;
    if (!m.name)
        return false;
    integrator_title(m.name[i], name, sizeof name);
    snprintf(made->title, sizeof made->title, "%s%s", name,
             i == m.recommended ? ", recommended"
             : i == m.own       ? ", its own"
                                : "");
    made->own = i == m.own ? "own" : "";
    made->recommended = i == m.recommended ? "recommended" : "";
    made->ratio = advice_ratio(&m, i);
    return true;
}

const told_rows advice_rows = {.size = sizeof(advice_row), .count = count, .read = read};
