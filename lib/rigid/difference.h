/* Two shapes for searches: the second's pose in the frame of the first, and the support mapping of
 * their Minkowski difference, second minus first. It contains the origin if and only if the shapes
 * overlap. */
#ifndef TRAMA_RIGID_DIFFERENCE_H
#define TRAMA_RIGID_DIFFERENCE_H

#include "core/vec.h"
#include "rigid/shape.h"

typedef void trama_support(const trama_convex *, const double[3], uint32_t *, double[3]);

typedef struct trama_difference {
    const trama_convex *a, *b;
    trama_support *support_a, *support_b;
    double r[3][3]; /* from the second's frame to the first's */
    vec x;          /* the second's origin relative to the first's, in the first's frame */
    uint32_t hint_a, hint_b;
} trama_difference;

/* A point of the difference, and the point of the first shape; that of the second is their sum. */
typedef struct trama_vertex {
    vec v, a;
} trama_vertex;

INLINE void trama_difference_set(trama_difference *p, const trama_convex *a,
                                 const trama_pose *pose_a, const trama_convex *b,
                                 const trama_pose *pose_b)
{
    const double(*m)[3] = pose_a->axes, (*n)[3] = pose_b->axes;
    const double dx = pose_b->x[0] - pose_a->x[0], dy = pose_b->x[1] - pose_a->x[1],
                 dz = pose_b->x[2] - pose_a->x[2];
    p->a = a;
    p->b = b;
    p->support_a = a->type->support;
    p->support_b = b->type->support;
    p->hint_a = p->hint_b = 0;
    p->x.x = m[0][0] * dx + m[1][0] * dy + m[2][0] * dz;
    p->x.y = m[0][1] * dx + m[1][1] * dy + m[2][1] * dz;
    p->x.z = m[0][2] * dx + m[1][2] * dy + m[2][2] * dz;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p->r[i][j] = m[0][i] * n[0][j] + m[1][i] * n[1][j] + m[2][i] * n[2][j];
}

/* The furthest point of the difference along d, in the first's frame. */
INLINE trama_vertex trama_difference_support(trama_difference *p, vec d)
{
    const double(*r)[3] = (const double(*)[3])p->r;
    const double da[3] = {-d.x, -d.y, -d.z};
    const double db[3] = {r[0][0] * d.x + r[1][0] * d.y + r[2][0] * d.z,
                          r[0][1] * d.x + r[1][1] * d.y + r[2][1] * d.z,
                          r[0][2] * d.x + r[1][2] * d.y + r[2][2] * d.z};
    double pa[3], pb[3];
    p->support_a(p->a, da, &p->hint_a, pa);
    p->support_b(p->b, db, &p->hint_b, pb);
    return (trama_vertex){{p->x.x + r[0][0] * pb[0] + r[0][1] * pb[1] + r[0][2] * pb[2] - pa[0],
                           p->x.y + r[1][0] * pb[0] + r[1][1] * pb[1] + r[1][2] * pb[2] - pa[1],
                           p->x.z + r[2][0] * pb[0] + r[2][1] * pb[1] + r[2][2] * pb[2] - pa[2]},
                          {pa[0], pa[1], pa[2]}};
}

/* From the first's frame to the world: a direction, and a point. */
INLINE void trama_difference_turn(const trama_pose *pose, vec d, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = pose->axes[i][0] * d.x + pose->axes[i][1] * d.y + pose->axes[i][2] * d.z;
}
INLINE void trama_difference_place(const trama_pose *pose, vec p, double out[3])
{
    trama_difference_turn(pose, p, out);
    for (int i = 0; i < 3; i++)
        out[i] += pose->x[i];
}

#endif
