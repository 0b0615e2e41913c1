/* The largest stable time step, as the thesis sought it (section 3.4.2): dt is raised from `first`
 * in steps of `increment` until a run of `horizon` iterations is unstable. */
#include "core/numbers.h"
#include "measure/symptom.h"
#include "task/common.h"

#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    long horizon;
    trama_search_spec search;
} parameters;

static const trama_field fields[] = {
    {.name = "horizon",
     .kind = TRAMA_INTEGER,
     .count = 1,
     .required = true,
     .offset = offsetof(parameters, horizon),
     .unit = "1",
     .minimum = 1,
     .maximum = 1e9,
     .summary = "iterations of a run"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static void add_runs(const trama_search *search, bundle *results)
{
    const size_t n = search->count;
    double *dt = calloc(2 * n + 1, sizeof *dt), *value = dt ? dt + n : NULL;
    int64_t *whole = calloc(3 * n + 1, sizeof *whole);
    const char **text = calloc(3 * n + 1, sizeof *text);
    results->no_memory |= !dt || !whole || !text;
    for (size_t i = 0; !results->no_memory && i < n; i++) {
        const trama_probe *p = &search->probe[i];
        dt[i] = p->dt;
        value[i] = p->outcome.finding.value;
        whole[i] = p->outcome.iteration;
        whole[n + i] = p->outcome.detector ? (int64_t)p->outcome.finding.node : -1;
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
        count += search->probe[i].purpose == TRAMA_PURPOSE_SCAN &&
                 search->probe[i].outcome.ending != TRAMA_UNSTABLE;
    return count;
}

static void conclude(const trama_search *search, bundle *results)
{
    const char *late = search->late_iteration >= 0 ? ", fails later" : "";
    const char *below = search->below_unstable > 0 ? "; a smaller step fails" : "";
    if (isnan(search->dt_unstable))
        task_conclude(results, "censored", "stable up to the cap, %.6g s", search->dt_stable);
    else if (isnan(search->dt_stable))
        task_conclude(results, "ok", "no step is stable; %.6g s fails (%s, iteration %ld)",
                      search->dt_unstable, search->failure.detector->name,
                      search->failure.iteration);
    else
        task_conclude(results, "ok", "stable at %.6g s%s; %.6g s fails (%s, iteration %ld)%s",
                      search->dt_stable, late, search->dt_unstable, search->failure.detector->name,
                      search->failure.iteration, below);
}

static void add_limits(const trama_search *search, const parameters *p, bundle *results)
{
    bundle_add_real(results, "/result/dt_stable", "s",
                    "largest stable step before the first failure", search->dt_stable);
    bundle_add_real(results, "/result/dt_unstable", "s", "step of the first failure",
                    search->dt_unstable);
    task_add_failure(results, "/result/failure", &search->failure);
    bundle_add_real(results, "/result/bisected_stable", "s", "lower end of the bracket",
                    search->bisected_stable);
    bundle_add_real(results, "/result/bisected_unstable", "s", "upper end of the bracket",
                    search->bisected_unstable);
    bundle_add_integer(results, "/result/late_iteration", "1",
                       "iteration at which the stable step fails in the longer check; -1: none",
                       search->late_iteration);
    bundle_add_integer(results, "/result/scan_stable", "1",
                       "steps past the first failure that are stable again", stable_again(search));
    bundle_add_integer(results, "/result/below_unstable", "1",
                       "steps tried below the bracket that fail", search->below_unstable);
    bundle_add_integer(results, "/result/horizon", "1", "iterations of a run", p->horizon);
}

static trama_status add_symptom(const task_bench *bench, const trama_search *search, long horizon,
                                bundle *results, trama_error *error)
{
    trama_symptom symptom = {"none", -1, TRAMA_NAN};
    trama_status status = TRAMA_OK;
    if (!isnan(search->dt_unstable)) {
        const trama_run_spec spec = task_run_spec(bench, search->dt_unstable, horizon);
        status = trama_symptom_find(bench->system, bench->integrator, &spec, &symptom, error);
    }
    bundle_add_text(results, "/result/symptom", "first symptom of the failure", symptom.name);
    bundle_add_integer(results, "/result/symptom_iteration", "1", "when it began; -1: none",
                       symptom.iteration);
    return status;
}

static trama_status check(const plan_case *c, const trama_scene *scene, trama_error *error)
{
    (void)scene;
    const parameters *p = c->task_parameters;
    return task_check_search(&p->search, error);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_search search;
    trama_status status = task_search(bench, &p->search, p->horizon, &search, error);
    if (status == TRAMA_OK)
        status = add_symptom(bench, &search, p->horizon, results, error);
    if (status == TRAMA_OK) {
        add_limits(&search, p, results);
        add_runs(&search, results);
        conclude(&search, results);
    }
    trama_search_free(&search);
    return status;
}

const task_type task_stable_step = {
    .name = "stable_step",
    .summary = "largest stable time step by a rising search",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)}},
    .check = check,
    .run = run,
};
