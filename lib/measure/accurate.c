#include "measure/accurate.h"
#include "core/numbers.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

const double trama_accurate_named[TRAMA_ACCURATE_NAMED_STEPS] = {1.0 / 60.0, 1.0 / 240.0, 1e-3};

const char *trama_accurate_purpose_name(trama_accurate_purpose purpose)
{
    static const char *const names[] = {"grid", "named", "bisect"};
    return names[purpose];
}

/* Errors below this cannot be told from rounding: they show no order. */
static const double rounding = 1e-10;

/* What the stages of a search share. */
typedef struct seeker {
    const trama_accurate_spec *spec;
    double end;
    trama_accurate_run run;
    void *context;
    trama_accurate *found;
    trama_error *error;
} seeker;

long trama_accurate_steps(double end, double step)
{
    const double n = round(end / step);
    return n < 1.0 ? 1 : (long)n;
}

/* The first trial of at least so many steps. */
static size_t place_of(const trama_accurate *found, long steps)
{
    size_t place = 0;
    while (place < found->count && found->trial[place].steps < steps)
        place++;
    return place;
}

static bool is_worse(double error, double than)
{
    return !isnan(than) && !(error <= than);
}

/* The worst of the runs in `steps` steps, one more, two more ... */
static trama_status run_phases(seeker *s, trama_accurate_trial *worst)
{
    trama_status status = s->run(s->context, worst, s->error);
    for (long phase = 1; status == TRAMA_OK && phase < s->spec->phases; phase++) {
        trama_accurate_trial next = {.steps = worst->steps + phase, .error = TRAMA_NAN};
        status = s->run(s->context, &next, s->error);
        if (is_worse(next.error, worst->error)) {
            next.steps = worst->steps;
            next.purpose = worst->purpose;
            *worst = next;
        }
    }
    return status;
}

/* A trial of so many steps, unless there was one. */
static trama_status trial(seeker *s, long steps, trama_accurate_purpose purpose)
{
    trama_accurate *found = s->found;
    const size_t place = place_of(found, steps);
    if (place < found->count && found->trial[place].steps == steps)
        return TRAMA_OK;
    assert(found->count < TRAMA_ACCURATE_MAX);
    trama_accurate_trial made = {.steps = steps, .purpose = purpose, .error = TRAMA_NAN};
    const trama_status status = run_phases(s, &made);
    memmove(found->trial + place + 1, found->trial + place,
            (found->count - place) * sizeof *found->trial);
    found->trial[place] = made;
    found->count++;
    return status;
}

/* ---- The steps of the grid: until the smallest steps, enough of them, are within the tolerance.
 */

static long next_of_grid(const trama_accurate_spec *spec, long steps)
{
    const long next = (long)round((double)steps * spec->ratio);
    return next > steps ? next : steps + 1;
}

/* Whether the smallest steps that were tried are within the tolerance, more than `confirm` of the
 * grid among them. */
static bool is_confirmed(const seeker *s, double tolerance)
{
    const trama_accurate *found = s->found;
    long grid = 0;
    for (size_t i = found->count; i > 0 && found->trial[i - 1].error <= tolerance; i--)
        grid += found->trial[i - 1].purpose == TRAMA_ACCURATE_GRID;
    return grid > s->spec->confirm;
}

static trama_status descend(seeker *s)
{
    const trama_accurate_spec *spec = s->spec;
    const double tight = fmin(spec->tolerance, spec->loose);
    const long most = trama_accurate_steps(s->end, spec->finest);
    trama_status status = TRAMA_OK;
    for (long steps = trama_accurate_steps(s->end, spec->first);
         status == TRAMA_OK && steps <= most && !is_confirmed(s, tight);
         steps = next_of_grid(spec, steps))
        status = trial(s, steps, TRAMA_ACCURATE_GRID);
    return status;
}

static trama_status measure_named(seeker *s)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; status == TRAMA_OK && i < TRAMA_ACCURATE_NAMED_STEPS; i++) {
        const long steps = trama_accurate_steps(s->end, trama_accurate_named[i]);
        status = trial(s, steps, TRAMA_ACCURATE_NAMED);
        s->found->named[i] = s->found->trial[place_of(s->found, steps)].error;
    }
    return status;
}

/* ---- The bracket. */

/* Past the last of the trials from `first` on that are within the tolerance, one after the other;
 * *grid: how many of them are steps of the grid. Others lie where a bisection looked. */
static size_t end_of_row(const trama_accurate *found, size_t first, double tolerance, size_t *grid)
{
    size_t end = first;
    *grid = 0;
    while (end < found->count && found->trial[end].error <= tolerance)
        *grid += found->trial[end++].purpose == TRAMA_ACCURATE_GRID;
    return end;
}

/* The first trial of the row that counts: the last that is long enough, or else the one of the
 * smallest steps. `count`: there is none. */
static size_t start_of_row(const seeker *s, double tolerance)
{
    const trama_accurate *found = s->found;
    size_t start = found->count, first = 0, grid;
    while (first < found->count) {
        const size_t end = end_of_row(found, first, tolerance, &grid);
        const bool is_last = end > first && end == found->count;
        if (grid > (size_t)s->spec->confirm || (is_last && start == found->count))
            start = first;
        first = end + 1;
    }
    return start;
}

static trama_accurate_bracket bracket_of(const seeker *s, double tolerance)
{
    const trama_accurate *found = s->found;
    const size_t start = start_of_row(s, tolerance);
    trama_accurate_bracket b = {0, 0, 0, 0};
    for (size_t i = 0; i < start; i++)
        b.again += found->trial[i].error <= tolerance;
    for (size_t i = start; i < found->count; i++)
        b.below += !(found->trial[i].error <= tolerance);
    b.accurate = start < found->count ? found->trial[start].steps : 0;
    b.failed = start > 0 && b.accurate ? found->trial[start - 1].steps : 0;
    return b;
}

static trama_status bisect(seeker *s, double tolerance, trama_accurate_bracket *bracket)
{
    trama_status status = TRAMA_OK;
    *bracket = bracket_of(s, tolerance);
    while (status == TRAMA_OK && bracket->failed && bracket->accurate - bracket->failed > 1 &&
           (double)(bracket->accurate - bracket->failed) >
               s->spec->resolution * (double)bracket->accurate) {
        status = trial(s, bracket->failed + (bracket->accurate - bracket->failed) / 2,
                       TRAMA_ACCURATE_BISECT);
        *bracket = bracket_of(s, tolerance);
    }
    return status;
}

/* ---- What the errors say. */

static void find_order(seeker *s)
{
    double dt[TRAMA_LIST_MAX], error[TRAMA_LIST_MAX];
    size_t count = 0;
    for (size_t i = 0; i < s->found->count && count < TRAMA_LIST_MAX; i++)
        if (s->found->trial[i].purpose == TRAMA_ACCURATE_GRID) {
            dt[count] = s->end / (double)s->found->trial[i].steps;
            error[count++] = s->found->trial[i].error;
        }
    s->found->order = trama_order_fit(dt, error, count, rounding);
}

static void find_least(trama_accurate *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (!(found->trial[i].error >= found->least) && !isnan(found->trial[i].error)) {
            found->least = found->trial[i].error;
            found->least_steps = found->trial[i].steps;
        }
}

trama_status trama_accurate_search(const trama_accurate_spec *spec, double end,
                                   trama_accurate_run run, void *context, trama_accurate *found,
                                   trama_error *error)
{
    memset(found, 0, sizeof *found);
    found->least = TRAMA_NAN;
    seeker s = {spec, end, run, context, found, error};
    trama_status status = measure_named(&s);
    if (status == TRAMA_OK)
        status = descend(&s);
    if (status == TRAMA_OK)
        status = bisect(&s, spec->loose, &found->loose);
    if (status == TRAMA_OK)
        status = bisect(&s, spec->tolerance, &found->tolerance);
    found->loose = bracket_of(&s, spec->loose); /* with the runs that were made since */
    find_least(found);
    find_order(&s);
    return status;
}

trama_status trama_accurate_check(const trama_accurate_spec *spec, double end, trama_error *error)
{
    enum { RUNS_MOST = TRAMA_ACCURATE_MAX / 4 };
    const double steps = end / spec->finest;
    if (spec->finest > spec->first)
        return trama_fail(error, TRAMA_BAD_INPUT, "finest",
                          "finest: %g s is above the largest step, %g s; allowed: a smaller step",
                          spec->finest, spec->first);
    if (spec->first > end)
        return trama_fail(error, TRAMA_BAD_INPUT, "first",
                          "first: %g s is past the end, %g s; allowed: at most the end",
                          spec->first, end);
    if (steps > 1e9 || log(steps) / log(spec->ratio) > RUNS_MOST)
        return trama_fail(error, TRAMA_BAD_INPUT, "finest",
                          "finest: %g s makes %.3g steps to the end by a ratio of %g; allowed: 1e9 "
                          "steps, and %d runs",
                          spec->finest, steps, spec->ratio, RUNS_MOST);
    return TRAMA_OK;
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_accurate_spec, first), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .fallback = {0.1}, .summary = "largest step that is tried"},
    {TRAMA_FIELD_OF(trama_accurate_spec, finest), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .fallback = {1e-4}, .summary = "smallest step, if none before is accurate"},
    {TRAMA_FIELD_OF(trama_accurate_spec, ratio), .unit = "1", .minimum = 1.05, .maximum = 10,
     .fallback = {1.5}, .summary = "ratio of a step to the next"},
    {TRAMA_FIELD_OF(trama_accurate_spec, confirm), .unit = "1", .minimum = 0, .maximum = 100,
     .fallback = {3}, .summary = "smaller steps that must be accurate too"},
    {TRAMA_FIELD_OF(trama_accurate_spec, phases), .unit = "1", .minimum = 1, .maximum = 100,
     .fallback = {1},
     .summary = "runs of a step, T/n, and of its next, T/(n + 1) ..., whose worst counts: impacts "
                "fall elsewhere in each, and an error is small by chance in some"},
    {TRAMA_FIELD_OF(trama_accurate_spec, tolerance), .unit = "1", .minimum = DBL_MIN, .maximum = 1,
     .fallback = {0.01}, .summary = "error over the scale that an accurate step has at most"},
    {TRAMA_FIELD_OF(trama_accurate_spec, loose), .unit = "1", .minimum = DBL_MIN, .maximum = 1,
     .fallback = {0.05}, .summary = "the same of a step that is nearly accurate"},
    {TRAMA_FIELD_OF(trama_accurate_spec, resolution), .unit = "1", .minimum = 1e-9, .maximum = 1,
     .fallback = {1e-3}, .summary = "relative width to which the bracket of the step is bisected"},
};
const trama_fields trama_accurate_fields = TRAMA_FIELDS(fields, trama_accurate_spec);
