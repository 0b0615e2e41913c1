/* What a search for the largest stable step leaves in a case: its limits, its checks, every run. */
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
        bundle_add_reals(results, "/result/runs/dt", "s", "time step", dt, n, 1);
        bundle_add_texts(results, "/result/runs/purpose", "why the run was made", text, n);
        bundle_add_texts(results, "/result/runs/outcome", "how it ended", text + n, n);
        bundle_add_texts(results, "/result/runs/detector", "that fired", text + 2 * n, n);
        bundle_add_integers(results, "/result/runs/iteration", "1", "iterations made", whole, n, 1);
        bundle_add_integers(results, "/result/runs/node", "1", "where; -1: none", whole + n, n, 1);
        bundle_add_reals(results, "/result/runs/value", "1", "what the detector saw", value, n, 1);
        bundle_add_integers(results, "/result/runs/evaluations", "1", "force evaluations",
                            whole + 2 * n, n, 1);
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

/* `of`: the path that the columns' names begin with. */
static void add_energy(const char *of, const trama_energy_check *check, bundle *results)
{
    char path[64];
    snprintf(path, sizeof path, "%s_growth", of);
    bundle_add_real(
        results, path, "1",
        "energy from nowhere in the longer check, over the largest energy or work seen; "
        "not a number: it failed, or energy cannot be watched",
        check->growth);
    snprintf(path, sizeof path, "%s_excess", of);
    bundle_add_real(results, path, "J", "energy at the end of it that no work explains",
                    check->excess);
    snprintf(path, sizeof path, "%s_bounds_alone", of);
    bundle_add_integer(results, path, "1",
                       "1: it holds by its bounds alone, its growth is above late_growth",
                       check->bounds_alone);
}

static void add_limits(const trama_search *search, const trama_system *system, long horizon,
                       bundle *results)
{
    bundle_add_real(results, "/result/dt_stable", "s",
                    "largest stable step before the first failure", search->dt_stable);
    bundle_add_real(results, "/result/dt_unstable", "s", "step of the first failure",
                    search->dt_unstable);
    task_add_failure(results, "/result/failure", system, &search->failure);
    bundle_add_real(results, "/result/bisected_stable", "s", "lower end of the bracket",
                    search->bisected_stable);
    bundle_add_real(results, "/result/bisected_unstable", "s", "upper end of the bracket",
                    search->bisected_unstable);
    bundle_add_integer(results, "/result/late_iteration", "1",
                       "iteration at which dt_stable fails in the longer check; -1: none",
                       search->late_iteration);
    bundle_add_integer(results, "/result/bisected_late_iteration", "1",
                       "iteration at which bisected_stable fails in the longer check; -1: none",
                       search->bisected_late_iteration);
    add_energy("/result/late", &search->late_energy, results);
    add_energy("/result/bisected_late", &search->bisected_late_energy, results);
    bundle_add_integer(results, "/result/scan_stable", "1",
                       "steps past the first failure that are stable again", stable_again(search));
    bundle_add_integer(results, "/result/below_unstable", "1",
                       "steps tried below the bracket that fail", search->below_unstable);
    bundle_add_integer(results, "/result/horizon", "1", "iterations of a run", horizon);
}

void task_add_search(const trama_search *search, const trama_system *system, long horizon,
                     bundle *results)
{
    add_limits(search, system, horizon, results);
    add_runs(search, results);
}
