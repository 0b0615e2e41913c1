/* Brings models whose coordinate is an angle: a pendulum that says so, and one that does not. */
#include "trama_plugin.h"

#include <stdlib.h>

static const trama_field fields[] = {
    {.name = "start",
     .kind = TRAMA_REAL,
     .count = 1,
     .unit = "rad",
     .minimum = -10.0,
     .maximum = 10.0,
     .fallback = {0.1},
     .summary = "angle at the start"},
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    double *made = malloc(sizeof *made);
    (void)scene;
    if (!made)
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    *made = *(const double *)given;
    *model = made;
    return TRAMA_OK;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 1;
}

static void initial(const void *model, double *q, double *v)
{
    q[0] = *(const double *)model;
    v[0] = 0.0;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)loads;
    a[0] = -100.0 * (q[0] - q[0] * q[0] * q[0] / 6.0) - 2.0 * v[0];
}

#define PENDULUM(name_, unit_)                                                                     \
    {                                                                                              \
        .name = name_, .summary = "an angle", .reference = "none", .version = 1, .unit = unit_,    \
        .parameters = {fields, 1, sizeof(double)}, .create = create, .destroy = free,              \
        .dimensions = dimensions, .initial = initial, .acceleration = acceleration                 \
    }
static const trama_model_type pendulum = PENDULUM("pendulum", "rad");
static const trama_model_type dial = PENDULUM("dial", NULL);
static const trama_model_type *const models[] = {&pendulum, &dial};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD, .name = "turns", .version = "1", .models = models, .model_count = 2,
};
