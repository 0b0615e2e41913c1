#include "measure/reach.h"
#include "core/explosion.h"
#include "core/numbers.h"

#include <math.h>

static double length_of(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static double largest_of(const double *x, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

/* The diagonal of the box of `nodes` nodes at q. */
static double diagonal_of(const double *q, size_t nodes)
{
    double side[3];
    for (size_t axis = 0; axis < 3; axis++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = 0; i < nodes; i++) {
            low = fmin(low, q[axis * nodes + i]);
            high = fmax(high, q[axis * nodes + i]);
        }
        side[axis] = high - low;
    }
    return length_of(side);
}

/* Of the constant forces of an object, all on its lightest node. Where a model's measure of load is
 * an area, N/m^2 over kg stands for N over kg: the order of magnitude is all that is needed. */
static double pushed(const trama_system *system, const trama_object *object)
{
    static const double nowhere[3] = {0.0, 0.0, 0.0};
    const trama_scene_spec *spec = trama_scene_spec_of(object->scene);
    double lightest = TRAMA_INFINITY, sum = 0.0;
    for (size_t i = 0; i < object->nv; i++)
        lightest = fmin(lightest, system->mass[object->v_begin + i]);
    for (size_t f = 0; f < spec->force_count; f++) {
        const trama_force *force = &spec->forces[f];
        double newtons[3] = {0.0, 0.0, 0.0};
        if (force->type->constant && force->type->at)
            force->type->at(force->parameters, 0.0, nowhere, nowhere, newtons);
        sum += length_of(newtons) / lightest;
    }
    return sum;
}

trama_reach trama_reach_of(const trama_system *system)
{
    trama_reach reach = {0.0, 0.0, 0.0};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double *q = system->q + object->q_begin, *v = system->v + object->v_begin;
        if (object->nq == 0)
            continue;
        reach.extent += object->type->pointwise ? diagonal_of(q, trama_scene_nodes(object->scene))
                                                : largest_of(q, object->nq);
        reach.speed = fmax(reach.speed, sqrt(3.0) * largest_of(v, object->nv));
        reach.acceleration =
            fmax(reach.acceleration,
                 length_of(trama_scene_spec_of(object->scene)->gravity) + pushed(system, object));
    }
    return reach;
}

double trama_reach_of_step(const trama_reach *reach, double t, double h)
{
    return trama_explained(reach->extent, reach->speed, reach->acceleration, t, h);
}
