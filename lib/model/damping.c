#include "model/damping.h"

/* No load acts, and the model's own dampers do. */
static const trama_loads unloaded = {.none = false};

const char *trama_damping_name(const trama_model_type *type, const void *model)
{
    return type->damping && type->damping->acts(model) ? type->damping->name : NULL;
}

void trama_damping_acceleration(const trama_model_type *type, void *model, double t,
                                const double *q, const double *v, const double *zero, double *room,
                                double *a)
{
    size_t nq, nv;
    type->dimensions(model, &nq, &nv);
    type->acceleration(model, t, q, v, &unloaded, room);
    type->acceleration(model, t, q, zero, &unloaded, a);
    for (size_t i = 0; i < nv; i++)
        a[i] = room[i] - a[i];
}

void trama_damping_tangent_product(const trama_model_type *type, void *model, double t,
                                   const double *q, const double *v, const double *zero, double cq,
                                   double cv, const double *u, double *y)
{
    type->tangent_product(model, t, q, v, &unloaded, cq, cv, u, y);
    type->tangent_product(model, t, q, zero, &unloaded, -cq, 0.0, u, y);
}
