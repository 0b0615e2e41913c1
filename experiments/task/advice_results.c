/* The columns of the advice. */
#include "core/numbers.h"
#include "task/advice.h"
#include "task/frames.h"
#include "task/parts.h"
#include "task/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const limit_names[ADVICE_LIMITS] = {[ADVICE_LIMIT] = "stability",
                                                       [ADVICE_NONE] = "none",
                                                       [ADVICE_GROWS] = "grows",
                                                       [ADVICE_REFUSED] = "refused"};

/* --- methods --- */

static void add_reals(const advice *a, double *room, bundle *results)
{
    task_own_column own;
    static const struct {
        const results_column *column;
        size_t offset;
    } reals[] = {
        {&column_methods_z_start, offsetof(advice_method, z_start)},
        {&column_methods_z, offsetof(advice_method, z)},
        {&column_methods_dt_start, offsetof(advice_method, dt_start)},
        {&column_methods_dt, offsetof(advice_method, dt)},
        {&column_methods_step, offsetof(advice_method, step)},
        {&column_methods_error_limit, offsetof(advice_method, error_limit)},
        {&column_methods_error_rms, offsetof(advice_method, error)},
        {&column_methods_error_max, offsetof(advice_method, error_max)},
        {&column_methods_velocity_error, offsetof(advice_method, velocity_error)},
        {&column_methods_evaluations, offsetof(advice_method, evaluations)},
        {&column_methods_cost, offsetof(advice_method, cost)},
        {&column_methods_cost_second, offsetof(advice_method, cost_second)},
        {&column_methods_check_stable, offsetof(advice_method, check_stable)},
        {&column_methods_check_unstable, offsetof(advice_method, check_unstable)},
    };
    for (size_t c = 0; c < sizeof reals / sizeof *reals; c++) {
        for (size_t i = 0; i < a->count; i++)
            room[i] = *(const double *)((const char *)&a->method[i] + reals[c].offset);
        bundle_put_reals(results, task_column(a->bench->system, reals[c].column, &own), room,
                         a->count);
    }
}

static void add_texts(const advice *a, const char **room, bundle *results)
{
    const size_t n = a->count;
    for (size_t i = 0; i < n; i++) {
        const advice_method *m = &a->method[i];
        room[i] = m->type->name;
        room[n + i] = limit_names[m->limit];
        room[2 * n + i] = m->note;
        room[3 * n + i] = trama_loss_names[m->loss];
    }
    bundle_put_texts(results, &column_methods_name, room, n);
    bundle_put_texts(results, &column_methods_limit, room + n, n);
    bundle_put_texts(results, &column_methods_note, room + 2 * n, n);
    bundle_put_texts(results, &column_methods_loss, room + 3 * n, n);
}

static void add_integers(const advice *a, int64_t *room, bundle *results)
{
    const size_t n = a->count;
    for (size_t i = 0; i < n; i++) {
        room[i] = i == a->own;
        room[n + i] = a->method[i].accurate;
        room[2 * n + i] = a->method[i].runs;
    }
    bundle_put_integers(results, &column_methods_own, room, n);
    bundle_put_integers(results, &column_methods_accurate, room + n, n);
    bundle_put_integers(results, &column_methods_runs, room + 2 * n, n);
}

static void add_methods(const advice *a, bundle *results)
{
    const size_t n = a->count;
    double *reals = calloc(n, sizeof *reals);
    const char **texts = calloc(4 * n, sizeof *texts);
    int64_t *integers = calloc(3 * n, sizeof *integers);
    results->no_memory |= !reals || !texts || !integers;
    if (!results->no_memory) {
        add_texts(a, texts, results);
        add_integers(a, integers, results);
        add_reals(a, reals, results);
    }
    bundle_put_text(results, &column_methods_recommended,
                    a->recommended < n ? a->method[a->recommended].type->name : "");
    free(reals);
    free(texts);
    free(integers);
}

/* --- the worst mode --- */

static void add_place(const advice *a, const trama_mode_place *place, bundle *results)
{
    const trama_object *object = &a->bench->system->object[place->object];
    const trama_grid *grid = trama_scene_grid(object->scene);
    const bool gridded =
        object->type->pointwise && !trama_scene_mesh(object->scene) && grid->points[1] > 1;
    double position[3] = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN};
    for (size_t c = 0; object->type->pointwise && c < 3; c++)
        position[c] = a->mode.q[object->q_begin + c * (object->nq / 3) + place->node];
    bundle_put_text(results, &column_mode_object, object->name);
    bundle_put_integer(results, &column_mode_node, (int64_t)place->node);
    bundle_put_integer(results, &column_mode_row,
                       gridded ? (int64_t)place->node / grid->points[1] : -1);
    bundle_put_integer(results, &column_mode_column,
                       gridded ? (int64_t)place->node % grid->points[1] : -1);
    bundle_put_reals(results, &column_mode_position, position, 3);
}

/* Half of the spacing that as many nodes have on a square of the scene's diagonal. */
static double amplitude_of(const task_frames *frames, const trama_system *system)
{
    double square = 0.0;
    for (size_t i = 0; i < 3; i++)
        square += (frames->high[i] - frames->low[i]) * (frames->high[i] - frames->low[i]);
    const double nodes = (double)trama_system_nodes(system);
    return isfinite(square) && nodes > 0.0 ? 0.5 * sqrt(square / nodes) : 0.0;
}

/* Two frames: the worst state, and the mode on top of it. */
static trama_status add_picture(const advice *a, const trama_mode_place *place, bundle *results,
                                trama_error *error)
{
    trama_system *system = a->bench->system;
    task_frames frames;
    trama_system_reset(system);
    trama_status status = task_frames_create(&frames, system, 2, NULL, error);
    const double amplitude = amplitude_of(&frames, system);
    const state_spectrum *worst = task_looks_worst(&a->looks);
    const advice_mode *m = &a->mode;
    bundle_put_real(results, &column_mode_amplitude, amplitude);
    for (int frame = 0; status == TRAMA_OK && frame < 2; frame++) {
        const double scale = frame * amplitude / (place->length > 0.0 ? place->length : 1.0);
        for (size_t i = 0; i < system->nq; i++)
            system->q[i] = m->q[i] + scale * m->u[i];
        system->iteration = worst->iteration;
        system->t = worst->time;
        task_frames_keep(&frames, system);
    }
    if (status == TRAMA_OK && frames.objects > 0)
        task_frames_add(&frames, system, results);
    task_frames_free(&frames);
    trama_system_reset(system);
    return status;
}

/* --- the run and the comparison --- */

static void add_damping(const advice *a, bundle *results)
{
    const state_spectrum *s = task_looks_worst(&a->looks);
    bundle_put_text(results, &column_advice_limiting, a->damped ? "damping" : "frequency");
    bundle_put_real(results, &column_advice_damping, s->damping);
    bundle_put_real(results, &column_advice_damping_omega, s->omega);
}

static void add_run(const advice *a, bundle *results)
{
    bundle_put_real(results, &column_dt, a->h);
    bundle_put_integer(results, &column_horizon, a->horizon);
    bundle_put_integer(results, &column_advice_halvings, a->halvings);
    bundle_put_text(results, &column_outcome, trama_ending_name(a->outcome.ending));
    task_add_failure(results, &task_run_failure, a->bench->system, &a->outcome);
    prediction_add_spectra(a->looks.spectra, a->looks.count, results);
    bundle_put_integer(results, &column_advice_worst,
                       task_looks_worst(&a->looks) - a->looks.spectra);
    add_damping(a, results);
    bundle_put_integer(results, &column_tangent_products, task_looks_products(&a->looks));
    bundle_put_text(results, &column_tangent, trama_tangent_name(a->looks.tangent));
    bundle_put_integer(results, &column_nodes, (int64_t)trama_system_nodes(a->bench->system));
}

static void add_comparison(const advice *a, bundle *results)
{
    bundle_put_real(results, &column_advice_share, a->p->share);
    bundle_put_real(results, &column_advice_accuracy, a->p->accuracy);
    bundle_put_integer(results, &column_advice_samples, a->p->samples);
    bundle_put_real(results, &column_accuracy_end, a->end);
    bundle_put_real(results, &column_advice_way, a->way);
    bundle_put_real(results, &column_advice_speed, a->speed);
    bundle_put_real(results, &column_advice_velocity_doubt, a->velocity_doubt.rms);
    bundle_put_text(results, &column_reference_integrator, "gsl_rk8pd");
    bundle_put_real(results, &column_reference_dt, a->reference_dt);
    bundle_put_real(results, &column_reference_error_rms, a->doubt.rms);
    bundle_put_real(results, &column_reference_error_max, a->doubt.largest);
}

trama_status advice_add(const advice *a, bundle *results, trama_error *error)
{
    const trama_mode_place place = trama_mode_largest(a->bench->system, a->mode.u);
    add_run(a, results);
    add_comparison(a, results);
    add_methods(a, results);
    task_add_parts(a->mode.part, a->mode.parts, results);
    add_place(a, &place, results);
    trama_status status = task_add_without(a->bench->system, a->h, results, error);
    if (status == TRAMA_OK)
        status = add_picture(a, &place, results, error);
    return status;
}
