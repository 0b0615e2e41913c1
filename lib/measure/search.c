#include "measure/search.h"
#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>

const char *trama_purpose_name(trama_purpose purpose)
{
    static const char *const names[] = {"search", "scan", "late", "bisect", "below"};
    return names[purpose];
}

/* What the stages of a search share. */
typedef struct seeker {
    const trama_search_spec *spec;
    trama_trial_run run;
    void *context;
    trama_search *found;
    trama_error *error;
} seeker;

static trama_status trial(seeker *s, double dt, trama_purpose purpose, double stretch,
                          trama_outcome *outcome)
{
    if (s->found->count == TRAMA_TRIALS_MAX)
        return trama_fail(s->error, TRAMA_BAD_INPUT, "cap",
                          "the search makes more than %d runs: raise increment or lower cap",
                          TRAMA_TRIALS_MAX);
    const bool budget = purpose == TRAMA_PURPOSE_LATE;
    trama_status status = s->run(s->context, dt, stretch, budget, outcome, s->error);
    s->found->trial[s->found->count++] = (trama_trial){dt, purpose, *outcome};
    return status;
}

/* The i-th step: where `first` is a whole multiple of the increment and that is one over a whole
 * number, the double nearest to the decimal (13 / 1000 is 0.013, 13 x 0.001 is not). */
static double step_at(const trama_search_spec *spec, long i)
{
    const double ratio = spec->first / spec->increment, per = round(1.0 / spec->increment);
    if (ratio != floor(ratio))
        return spec->first + (double)i * spec->increment;
    const double count = ratio + (double)i;
    return 1.0 / per == spec->increment ? count / per : count * spec->increment;
}

static bool unstable(const trama_outcome *outcome)
{
    return outcome->ending == TRAMA_UNSTABLE;
}

/* Raises dt until a run fails; *next is the index of the step after the failure. */
static trama_status ascend(seeker *s, long *next)
{
    trama_outcome outcome = {0};
    for (long i = 0; step_at(s->spec, i) <= s->spec->cap * (1.0 + 1e-12); i++) {
        const double dt = step_at(s->spec, i);
        trama_status status = trial(s, dt, TRAMA_PURPOSE_SEARCH, 1.0, &outcome);
        if (status != TRAMA_OK)
            return status;
        if (unstable(&outcome)) {
            s->found->dt_unstable = dt;
            s->found->failure = outcome;
            *next = i + 1;
            return TRAMA_OK;
        }
        s->found->dt_stable = dt;
    }
    return TRAMA_OK;
}

static trama_status scan(seeker *s, long next)
{
    trama_outcome outcome = {0};
    trama_status status = TRAMA_OK;
    for (long i = 0; i < s->spec->scan && status == TRAMA_OK; i++)
        status = trial(s, step_at(s->spec, next + i), TRAMA_PURPOSE_SCAN, 1.0, &outcome);
    return status;
}

static trama_status bisect(seeker *s)
{
    trama_search *found = s->found;
    double low = isnan(found->dt_stable) ? 0.0 : found->dt_stable, high = found->dt_unstable;
    trama_status status = TRAMA_OK;
    while (status == TRAMA_OK && high - low > s->spec->tolerance * high &&
           high > 1e-9 * found->dt_unstable) {
        const double middle = 0.5 * (low + high);
        trama_outcome outcome = {0};
        status = trial(s, middle, TRAMA_PURPOSE_BISECT, 1.0, &outcome);
        *(unstable(&outcome) ? &high : &low) = middle;
    }
    found->bisected_stable = low;
    found->bisected_unstable = high;
    return status;
}

/* A step that fails below one that is stable: stability is not monotone in the step. */
static trama_status scan_below(seeker *s)
{
    const double low = s->found->bisected_stable;
    trama_status status = TRAMA_OK;
    for (long i = 1; i <= s->spec->below && status == TRAMA_OK; i++) {
        trama_outcome outcome = {0};
        const double dt = low * ((double)i / (double)(s->spec->below + 1));
        status = trial(s, dt, TRAMA_PURPOSE_BELOW, 1.0, &outcome);
        s->found->below_unstable += status == TRAMA_OK && unstable(&outcome);
    }
    return status;
}

/* *iteration: at which a stable step fails over a longer run; *energy: what that says of energy. */
static trama_status check_late(seeker *s, double dt, long *iteration, trama_energy_check *energy)
{
    trama_outcome outcome = {0};
    trama_status status = trial(s, dt, TRAMA_PURPOSE_LATE, s->spec->late, &outcome);
    if (status == TRAMA_OK && unstable(&outcome))
        *iteration = outcome.iteration;
    else if (status == TRAMA_OK)
        *energy = (trama_energy_check){outcome.growth, outcome.excess,
                                       outcome.growth > s->spec->late_growth};
    return status;
}

/* Both stable ends: that of the published search, and that of the bracket if it is another. */
static trama_status check_late_ends(seeker *s)
{
    trama_search *found = s->found;
    trama_status status = TRAMA_OK;
    if (!isnan(found->dt_stable))
        status = check_late(s, found->dt_stable, &found->late_iteration, &found->late_energy);
    if (found->bisected_stable == found->dt_stable) {
        found->bisected_late_iteration = found->late_iteration;
        found->bisected_late_energy = found->late_energy;
    } else if (status == TRAMA_OK && found->bisected_stable > 0.0) {
        status = check_late(s, found->bisected_stable, &found->bisected_late_iteration,
                            &found->bisected_late_energy);
    }
    return status;
}

trama_status trama_search_step(const trama_search_spec *spec, trama_trial_run run, void *context,
                               trama_search *search, trama_error *error)
{
    *search = (trama_search){.dt_stable = TRAMA_NAN,
                             .dt_unstable = TRAMA_NAN,
                             .late_iteration = -1,
                             .bisected_late_iteration = -1,
                             .late_energy = {TRAMA_NAN, TRAMA_NAN, false},
                             .bisected_late_energy = {TRAMA_NAN, TRAMA_NAN, false}};
    search->trial = calloc(TRAMA_TRIALS_MAX, sizeof *search->trial);
    if (!search->trial)
        return trama_fail_memory(error);
    seeker s = {spec, run, context, search, error};
    long next = 0;
    trama_status status = ascend(&s, &next);
    search->bisected_stable = search->dt_stable;
    search->bisected_unstable = search->dt_unstable;
    const bool failed = !isnan(search->dt_unstable);
    if (status == TRAMA_OK && failed)
        status = scan(&s, next);
    if (status == TRAMA_OK && failed && spec->tolerance > 0.0)
        status = bisect(&s);
    if (status == TRAMA_OK && search->bisected_stable > 0.0)
        status = scan_below(&s);
    if (status == TRAMA_OK && spec->late > 0.0)
        status = check_late_ends(&s);
    return status;
}

void trama_search_free(trama_search *search)
{
    free(search->trial);
    search->trial = NULL;
    search->count = 0;
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_search_spec, first), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .fallback = {1e-3}, .summary = "first time step of the search (thesis: 0.001 s)"},
    {TRAMA_FIELD_OF(trama_search_spec, increment), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .fallback = {1e-3}, .summary = "by which it is raised until a run is unstable"},
    {TRAMA_FIELD_OF(trama_search_spec, cap), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .fallback = {1.0}, .summary = "the search ends here if nothing fails before"},
    {TRAMA_FIELD_OF(trama_search_spec, scan), .unit = "1", .minimum = 0, .maximum = 1000,
     .fallback = {0},
     .summary = "time steps tried past the first failure (stability may be non-monotone)"},
    {TRAMA_FIELD_OF(trama_search_spec, late), .unit = "1", .maximum = 1e9,
     .summary =
         "horizons for which each stable end (published search, bracket) is run again; 0: not"},
    {TRAMA_FIELD_OF(trama_search_spec, late_growth), .unit = "1", .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_GROWTH_TOLD},
     .summary = "spurious energy over the largest energy or work, above which that longer "
                "run holds by its bounds alone"},
    {TRAMA_FIELD_OF(trama_search_spec, tolerance), .unit = "1", .maximum = 1e9,
     .summary = "bisect the bracket to this relative width; 0: not"},
    {TRAMA_FIELD_OF(trama_search_spec, below), .unit = "1", .minimum = 0, .maximum = 1000,
     .fallback = {0},
     .summary = "time steps tried below the bracket, equally spaced (as for scan)"},
};
const trama_fields trama_search_fields = TRAMA_FIELDS(fields, trama_search_spec);
