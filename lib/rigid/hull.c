#include "rigid/hull.h"
#include "core/memory.h"
#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    uint32_t from, to;
} edge;

/* The work of one hull. */
typedef struct builder {
    trama_hull *hull;
    const double (*x)[3];
    size_t count;
    const unsigned char *use;
    double tolerance;
    edge *seen; /* directed edges of the faces that the new point sees */
    size_t seen_count, seen_capacity;
} builder;

static void subtract(const double a[3], const double b[3], double difference[3])
{
    for (int i = 0; i < 3; i++)
        difference[i] = a[i] - b[i];
}

trama_hull_face trama_hull_face_of(const double (*x)[3], uint32_t a, uint32_t b, uint32_t c)
{
    trama_hull_face face = {.corner = {a, b, c}};
    double ab[3], ac[3];
    subtract(x[b], x[a], ab);
    subtract(x[c], x[a], ac);
    cross3(ab, ac, face.normal);
    const double length = sqrt(dot3(face.normal, face.normal));
    for (int i = 0; i < 3; i++)
        face.normal[i] = length > 0.0 ? face.normal[i] / length : 0.0;
    face.offset = dot3(face.normal, x[a]);
    return face;
}

static double height(const trama_hull_face *face, const double x[3])
{
    return dot3(face->normal, x) - face->offset;
}

static bool add_face(builder *b, uint32_t i, uint32_t j, uint32_t k)
{
    trama_hull_face *grown =
        trama_with_room(b->hull->face, b->hull->count, &b->hull->capacity, sizeof *grown);
    if (!grown)
        return false;
    b->hull->face = grown;
    grown[b->hull->count++] = trama_hull_face_of(b->x, i, j, k);
    return true;
}

static bool used(const builder *b, size_t i)
{
    return !b->use || b->use[i];
}

/* ---- The first four corners: the extremes along x, y or z, then furthest from the line of these,
 * then from the plane. */

typedef double measure(const builder *b, const uint32_t *corner, const double x[3]);

static double along(const builder *b, const uint32_t *axis, const double x[3])
{
    (void)b;
    return x[*axis];
}

static double against(const builder *b, const uint32_t *axis, const double x[3])
{
    (void)b;
    return -x[*axis];
}

static double from_line(const builder *b, const uint32_t *corner, const double x[3])
{
    double line[3], to[3], product[3];
    subtract(b->x[corner[1]], b->x[corner[0]], line);
    subtract(x, b->x[corner[0]], to);
    cross3(line, to, product);
    return sqrt(dot3(product, product) / dot3(line, line));
}

static double from_plane(const builder *b, const uint32_t *corner, const double x[3])
{
    const trama_hull_face face = trama_hull_face_of(b->x, corner[0], corner[1], corner[2]);
    return fabs(height(&face, x));
}

static uint32_t furthest(const builder *b, measure *value, const uint32_t *corner, double *most)
{
    uint32_t best = 0;
    *most = -TRAMA_INFINITY;
    for (uint32_t i = 0; i < b->count; i++) {
        const double v = used(b, i) ? value(b, corner, b->x[i]) : -TRAMA_INFINITY;
        if (v > *most) {
            *most = v;
            best = i;
        }
    }
    return best;
}

static bool choose_four(const builder *b, uint32_t corner[4])
{
    double widest = 0.0, most, least, distance;
    corner[0] = corner[1] = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t high = furthest(b, along, &axis, &most),
                       low = furthest(b, against, &axis, &least);
        if (most + least > widest) {
            widest = most + least;
            corner[0] = low;
            corner[1] = high;
        }
    }
    if (widest <= b->tolerance)
        return false;
    corner[2] = furthest(b, from_line, corner, &distance);
    if (distance <= b->tolerance)
        return false;
    corner[3] = furthest(b, from_plane, corner, &distance);
    return distance > b->tolerance;
}

static bool start(builder *b, const uint32_t corner[4])
{
    uint32_t c[4];
    memcpy(c, corner, sizeof c);
    const trama_hull_face base = trama_hull_face_of(b->x, c[0], c[1], c[2]);
    if (height(&base, b->x[c[3]]) > 0.0) { /* the base must look away from the fourth */
        const uint32_t swap = c[1];
        c[1] = c[2];
        c[2] = swap;
    }
    return add_face(b, c[0], c[1], c[2]) && add_face(b, c[1], c[0], c[3]) &&
           add_face(b, c[2], c[1], c[3]) && add_face(b, c[0], c[2], c[3]);
}

/* ---- One more point. */

static bool note_edge(builder *b, uint32_t from, uint32_t to)
{
    edge *grown = trama_with_room(b->seen, b->seen_count, &b->seen_capacity, sizeof *grown);
    if (!grown)
        return false;
    b->seen = grown;
    grown[b->seen_count++] = (edge){from, to};
    return true;
}

/* Takes out the faces that the point sees, and keeps their edges. */
static bool take_out_seen(builder *b, const double x[3])
{
    trama_hull *hull = b->hull;
    size_t kept = 0;
    b->seen_count = 0;
    for (size_t f = 0; f < hull->count; f++) {
        const trama_hull_face face = hull->face[f];
        if (height(&face, x) <= b->tolerance) {
            hull->face[kept++] = face;
            continue;
        }
        for (int i = 0; i < 3; i++)
            if (!note_edge(b, face.corner[i], face.corner[(i + 1) % 3]))
                return false;
    }
    hull->count = kept;
    return true;
}

/* An edge of what was seen that is not run along the other way as well: part of the horizon. */
static bool on_horizon(const builder *b, edge e)
{
    for (size_t i = 0; i < b->seen_count; i++)
        if (b->seen[i].from == e.to && b->seen[i].to == e.from)
            return false;
    return true;
}

static bool add_point(builder *b, uint32_t point)
{
    if (!take_out_seen(b, b->x[point]))
        return false;
    for (size_t i = 0; i < b->seen_count; i++)
        if (on_horizon(b, b->seen[i]) && !add_face(b, b->seen[i].from, b->seen[i].to, point))
            return false;
    return true;
}

/* No point that is used is above a face. */
static bool holds_all(const builder *b)
{
    for (size_t f = 0; f < b->hull->count; f++)
        for (size_t i = 0; i < b->count; i++)
            if (used(b, i) && height(&b->hull->face[f], b->x[i]) > 10.0 * b->tolerance)
                return false;
    return b->hull->count >= 4;
}

static trama_status build(builder *b, trama_error *error)
{
    uint32_t corner[4];
    if (!choose_four(b, corner))
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                          "the points lie in a plane: a body needs a volume");
    if (!start(b, corner))
        return trama_fail_memory(error);
    for (uint32_t i = 0; i < b->count; i++)
        if (used(b, i) && !add_point(b, i))
            return trama_fail_memory(error);
    if (!holds_all(b))
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                          "some points are so nearly on a line or a plane that their hull is not "
                          "sure: leave out those that are no corners");
    return TRAMA_OK;
}

trama_status trama_hull_make(trama_hull *hull, const double (*x)[3], size_t count,
                             const unsigned char *use, double tolerance, trama_error *error)
{
    *hull = (trama_hull){0};
    builder b = {.hull = hull, .x = x, .count = count, .use = use, .tolerance = tolerance};
    const trama_status status = build(&b, error);
    free(b.seen);
    if (status != TRAMA_OK)
        trama_hull_free(hull);
    return status;
}

void trama_hull_free(trama_hull *hull)
{
    free(hull->face);
    *hull = (trama_hull){0};
}
