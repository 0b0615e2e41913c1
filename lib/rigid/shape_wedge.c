/* Wedges: half a box, cut along the diagonal of its x-z side. The section is the right triangle
 * with corners (0, 0), (length_x, 0), (0, length_z), seen from its centre of mass at a third of
 * both. */
#include "rigid/shape.h"

#include <math.h>
#include <string.h>

/* Corner c: bit 0 is the end along y; c / 2 is the corner of the section. */
static void corner_at(const trama_convex *shape, uint32_t c, double x[3])
{
    const double lx = shape->size[0], lz = shape->size[2];
    x[0] = (c / 2 == 1 ? 2.0 / 3.0 : -1.0 / 3.0) * lx;
    x[1] = (c & 1 ? 0.5 : -0.5) * shape->size[1];
    x[2] = (c / 2 == 2 ? 2.0 / 3.0 : -1.0 / 3.0) * lz;
}

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    const double along_x = d[0] * shape->size[0], along_z = d[2] * shape->size[2];
    uint32_t corner = 0;
    if (along_x > 0.0 || along_z > 0.0)
        corner = along_x >= along_z ? 2 : 4;
    corner_at(shape, corner + (d[1] > 0.0), point);
}

/* Bottom, back, ends, slope: corners counter-clockwise from outside. */
static const struct {
    uint32_t count, corner[4];
} faces[] = {
    {4, {0, 1, 3, 2}}, {4, {0, 4, 5, 1}}, {3, {0, 2, 4, 0}}, {3, {1, 5, 3, 0}}, {4, {2, 3, 5, 4}}};

static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    const double lx = shape->size[0], lz = shape->size[2];
    const double slope = (lz * d[0] + lx * d[2]) / sqrt(lx * lx + lz * lz);
    const double towards[] = {-d[2], -d[0], -d[1], d[1], slope};
    face->face = 0;
    for (uint32_t f = 1; f < 5; f++)
        if (towards[f] > towards[face->face])
            face->face = f;
    face->count = faces[face->face].count;
    for (uint32_t i = 0; i < face->count; i++) {
        face->corner[i] = faces[face->face].corner[i];
        corner_at(shape, face->corner[i], face->x[i]);
    }
}

static double radius(const trama_convex *shape)
{
    double largest = 0.0, x[3];
    for (uint32_t c = 0; c < 6; c++) {
        corner_at(shape, c, x);
        largest = fmax(largest, sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
    }
    return largest;
}

static double volume(const trama_convex *shape)
{
    return 0.5 * shape->size[0] * shape->size[1] * shape->size[2];
}

/* Of a right triangle with legs a and b about its centre: the mean of x^2 is a^2/18, of x z
 * -a b/36. */
static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double *l = shape->size, mass = volume(shape);
    const double xx = mass * l[0] * l[0] / 18.0, yy = mass * l[1] * l[1] / 12.0,
                 zz = mass * l[2] * l[2] / 18.0, xz = -mass * l[0] * l[2] / 36.0;
    memset(inertia, 0, sizeof(double[3][3]));
    inertia[0][0] = yy + zz;
    inertia[1][1] = zz + xx;
    inertia[2][2] = xx + yy;
    inertia[0][2] = inertia[2][0] = -xz;
}

static trama_convex_outline outline_size(const trama_convex *shape, size_t segments)
{
    (void)shape, (void)segments;
    return (trama_convex_outline){6, 8};
}

static void outline(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3])
{
    (void)segments;
    for (uint32_t c = 0; c < 6; c++)
        corner_at(shape, c, x[c]);
    for (size_t f = 0; f < sizeof faces / sizeof faces[0]; f++)
        for (uint32_t i = 1; i + 1 < faces[f].count; i++) {
            (*triangle)[0] = faces[f].corner[0];
            (*triangle)[1] = faces[f].corner[i];
            (*triangle++)[2] = faces[f].corner[i + 1];
        }
}

const trama_convex_type trama_convex_wedge = {
    .name = "wedge",
    .summary = "half a box: a prism along y over a right triangle in x and z",
    .size_count = 3,
    .size_name = {"length_x", "length_y", "length_z"},
    .size_meaning = {"the leg along x", "the edge along y", "the leg along z"},
    .support = support,
    .face = face,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
