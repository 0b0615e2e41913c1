#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "core/random.h"
#include "support/sheet.h"

const char *const sheet_schemes[] = {"reference", "natural",        "zero",
                                     "literal",   "no_christoffel", "variational"};

sheet_material sheet_isotropic(double zeta, double xi, double phi, double mass, const char *scheme)
{
    return (sheet_material){.zeta = {zeta, zeta, zeta, zeta},
                            .xi = {xi, xi, xi, xi},
                            .phi = {phi, phi, phi, phi},
                            .mass = mass,
                            .density = TRAMA_NAN,
                            .scheme = scheme};
}

trama_scene_spec sheet_scene(long m, long n, double side1, double side2)
{
    trama_scene_spec spec = {0};
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = m;
    spec.grid.points[1] = n;
    spec.grid.side[0] = side1;
    spec.grid.side[1] = side2;
    return spec;
}

trama_pin sheet_pin(long k, long l)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = k;
    pin.l[0] = pin.l[1] = l;
    return pin;
}

trama_scene_spec sheet_scene_s1(void)
{
    static trama_pin pins[2];
    trama_scene_spec spec = sheet_scene(10, 10, 10, 10);
    pins[0] = sheet_pin(0, 0);
    pins[1] = sheet_pin(0, -1);
    spec.pins = pins;
    spec.pin_count = 2;
    spec.gravity[1] = -9.8;
    spec.damping = 0.2;
    return spec;
}

sheet_material sheet_material_s1(const char *scheme)
{
    return sheet_isotropic(100, 0.3, 0.001, 10, scheme);
}

trama_scene_spec sheet_scene_s2(void)
{
    static trama_pin pin;
    trama_scene_spec spec = sheet_scene(20, 20, 10, 10);
    pin = sheet_pin(0, 0);
    spec.pins = &pin;
    spec.pin_count = 1;
    spec.gravity[1] = -9.8;
    spec.damping = 0.2;
    return spec;
}

sheet_material sheet_material_s2(const char *scheme)
{
    return sheet_isotropic(100, 0.01, 0.1, 7.8, scheme);
}

static void set(trama_fields fields, void *parameters, const char *name, const double *values)
{
    const trama_field *field = trama_fields_find(fields, name);
    assert_non_null(field);
    memcpy(trama_field_at(field, parameters), values, field->count * sizeof *values);
}

static void choose(trama_fields fields, void *parameters, const char *name, const char *choice)
{
    const trama_field *field = trama_fields_find(fields, name);
    assert_non_null(field);
    for (int i = 0; choice != NULL; i++) {
        assert_non_null(field->choices[i]);
        if (strcmp(field->choices[i], choice) == 0) {
            *(int *)trama_field_at(field, parameters) = i;
            return;
        }
    }
}

void *sheet_parameters(const sheet_material *material)
{
    const trama_fields fields = trama_model_find("cosserat")->parameters;
    void *parameters = calloc(1, fields.size);
    assert_non_null(parameters);
    trama_fields_default(fields, parameters);
    set(fields, parameters, "zeta", material->zeta);
    set(fields, parameters, "xi", material->xi);
    set(fields, parameters, "phi", material->phi);
    set(fields, parameters, "mass", &material->mass);
    set(fields, parameters, "density", &material->density);
    choose(fields, parameters, "scheme", material->scheme);
    choose(fields, parameters, "measure", material->measure);
    return parameters;
}

void sheet_begin(sheet_run *run, const trama_scene_spec *scene, const sheet_material *material,
                 const char *integrator)
{
    const trama_integrator_type *type = trama_integrator_find(integrator);
    trama_error error;
    assert_non_null(type);
    assert_int_equal(type->parameters.count, 0);
    run->parameters = sheet_parameters(material);
    assert_int_equal(trama_scene_create(scene, &run->scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(trama_model_find("cosserat"), run->parameters, run->scene,
                                         &run->system, &error),
                     TRAMA_OK);
    assert_int_equal(trama_integrator_create(type, NULL, run->system, &run->integrator, &error),
                     TRAMA_OK);
}

void sheet_begin_unit(sheet_run *run, long m, long n, double xi, double phi, const char *scheme)
{
    const double side1 = (double)(m - 1), side2 = (double)(n - 1);
    const trama_scene_spec scene = sheet_scene(m, n, side1, side2);
    const sheet_material material = sheet_isotropic(100, xi, phi, 0.1 * side1 * side2, scheme);
    sheet_begin(run, &scene, &material, "symplectic_euler");
}

void sheet_begin_flat(sheet_run *run, long m, long n)
{
    const trama_scene_spec scene = sheet_scene(m, n, 2.0 * (double)(m - 1), (double)(n - 1));
    const sheet_material material = sheet_isotropic(1, 1, 1, 1, "reference");
    sheet_begin(run, &scene, &material, "symplectic_euler");
}

void sheet_end(sheet_run *run)
{
    trama_integrator_destroy(run->integrator);
    trama_system_destroy(run->system);
    trama_scene_destroy(run->scene);
    free(run->parameters);
}

void sheet_accelerate(const sheet_run *run, const double *q, const trama_loads *loads, double *a)
{
    static const trama_loads none = {0};
    const trama_system *system = run->system;
    system->object[0].type->acceleration(system->object[0].model, system->t, q, system->v,
                                         loads ? loads : &none, a);
}

double *sheet_numbers(size_t count)
{
    double *block = calloc(count, sizeof *block);
    assert_non_null(block);
    return block;
}

void sheet_shake(double *q, size_t count, double amplitude, long seed)
{
    trama_random random = {(uint64_t)seed};
    for (size_t i = 0; i < count; i++)
        q[i] += amplitude * trama_random_signed(&random);
}

double sheet_largest(const double *a, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        if (!(fabs(a[i]) <= largest))
            largest = fabs(a[i]);
    return largest;
}

double sheet_distance(const double *a, const double *b, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= largest))
            largest = fabs(a[i] - b[i]);
    return largest;
}
