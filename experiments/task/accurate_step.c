/* The largest accurate step: the largest one at which the answer of a run is within a tolerance of
 * a law. The answer is one number, or a place, computed from positions and velocities, which every
 * solver has. The law is a number of the case, usually derived from its other values, and so part
 * of its identity. */
#include "clock.h"
#include "core/numbers.h"
#include "measure/accurate.h"
#include "solver/solver.h"
#include "task/common.h"
#include "task/signal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    trama_reals law;
    double end, scale;
    trama_accurate_spec search;
    task_signal_spec answer;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, end), .required = true,
     .summary = "time at which every run ends; every step is end/n with a whole n"},
    {TRAMA_LIST_OF(parameters, law, 1), .required = true, .unit = "", .minimum = -DBL_MAX,
     .maximum = DBL_MAX,
     .summary = "exact answer, in the unit of the answer: a number, or three for a vector; use "
                "derive to compute it from the case's values"},
    {TRAMA_FIELD_OF(parameters, scale), .unit = "", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "scale of the error, in that unit; default: the magnitude of the law"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* ---- The error of a run. */

typedef struct judge {
    const task_bench *bench;
    const parameters *p;
    task_signal signal;
    trama_reading reading;
} judge;

static double magnitude(const double *value, size_t count)
{
    double square = 0.0;
    for (size_t i = 0; i < count; i++)
        square += value[i] * value[i];
    return sqrt(square);
}

static double scale_of(const parameters *p)
{
    return isnan(p->scale) ? magnitude(p->law.value, p->law.count) : p->scale;
}

static void observe(void *context, const trama_view *view)
{
    judge *j = context;
    double value[TRAMA_READING_MAX];
    task_signal_value(&j->signal, view, value);
    trama_reading_take(&j->reading, view->system->t, value);
}

static double error_of(const judge *j, const double *answer)
{
    const size_t width = task_signal_width(&j->signal);
    double difference[TRAMA_READING_MAX];
    for (size_t i = 0; i < width; i++)
        difference[i] = answer[i] - j->p->law.value[i];
    const double error = magnitude(difference, width) / scale_of(j->p);
    return isfinite(error) ? error : TRAMA_NAN;
}

static trama_run_spec spec_of(const judge *j, long steps)
{
    return task_run_spec(j->bench, j->p->end / (double)steps, steps);
}

static trama_status run_once(void *context, trama_accurate_trial *trial, trama_error *error)
{
    judge *j = context;
    const task_signal_spec *answer = &j->p->answer;
    trama_run_spec spec = spec_of(j, trial->steps);
    spec.observe = observe;
    spec.context = j;
    spec.budget = task_signal_needs_budget(&j->signal);
    j->reading =
        trama_reading_begin((trama_reading_kind)answer->read, task_signal_components(&j->signal),
                            answer->number, answer->level);
    const trama_status status =
        trama_run(j->bench->system, j->bench->integrator, &spec, &trial->outcome, error);
    trama_reading_result(&j->reading, trial->answer);
    trial->error = trial->outcome.ending == TRAMA_UNSTABLE ? TRAMA_NAN : error_of(j, trial->answer);
    return status;
}

/* ---- What a step costs. */

enum { SAMPLES_LEAST = 3, SAMPLES_MOST = 15 };
static const double enough = 0.03; /* s of processor time, of all samples together */

typedef struct cost {
    double processor, wall; /* s of a simulated second, the median; NAN: there is no such step */
} cost;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, by_value);
    return 0.5 * (value[(count - 1) / 2] + value[count / 2]);
}

/* Times runs of the method's steps alone, from the start to the end. */
static trama_status time_steps(const judge *j, long steps, cost *of, trama_error *error)
{
    double processor[SAMPLES_MOST], wall[SAMPLES_MOST], spent = 0.0;
    const double end = j->p->end, h = end / (double)steps;
    trama_step_status made = TRAMA_STEP_OK;
    size_t n = 0;
    *of = (cost){TRAMA_NAN, TRAMA_NAN};
    while (steps && made == TRAMA_STEP_OK && n < SAMPLES_MOST &&
           (n < SAMPLES_LEAST || spent < enough)) {
        trama_system_reset(j->bench->system);
        trama_integrator_restart(j->bench->integrator);
        const double start = seconds_now(), begun = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        made = task_steps(j->bench, j->bench->integrator, h, steps);
        processor[n] = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
        wall[n] = seconds_now() - start;
        spent += wall[n++];
    }
    if (n > 0)
        *of = (cost){median(processor, n) / end, median(wall, n) / end};
    return trama_integrator_error(j->bench->integrator, made, error);
}

/* ---- What is kept. */

typedef struct step_columns {
    const results_column *step, *failed, *again, *below, *evaluations, *processor, *wall;
} step_columns;

static const step_columns of_tolerance = {
    &column_accurate_step,       &column_accurate_step_failed,      &column_accurate_step_again,
    &column_accurate_step_below, &column_accurate_step_evaluations, &column_accurate_step_processor,
    &column_accurate_step_wall};
static const step_columns of_loose = {
    &column_nearly_step,       &column_nearly_step_failed,      &column_nearly_step_again,
    &column_nearly_step_below, &column_nearly_step_evaluations, &column_nearly_step_processor,
    &column_nearly_step_wall};

static double step_of(const judge *j, long steps)
{
    return steps ? j->p->end / (double)steps : TRAMA_NAN;
}

static double evaluations_at(const judge *j, const trama_accurate *found, long steps)
{
    for (size_t i = 0; steps && i < found->count; i++)
        if (found->trial[i].steps == steps)
            return (double)found->trial[i].outcome.evaluations / j->p->end;
    return TRAMA_NAN;
}

static trama_status add_bracket(const judge *j, const trama_accurate *found,
                                const trama_accurate_bracket *bracket, const step_columns *to,
                                bundle *results, trama_error *error)
{
    const plan_case *c = j->bench->the_case;
    cost spent;
    const trama_status status = time_steps(j, bracket->accurate, &spent, error);
    bundle_put_real(results, to->step, step_of(j, bracket->accurate));
    bundle_put_real(results, to->failed, step_of(j, bracket->failed));
    bundle_put_integer(results, to->again, bracket->again);
    bundle_put_integer(results, to->below, bracket->below);
    if (!trama_solver_of(c->integrator))
        bundle_put_real(results, to->evaluations, evaluations_at(j, found, bracket->accurate));
    if (!task_is_elsewhere(c))
        bundle_put_real(results, to->processor, spent.processor);
    bundle_put_real(results, to->wall, spent.wall);
    return status;
}

static void add_law(const judge *j, bundle *results)
{
    const char *unit = task_signal_unit(&j->signal);
    column_member m;
    bundle_put_reals(results, column_described(&column_law, "", unit, column_law.summary, &m),
                     j->p->law.value, j->p->law.count);
    bundle_put_real(results,
                    column_described(&column_law_scale, "", unit, column_law_scale.summary, &m),
                    scale_of(j->p));
    bundle_put_real(results, &column_law_end, j->p->end);
}

static void add_errors(const judge *j, const trama_accurate *found, bundle *results)
{
    bundle_put_real(results, &column_error_at_60, found->named[0]);
    bundle_put_real(results, &column_error_at_240, found->named[1]);
    bundle_put_real(results, &column_error_at_ms, found->named[2]);
    bundle_put_real(results, &column_error_least, found->least);
    bundle_put_real(results, &column_error_least_step, step_of(j, found->least_steps));
    bundle_put_real(results, &column_order_observed, found->order.slope);
    bundle_put_real(results, &column_order_low, found->order.low);
    bundle_put_real(results, &column_order_high, found->order.high);
    bundle_put_real(results, &column_order_constant, found->order.constant);
}

static void add_runs(const judge *j, const trama_accurate *found, bundle *results)
{
    const size_t n = found->count, width = task_signal_width(&j->signal);
    double dt[TRAMA_ACCURATE_MAX], error[TRAMA_ACCURATE_MAX];
    double answer[TRAMA_ACCURATE_MAX * TRAMA_READING_MAX];
    int64_t iteration[TRAMA_ACCURATE_MAX], evaluations[TRAMA_ACCURATE_MAX];
    const char *purpose[TRAMA_ACCURATE_MAX], *ending[TRAMA_ACCURATE_MAX];
    const char *detector[TRAMA_ACCURATE_MAX];
    for (size_t i = 0; i < n; i++) {
        const trama_accurate_trial *t = &found->trial[i];
        dt[i] = step_of(j, t->steps);
        error[i] = t->error;
        for (size_t k = 0; k < width; k++)
            answer[i * width + k] = t->answer[k];
        iteration[i] = t->outcome.iteration;
        evaluations[i] = t->outcome.evaluations;
        purpose[i] = trama_accurate_purpose_name(t->purpose);
        ending[i] = trama_ending_name(t->outcome.ending);
        detector[i] = t->outcome.detector ? t->outcome.detector->name : "";
    }
    column_member m;
    bundle_put_reals(results, &column_runs_dt, dt, n);
    bundle_put_texts(results, &column_runs_purpose, purpose, n);
    bundle_put_texts(results, &column_runs_outcome, ending, n);
    bundle_put_texts(results, &column_runs_detector, detector, n);
    bundle_put_integers(results, &column_runs_iteration, iteration, n);
    bundle_put_integers(results, &column_runs_evaluations, evaluations, n);
    bundle_put_reals(results, &column_runs_error, error, n);
    bundle_put_real_matrix(results,
                           column_described(&column_runs_answer, "", task_signal_unit(&j->signal),
                                            column_runs_answer.summary, &m),
                           answer, n, width);
}

static void conclude(const judge *j, const trama_accurate *found, bundle *results)
{
    const trama_accurate_bracket *b = &found->tolerance;
    const double percent = 100.0 * j->p->search.tolerance;
    if (isnan(found->least))
        task_conclude(results, "ok",
                      "no run has an answer: each is unstable, or its event does not occur");
    else if (!b->accurate)
        task_conclude(results, "ok",
                      "no step is within %.3g %% of the law: the error is %.3g %% at %.3g ms",
                      percent, 100.0 * found->least, 1e3 * step_of(j, found->least_steps));
    else if (!b->failed)
        task_conclude(results, "censored",
                      "within %.3g %% of the law up to the largest step, %.6g ms; raise "
                      "task.search.first to try larger ones",
                      percent, 1e3 * step_of(j, b->accurate));
    else
        task_conclude(results, "ok", "within %.3g %% of the law at %.6g ms, not at %.6g ms%s",
                      percent, 1e3 * step_of(j, b->accurate), 1e3 * step_of(j, b->failed),
                      b->again || b->below ? "; both occur at other steps" : "");
}

static double evaluations_a_step(const trama_accurate_trial *trial)
{
    return (double)trial->outcome.evaluations / (double)trial->outcome.iteration;
}

/* A step that interactions refused was made in parts: only so does a method with a fixed number of
 * evaluations make more of them than at the smallest step. Under a name that no object and no
 * interaction can have. */
static void add_parts(const judge *j, const trama_accurate *found, bundle *results)
{
    const long steps = found->tolerance.accurate;
    const trama_accurate_trial *last = &found->trial[found->count - 1], *at = found->trial;
    char what[160];
    column_member m;
    while (at < last && at->steps != steps)
        at++;
    const double made = evaluations_a_step(at), small = evaluations_a_step(last);
    if (!steps || j->bench->integrator->type->evaluations == 0 || !(made > 1.5 * small))
        return;
    snprintf(what, sizeof what,
             "at the answer, all or some divided into parts: %.3g evaluations a step, small steps "
             "take %.3g",
             made, small);
    bundle_put_integer(results, column_named(&column_remark_steps, "accurate-step", &m),
                       at->outcome.iteration);
    bundle_put_text(results, column_named(&column_remark_what, "accurate-step", &m), what);
}

static trama_status add(const judge *j, const trama_accurate *found, bundle *results,
                        trama_error *error)
{
    add_law(j, results);
    add_errors(j, found, results);
    add_runs(j, found, results);
    if (!trama_solver_of(j->bench->the_case->integrator))
        add_parts(j, found, results);
    trama_status status = add_bracket(j, found, &found->tolerance, &of_tolerance, results, error);
    if (status == TRAMA_OK)
        status = add_bracket(j, found, &found->loose, &of_loose, results, error);
    conclude(j, found, results);
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    judge j = {.bench = bench, .p = bench->the_case->task_parameters};
    trama_accurate *found = malloc(sizeof *found);
    trama_status status = found ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = task_signal_find(&j.p->answer, bench->system, &j.signal, error);
    if (status == TRAMA_OK && task_signal_needs_impulses(&j.signal))
        status = trama_integrator_keep_impulses(bench->integrator, error);
    if (status == TRAMA_OK)
        status = trama_accurate_search(&j.p->search, j.p->end, run_once, &j, found, error);
    if (status == TRAMA_OK)
        status = add(&j, found, results, error);
    task_signal_free(&j.signal);
    free(found);
    return status;
}

/* ---- What is refused. */

static trama_status check_law(const parameters *p, const task_signal *signal, trama_error *error)
{
    const size_t width = task_signal_width(signal);
    if (p->law.count != width)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.law",
                          "law: %zu values, but the answer has %zu; allowed: the same number",
                          p->law.count, width);
    if (isnan(p->scale) && !(scale_of(p) > 0.0))
        return trama_fail(
            error, TRAMA_BAD_INPUT, "task.scale",
            "scale: the law is 0, so the relative error is undefined; allowed: a scale");
    return TRAMA_OK;
}

/* The path of a field of `answer` or of the task, as the case has it. */
static trama_status placed(trama_status status, const char *prefix, trama_error *error)
{
    char path[sizeof error->path];
    if (status == TRAMA_BAD_INPUT) {
        snprintf(path, sizeof path, "%s%.40s", prefix, error->path);
        memcpy(error->path, path, sizeof path);
    }
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    task_signal signal;
    trama_status status =
        placed(task_signal_find(&p->answer, system, &signal, error), "task.answer.", error);
    if (status == TRAMA_OK && task_signal_needs_impulses(&signal) && trama_solver_of(c->integrator))
        status = trama_fail(error, TRAMA_BAD_INPUT, "integrator",
                            "%s does not report forces of contacts, and the answer is '%s' of one; "
                            "allowed: a method of the library",
                            c->integrator->name, p->answer.signal.text);
    if (status == TRAMA_OK)
        status = placed(trama_accurate_check(&p->search, p->end, error), "task.search.", error);
    if (status == TRAMA_OK)
        status = check_law(p, &signal, error);
    task_signal_free(&signal);
    return status;
}

const task_type task_accurate_step = {
    .name = "accurate_step",
    .summary = "largest step at which the answer of a run is within a tolerance of a law",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_accurate_fields, offsetof(parameters, search)},
             {"answer", &task_signal_fields, offsetof(parameters, answer)}},
    .check = check,
    .run = run,
};
