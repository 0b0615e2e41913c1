#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/stage.h"

#include <math.h>
#include <string.h>

/* --- dust --- */

typedef struct dust {
    size_t nodes;
} dust;

static dust the_dust;

static trama_status dust_create(const void *parameters, const trama_scene *scene, void **model,
                                trama_error *error)
{
    (void)parameters;
    (void)error;
    the_dust = (dust){.nodes = trama_scene_nodes(scene)};
    stage_shifts = (stage_corrections){0};
    *model = &the_dust;
    return TRAMA_OK;
}

static void nothing_to_free(void *model)
{
    (void)model;
}

static void dust_dimensions(const void *model, size_t *nq, size_t *nv)
{
    *nq = *nv = 3 * ((const dust *)model)->nodes;
}

static const trama_scene *dust_scene; /* of the test that runs */

static void dust_initial(const void *model, double *q, double *v)
{
    (void)model;
    trama_scene_initial(dust_scene, q, v);
}

static void dust_acceleration(void *model, double t, const double *q, const double *v,
                              const trama_loads *loads, double *a)
{
    (void)t;
    (void)q;
    const size_t nodes = ((dust *)model)->nodes;
    double one[64];
    for (size_t i = 0; i < nodes; i++)
        one[i] = 1.0;
    memset(a, 0, 3 * nodes * sizeof *a);
    trama_loads_apply(loads, 0, nodes, nodes, one, NULL, NULL, NULL, v, a);
}

/* Moves what may be moved, by as much as it is light. */
stage_corrections stage_shifts;

void stage_shift(void *model, double t, double h, const double *inverse_mass, double *q, double *v)
{
    dust *self = model;
    stage_shifts.count++;
    stage_shifts.t = t;
    stage_shifts.h = h;
    for (size_t i = 0; i < 3 * self->nodes; i++) {
        q[i] += 0.125 * inverse_mass[i];
        v[i] += inverse_mass[i];
    }
}

void stage_masses(const void *model, double *mass)
{
    for (size_t i = 0; i < 3 * ((const dust *)model)->nodes; i++)
        mass[i] = 0.25;
}

static const double *dust_inverse_measure(const void *model)
{
    static double one[64];
    for (size_t i = 0; i < ((const dust *)model)->nodes; i++)
        one[i] = 1.0;
    return one;
}

const trama_model_type stage_dust = {
    .name = "dust",
    .pointwise = true,
    .create = dust_create,
    .destroy = nothing_to_free,
    .dimensions = dust_dimensions,
    .initial = dust_initial,
    .acceleration = dust_acceleration,
    .inverse_measure = dust_inverse_measure,
};

static trama_status rotor_create(const void *parameters, const trama_scene *scene, void **model,
                                 trama_error *error)
{
    (void)parameters;
    (void)scene;
    (void)error;
    static double none;
    *model = &none;
    return TRAMA_OK;
}

static void rotor_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = 2;
    *nv = 1;
}

static void rotor_initial(const void *model, double *q, double *v)
{
    (void)model;
    q[0] = 0.6;
    q[1] = 0.8;
    v[0] = 2.5;
}

static void rotor_acceleration(void *model, double t, const double *q, const double *v,
                               const trama_loads *loads, double *a)
{
    (void)model;
    (void)q;
    (void)v;
    assert_true(loads->gravity[2] == 0.0 && loads->damping == 0.0);
    a[0] = -t; /* v = 2.5 - t^2 / 2 */
}

static void rotor_drift(const void *model, double h, const double *v, const double *q_in,
                        double *q_out)
{
    (void)model;
    const double c = cos(h * v[0]), s = sin(h * v[0]), x = q_in[0], y = q_in[1];
    q_out[0] = c * x - s * y;
    q_out[1] = s * x + c * y;
}

static void rotor_rates(const void *model, const double *q, const double *v, double *dq)
{
    (void)model;
    dq[0] = -v[0] * q[1];
    dq[1] = v[0] * q[0];
}

static void rotor_difference(const void *model, double h, const double *q_from, const double *q_to,
                             double *u)
{
    (void)model;
    u[0] = atan2(q_from[0] * q_to[1] - q_from[1] * q_to[0],
                 q_from[0] * q_to[0] + q_from[1] * q_to[1]) /
           h;
}

const trama_model_type stage_rotor = {
    .name = "rotor",
    .create = rotor_create,
    .destroy = nothing_to_free,
    .dimensions = rotor_dimensions,
    .initial = rotor_initial,
    .acceleration = rotor_acceleration,
    .drift = rotor_drift,
    .rates = rotor_rates,
    .difference = rotor_difference,
};

/* --- the method --- */

long stage_beginnings;

static void probe_step(trama_integrator *integrator, trama_system *system, double h)
{
    stage_beginnings += integrator->fresh;
    double *a = trama_integrator_v(integrator, 0);
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, h, a, system->v, system->v);
    trama_system_drift(system, h, system->v, system->q, system->q);
}

const trama_integrator_type stage_probe = {
    .name = "probe",
    .order = 1,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .q_arrays = 2,
    .v_arrays = 3,
    .step = probe_step,
};

/* --- stages --- */

/* A 3 x 2 grid; pin holds node [0, 0] = node 0 if it is turned on. */
void stage_begin_grid(stage *s)
{
    *s = (stage){0};
    trama_fields_default(trama_scene_fields, &s->spec);
    trama_fields_default(trama_grid_fields, &s->spec.grid);
    trama_fields_default(trama_pin_fields, &s->pin);
    s->pin.l[1] = 0;
    s->spec.grid.points[0] = 3;
    s->spec.grid.points[1] = 2;
    s->spec.grid.side[0] = s->spec.grid.side[1] = 1.0;
    s->spec.gravity[2] = -9.8;
    s->spec.pins = &s->pin;
}

void stage_begin_nothing(stage *s)
{
    *s = (stage){0};
    trama_fields_default(trama_scene_fields, &s->spec);
    trama_fields_default(trama_grid_fields, &s->spec.grid);
}

void stage_open(stage *s, const trama_model_type *type, const void *parameters)
{
    trama_error error;
    trama_status status = trama_scene_create(&s->spec, &s->scene, &error);
    dust_scene = s->scene;
    if (status == TRAMA_OK)
        status = trama_system_create(type, parameters, s->scene, &s->system, &error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(&stage_probe, NULL, s->system, &s->integrator, &error);
    if (status != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    stage_beginnings = 0;
}

void stage_close(stage *s)
{
    trama_integrator_destroy(s->integrator);
    trama_system_destroy(s->system);
    trama_scene_destroy(s->scene);
}

void stage_run(stage *s, long steps, double h)
{
    for (long i = 0; i < steps; i++)
        trama_integrator_step(s->integrator, s->system, h);
}

trama_status stage_refused(stage *s, const trama_model_type *type, const void *parameters,
                           trama_error *error)
{
    assert_int_equal(trama_scene_create(&s->spec, &s->scene, error), TRAMA_OK);
    dust_scene = s->scene;
    s->system = (trama_system *)(void *)s; /* to be set to NULL */
    const trama_status status = trama_system_create(type, parameters, s->scene, &s->system, error);
    if (status != TRAMA_OK)
        assert_null(s->system);
    stage_close(s);
    return status;
}
