/* Cylinders along z. */
#include "rigid/revolve.h"

#include <math.h>

static const double pi = 3.141592653589793;

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    double radial[2];
    trama_revolve_radial(d, radial);
    point[0] = shape->size[0] * radial[0];
    point[1] = shape->size[0] * radial[1];
    point[2] = copysign(0.5 * shape->size[1], d[2]);
}

/* A cap, or the line on the side, whichever looks more along d. */
static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    const double r = shape->size[0], half = 0.5 * shape->size[1];
    if (d[2] * d[2] > d[0] * d[0] + d[1] * d[1]) {
        trama_revolve_disc(r, copysign(half, d[2]), d[2] > 0.0, face);
        return;
    }
    double radial[2];
    trama_revolve_radial(d, radial);
    face->count = 2;
    face->face = 2;
    for (uint32_t end = 0; end < 2; end++) {
        face->corner[end] = end;
        face->x[end][0] = r * radial[0];
        face->x[end][1] = r * radial[1];
        face->x[end][2] = end ? half : -half;
    }
}

static double radius(const trama_convex *shape)
{
    const double r = shape->size[0], half = 0.5 * shape->size[1];
    return sqrt(r * r + half * half);
}

static double volume(const trama_convex *shape)
{
    return pi * shape->size[0] * shape->size[0] * shape->size[1];
}

static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double r = shape->size[0], h = shape->size[1], mass = volume(shape);
    trama_revolve_inertia(mass * (r * r / 4.0 + h * h / 12.0), 0.5 * mass * r * r, inertia);
}

static double section(const trama_convex *shape, size_t points, size_t i, double *z)
{
    *z = (i < points / 2 ? -0.5 : 0.5) * shape->size[1];
    return i == 0 || i + 1 == points ? 0.0 : shape->size[0];
}

static const trama_profile profile = {4, section};

static trama_convex_outline outline_size(const trama_convex *shape, size_t segments)
{
    (void)shape;
    return trama_revolve_size(&profile, segments);
}

static void outline(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3])
{
    trama_revolve(shape, &profile, segments, x, triangle);
}

const trama_convex_type trama_convex_cylinder = {
    .name = "cylinder",
    .summary = "a cylinder along z",
    .size_count = 2,
    .size_name = {"radius", "height"},
    .size_meaning = {"the radius", "the height"},
    .support = support,
    .face = face,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
