/* What plain forms of what kernels do need beside core/vec.h. */
#ifndef SUPPORT_VEC_H
#define SUPPORT_VEC_H

#include "core/vec.h"

#include <math.h>
#include <stddef.h>

static inline double vec_length(vec a)
{
    return sqrt(dot(a, a));
}
static inline vec vec_unit(vec a)
{
    return scaled(1.0 / vec_length(a), a);
}

/* Node i of a state array of three times `nodes`: x, y, z. */
static inline vec vec_at(const double *array, size_t nodes, size_t i)
{
    return (vec){array[i], array[nodes + i], array[2 * nodes + i]};
}

#endif
