#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/nedel.h"
#include "support/sheet.h"

const double nedel_node_mass = 1e-3 * NEDEL_NODE_GRAMS;

void nedel_set(void *parameters, const char *name, size_t i, double value)
{
    const trama_fields fields = trama_model_find("nedel")->parameters;
    ((double *)trama_field_at(trama_fields_find(fields, name), parameters))[i] = value;
}

void nedel_prepare(nedel_surface *s, long m, long n, double straight, double diagonal,
                   double curvature, double friction)
{
    const trama_fields fields = trama_model_find("nedel")->parameters;
    memset(s, 0, sizeof *s);
    s->nodes = (size_t)(m * n);
    s->spec = sheet_scene(m, n, 0.5 * (double)(m - 1), 0.4 * (double)(n - 1));
    s->parameters = calloc(1, fields.size);
    trama_fields_default(fields, s->parameters);
    nedel_set(s->parameters, "elasticity", 0, straight);
    nedel_set(s->parameters, "elasticity", 1, diagonal);
    nedel_set(s->parameters, "curvature", 0, curvature);
    nedel_set(s->parameters, "curvature", 1, 0.7 * curvature);
    nedel_set(s->parameters, "mass", 0, nedel_node_mass * (double)s->nodes);
    nedel_set(s->parameters, "friction", 0, friction);
}

void nedel_make(nedel_surface *s)
{
    trama_error error;
    assert_int_equal(trama_scene_create(&s->spec, &s->scene, &error), TRAMA_OK);
    if (trama_system_create(trama_model_find("nedel"), s->parameters, s->scene, &s->system,
                            &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
}

void nedel_open(nedel_surface *s, long m, long n, double straight, double diagonal,
                double curvature, double friction)
{
    nedel_prepare(s, m, n, straight, diagonal, curvature, friction);
    nedel_make(s);
}

void nedel_close(nedel_surface *s)
{
    trama_system_destroy(s->system);
    trama_scene_destroy(s->scene);
    free(s->parameters);
}

void nedel_accelerate(const nedel_surface *s, double *a)
{
    trama_system_acceleration(s->system, 0.0, s->system->q, s->system->v, a);
}

double nedel_energy(const nedel_surface *s, const double *q)
{
    double energy[TRAMA_ENERGY_MAX];
    s->system->object[0].type->energy(s->system->object[0].model, q, energy);
    return energy[0] + energy[1] + energy[2];
}
