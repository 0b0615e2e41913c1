#include "support/piece.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/energy.h"

/* "1,2,3", or one number for all. */
static void set_reals(const trama_field *field, double *at, const char *value)
{
    char *end;
    for (size_t i = 0; i < field->count; i++) {
        at[i] = strtod(value, &end);
        if (*end == ',')
            value = end + 1;
    }
}

/* "1,2,3,4", of as many rows as there are. */
static void set_list(trama_reals *at, const char *value)
{
    char *end = NULL;
    for (at->count = 0; !end || *end == ','; value = end + 1)
        at->value[at->count++] = strtod(value, &end);
}

static void set_integers(const trama_field *field, long *at, const char *value)
{
    char *end;
    for (size_t i = 0; i < field->count; i++) {
        at[i] = strtol(value, &end, 10);
        if (*end == ',')
            value = end + 1;
    }
}

static void set_booleans(const trama_field *field, bool *at, const char *value)
{
    for (size_t i = 0; i < field->count; i++) {
        at[i] = strncmp(value, "true", 4) == 0;
        value = strchr(value, ',') ? strchr(value, ',') + 1 : "";
    }
}

static void set(trama_fields fields, void *parameters, const char *name, const char *value)
{
    const trama_field *field = trama_fields_find(fields, name);
    if (!field)
        fail_msg("no field %s", name);
    void *at = trama_field_at(field, parameters);
    if (field->list) {
        set_list(at, value);
    } else if (field->kind == TRAMA_REAL) {
        set_reals(field, at, value);
    } else if (field->kind == TRAMA_INTEGER) {
        set_integers(field, at, value);
    } else if (field->kind == TRAMA_BOOLEAN) {
        set_booleans(field, at, value);
    } else if (field->kind == TRAMA_NAME) {
        snprintf(((trama_name *)at)->text, TRAMA_NAME_MAX, "%s", value);
    } else {
        int i = 0;
        while (field->choices[i] && strcmp(field->choices[i], value) != 0)
            i++;
        if (!field->choices[i])
            fail_msg("%s: no choice %s", name, value);
        *(int *)at = i;
    }
}

void *piece_parameters(trama_fields fields, const char *settings)
{
    void *parameters = calloc(1, fields.size > 0 ? fields.size : 1);
    char name[64], value[64];
    int used = 0;
    assert_non_null(parameters);
    trama_fields_default(fields, parameters);
    for (const char *s = settings; s && sscanf(s, " %63[^= ]=%63s%n", name, value, &used) == 2;
         s += used)
        set(fields, parameters, name, value);
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
