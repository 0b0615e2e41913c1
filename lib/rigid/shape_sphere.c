/* Balls. */
#include "rigid/revolve.h"

#include <math.h>

static const double pi = 3.141592653589793;

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    const double scale = shape->size[0] / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int i = 0; i < 3; i++)
        point[i] = scale * d[i];
}

static void core(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)shape, (void)d, (void)hint;
    point[0] = point[1] = 0.0;
    point[2] = 0.0;
}

static double margin(const trama_convex *shape)
{
    return shape->size[0];
}

static double radius(const trama_convex *shape)
{
    return shape->size[0];
}

static double volume(const trama_convex *shape)
{
    const double r = shape->size[0];
    return 4.0 / 3.0 * pi * r * r * r;
}

static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double r = shape->size[0], moment = 0.4 * volume(shape) * r * r;
    trama_revolve_inertia(moment, moment, inertia);
}

static double section(const trama_convex *shape, size_t points, size_t i, double *z)
{
    const double r = shape->size[0], angle = pi * (double)i / (double)(points - 1);
    *z = -r * cos(angle);
    return r * sin(angle);
}

static trama_profile profile_of(size_t segments)
{
    return (trama_profile){segments / 2 + 2, section};
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

const trama_convex_type trama_convex_sphere = {
    .name = "sphere",
    .summary = "a ball",
    .size_count = 1,
    .size_name = {"radius"},
    .size_meaning = {"the radius"},
    .support = support,
    .core = core,
    .margin = margin,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
