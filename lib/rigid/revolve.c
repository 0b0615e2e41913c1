#include "rigid/revolve.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.283185307179586;

/* cos(2 pi i / TRAMA_CIRCLE), i <= TRAMA_CIRCLE / 4: contacts must have the same bits everywhere,
 * which the C library's cosine has not. */
static const double quarter[TRAMA_CIRCLE / 4 + 1] = {1.0, 0.9238795325112867, 0.7071067811865476,
                                                     0.3826834323650898, 0.0};

static double circle_cosine(uint32_t i)
{
    const uint32_t step = TRAMA_CIRCLE / 4, turn = i / step % 4, rest = i % step;
    switch (turn) {
    case 0:
        return quarter[rest];
    case 1:
        return -quarter[step - rest];
    case 2:
        return -quarter[rest];
    default:
        return quarter[step - rest];
    }
}

trama_convex_outline trama_revolve_size(const trama_profile *profile, size_t segments)
{
    const size_t rings = profile->points - 2;
    return (trama_convex_outline){2 + rings * segments, 2 * segments * rings};
}

static void place_rings(const trama_convex *shape, const trama_profile *profile, size_t segments,
                        double (*x)[3])
{
    double z;
    for (size_t i = 1; i + 1 < profile->points; i++)
        for (size_t s = 0; s < segments; s++) {
            const double r = profile->at(shape, profile->points, i, &z);
            const double angle = two_pi * (double)s / (double)segments;
            double *point = x[1 + (i - 1) * segments + s];
            point[0] = r * cos(angle);
            point[1] = r * sin(angle);
            point[2] = z;
        }
}

/* Vertex `s` of ring `i`; the poles are the first vertex and the last. */
static uint32_t vertex(const trama_profile *profile, size_t segments, size_t i, size_t s)
{
    if (i == 0)
        return 0;
    if (i + 1 == profile->points)
        return (uint32_t)(1 + (profile->points - 2) * segments);
    return (uint32_t)(1 + (i - 1) * segments + s % segments);
}

static void join(uint32_t triangle[3], uint32_t a, uint32_t b, uint32_t c)
{
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
}

void trama_revolve(const trama_convex *shape, const trama_profile *profile, size_t segments,
                   double (*x)[3], uint32_t (*triangle)[3])
{
    const size_t last = profile->points - 1;
    double *const south = x[0], *const north = x[1 + (last - 1) * segments];
    south[0] = south[1] = north[0] = north[1] = 0.0;
    profile->at(shape, profile->points, 0, &south[2]);
    profile->at(shape, profile->points, last, &north[2]);
    place_rings(shape, profile, segments, x);
    for (size_t i = 0; i < last; i++)
        for (size_t s = 0; s < segments; s++) {
            const uint32_t a = vertex(profile, segments, i, s),
                           b = vertex(profile, segments, i, s + 1),
                           c = vertex(profile, segments, i + 1, s + 1),
                           d = vertex(profile, segments, i + 1, s);
            if (i > 0) /* at a pole, a and b are one vertex, or c and d */
                join(*triangle++, a, b, c);
            if (i + 1 < last)
                join(*triangle++, a, c, d);
        }
}

void trama_revolve_disc(double r, double z, bool up, trama_convex_face *face)
{
    face->count = TRAMA_CIRCLE;
    face->face = up ? 0 : 1;
    for (uint32_t i = 0; i < TRAMA_CIRCLE; i++) {
        const uint32_t corner = up ? i : TRAMA_CIRCLE - 1 - i;
        face->corner[i] = corner;
        face->x[i][0] = r * circle_cosine(corner);
        face->x[i][1] = r * circle_cosine(corner + 3 * TRAMA_CIRCLE / 4);
        face->x[i][2] = z;
    }
}

void trama_revolve_radial(const double d[3], double radial[2])
{
    const double length = sqrt(d[0] * d[0] + d[1] * d[1]);
    radial[0] = length > 0.0 ? d[0] / length : 1.0;
    radial[1] = length > 0.0 ? d[1] / length : 0.0;
}

void trama_revolve_inertia(double across, double along, double inertia[3][3])
{
    memset(inertia, 0, sizeof(double[3][3]));
    inertia[0][0] = inertia[1][1] = across;
    inertia[2][2] = along;
}
