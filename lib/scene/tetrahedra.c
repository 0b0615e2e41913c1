#include "scene/tetrahedra.h"

#include "core/numbers.h"
#include "core/vec.h"
#include "scene/sizes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vec vertex_at(const trama_tetrahedra *body, size_t node)
{
    const double *x = body->vertex + node;
    return (vec){x[0], x[body->vertex_count], x[2 * body->vertex_count]};
}

double trama_tetrahedron_six_volumes(const trama_tetrahedra *body, size_t i)
{
    const size_t *node = body->item[i].node;
    const vec origin = vertex_at(body, node[0]);
    return dot(
        cross(minus(vertex_at(body, node[1]), origin), minus(vertex_at(body, node[2]), origin)),
        minus(vertex_at(body, node[3]), origin));
}

/* ---- Faults of one. */

static trama_status fail_item(trama_error *error, size_t i, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "tetrahedra[%zu]", i);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", what);
}

static trama_status fail_vertex(trama_error *error, size_t i, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "vertices[%zu]", i);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", what);
}

static trama_status check_nodes(const trama_tetrahedra *body, size_t i, trama_error *error)
{
    const size_t *node = body->item[i].node;
    char what[96];
    for (size_t a = 0; a < 4; a++) {
        if (node[a] >= body->vertex_count) {
            snprintf(what, sizeof what, "names a vertex that does not exist; there are %zu",
                     body->vertex_count);
            return fail_item(error, i, what);
        }
        for (size_t b = 0; b < a; b++)
            if (node[a] == node[b])
                return fail_item(error, i, "names a vertex twice");
    }
    return TRAMA_OK;
}

/* Six times the volume over the cube of the longest edge: what rounding alone would leave is none.
 */
static double fatness(const trama_tetrahedra *body, size_t i)
{
    const size_t *node = body->item[i].node;
    double longest = 0.0;
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < a; b++) {
            const vec d = minus(vertex_at(body, node[a]), vertex_at(body, node[b]));
            longest = fmax(longest, dot(d, d));
        }
    return longest > 0.0 ? trama_tetrahedron_six_volumes(body, i) / (longest * sqrt(longest)) : 0.0;
}

/* The longest edge, along the axis in which it is longest. */
static double longest_edge(const trama_tetrahedra *body, size_t i)
{
    const size_t *node = body->item[i].node;
    double longest = 0.0;
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < a; b++) {
            const vec d = minus(vertex_at(body, node[a]), vertex_at(body, node[b]));
            longest = fmax(longest, fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))));
        }
    return longest;
}

static trama_status check_volume(const trama_tetrahedra *body, size_t i, trama_error *error)
{
    const double longest = longest_edge(body, i);
    if (!scene_length_fits(longest)) {
        char what[96];
        scene_name_length(longest, what, sizeof what);
        return fail_item(error, i, what);
    }
    const double fat = fatness(body, i);
    if (fat < -1e-12)
        return fail_item(error, i,
                         "is turned inside out: its volume is negative; allowed: the first three "
                         "vertices counter-clockwise seen from the fourth");
    return fat > 1e-12 ? TRAMA_OK : fail_item(error, i, "has no volume");
}

static trama_status check_vertices(const trama_tetrahedra *body, trama_error *error)
{
    const size_t count = body->vertex_count;
    bool *used = calloc(count + 1, sizeof *used);
    if (!used)
        return trama_fail_memory(error);
    for (size_t i = 0; i < body->count; i++)
        for (size_t a = 0; a < 4; a++)
            used[body->item[i].node[a]] = true;
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < count && status == TRAMA_OK; i++)
        if (!used[i])
            status = fail_vertex(error, i, "belongs to no tetrahedron: it would have no mass");
    free(used);
    return status;
}

/* ---- Faces. */

/* The corners of a tetrahedron's face across from each corner, counter-clockwise from outside. */
static const unsigned char face_corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

typedef struct face {
    size_t sorted[3]; /* nodes, ascending */
    size_t owner;     /* the tetrahedron */
    size_t across;    /* its corner that the face is without */
} face;

static void swap_if(size_t *a, size_t *b)
{
    if (*a > *b) {
        const size_t kept = *a;
        *a = *b;
        *b = kept;
    }
}

static int by_nodes(const void *a, const void *b)
{
    const face *f = a, *g = b;
    for (size_t i = 0; i < 3; i++)
        if (f->sorted[i] != g->sorted[i])
            return f->sorted[i] < g->sorted[i] ? -1 : 1;
    return f->owner < g->owner ? -1 : f->owner > g->owner;
}

static int by_owner(const void *a, const void *b)
{
    const face *f = a, *g = b;
    if (f->owner != g->owner)
        return f->owner < g->owner ? -1 : 1;
    return f->across < g->across ? -1 : f->across > g->across;
}

/* All faces, those of the same nodes side by side; NULL without memory. */
static face *list_faces(const trama_tetrahedra *body)
{
    face *list = calloc(4 * body->count + 1, sizeof *list);
    for (size_t i = 0; list && i < body->count; i++)
        for (size_t across = 0; across < 4; across++) {
            face *f = &list[4 * i + across];
            f->owner = i;
            f->across = across;
            for (size_t c = 0; c < 3; c++)
                f->sorted[c] = body->item[i].node[face_corners[across][c]];
            swap_if(&f->sorted[0], &f->sorted[1]);
            swap_if(&f->sorted[1], &f->sorted[2]);
            swap_if(&f->sorted[0], &f->sorted[1]);
        }
    if (list)
        qsort(list, 4 * body->count, sizeof *list, by_nodes);
    return list;
}

/* How many stand from `first` on with the same nodes. */
static size_t count_same(const face *list, size_t first, size_t end)
{
    size_t next = first + 1;
    while (next < end && list[next].sorted[0] == list[first].sorted[0] &&
           list[next].sorted[1] == list[first].sorted[1] &&
           list[next].sorted[2] == list[first].sorted[2])
        next++;
    return next - first;
}

/* Both tetrahedra at a face lie on their own side of it: that on the same side is an overlap. */
static bool is_turned_alike(const trama_tetrahedra *body, const face *f, const face *g)
{
    size_t from[2];
    for (size_t i = 0; i < 2; i++) {
        const face *at = i == 0 ? f : g;
        const size_t *node = body->item[at->owner].node;
        const unsigned char *corner = face_corners[at->across];
        size_t first = 0;
        while (node[corner[first]] != f->sorted[0])
            first++;
        from[i] = node[corner[(first + 1) % 3]];
    }
    return from[0] == from[1];
}

static trama_status check_faces(const trama_tetrahedra *body, const face *list, trama_error *error)
{
    for (size_t i = 0, same; i < 4 * body->count; i += same) {
        same = count_same(list, i, 4 * body->count);
        if (same > 2)
            return fail_item(error, list[i + 2].owner,
                             "has a face that two tetrahedra before it share; a body has at most "
                             "two at a face");
        if (same == 2 && is_turned_alike(body, &list[i], &list[i + 1]))
            return fail_item(error, list[i + 1].owner,
                             "lies on the same side of a face as its neighbour: they overlap");
    }
    return TRAMA_OK;
}

trama_status trama_tetrahedra_check(const trama_tetrahedra *body, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < 3 * body->vertex_count; i++)
        if (!isfinite(body->vertex[i]))
            return fail_vertex(error, i % body->vertex_count, "is not at a finite place");
    for (size_t i = 0; i < body->count && status == TRAMA_OK; i++)
        status = check_nodes(body, i, error);
    for (size_t i = 0; i < body->count && status == TRAMA_OK; i++)
        status = check_volume(body, i, error);
    if (status == TRAMA_OK)
        status = check_vertices(body, error);
    if (status != TRAMA_OK)
        return status;
    face *list = list_faces(body);
    status = list ? check_faces(body, list, error) : trama_fail_memory(error);
    free(list);
    return status;
}

/* ---- The surface. */

/* Keeps those that stand alone, in the order of their tetrahedra; how many. */
static size_t keep_outer(face *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0, same; i < count; i += same) {
        same = count_same(list, i, count);
        if (same == 1)
            list[kept++] = list[i];
    }
    qsort(list, kept, sizeof *list, by_owner);
    return kept;
}

/* A fault of the surface, told of the tetrahedron that has the face. */
static trama_status blame(const face *list, const trama_error *fault, trama_error *error)
{
    const char *digits = strchr(fault->path, '[');
    if (fault->status != TRAMA_BAD_INPUT || !digits)
        return trama_fail_memory(error);
    return fail_item(error, list[strtoul(digits + 1, NULL, 10)].owner,
                     "meets others at an edge or a vertex alone, so that the body's surface is not "
                     "closed around it; allowed: tetrahedra that are joined by faces");
}

trama_status trama_tetrahedra_boundary(const trama_tetrahedra *body, trama_mesh **mesh,
                                       trama_error *error)
{
    *mesh = NULL;
    face *list = list_faces(body);
    trama_triangle *triangle = calloc(4 * body->count + 1, sizeof *triangle);
    trama_status status = list && triangle ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK) {
        trama_error fault;
        const size_t count = keep_outer(list, 4 * body->count);
        for (size_t i = 0; i < count; i++)
            for (size_t c = 0; c < 3; c++)
                triangle[i].node[c] =
                    body->item[list[i].owner].node[face_corners[list[i].across][c]];
        status = trama_mesh_of_triangles(body->vertex_count, count, triangle, mesh, &fault);
        if (status != TRAMA_OK)
            status = blame(list, &fault, error);
    }
    free(list);
    free(triangle);
    return status;
}

/* ---- Quality. */

/* Outward area vectors, twice the area. */
static void area_vectors(const trama_tetrahedra *body, size_t i, vec area[4])
{
    const size_t *node = body->item[i].node;
    for (size_t across = 0; across < 4; across++) {
        const unsigned char *corner = face_corners[across];
        const vec a = vertex_at(body, node[corner[0]]);
        area[across] = cross(minus(vertex_at(body, node[corner[1]]), a),
                             minus(vertex_at(body, node[corner[2]]), a));
    }
}

trama_tetrahedra_quality trama_tetrahedra_quality_of(const trama_tetrahedra *body)
{
    trama_tetrahedra_quality sum = {0.0, TRAMA_INFINITY, 0.0, TRAMA_INFINITY};
    for (size_t i = 0; i < body->count; i++) {
        const double six = trama_tetrahedron_six_volumes(body, i);
        vec area[4];
        area_vectors(body, i, area);
        sum.volume += six / 6.0;
        for (size_t a = 0; a < 4; a++) {
            sum.shortest_height = fmin(sum.shortest_height, six / sqrt(dot(area[a], area[a])));
            for (size_t b = 0; b < a; b++) {
                const vec edge = cross(area[a], area[b]);
                const double angle = atan2(sqrt(dot(edge, edge)), -dot(area[a], area[b]));
                sum.least_dihedral = fmin(sum.least_dihedral, angle);
                sum.largest_dihedral = fmax(sum.largest_dihedral, angle);
            }
        }
    }
    return sum;
}
