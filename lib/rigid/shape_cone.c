/* Cones along z: the base is at -height/4, the apex at 3/4 height, the centre of mass between. */
#include "rigid/revolve.h"

#include <math.h>
#include <string.h>

static const double pi = 3.141592653589793;

/* The apex is further than the rim where d_z h > r sqrt(d_x^2 + d_y^2). */
static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    (void)hint;
    const double r = shape->size[0], h = shape->size[1];
    const bool apex = d[2] > 0.0 && d[2] * d[2] * h * h > r * r * (d[0] * d[0] + d[1] * d[1]);
    double radial[2] = {0.0, 0.0};
    if (!apex)
        trama_revolve_radial(d, radial);
    point[0] = r * radial[0];
    point[1] = r * radial[1];
    point[2] = apex ? 0.75 * h : -0.25 * h;
}

/* The base, or the line on the side from rim to apex, whichever looks more along d: the normal of
 * the side is (h, r)/sqrt(h^2 + r^2) in the plane of d and z, that of the base (0, -1). */
static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    const double r = shape->size[0], h = shape->size[1];
    const double across = sqrt(d[0] * d[0] + d[1] * d[1]);
    if (-d[2] > (h * across + r * d[2]) / sqrt(h * h + r * r)) {
        trama_revolve_disc(r, -0.25 * h, false, face);
        return;
    }
    double radial[2];
    trama_revolve_radial(d, radial);
    face->count = 2;
    face->face = 2;
    face->corner[0] = 0;
    face->corner[1] = 1;
    const double ends[2][3] = {{r * radial[0], r * radial[1], -0.25 * h}, {0.0, 0.0, 0.75 * h}};
    memcpy(face->x, ends, sizeof ends);
}

static double radius(const trama_convex *shape)
{
    const double r = shape->size[0], h = shape->size[1];
    return fmax(sqrt(r * r + h * h / 16.0), 0.75 * h);
}

static double volume(const trama_convex *shape)
{
    return pi / 3.0 * shape->size[0] * shape->size[0] * shape->size[1];
}

static void inertia(const trama_convex *shape, double inertia[3][3])
{
    const double r = shape->size[0], h = shape->size[1], mass = volume(shape);
    trama_revolve_inertia(3.0 / 80.0 * mass * (4.0 * r * r + h * h), 0.3 * mass * r * r, inertia);
}

static double section(const trama_convex *shape, size_t points, size_t i, double *z)
{
    *z = (i + 1 < points ? -0.25 : 0.75) * shape->size[1];
    return i == 1 ? shape->size[0] : 0.0;
}

static const trama_profile profile = {3, section};

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

const trama_convex_type trama_convex_cone = {
    .name = "cone",
    .summary = "a cone along z, its apex up",
    .size_count = 2,
    .size_name = {"radius", "height"},
    .size_meaning = {"the radius of the base", "the height"},
    .support = support,
    .face = face,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .outline_size = outline_size,
    .outline = outline,
};
