/* The results of a search for the largest stable step: its limits, its checks, every run. */
#include "core/numbers.h"
#include "task/common.h"

#include <stdio.h>
#include <stdlib.h>

static void add_runs(const trama_search *search, bundle *results)
{
    const size_t n = search->count;
    double *dt = calloc(2 * n + 1, sizeof *dt), *value = dt ? dt + n : NULL;
    int64_t *whole = calloc(3 * n + 1, sizeof *whole);
    const char **text = calloc(3 * n + 1, sizeof *text);
    results->no_memory |= !dt || !whole || !text;
    for (size_t i = 0; !results->no_memory && i < n; i++) {
        const trama_trial *p = &search->trial[i];
        dt[i] = p->dt;
        value[i] = p->outcome.finding.value;
        whole[i] = p->outcome.iteration;
        whole[n + i] = p->outcome.detector ? p->outcome.finding.node : TRAMA_NO_NODE;
        whole[2 * n + i] = p->outcome.evaluations;
        text[i] = trama_purpose_name(p->purpose);
        text[n + i] = trama_ending_name(p->outcome.ending);
        text[2 * n + i] = p->outcome.detector ? p->outcome.detector->name : "";
    }
    if (!results->no_memory) {
        bundle_put_reals(results, &column_runs_dt, dt, n);
        bundle_put_texts(results, &column_runs_purpose, text, n);
        bundle_put_texts(results, &column_runs_outcome, text + n, n);
        bundle_put_texts(results, &column_runs_detector, text + 2 * n, n);
        bundle_put_integers(results, &column_runs_iteration, whole, n);
        bundle_put_integers(results, &column_runs_node, whole + n, n);
        bundle_put_reals(results, &column_runs_value, value, n);
        bundle_put_integers(results, &column_runs_evaluations, whole + 2 * n, n);
    }
    free(dt);
    free(whole);
    free(text);
}

static int64_t stable_again(const trama_search *search)
{
    int64_t count = 0;
    for (size_t i = 0; i < search->count; i++)
        count += search->trial[i].purpose == TRAMA_PURPOSE_SCAN &&
                 search->trial[i].outcome.ending != TRAMA_UNSTABLE;
    return count;
}

/* The longer check of a step. */
typedef struct late_columns {
    const results_column *iteration, *growth, *excess, *bounds_alone;
} late_columns;

static void add_late(const late_columns *of, long iteration, const trama_energy_check *check,
                     bundle *results)
{
    bundle_put_integer(results, of->iteration, iteration);
    bundle_put_real(results, of->growth, check->growth);
    bundle_put_real(results, of->excess, check->excess);
    bundle_put_integer(results, of->bounds_alone, check->bounds_alone);
}

static void add_limits(const trama_search *search, const trama_system *system, long horizon,
                       bundle *results)
{
    static const late_columns late = {&column_late_iteration, &column_late_growth,
                                      &column_late_excess, &column_late_bounds_alone};
    static const late_columns bisected_late = {
        &column_bisected_late_iteration, &column_bisected_late_growth, &column_bisected_late_excess,
        &column_bisected_late_bounds_alone};
    bundle_put_real(results, &column_dt_stable, search->dt_stable);
    bundle_put_real(results, &column_dt_unstable, search->dt_unstable);
    task_add_failure(results, &task_failure, system, &search->failure);
    bundle_put_real(results, &column_bisected_stable, search->bisected_stable);
    bundle_put_real(results, &column_bisected_unstable, search->bisected_unstable);
    add_late(&late, search->late_iteration, &search->late_energy, results);
    add_late(&bisected_late, search->bisected_late_iteration, &search->bisected_late_energy,
             results);
    bundle_put_integer(results, &column_scan_stable, stable_again(search));
    bundle_put_integer(results, &column_below_unstable, search->below_unstable);
    bundle_put_integer(results, &column_horizon, horizon);
}

void task_add_search(const trama_search *search, const trama_system *system, long horizon,
                     bundle *results)
{
    add_limits(search, system, horizon, results);
    add_runs(search, results);
}
