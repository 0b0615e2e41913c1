/* Vectors of three doubles, by value, for plain forms of what kernels do. */
#ifndef SUPPORT_VEC_H
#define SUPPORT_VEC_H

#include <math.h>
#include <stddef.h>

typedef struct vec {
    double x, y, z;
} vec;

static inline vec vec_sum(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec vec_difference(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline vec vec_scaled(double s, vec a)
{
    return (vec){s * a.x, s * a.y, s * a.z};
}
static inline double vec_dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec vec_cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double vec_length(vec a)
{
    return sqrt(vec_dot(a, a));
}
static inline vec vec_unit(vec a)
{
    return vec_scaled(1.0 / vec_length(a), a);
}

/* Node i of a state array of three times `nodes`: x, y, z. */
static inline vec vec_at(const double *array, size_t nodes, size_t i)
{
    return (vec){array[i], array[nodes + i], array[2 * nodes + i]};
}

#endif
