#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/held.h"
#include "support/near.h"
#include "support/oscillator.h"

#include <stdlib.h>
#include <string.h>

void held_begin(held_sheet *s)
{
    memset(s, 0, sizeof *s);
    s->spec = sheet_scene(HELD_M, HELD_N, 3.0, 2.0);
    for (int i = 0; i < 3; i++)
        s->pin[i] = sheet_pin(0, 0);
    for (int i = 0; i < 2; i++) {
        trama_fields_default(trama_stop_fields, &s->stop[i]);
        trama_fields_default(trama_point_set_fields, &s->point_set[i]);
        s->stop[i].k[1] = HELD_M - 1;
        s->stop[i].l[1] = HELD_N - 1;
    }
    s->spec.pins = s->pin;
    s->spec.stops = s->stop;
    s->spec.point_sets = s->point_set;
    s->spec.gravity[1] = -9.8;
    s->spec.gravity[2] = 1.5;
}

void held_open_with(held_sheet *s, const char *integrator)
{
    const sheet_material material = sheet_isotropic(40.0, 0.01, 0.01, 1.2, "reference");
    trama_error error;
    s->run.parameters = sheet_parameters(&material);
    s->options = oscillator_options((oscillator_method){.name = integrator});
    if (trama_scene_create(&s->spec, &s->run.scene, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    assert_int_equal(trama_system_create(trama_model_find("cosserat"), s->run.parameters,
                                         s->run.scene, &s->run.system, &error),
                     TRAMA_OK);
    assert_int_equal(trama_integrator_create(trama_integrator_find(integrator), s->options,
                                             s->run.system, &s->run.integrator, &error),
                     TRAMA_OK);
}

void held_open(held_sheet *s)
{
    held_open_with(s, "symplectic_euler");
}

void held_close(held_sheet *s)
{
    trama_integrator_destroy(s->run.integrator);
    trama_system_destroy(s->run.system);
    trama_scene_destroy(s->run.scene);
    free(s->run.parameters);
    free(s->options);
}

void held_steps(held_sheet *s, double h, int count)
{
    for (int i = 0; i < count; i++)
        trama_integrator_step(s->run.integrator, s->run.system, h);
}

double held_row(size_t node)
{
    const size_t k = node / HELD_N;
    return (double)k;
}

double held_at(const held_sheet *s, size_t node, size_t axis)
{
    return s->run.system->q[axis * HELD_NODES + node];
}

void held_assert_at(const held_sheet *s, size_t node, double x, double y, double z)
{
    assert_near(held_at(s, node, 0), x, 1e-13);
    assert_near(held_at(s, node, 1), y, 1e-13);
    assert_near(held_at(s, node, 2), z, 1e-13);
}

void held_set_path(trama_motion *motion, size_t rows, const double *value)
{
    motion->path.count = 4 * rows;
    memcpy(motion->path.value, value, 4 * rows * sizeof *value);
}

void held_set_points(trama_point_set *point_set, size_t count, const double *value)
{
    point_set->points.count = 3 * count;
    memcpy(point_set->points.value, value, 3 * count * sizeof *value);
}
