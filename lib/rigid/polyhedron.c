/* Polyhedra of points: the hull's triangles, joined to faces where they are coplanar. */
#include "rigid/polyhedron.h"
#include "core/vec.h"
#include "rigid/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double coplanar = 1e-9; /* of the extent; the hull's own tolerance is a tenth */

/* A directed edge of a triangle, and where it comes from. */
typedef struct side {
    uint32_t from, to, triangle;
} side;

/* Work of one polyhedron: `count` triangles over `points` points. */
typedef struct draft {
    const double (*x)[3];
    size_t points, count;
    const trama_hull_face *face;
    double tolerance; /* m */
    side *side;       /* 3 count, sorted by from, then to */
    uint32_t *group;  /* of each triangle: the first of its face */
    uint32_t *next;   /* of each point, on the rim of one face */
    uint32_t *around; /* of each point: faces that it is a corner of */
} draft;

static double extent(const double (*x)[3], size_t count)
{
    double widest = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = x[0][axis], high = low;
        for (size_t i = 1; i < count; i++) {
            low = fmin(low, x[i][axis]);
            high = fmax(high, x[i][axis]);
        }
        widest = fmax(widest, high - low);
    }
    return widest;
}

/* ---- Sides, and the groups of coplanar triangles. */

static int by_ends(const void *a, const void *b)
{
    const side *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static const side *find_side(const draft *d, uint32_t from, uint32_t to)
{
    const side key = {from, to, 0};
    return bsearch(&key, d->side, 3 * d->count, sizeof key, by_ends);
}

static uint32_t group_of(const draft *d, uint32_t triangle)
{
    while (d->group[triangle] != triangle)
        triangle = d->group[triangle];
    return triangle;
}

static double area(const draft *d, uint32_t triangle)
{
    const uint32_t *c = d->face[triangle].corner;
    double ab[3], ac[3], product[3];
    for (int i = 0; i < 3; i++) {
        ab[i] = d->x[c[1]][i] - d->x[c[0]][i];
        ac[i] = d->x[c[2]][i] - d->x[c[0]][i];
    }
    cross3(ab, ac, product);
    return dot3(product, product);
}

/* The smaller triangle's corners are in the plane of the larger, whose normal is the surer. */
static bool are_coplanar(const draft *d, uint32_t a, uint32_t b)
{
    const bool first = area(d, a) >= area(d, b);
    const trama_hull_face *plane = &d->face[first ? a : b], *other = &d->face[first ? b : a];
    for (int i = 0; i < 3; i++)
        if (fabs(dot3(plane->normal, d->x[other->corner[i]]) - plane->offset) > d->tolerance)
            return false;
    return true;
}

/* False if an edge has not one triangle on each side. */
static bool join_coplanar(draft *d)
{
    for (uint32_t t = 0; t < d->count; t++) {
        d->group[t] = t;
        for (uint32_t i = 0; i < 3; i++)
            d->side[3 * t + i] = (side){d->face[t].corner[i], d->face[t].corner[(i + 1) % 3], t};
    }
    qsort(d->side, 3 * d->count, sizeof *d->side, by_ends);
    for (size_t i = 0; i < 3 * d->count; i++) {
        const side *s = &d->side[i], *back = find_side(d, s->to, s->from);
        if (!back || (i > 0 && by_ends(s, s - 1) == 0))
            return false;
        const uint32_t a = group_of(d, s->triangle), b = group_of(d, back->triangle);
        if (a != b && are_coplanar(d, s->triangle, back->triangle))
            d->group[a > b ? a : b] = a > b ? b : a;
    }
    return true;
}

/* ---- Faces: the rims of the groups. */

/* Sets next[] along the rim of a group, and returns one of its points; *length is its number of
 * edges. */
static uint32_t link_rim(draft *d, uint32_t group, size_t *length)
{
    uint32_t start = 0;
    *length = 0;
    for (size_t i = 0; i < 3 * d->count; i++) {
        const side *s = &d->side[i];
        if (group_of(d, s->triangle) != group ||
            group_of(d, find_side(d, s->to, s->from)->triangle) == group)
            continue;
        d->next[s->from] = s->to;
        start = s->from;
        ++*length;
    }
    return start;
}

/* Appends the group's polygon to the polyhedron. */
static trama_status add_face(draft *d, uint32_t group, trama_polyhedron *p, trama_error *error)
{
    size_t length;
    const uint32_t start = link_rim(d, group, &length);
    if (length > TRAMA_FACE_CORNERS)
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices", "a face has %zu corners, at most %d",
                          length, TRAMA_FACE_CORNERS);
    uint32_t end = p->face_begin[p->faces], point = start;
    for (size_t i = 0; i < length; i++, point = d->next[point])
        p->face_corner[end++] = point;
    if (point != start)
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                          "the rim of a face does not close: some corners are nearly in one place");
    uint32_t largest = group;
    for (uint32_t t = 0; t < d->count; t++)
        if (group_of(d, t) == group && area(d, t) > area(d, largest))
            largest = t;
    memcpy(p->normal[p->faces], d->face[largest].normal, sizeof *p->normal);
    p->face_begin[++p->faces] = end;
    return TRAMA_OK;
}

static trama_status add_faces(draft *d, trama_polyhedron *p, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (uint32_t t = 0; status == TRAMA_OK && t < d->count; t++)
        if (d->group[t] == t)
            status = add_face(d, t, p, error);
    return status;
}

/* ---- The polyhedron's tables, from faces over points. */

/* Points that are corners of three faces or more; others are inside, on faces or on edges. */
static size_t mark_corners(draft *d, const trama_polyhedron *p, unsigned char *use)
{
    size_t corners = 0;
    memset(d->around, 0, d->points * sizeof *d->around);
    for (uint32_t i = 0; i < p->face_begin[p->faces]; i++)
        d->around[p->face_corner[i]]++;
    for (size_t i = 0; i < d->points; i++) {
        use[i] = d->around[i] >= 3;
        corners += use[i];
    }
    return corners;
}

/* Counts become where each list begins; `begin` has count + 1 entries. */
static void begin_lists(uint32_t *begin, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i <= count; i++) {
        const uint32_t own = i < count ? begin[i] : 0;
        begin[i] = sum;
        sum += own;
    }
}

/* Of each corner the faces around it, and the other ends of the edges that run from it: a corner
 * has one of both for each face. */
static void list_around(trama_polyhedron *p)
{
    for (uint32_t i = 0; i < p->face_begin[p->faces]; i++)
        p->around_begin[p->face_corner[i]]++;
    begin_lists(p->around_begin, p->corners);
    memcpy(p->neighbour_begin, p->around_begin, (p->corners + 1) * sizeof *p->around_begin);
    for (uint32_t f = 0; f < p->faces; f++)
        for (uint32_t i = p->face_begin[f]; i < p->face_begin[f + 1]; i++) {
            const uint32_t after = i + 1 < p->face_begin[f + 1] ? i + 1 : p->face_begin[f];
            const uint32_t place = p->neighbour_begin[p->face_corner[i]]++;
            p->around[place] = f;
            p->neighbour[place] = p->face_corner[after];
        }
    memmove(p->neighbour_begin + 1, p->neighbour_begin, p->corners * sizeof *p->neighbour_begin);
    p->neighbour_begin[0] = 0;
}

/* Copies the corners and names them by their places among themselves. */
static void renumber(draft *d, const unsigned char *use, trama_polyhedron *p)
{
    uint32_t *place = d->next;
    p->corners = 0;
    for (size_t i = 0; i < d->points; i++)
        if (use[i]) {
            memcpy(p->x[p->corners], d->x[i], sizeof *p->x);
            place[i] = (uint32_t)p->corners++;
        }
    for (uint32_t i = 0; i < p->face_begin[p->faces]; i++)
        p->face_corner[i] = place[p->face_corner[i]];
    p->triangles = 0;
    for (size_t f = 0; f < p->faces; f++)
        for (uint32_t i = p->face_begin[f] + 1; i + 1 < p->face_begin[f + 1]; i++) {
            uint32_t *corner = p->triangle[p->triangles++];
            corner[0] = p->face_corner[p->face_begin[f]];
            corner[1] = p->face_corner[i];
            corner[2] = p->face_corner[i + 1];
        }
}

static bool reserve(trama_polyhedron *p, draft *d)
{
    const size_t t = d->count, n = d->points;
    p->x = calloc(n, sizeof *p->x);
    p->triangle = calloc(t, sizeof *p->triangle);
    p->normal = calloc(t, sizeof *p->normal);
    p->face_begin = calloc(t + 1, sizeof *p->face_begin);
    p->face_corner = calloc(3 * t, sizeof *p->face_corner);
    p->neighbour_begin = calloc(n + 1, sizeof *p->neighbour_begin);
    p->neighbour = calloc(3 * t, sizeof *p->neighbour);
    p->around_begin = calloc(n + 1, sizeof *p->around_begin);
    p->around = calloc(3 * t, sizeof *p->around);
    d->side = calloc(3 * t, sizeof *d->side);
    d->group = calloc(t, sizeof *d->group);
    d->next = calloc(n, sizeof *d->next);
    d->around = calloc(n, sizeof *d->around);
    return p->x && p->triangle && p->normal && p->face_begin && p->face_corner &&
           p->neighbour_begin && p->neighbour && p->around_begin && p->around && d->side &&
           d->group && d->next && d->around;
}

/* *again: some points of the hull are no corners; `use` marks those that are. */
static trama_status make_of_hull(draft *d, trama_polyhedron *p, unsigned char *use, bool *again,
                                 trama_error *error)
{
    if (!reserve(p, d))
        return trama_fail_memory(error);
    if (!join_coplanar(d))
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                          "the hull does not close: some corners are nearly in one place");
    const trama_status status = add_faces(d, p, error);
    if (status != TRAMA_OK)
        return status;
    size_t listed = 0;
    const size_t corners = mark_corners(d, p, use);
    for (size_t i = 0; i < d->points; i++)
        listed += d->around[i] > 0;
    *again = listed > corners;
    if (!*again) {
        renumber(d, use, p);
        list_around(p);
    }
    return TRAMA_OK;
}

static trama_status check_origin(const trama_polyhedron *p, double tolerance, trama_error *error)
{
    for (size_t f = 0; f < p->faces; f++)
        if (dot3(p->normal[f], p->x[p->face_corner[p->face_begin[f]]]) <= tolerance)
            return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                              "the origin is not inside: give corners about the centre of mass");
    return TRAMA_OK;
}

/* One hull, of the points that `use` marks. */
static trama_status try_hull(trama_polyhedron *p, draft *d, unsigned char *use, bool *again,
                             trama_error *error)
{
    trama_hull hull;
    trama_status status = trama_hull_make(&hull, d->x, d->points, use, 0.1 * d->tolerance, error);
    if (status != TRAMA_OK)
        return status;
    d->face = hull.face;
    d->count = hull.count;
    status = make_of_hull(d, p, use, again, error);
    if (status == TRAMA_OK && !*again)
        status = check_origin(p, d->tolerance, error);
    free(d->side);
    free(d->group);
    free(d->next);
    free(d->around);
    trama_hull_free(&hull);
    if (status != TRAMA_OK || *again)
        trama_polyhedron_free(p);
    return status;
}

static trama_status check_points(const double (*x)[3], size_t count, trama_error *error)
{
    if (count < 4)
        return trama_fail(error, TRAMA_BAD_INPUT, "vertices",
                          "%zu points; a polyhedron has at least 4", count);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i][0]) || !isfinite(x[i][1]) || !isfinite(x[i][2]))
            return trama_fail(error, TRAMA_BAD_INPUT, "vertices", "vertex %zu is not finite", i);
    return TRAMA_OK;
}

trama_status trama_polyhedron_of_points(trama_polyhedron *polyhedron, const double *points,
                                        size_t count, size_t *inside, trama_error *error)
{
    const double(*x)[3] = (const double(*)[3])points;
    *polyhedron = (trama_polyhedron){0};
    trama_status status = check_points(x, count, error);
    if (status != TRAMA_OK)
        return status;
    unsigned char *use = malloc(count);
    if (!use)
        return trama_fail_memory(error);
    memset(use, 1, count);
    draft d = {.x = x, .points = count, .tolerance = coplanar * extent(x, count)};
    for (bool again = true; again && status == TRAMA_OK;)
        status = try_hull(polyhedron, &d, use, &again, error);
    free(use);
    if (inside && status == TRAMA_OK)
        *inside = count - polyhedron->corners;
    return status;
}

void trama_polyhedron_free(trama_polyhedron *p)
{
    free(p->x);
    free(p->triangle);
    free(p->normal);
    free(p->face_begin);
    free(p->face_corner);
    free(p->neighbour_begin);
    free(p->neighbour);
    free(p->around_begin);
    free(p->around);
    *p = (trama_polyhedron){0};
}
