/* One run, and the strongest wave of its sheet in a part of it: period, speed and direction. */
#include "measure/waves.h"
#include "core/numbers.h"
#include "task/common.h"

#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double dt;
    long from, horizon, every;
    double direction[3];
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, from, 0), .summary = "iteration of the first sample"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "iterations; the last sample is taken at this one or before"},
    {TASK_ITERATIONS_OF(parameters, every, 1), .required = true,
     .summary = "iterations from one sample to the next"},
    {TRAMA_FIELD_OF(parameters, direction), .required = true, .unit = "1",
     .summary = "direction along which the displacements are taken (any length)"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

typedef struct sampler {
    const parameters *p;
    size_t nodes, samples, most;
    double *displacement; /* most x nodes, m */
} sampler;

static double length_of(const double direction[3])
{
    return sqrt(direction[0] * direction[0] + direction[1] * direction[1] +
                direction[2] * direction[2]);
}

static void observe(void *context, const trama_view *view)
{
    sampler *s = context;
    const parameters *p = s->p;
    const long iteration = view->system->iteration;
    if (iteration < p->from || (iteration - p->from) % p->every != 0 || s->samples == s->most)
        return;
    const double *q = view->system->q, length = length_of(p->direction);
    double *to = s->displacement + s->samples++ * s->nodes;
    for (size_t i = 0; i < s->nodes; i++)
        to[i] = (p->direction[0] * q[i] + p->direction[1] * q[s->nodes + i] +
                 p->direction[2] * q[2 * s->nodes + i]) /
                length;
}

static void add(const sampler *s, const trama_wave *wave, bundle *results)
{
    bundle_put_integer(results, &column_wave_samples, (int64_t)s->samples);
    bundle_put_real(results, &column_wave_amplitude, wave->amplitude);
    bundle_put_real(results, &column_wave_frequency, wave->frequency);
    bundle_put_real(results, &column_wave_share, wave->share);
    bundle_put_real(results, &column_wave_number_1, wave->number[0]);
    bundle_put_real(results, &column_wave_number_2, wave->number[1]);
    bundle_put_real(results, &column_wave_speed, wave->speed);
    bundle_put_real(results, &column_wave_angle, wave->angle);
    bundle_put_real(results, &column_wave_travel, wave->travel);
}

static void conclude(const trama_outcome *outcome, const parameters *p, const trama_wave *wave,
                     bundle *results)
{
    if (outcome->ending == TRAMA_UNSTABLE)
        task_conclude(results, "unstable", "%.6g ms fails (%s, iteration %ld)", 1e3 * p->dt,
                      outcome->detector->name, outcome->iteration);
    else if (isnan(wave->frequency))
        task_conclude(results, "ok", "nothing moves");
    else
        task_conclude(results, "ok", "%.4g 1/s, %.4g m/s at %.4g degrees", wave->frequency,
                      wave->speed, wave->angle);
}

static trama_waves_spec waves_of(const sampler *s, const trama_scene *scene)
{
    const long *points = trama_scene_grid(scene)->points;
    return (trama_waves_spec){
        .points = {(size_t)points[0], (size_t)points[1]},
        .spacing = {trama_scene_spacing(scene, 0), trama_scene_spacing(scene, 1)},
        .samples = s->samples,
        .interval = s->p->dt * (double)s->p->every,
        .displacement = s->displacement};
}

static trama_status go_through(sampler *s, const task_bench *bench, bundle *results,
                               trama_error *error)
{
    const parameters *p = s->p;
    trama_run_spec spec = task_run_spec(bench, p->dt, p->horizon);
    spec.observe = observe;
    spec.context = s;
    const double none = TRAMA_NAN;
    trama_wave wave = {none, none, none, {none, none}, none, none, none};
    trama_outcome outcome;
    trama_status status = trama_run(bench->system, bench->integrator, &spec, &outcome, error);
    if (status == TRAMA_OK && outcome.ending == TRAMA_COMPLETED) {
        const trama_waves_spec waves = waves_of(s, bench->system->object[0].scene);
        status = trama_waves_find(&waves, &wave, error);
    }
    if (status != TRAMA_OK)
        return status;
    bundle_put_real(results, &column_dt, p->dt);
    bundle_put_integer(results, &column_iterations, outcome.iteration);
    bundle_put_text(results, &column_outcome, trama_ending_name(outcome.ending));
    task_add_failure(results, &task_failure, bench->system, &outcome);
    add(s, &wave, results);
    conclude(&outcome, p, &wave, results);
    return TRAMA_OK;
}

static size_t samples_at_most(const parameters *p)
{
    return p->horizon < p->from ? 0 : (size_t)((p->horizon - p->from) / p->every) + 1;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    sampler s = {.p = bench->the_case->task_parameters,
                 .nodes = trama_scene_nodes(bench->system->object[0].scene)};
    s.most = samples_at_most(s.p);
    s.displacement = calloc(s.most * s.nodes + 1, sizeof *s.displacement);
    const trama_status status =
        s.displacement ? go_through(&s, bench, results, error) : trama_fail_memory(error);
    free(s.displacement);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    enum { LEAST = 8 };
    const parameters *p = c->task_parameters;
    const trama_object *object = &system->object[0];
    if (system->object_count != 1 || !object->type->pointwise ||
        !trama_scene_is_grid(object->scene))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.name", "waves need one sheet with a grid");
    if (!(length_of(p->direction) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.direction",
                          "direction is zero; allowed: a direction of some length");
    if (samples_at_most(p) < LEAST)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.every",
                          "every: %zu samples from iteration %ld to %ld; allowed: at least %d",
                          samples_at_most(p), p->from, p->horizon, LEAST);
    return TRAMA_OK;
}

const task_type task_waves = {
    .name = "waves",
    .summary = "one run: period, speed and direction of the strongest wave of its sheet",
    .version = 2,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
