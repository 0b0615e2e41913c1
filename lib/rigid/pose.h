/* Vectors and points of a pose's frame in the world, and back. */
#ifndef TRAMA_RIGID_POSE_H
#define TRAMA_RIGID_POSE_H

#include "core/vec.h"
#include "rigid/shape.h"

INLINE vec vec_of(const double x[3])
{
    return (vec){x[0], x[1], x[2]};
}
INLINE void vec_put(vec a, double x[3])
{
    x[0] = a.x;
    x[1] = a.y;
    x[2] = a.z;
}

/* A vector of the pose's axes in the world, and the other way. */
INLINE vec turned(const trama_pose *pose, vec v)
{
    const double(*m)[3] = pose->axes;
    return (vec){m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                 m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                 m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z};
}
INLINE vec turned_back(const trama_pose *pose, vec v)
{
    const double(*m)[3] = pose->axes;
    return (vec){m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z,
                 m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
                 m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z};
}
/* A point of the pose's frame in the world. */
INLINE vec placed(const trama_pose *pose, vec v)
{
    return plus(vec_of(pose->x), turned(pose, v));
}

#endif
