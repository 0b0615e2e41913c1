#include "support/cloth.h"
#include "core/numbers.h"
#include "core/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static trama_pin pins[4];

trama_scene_spec cloth_scene(long m, long n, double h)
{
    trama_scene_spec spec;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = m;
    spec.grid.points[1] = n;
    spec.grid.side[0] = (double)(m - 1) * h;
    spec.grid.side[1] = (double)(n - 1) * h;
    spec.grid.axis[1][1] = 1.0;
    spec.grid.axis[1][2] = 0.0;
    spec.pins = pins;
    return spec;
}

void cloth_pin(trama_scene_spec *spec, long k, long l)
{
    trama_pin *pin = &spec->pins[spec->pin_count++];
    assert_true(spec->pin_count <= sizeof pins / sizeof pins[0]);
    trama_fields_default(trama_pin_fields, pin);
    pin->k[0] = pin->k[1] = k;
    pin->l[0] = pin->l[1] = l;
}

/* The first component, and the others if they have no default. */
static void set_real(const trama_field *field, double *at, double value)
{
    for (size_t i = 0; i < field->count; i++)
        if (i == 0 || isnan(at[i]))
            at[i] = value;
}

static void set(trama_fields fields, void *parameters, const cloth_value *given)
{
    const trama_field *field = trama_fields_find(fields, given->name);
    assert_non_null(field);
    void *at = trama_field_at(field, parameters);
    if (field->kind == TRAMA_REAL)
        set_real(field, at, given->value);
    else if (field->kind == TRAMA_INTEGER)
        *(long *)at = (long)given->value;
    else if (field->kind == TRAMA_CHOICE)
        *(int *)at = (int)given->value;
    else
        *(bool *)at = given->value != 0.0;
}

cloth cloth_of(const char *model, const trama_scene_spec *spec, const cloth_value *values,
               const char *integrator)
{
    const trama_model_type *type = trama_model_find(model);
    cloth made = {.parameters = calloc(1, type->parameters.size)};
    trama_error error = {.text = ""};
    assert_non_null(made.parameters);
    trama_fields_default(type->parameters, made.parameters);
    for (const cloth_value *v = values; v->name; v++)
        set(type->parameters, made.parameters, v);
    if (trama_scene_create(spec, &made.scene, &error) != TRAMA_OK ||
        trama_system_create(type, made.parameters, made.scene, &made.system, &error) != TRAMA_OK ||
        trama_integrator_create(trama_integrator_find(integrator), NULL, made.system,
                                &made.integrator, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    return made;
}

void cloth_end(cloth *c)
{
    trama_integrator_destroy(c->integrator);
    trama_system_destroy(c->system);
    trama_scene_destroy(c->scene);
    free(c->parameters);
}

void cloth_shake(double *q, size_t count, double amplitude, unsigned long seed)
{
    trama_random random = {seed};
    for (size_t i = 0; i < count; i++)
        q[i] += amplitude * trama_random_signed(&random);
}

static double total_energy(const cloth *c, const double *q)
{
    double energy[TRAMA_ENERGY_MAX] = {0}, sum = 0.0;
    c->system->object[0].type->energy(c->system->object[0].model, q, energy);
    for (size_t i = 0; i < TRAMA_ENERGY_MAX; i++)
        sum += energy[i];
    return sum;
}

double cloth_gradient_error(const cloth *c, const double *q, double step)
{
    const size_t nv = c->system->nv;
    double *work = calloc(3 * nv, sizeof *work), worst = 0.0, largest = 0.0;
    assert_non_null(work);
    double *moved = work, *v = work + nv, *a = work + 2 * nv;
    memcpy(moved, q, nv * sizeof *q);
    trama_system_acceleration(c->system, 0.0, q, v, a);
    for (size_t i = 0; i < nv; i++) {
        moved[i] = q[i] + step;
        const double up = total_energy(c, moved);
        moved[i] = q[i] - step;
        const double down = total_energy(c, moved);
        moved[i] = q[i];
        const double force = a[i] * c->system->mass[i];
        worst = fmax(worst, fabs(force + (up - down) / (2.0 * step)));
        largest = fmax(largest, fabs(force));
    }
    free(work);
    return worst / largest;
}
