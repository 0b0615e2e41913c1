/* The cost of a step: each turn has samples of all methods, one after the other, so that a slow
 * spell of the machine affects them all. For a method whose step takes longer than a sample the
 * comparison has measured the cost. Then the recommendation, and its check by runs. */
#include "core/numbers.h"
#include "task/advice.h"
#include "task/stopwatch.h"

#include <math.h>
#include <stdio.h>

/* A sample's iterations: some 1e5 nodes, but where steps are dear, as with contacts and by implicit
 * methods, as many as take 20 ms; at least a few. */
enum { NODE_STEPS = 100000, STEPS_LEAST = 10 };
static const double dear = 20e-3;

static long steps_of_sample(const advice *a, const advice_method *m)
{
    double steps = NODE_STEPS / ((double)trama_system_nodes(a->bench->system) + 1.0);
    if (steps * m->estimate > dear)
        steps = dear / m->estimate;
    return (long)fmin(fmax(steps, STEPS_LEAST), (double)a->p->steps);
}

static trama_step_status step(const task_bench *bench, void *context, long iterations)
{
    const advice_method *m = context;
    trama_system_reset(bench->system);
    trama_integrator_restart(m->integrator);
    return task_steps(bench, m->integrator, m->step, iterations);
}

static bool is_usable(const advice_method *m)
{
    return m->integrator && isfinite(m->step) && m->step > 0.0 && !m->refused;
}

static bool is_timed(const advice_method *m)
{
    return is_usable(m) && !(m->estimate > dear);
}

/* One of a method. One whose step is refused has no cost, and says so. */
static trama_status take_sample(const advice *a, advice_method *m, long turn, stopwatch *watch,
                                trama_error *error)
{
    const long steps = steps_of_sample(a, m);
    const stopwatch_job job = {m->type->name, step, m, steps / 10 + 1, steps};
    const trama_step_status made = stopwatch_take(watch, &job, turn);
    m->refused = made == TRAMA_STEP_REFUSED;
    if (m->refused)
        snprintf(m->note, sizeof m->note, "not timed: a step of %.4g s was refused", m->step);
    return trama_integrator_error(m->integrator, made, error);
}

static trama_status take_samples(const advice *a, stopwatch *watch, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (long i = 0; status == TRAMA_OK && i < a->p->samples; i++) {
        const long turn = task_next_turn(a->bench);
        for (size_t k = 0; status == TRAMA_OK && k < a->count; k++)
            if (is_timed(&a->method[k]))
                status = take_sample(a, &a->method[k], turn, watch, error);
    }
    return status;
}

trama_status advice_measure_cost(advice *a, bundle *results, trama_error *error)
{
    stopwatch *watch = NULL;
    trama_status status =
        stopwatch_create(a->bench, a->count * (size_t)a->p->samples, &watch, error);
    if (status == TRAMA_OK)
        status = take_samples(a, watch, error);
    if (status == TRAMA_OK) {
        for (size_t k = 0; k < a->count; k++) {
            advice_method *m = &a->method[k];
            if (!is_usable(m))
                continue;
            m->cost = is_timed(m) ? stopwatch_processor_median(watch, m->type->name) : m->estimate;
            m->cost_second = m->cost / m->step;
        }
        stopwatch_add(watch, results);
    }
    stopwatch_destroy(watch);
    return status;
}

/* Seconds that differ by less cannot be told apart. */
static const double alike = 1.1;

/* True if the method may be recommended: it keeps the accuracy; or, where none does or nothing
 * could be compared, its step is limited by stability. */
static bool is_fit(const advice_method *m, bool accurate)
{
    return accurate ? m->accurate && m->limit != ADVICE_GROWS : m->limit == ADVICE_LIMIT;
}

static double cheapest(const advice *a, bool accurate)
{
    double least = TRAMA_INFINITY;
    for (size_t k = 0; k < a->count; k++)
        if (is_fit(&a->method[k], accurate) && a->method[k].cost_second < least)
            least = a->method[k].cost_second;
    return least;
}

/* The smallest error among those whose second is as cheap as the cheapest. */
void advice_recommend(advice *a)
{
    const bool accurate = cheapest(a, true) < TRAMA_INFINITY;
    const double least = cheapest(a, accurate);
    for (size_t k = 0; k < a->count; k++) {
        const advice_method *m = &a->method[k];
        const bool first = a->recommended == a->count;
        if (is_fit(m, accurate) && m->cost_second <= alike * least &&
            (first || m->error < a->method[a->recommended].error))
            a->recommended = k;
    }
}

/* --- the check --- */

typedef struct checker {
    const advice *a;
    const advice_method *m;
    double duration;
} checker;

/* Every step is tried over the same time. */
static trama_status try_step(void *context, double dt, double stretch, bool budget,
                             trama_outcome *outcome, trama_error *error)
{
    const checker *c = context;
    trama_run_spec spec = task_run_spec(c->a->bench, dt, (long)ceil(c->duration * stretch / dt));
    (void)budget;
    return trama_run(c->a->bench->system, c->m->integrator, &spec, outcome, error);
}

/* Up from 0.8 of what is predicted in steps of a tenth of it; then bisected. */
static trama_status bracket(const advice *a, advice_method *m, trama_error *error)
{
    const double dt = isfinite(m->dt) ? m->dt : m->step;
    const trama_search_spec spec = {
        .first = 0.8 * dt, .increment = 0.1 * dt, .cap = 4.0 * dt, .tolerance = 2e-3};
    checker context = {a, m, a->h * (double)a->horizon};
    trama_search search;
    const trama_status status = trama_search_step(&spec, try_step, &context, &search, error);
    if (status == TRAMA_OK) {
        m->check_stable = search.bisected_stable;
        m->check_unstable = search.bisected_unstable;
    }
    trama_search_free(&search);
    return status;
}

trama_status advice_check(advice *a, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t k = 0; status == TRAMA_OK && k < a->count; k++) {
        const bool chosen = k == a->own || k == a->recommended;
        if (a->p->check == ADVICE_CHECK_NONE || !is_usable(&a->method[k]) ||
            (a->p->check == ADVICE_CHECK_RECOMMENDED && !chosen))
            continue;
        status = bracket(a, &a->method[k], error);
    }
    return status;
}
