#include "measure/buckling.h"
#include "core/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The second of two loads is more by this share. */
static const double apart = 1e-3;
/* Of an increment: those before the last need no more. */
static const double increment_tolerance = 1e-9;

trama_status trama_buckling_check(const trama_scene *scene, trama_error *error)
{
    const trama_scene_spec *spec = trama_scene_spec_of(scene);
    for (size_t f = 0; f < spec->force_count; f++)
        if (!spec->forces[f].type->scale) {
            char path[48];
            snprintf(path, sizeof path, "scene.forces[%zu]", f);
            return trama_fail(
                error, TRAMA_BAD_INPUT, path,
                "a force of the kind '%s' cannot be scaled; allowed: point, pull, ramp",
                spec->forces[f].type->name);
        }
    return TRAMA_OK;
}

/* A scene under `factor` times its loads, at rest. */
typedef struct loaded {
    trama_scene *scene;
    trama_system *system;
    trama_modes modes;
    trama_rest rest;
} loaded;

static void unload(loaded *l)
{
    trama_modes_free(&l->modes);
    trama_system_destroy(l->system);
    trama_scene_destroy(l->scene);
}

/* Parameters of forces are scaled in copies, of which the scene makes its own. */
static bool scale_forces(trama_scene_spec *spec, trama_force *force, double factor)
{
    bool copied = true;
    for (size_t f = 0; f < spec->force_count; f++) {
        const size_t size = spec->forces[f].type->parameters.size;
        force[f] = (trama_force){spec->forces[f].type, malloc(size)};
        copied = copied && force[f].parameters;
        if (!force[f].parameters)
            continue;
        memcpy(force[f].parameters, spec->forces[f].parameters, size);
        force[f].type->scale(force[f].parameters, factor);
    }
    spec->forces = force;
    return copied;
}

static trama_status scaled_scene(const trama_scene *scene, double factor, trama_scene **scaled,
                                 trama_error *error)
{
    trama_scene_spec spec = *trama_scene_spec_of(scene);
    trama_force *force = calloc(spec.force_count + 1, sizeof *force);
    trama_status status = TRAMA_NO_MEMORY;
    for (size_t axis = 0; axis < 3; axis++)
        spec.gravity[axis] *= factor;
    if (force && scale_forces(&spec, force, factor))
        status = trama_scene_create(&spec, scaled, error);
    else
        status = trama_fail_memory(error);
    for (size_t f = 0; force && f < spec.force_count; f++)
        free(force[f].parameters);
    free(force);
    return status;
}

static trama_status load(const trama_model_type *type, const void *parameters,
                         const trama_scene *scene, double factor, long products,
                         const trama_rest_spec *rest, loaded *l, trama_error *error)
{
    *l = (loaded){0};
    trama_status status = scaled_scene(scene, factor, &l->scene, error);
    if (status == TRAMA_OK)
        status = trama_system_create(type, parameters, l->scene, &l->system, error);
    if (status == TRAMA_OK)
        status = trama_modes_create(l->system, products, &l->modes, error);
    if (status == TRAMA_OK)
        status = trama_rest_find(&l->modes, rest, &l->rest, error);
    return status;
}

trama_status trama_buckling_find(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, const trama_buckling_spec *spec,
                                 const trama_rest_spec *rest, trama_buckling *b, trama_error *error)
{
    trama_status status = TRAMA_OK;
    *b = (trama_buckling){.factor = spec->first, .last = TRAMA_INFINITY};
    while (status == TRAMA_OK && b->iterations < spec->iterations && !b->converged &&
           isfinite(b->factor)) {
        loaded before = {0}, after = {0};
        const double step = apart * b->factor;
        double increment = TRAMA_NAN;
        b->iterations++;
        status = load(type, parameters, scene, b->factor, spec->products, rest, &before, error);
        if (status == TRAMA_OK)
            status = load(type, parameters, scene, b->factor + step, spec->products, rest, &after,
                          error);
        if (status == TRAMA_OK && before.rest.found && after.rest.found)
            status = trama_buckling_increment(&before.modes, &after.modes, step,
                                              increment_tolerance, &increment, error);
        unload(&before);
        unload(&after);
        b->factor += increment;
        b->last = fabs(increment / b->factor);
        b->converged = b->last <= spec->tolerance;
    }
    return status;
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_buckling_spec, first), .unit = "1", .minimum = 1e-12, .maximum = 1e12,
     .fallback = {1.0}, .summary = "factor of the loads that the search begins at"},
    {TRAMA_FIELD_OF(trama_buckling_spec, tolerance), .unit = "1", .minimum = 1e-12, .maximum = 0.1,
     .fallback = {1e-6}, .summary = "relative change of the factor that ends it"},
    {TRAMA_FIELD_OF(trama_buckling_spec, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {20}, .summary = "changes of the factor at most"},
    {TRAMA_FIELD_OF(trama_buckling_spec, products), .unit = "1", .minimum = 2, .maximum = 2000,
     .fallback = {200},
     .summary = "largest number of products with the inverse stiffness, for each change"},
};
const trama_fields trama_buckling_fields = TRAMA_FIELDS(fields, trama_buckling_spec);
