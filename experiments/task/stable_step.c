/* The largest stable time step by the search of the thesis (section 3.4.2): dt is raised from
 * `first` by `increment` until a run of `horizon` iterations is unstable. */
#include "core/numbers.h"
#include "measure/symptom.h"
#include "task/common.h"
#include "task/journal.h"

#include <math.h>

typedef struct parameters {
    long horizon;
    trama_search_spec search;
} parameters;

static const trama_field fields[] = {
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "iterations of a run"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static void conclude(const trama_search *search, bundle *results)
{
    const char *bounds = search->late_energy.bounds_alone ? ", later by its bounds alone" : "";
    const char *late = search->late_iteration >= 0 ? ", fails later" : bounds;
    const char *below = search->below_unstable > 0 ? "; a smaller step fails" : "";
    if (isnan(search->dt_unstable))
        task_conclude(results, "censored",
                      "stable up to the cap, %.6g ms; raise task.search.cap to try larger ones",
                      1e3 * search->dt_stable);
    else if (isnan(search->dt_stable))
        task_conclude(results, "ok", "no step is stable; %.6g ms fails (%s, iteration %ld)",
                      1e3 * search->dt_unstable, search->failure.detector->name,
                      search->failure.iteration);
    else
        task_conclude(results, "ok", "stable at %.6g ms%s; %.6g ms fails (%s, iteration %ld)%s",
                      1e3 * search->dt_stable, late, 1e3 * search->dt_unstable,
                      search->failure.detector->name, search->failure.iteration, below);
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
    bundle_put_text(results, &column_symptom, symptom.name);
    bundle_put_integer(results, &column_symptom_iteration, symptom.iteration);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    const parameters *p = c->task_parameters;
    return task_check_search(&p->search, error);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_search search = {0};
    trama_status status = task_journal_begin(bench->journal, 0.0, error);
    if (status == TRAMA_OK)
        status = task_search(bench, &p->search, p->horizon, &search, error);
    if (status == TRAMA_OK)
        status = add_symptom(bench, &search, p->horizon, results, error);
    if (status == TRAMA_OK) {
        task_add_search(&search, bench->system, p->horizon, results);
        conclude(&search, results);
    }
    trama_search_free(&search);
    return status;
}

const task_type task_stable_step = {
    .name = "stable_step",
    .summary = "largest stable time step by a rising search",
    .version = 4,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)}},
    .check = check,
    .run = run,
};
