/* Boxes. */
#include "rigid/shape.h"

#include <math.h>
#include <string.h>

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    for (int i = 0; i < 3; i++)
        point[i] = copysign(0.5 * shape->size[i], d[i]);
}

/* Corner c is at +1/2 edge along axis i where bit i of c is set. */
static void corner_at(const trama_convex *shape, uint32_t c, double x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = (c >> i & 1 ? 0.5 : -0.5) * shape->size[i];
}

/* Corners of face 2 i + (0: at -, 1: at +) of axis i, counter-clockwise from outside. */
static const uint32_t corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    uint32_t axis = fabs(d[1]) > fabs(d[0]) ? 1 : 0;
    if (fabs(d[2]) > fabs(d[axis]))
        axis = 2;
    face->count = 4;
    face->face = 2 * axis + (d[axis] > 0.0);
    for (int i = 0; i < 4; i++) {
        face->corner[i] = corners[face->face][i];
        corner_at(shape, face->corner[i], face->x[i]);
    }
}

static double radius(const trama_convex *shape)
{
    const double *l = shape->size;
    return 0.5 * sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
}

static double volume(const trama_convex *shape)
{
    return shape->size[0] * shape->size[1] * shape->size[2];
}

static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double *l = shape->size, share = volume(shape) / 12.0;
    memset(inertia, 0, sizeof(double[3][3]));
    inertia[0][0] = share * (l[1] * l[1] + l[2] * l[2]);
    inertia[1][1] = share * (l[2] * l[2] + l[0] * l[0]);
    inertia[2][2] = share * (l[0] * l[0] + l[1] * l[1]);
}

static trama_convex_outline outline_size(const trama_convex *shape, size_t segments)
{
    (void)shape, (void)segments;
    return (trama_convex_outline){8, 12};
}

static void outline(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3])
{
    (void)segments;
    for (uint32_t c = 0; c < 8; c++)
        corner_at(shape, c, x[c]);
    for (size_t t = 0; t < 12; t++) {
        const uint32_t *c = corners[t / 2];
        triangle[t][0] = c[0];
        triangle[t][1] = c[1 + t % 2];
        triangle[t][2] = c[2 + t % 2];
    }
}

const trama_convex_type trama_convex_box = {
    .name = "box",
    .summary = "a rectangular box",
    .size_count = 3,
    .size_name = {"length_x", "length_y", "length_z"},
    .size_meaning = {"the edge along x", "the edge along y", "the edge along z"},
    .support = support,
    .face = face,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
