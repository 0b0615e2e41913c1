#include "measure/momentum.h"

/* Adds the sums of mass x over an object's nodes, and of mass, along an axis. */
static void add_weighed(const trama_system *system, const trama_object *object, const double *x,
                        size_t axis, double *sum, double *mass)
{
    const size_t nodes = object->nv / 3, begin = object->v_begin + axis * nodes;
    const double *m = system->mass + begin, *along = x + begin;
    for (size_t i = 0; i < nodes; i++) {
        *sum += m[i] * along[i];
        *mass += m[i];
    }
}

static void weighed(const trama_system *system, const double *x, size_t axis, double *sum,
                    double *mass)
{
    *sum = *mass = 0.0;
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].type->pointwise)
            add_weighed(system, &system->object[o], x, axis, sum, mass);
}

bool trama_has_momentum(const trama_system *system)
{
    bool has = trama_system_nodes(system) > 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_model_type *type = system->object[o].type;
        if (type->pointwise && !type->masses)
            return false;
        has = has || type->moments;
    }
    return has;
}

/* Of all models without nodes that have masses in space. */
static trama_moments moments_of_models(const trama_system *system, const double about[3],
                                       const double drift[3])
{
    trama_moments sum = {0};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->type->moments)
            object->type->moments(object->model, system->q + object->q_begin,
                                  system->v + object->v_begin, about, drift, &sum);
    }
    return sum;
}

static const double origin[3] = {0.0, 0.0, 0.0};

void trama_momentum(const trama_system *system, double momentum[3])
{
    const trama_moments others = moments_of_models(system, origin, origin);
    double mass;
    for (size_t axis = 0; axis < 3; axis++) {
        weighed(system, system->v, axis, &momentum[axis], &mass);
        momentum[axis] += others.momentum[axis];
    }
}

/* The means of positions and of velocities, weighed by mass. */
static void means(const trama_system *system, double centre[3], double drift[3])
{
    const trama_moments others = moments_of_models(system, origin, origin);
    for (size_t axis = 0; axis < 3; axis++) {
        double first, momentum, mass;
        weighed(system, system->q, axis, &first, &mass);
        weighed(system, system->v, axis, &momentum, &mass);
        centre[axis] = (first + others.first[axis]) / (mass + others.mass);
        drift[axis] = (momentum + others.momentum[axis]) / (mass + others.mass);
    }
}

void trama_centre(const trama_system *system, double centre[3])
{
    double drift[3];
    means(system, centre, drift);
}

void trama_centre_velocity(const trama_system *system, double velocity[3])
{
    double centre[3];
    means(system, centre, velocity);
}

static void add_angular(const trama_system *system, const trama_object *object,
                        const double centre[3], const double drift[3], double angular[3])
{
    const size_t nodes = object->nv / 3;
    const double *q = system->q + object->q_begin, *v = system->v + object->v_begin;
    const double *mass = system->mass + object->v_begin;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
        const double *rj = q + j * nodes, *vj = v + j * nodes;
        const double *rk = q + k * nodes, *vk = v + k * nodes;
        for (size_t i = 0; i < nodes; i++)
            angular[axis] += mass[i] * ((rj[i] - centre[j]) * (vk[i] - drift[k]) -
                                        (rk[i] - centre[k]) * (vj[i] - drift[j]));
    }
}

void trama_angular_momentum(const trama_system *system, double angular[3])
{
    double centre[3], drift[3];
    means(system, centre, drift);
    const trama_moments others = moments_of_models(system, centre, drift);
    for (size_t axis = 0; axis < 3; axis++)
        angular[axis] = others.angular[axis];
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].type->pointwise)
            add_angular(system, &system->object[o], centre, drift, angular);
}
