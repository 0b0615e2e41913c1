#include "support/piece.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/settings.h"
#include "measure/energy.h"

void *piece_parameters(trama_fields fields, const char *settings)
{
    trama_error error;
    void *parameters = trama_parameters_create(fields, settings, &error);
    if (!parameters)
        fail_msg("%s", error.text);
    return parameters;
}

void piece_begin(piece *run, const trama_scene_spec *scene, const char *model, const char *settings,
                 const char *integrator, const char *options)
{
    trama_error error;
    if (piece_try(run, scene, model, settings, integrator, options, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
}

trama_status piece_try(piece *run, const trama_scene_spec *scene, const char *model,
                       const char *settings, const char *integrator, const char *options,
                       trama_error *error)
{
    const trama_model_type *type = trama_model_find(model);
    const trama_integrator_type *method = trama_integrator_find(integrator);
    *run = (piece){0};
    assert_non_null(type);
    assert_non_null(method);
    run->parameters = piece_parameters(type->parameters, settings);
    run->options = piece_parameters(method->parameters, options);
    assert_int_equal(trama_scene_create(scene, &run->scene, error), TRAMA_OK);
    if (trama_system_create(type, run->parameters, run->scene, &run->system, error) != TRAMA_OK)
        fail_msg("%s", error->text);
    return trama_integrator_create(method, run->options, run->system, &run->integrator, error);
}

void piece_steps(piece *run, double h, long count)
{
    for (long i = 0; i < count; i++)
        trama_integrator_step(run->integrator, run->system, h);
}

void piece_end(piece *run)
{
    trama_integrator_destroy(run->integrator);
    trama_system_destroy(run->system);
    trama_scene_destroy(run->scene);
    free(run->options);
    free(run->parameters);
}

trama_error piece_refused(const trama_scene_spec *scene, const char *model, const char *settings)
{
    const trama_model_type *type = trama_model_find(model);
    void *parameters = piece_parameters(type->parameters, settings);
    trama_scene *made;
    trama_system *system;
    trama_error error = {0};
    assert_int_equal(trama_scene_create(scene, &made, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(type, parameters, made, &system, &error), TRAMA_BAD_INPUT);
    assert_null(system);
    trama_scene_destroy(made);
    free(parameters);
    return error;
}

double piece_energy(const piece *run, const double *q)
{
    double kind[TRAMA_ENERGY_MAX] = {0}, sum = 0.0;
    run->system->object[0].type->energy(run->system->object[0].model, q, kind);
    for (size_t i = 0; i < TRAMA_ENERGY_MAX; i++)
        sum += kind[i];
    return sum;
}

double piece_energy_slope(const trama_system *system, double *q, size_t i, double step)
{
    static const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
    const double here = q[i];
    double sum = 0.0;
    for (int p = 0; p < 4; p++) {
        q[i] = here + place[p] * step;
        sum += weight[p] * trama_object_energy(&system->object[0], q);
    }
    q[i] = here;
    return sum / (12 * step);
}

void piece_momentum(const trama_system *system, const double *v, double p[3])
{
    const size_t nodes = system->nv / 3;
    p[0] = p[1] = p[2] = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        p[i / nodes] += system->mass[i] * v[i];
}

void piece_angular_momentum(const trama_system *system, const double *q, const double *v,
                            double l[3])
{
    const size_t nodes = system->nv / 3;
    l[0] = l[1] = l[2] = 0.0;
    for (size_t i = 0; i < nodes; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
            l[axis] += system->mass[i] *
                       (q[b * nodes + i] * v[c * nodes + i] - q[c * nodes + i] * v[b * nodes + i]);
        }
}
