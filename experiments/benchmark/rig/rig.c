#include "benchmark/rig/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

trama_pin *rig_corner(void)
{
    static trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.l[0] = pin.l[1] = 0;
    return &pin;
}

trama_scene_spec rig_sheet(long points, double side, double damping, double perturbation)
{
    trama_scene_spec spec;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = spec.grid.points[1] = points;
    spec.grid.side[0] = spec.grid.side[1] = side;
    spec.gravity[1] = -9.8;
    spec.damping = damping;
    spec.perturbation = perturbation;
    return spec;
}

static void set(const trama_field *field, void *parameters, double value)
{
    void *at = trama_field_at(field, parameters);
    for (size_t i = 0; i < field->count; i++)
        if (field->kind == TRAMA_INTEGER)
            ((long *)at)[i] = (long)value;
        else
            ((double *)at)[i] = value;
}

static void *parameters_of(const trama_model_type *type, const rig_value *values)
{
    void *parameters = calloc(1, type->parameters.size);
    if (!parameters)
        return NULL;
    trama_fields_default(type->parameters, parameters);
    for (const rig_value *v = values; v->name; v++)
        set(trama_fields_find(type->parameters, v->name), parameters, v->value);
    return parameters;
}

bool rig_open(rig *made, const char *model, const rig_value *values, const trama_scene_spec *sheet,
              trama_isa isa)
{
    const trama_model_type *type = trama_model_find(model);
    trama_error error = {.text = "out of memory"};
    *made = (rig){.isa = isa};
    trama_isa_force(isa);
    void *parameters = parameters_of(type, values);
    const bool ok =
        parameters && trama_scene_create(sheet, &made->scene, &error) == TRAMA_OK &&
        trama_system_create(type, parameters, made->scene, &made->system, &error) == TRAMA_OK &&
        trama_integrator_create(trama_integrator_find("symplectic_euler"), NULL, made->system,
                                &made->integrator, &error) == TRAMA_OK;
    free(parameters);
    if (!ok)
        fprintf(stderr, "a sheet of %s: %s\n", model, error.text);
    return ok;
}

void rig_close(rig *made)
{
    trama_integrator_destroy(made->integrator);
    trama_system_destroy(made->system);
    trama_scene_destroy(made->scene);
}
