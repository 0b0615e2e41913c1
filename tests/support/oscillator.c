#include "support/oscillator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *defaults(trama_fields fields)
{
    void *parameters = calloc(1, fields.size > 0 ? fields.size : 1);
    assert_non_null(parameters);
    trama_fields_default(fields, parameters);
    return parameters;
}

static void set_real(trama_fields fields, void *parameters, const char *name, double value)
{
    const trama_field *field = trama_fields_find(fields, name);
    assert_non_null(field);
    *(double *)trama_field_at(field, parameters) = value;
}

/* `option` is "field=choice". */
static void choose(trama_fields fields, void *parameters, const char *option)
{
    char name[32] = "";
    const char *equals = strchr(option, '=');
    assert_non_null(equals);
    memcpy(name, option, (size_t)(equals - option));
    const trama_field *field = trama_fields_find(fields, name);
    assert_non_null(field);
    for (int i = 0; field->choices[i] != NULL; i++)
        if (strcmp(field->choices[i], equals + 1) == 0) {
            *(int *)trama_field_at(field, parameters) = i;
            return;
        }
    fail_msg("%s: no such choice", option);
}

void *oscillator_options(oscillator_method method)
{
    const trama_integrator_type *type = trama_integrator_find(method.name);
    assert_non_null(type);
    void *parameters = defaults(type->parameters);
    for (size_t i = 0; i < 2; i++)
        if (method.options[i] != NULL)
            choose(type->parameters, parameters, method.options[i]);
    return parameters;
}

static void *spring_parameters(trama_fields fields, oscillator_spring spring)
{
    void *parameters = defaults(fields);
    set_real(fields, parameters, "omega", spring.omega);
    set_real(fields, parameters, "damping", spring.damping);
    set_real(fields, parameters, "cubic", spring.cubic);
    set_real(fields, parameters, "position", spring.position);
    set_real(fields, parameters, "velocity", spring.velocity);
    return parameters;
}

void oscillator_begin(oscillator_run *run, oscillator_method method, oscillator_spring spring)
{
    const trama_model_type *model = trama_model_find("oscillator");
    const trama_integrator_type *type = trama_integrator_find(method.name);
    const trama_scene_spec nowhere = {0};
    trama_error error;
    assert_non_null(model);
    run->spring = spring_parameters(model->parameters, spring);
    run->options = oscillator_options(method);
    assert_int_equal(trama_scene_create(&nowhere, &run->scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(model, run->spring, run->scene, &run->system, &error),
                     TRAMA_OK);
    assert_int_equal(
        trama_integrator_create(type, run->options, run->system, &run->integrator, &error),
        TRAMA_OK);
}

void oscillator_steps(oscillator_run *run, double h, long count)
{
    for (long i = 0; i < count; i++)
        trama_integrator_step(run->integrator, run->system, h);
}

void oscillator_end(oscillator_run *run)
{
    trama_integrator_destroy(run->integrator);
    trama_system_destroy(run->system);
    trama_scene_destroy(run->scene);
    free(run->options);
    free(run->spring);
}

double oscillator_energy(const oscillator_run *run, oscillator_spring spring)
{
    const double x = run->system->q[0], v = run->system->v[0], square = x * x;
    return 0.5 * v * v + 0.5 * spring.omega * spring.omega * square +
           0.25 * spring.cubic * square * square;
}
