/* Brings a solid that does not say how its normal turns: contact forces could have no tangent. */
#include "trama_plugin.h"

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    static int only;
    (void)given, (void)scene, (void)error;
    *model = &only;
    return TRAMA_OK;
}

static void destroy(void *model)
{
    (void)model;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 0;
}

static void initial(const void *model, double *q, double *v)
{
    (void)model, (void)q, (void)v;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads, (void)a;
}

/* The half space y < 0. */
static void nearest(const void *model, double t, const double x[3], double foot[3],
                    double normal[3], double *distance)
{
    (void)model, (void)t;
    for (int axis = 0; axis < 3; axis++) {
        foot[axis] = axis == 1 ? 0.0 : x[axis];
        normal[axis] = axis == 1 ? 1.0 : 0.0;
    }
    *distance = x[1];
}

static void moves(const void *model, double t, double h, const double x[3], double velocity[3])
{
    (void)model, (void)t, (void)h, (void)x;
    velocity[0] = velocity[1] = velocity[2] = 0.0;
}

static const trama_model_type blunt = {.name = "blunt",
                                       .summary = "a half space without `curves`",
                                       .reference = "none",
                                       .version = 1,
                                       .create = create,
                                       .destroy = destroy,
                                       .dimensions = dimensions,
                                       .initial = initial,
                                       .acceleration = acceleration,
                                       .nearest = nearest,
                                       .moves = moves};
static const trama_model_type *const models[] = {&blunt};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD, .name = "blunt", .version = "1", .models = models, .model_count = 1,
};
