/* Capsules: all points nearer than the radius to a segment along z. */
#include "rigid/revolve.h"

#include <math.h>

static const double pi = 3.141592653589793;

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    const double scale = shape->size[0] / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int i = 0; i < 3; i++)
        point[i] = scale * d[i];
    point[2] += copysign(0.5 * shape->size[1], d[2]);
}

static void core(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    point[0] = point[1] = 0.0;
    point[2] = copysign(0.5 * shape->size[1], d[2]);
}

static double margin(const trama_convex *shape)
{
    return shape->size[0];
}

/* The line of the surface that looks along d, over the whole straight part. */
static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    const double scale = shape->size[0] / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    face->count = 2;
    face->face = 0;
    for (uint32_t end = 0; end < 2; end++) {
        face->corner[end] = end;
        for (int i = 0; i < 3; i++)
            face->x[end][i] = scale * d[i];
        face->x[end][2] += (end ? 0.5 : -0.5) * shape->size[1];
    }
}

static double radius(const trama_convex *shape)
{
    return shape->size[0] + 0.5 * shape->size[1];
}

static double volume(const trama_convex *shape)
{
    const double r = shape->size[0], l = shape->size[1];
    return pi * r * r * (l + 4.0 / 3.0 * r);
}

/* The cylinder's moments, and those of two half balls, whose centres of mass are 3/8 r from their
 * flat sides; by the theorem of parallel axes. */
static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double r = shape->size[0], l = shape->size[1];
    const double cylinder = pi * r * r * l, ball = 4.0 / 3.0 * pi * r * r * r;
    const double along = 0.5 * cylinder * r * r + 0.4 * ball * r * r;
    const double across = cylinder * (r * r / 4.0 + l * l / 12.0) +
                          ball * (0.4 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r);
    trama_revolve_inertia(across, along, inertia);
}

/* The lower quarter circle has the first half of the points, the upper one the second. */
static double section(const trama_convex *shape, size_t points, size_t i, double *z)
{
    const double r = shape->size[0], half = 0.5 * shape->size[1];
    const bool upper = i >= points / 2;
    const double angle = pi * (double)(i - upper) / (double)(points - 2);
    *z = -r * cos(angle) + (upper ? half : -half);
    return r * sin(angle);
}

static trama_profile profile_of(size_t segments)
{
    return (trama_profile){2 * (segments / 4) + 4, section};
}

static trama_convex_outline outline_size(const trama_convex *shape, size_t segments)
{
    (void)shape;
    const trama_profile profile = profile_of(segments);
    return trama_revolve_size(&profile, segments);
}

static void outline(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3])
{
    const trama_profile profile = profile_of(segments);
    trama_revolve(shape, &profile, segments, x, triangle);
}

const trama_convex_type trama_convex_capsule = {
    .name = "capsule",
    .summary = "a cylinder along z with half balls on both ends",
    .size_count = 2,
    .size_name = {"radius", "length"},
    .size_meaning = {"the radius", "the length of the straight part"},
    .support = support,
    .core = core,
    .margin = margin,
    .face = face,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
