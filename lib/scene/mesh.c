#include "scene/mesh.h"

#include "core/vec.h"
#include "scene/scene.h"
#include "scene/sizes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A side of a triangle: from its node `corner` to the next one. */
typedef struct side {
    size_t low, high; /* its nodes, the smaller first */
    size_t triangle;
    unsigned corner;
} side;

static size_t side_from(const trama_mesh *mesh, const side *s)
{
    return mesh->triangle[s->triangle].node[s->corner];
}
static size_t side_opposite(const trama_mesh *mesh, const side *s)
{
    return mesh->triangle[s->triangle].node[(s->corner + 2) % 3];
}

static int by_nodes(const void *a, const void *b)
{
    const side *s = a, *r = b;
    if (s->low != r->low)
        return s->low < r->low ? -1 : 1;
    if (s->high != r->high)
        return s->high < r->high ? -1 : 1;
    return s->triangle < r->triangle ? -1 : 1;
}

static int by_triangle(const void *a, const void *b)
{
    const trama_edge *e = a, *f = b;
    if (e->triangle[0] != f->triangle[0])
        return e->triangle[0] < f->triangle[0] ? -1 : 1;
    return e->node[0] < f->node[0] ? -1 : e->node[0] > f->node[0];
}

static void list_sides(const trama_mesh *mesh, side *sides)
{
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (unsigned corner = 0; corner < 3; corner++) {
            const size_t a = mesh->triangle[t].node[corner];
            const size_t b = mesh->triangle[t].node[(corner + 1) % 3];
            sides[3 * t + corner] = (side){a < b ? a : b, a < b ? b : a, t, corner};
        }
}

static trama_status fail_face(trama_error *error, size_t triangle, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "faces[%zu]", triangle);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", what);
}

/* The first of `count` sides at an edge whose triangle has the corners of one before it; NULL:
 * none.
 */
static const side *find_twin(const trama_mesh *mesh, const side *s, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t before = 0; before < i; before++)
            if (side_opposite(mesh, &s[i]) == side_opposite(mesh, &s[before]))
                return &s[i];
    return NULL;
}

/* The edge of `count` sides that join the same two nodes. */
static trama_status make_edge(const trama_mesh *mesh, const side *s, size_t count, trama_edge *edge,
                              trama_error *error)
{
    const side *twin = find_twin(mesh, s, count < 3 ? count : 3);
    if (twin)
        return fail_face(error, twin->triangle, "has the same corners as an earlier face");
    if (count > 2)
        return fail_face(error, s[2].triangle,
                         "has an edge that two triangles before it share; a surface has at most "
                         "two at an edge");
    if (count == 2 && side_from(mesh, &s[0]) == side_from(mesh, &s[1]))
        return fail_face(error, s[1].triangle,
                         "is turned against its neighbour: both run along their edge the same way");
    const size_t from = side_from(mesh, s);
    *edge = (trama_edge){{from, from == s->low ? s->high : s->low},
                         {s->triangle, TRAMA_NONE},
                         {side_opposite(mesh, s), TRAMA_NONE}};
    if (count == 2) {
        edge->triangle[1] = s[1].triangle;
        edge->opposite[1] = side_opposite(mesh, &s[1]);
    }
    return TRAMA_OK;
}

static trama_status find_edges(trama_mesh *mesh, side *sides, trama_error *error)
{
    const size_t count = 3 * mesh->triangle_count;
    list_sides(mesh, sides);
    qsort(sides, count, sizeof *sides, by_nodes);
    size_t next;
    for (size_t first = 0; first < count; first = next) {
        next = first + 1;
        while (next < count && sides[next].low == sides[first].low &&
               sides[next].high == sides[first].high)
            next++;
        const trama_status status =
            make_edge(mesh, sides + first, next - first, &mesh->edge[mesh->edge_count++], error);
        if (status != TRAMA_OK)
            return status;
    }
    qsort(mesh->edge, mesh->edge_count, sizeof *mesh->edge, by_triangle);
    return TRAMA_OK;
}

/* --- one fan of triangles a node --- */

/* The set that a corner (3 t + i: node i of triangle t) belongs to, by its first member. */
static size_t set_of(size_t *parent, size_t corner)
{
    while (parent[corner] != corner)
        corner = parent[corner] = parent[parent[corner]];
    return corner;
}

static size_t corner_at(const trama_mesh *mesh, size_t triangle, size_t node)
{
    size_t corner = 0;
    while (mesh->triangle[triangle].node[corner] != node)
        corner++;
    return 3 * triangle + corner;
}

/* Corners at a node whose triangles share an edge from there come to one set: a fan. */
static void join_corners(const trama_mesh *mesh, size_t *parent)
{
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
        parent[i] = i;
    for (const trama_edge *e = mesh->edge; e < mesh->edge + mesh->edge_count; e++)
        for (int end = 0; end < 2 && e->triangle[1] != TRAMA_NONE; end++) {
            const size_t one = set_of(parent, corner_at(mesh, e->triangle[0], e->node[end]));
            parent[one] = set_of(parent, corner_at(mesh, e->triangle[1], e->node[end]));
        }
}

/* Around a node of two fans there is no one side, border or normal. */
static trama_status check_fans(const trama_mesh *mesh, trama_error *error)
{
    const size_t corners = 3 * mesh->triangle_count;
    size_t *parent = calloc(corners + 1, sizeof *parent);
    size_t *fan = calloc(mesh->nodes + 1, sizeof *fan); /* of each node, from 1 */
    trama_status status = parent && fan ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        join_corners(mesh, parent);
    for (size_t i = 0; i < corners && status == TRAMA_OK; i++) {
        const size_t node = mesh->triangle[i / 3].node[i % 3], set = set_of(parent, i) + 1;
        if (fan[node] == 0)
            fan[node] = set;
        else if (fan[node] != set)
            status = fail_face(error, i / 3,
                               "meets triangles before it in a vertex alone; allowed: triangles "
                               "that are joined by edges around every vertex");
    }
    free(parent);
    free(fan);
    return status;
}

trama_status trama_mesh_of_triangles(size_t nodes, size_t count, const trama_triangle *triangle,
                                     trama_mesh **mesh, trama_error *error)
{
    *mesh = NULL;
    trama_mesh *made = calloc(1, sizeof *made);
    side *sides = calloc(3 * count + 1, sizeof *sides);
    trama_status status = TRAMA_OK;
    if (made) {
        made->nodes = nodes;
        made->triangle_count = count;
        made->triangle = calloc(count + 1, sizeof *made->triangle);
        made->edge = calloc(3 * count + 1, sizeof *made->edge);
    }
    if (!made || !sides || !made->triangle || !made->edge) {
        status = trama_fail_memory(error);
    } else {
        memcpy(made->triangle, triangle, count * sizeof *triangle);
        status = find_edges(made, sides, error);
        if (status == TRAMA_OK)
            status = check_fans(made, error);
    }
    free(sides);
    if (status == TRAMA_OK)
        *mesh = made;
    else
        trama_mesh_destroy(made);
    return status;
}

/* to - from of two nodes. */
static void difference(size_t nodes, const double *q, size_t from, size_t to, double d[3])
{
    for (size_t c = 0; c < 3; c++)
        d[c] = q[c * nodes + to] - q[c * nodes + from];
}

static void area_vector(size_t nodes, const double *q, const trama_triangle *t, double area[3])
{
    double d[3], e[3];
    difference(nodes, q, t->node[0], t->node[1], d);
    difference(nodes, q, t->node[0], t->node[2], e);
    cross3(d, e, area);
}

void trama_mesh_area_vector(const trama_mesh *mesh, size_t triangle, const double *q,
                            double area[3])
{
    area_vector(mesh->nodes, q, &mesh->triangle[triangle], area);
}

double trama_mesh_area(const trama_mesh *mesh, size_t triangle, const double *q)
{
    double area[3];
    trama_mesh_area_vector(mesh, triangle, q, area);
    return 0.5 * sqrt(dot3(area, area));
}

void trama_mesh_normals(const trama_mesh *mesh, const double *q, double *normal)
{
    const size_t nodes = mesh->nodes;
    memset(normal, 0, 3 * nodes * sizeof *normal);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double area[3];
        trama_mesh_area_vector(mesh, t, q, area);
        for (size_t corner = 0; corner < 3; corner++)
            for (size_t c = 0; c < 3; c++)
                normal[c * nodes + mesh->triangle[t].node[corner]] += area[c];
    }
    for (size_t i = 0; i < nodes; i++) {
        const double n[3] = {normal[i], normal[nodes + i], normal[2 * nodes + i]};
        const double length = sqrt(dot3(n, n));
        for (size_t c = 0; c < 3; c++)
            normal[c * nodes + i] = length > 0.0 ? n[c] / length : 0.0;
    }
}

/* The longest side, along the axis in which it is longest. */
static double longest_side(size_t nodes, const double *q, const trama_triangle *t)
{
    double longest = 0.0;
    for (size_t i = 0; i < 3; i++) {
        double d[3];
        difference(nodes, q, t->node[i], t->node[(i + 1) % 3], d);
        longest = fmax(longest, fmax(fabs(d[0]), fmax(fabs(d[1]), fabs(d[2]))));
    }
    return longest;
}

/* Twice the area, as a share of the longest side squared: what rounding alone would leave is none.
 */
static double fatness(size_t nodes, const double *q, const trama_triangle *t)
{
    double area[3], longest = 0.0;
    area_vector(nodes, q, t, area);
    for (size_t i = 0; i < 3; i++) {
        double d[3];
        difference(nodes, q, t->node[i], t->node[(i + 1) % 3], d);
        longest = fmax(longest, dot3(d, d));
    }
    return longest > 0.0 ? sqrt(dot3(area, area)) / longest : 0.0;
}

static trama_status fail_absent(trama_error *error, size_t triangle, size_t nodes)
{
    char what[80];
    snprintf(what, sizeof what, "names a vertex that does not exist; there are %zu", nodes);
    return fail_face(error, triangle, what);
}

static trama_status check_triangle(size_t nodes, const double *position, size_t i,
                                   const trama_triangle *t, trama_error *error)
{
    for (size_t corner = 0; corner < 3; corner++) {
        if (t->node[corner] >= nodes)
            return fail_absent(error, i, nodes);
        if (t->node[corner] == t->node[(corner + 1) % 3])
            return fail_face(error, i, "names a vertex twice");
    }
    const double longest = longest_side(nodes, position, t);
    if (!scene_length_fits(longest)) {
        char what[96];
        scene_name_length(longest, what, sizeof what);
        return fail_face(error, i, what);
    }
    if (!(fatness(nodes, position, t) > 1e-12))
        return fail_face(error, i, "has no area");
    return TRAMA_OK;
}

static trama_status check_all_used(const trama_mesh_spec *spec, trama_error *error)
{
    const size_t nodes = spec->vertex_count;
    bool *used = calloc(nodes + 1, sizeof *used);
    if (!used)
        return trama_fail_memory(error);
    for (size_t t = 0; t < spec->face_count; t++)
        for (size_t corner = 0; corner < 3; corner++)
            used[spec->face[t].node[corner]] = true;
    size_t lone = 0;
    while (lone < nodes && used[lone])
        lone++;
    free(used);
    if (lone == nodes)
        return TRAMA_OK;
    char path[64];
    snprintf(path, sizeof path, "vertices[%zu]", lone);
    return trama_fail(error, TRAMA_BAD_INPUT, path,
                      "belongs to no triangle: it would have no mass");
}

trama_status trama_mesh_create(const trama_mesh_spec *spec, trama_mesh **mesh, trama_error *error)
{
    *mesh = NULL;
    for (size_t i = 0; i < spec->face_count; i++) {
        const trama_status status =
            check_triangle(spec->vertex_count, spec->vertex, i, &spec->face[i], error);
        if (status != TRAMA_OK)
            return status;
    }
    const trama_status status = check_all_used(spec, error);
    return status == TRAMA_OK ? trama_mesh_of_triangles(spec->vertex_count, spec->face_count,
                                                        spec->face, mesh, error)
                              : status;
}

/* The two triangles of the square at node i of rows of n, cut from i where `even`. */
static void cut_square(size_t i, size_t n, bool even, trama_triangle *two)
{
    const size_t right = i + n, up = i + 1, far = i + n + 1;
    two[0] = even ? (trama_triangle){{i, right, far}} : (trama_triangle){{i, right, up}};
    two[1] = even ? (trama_triangle){{i, far, up}} : (trama_triangle){{right, far, up}};
}

trama_status trama_mesh_of_grid(const trama_grid *grid, trama_mesh **mesh, trama_error *error)
{
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    const size_t count = 2 * (m - 1) * (n - 1);
    *mesh = NULL;
    trama_triangle *triangle = calloc(count + 1, sizeof *triangle);
    if (!triangle)
        return trama_fail_memory(error);
    for (size_t k = 0; k + 1 < m; k++)
        for (size_t l = 0; l + 1 < n; l++)
            cut_square(k * n + l, n, (k + l) % 2 == 0, triangle + 2 * (k * (n - 1) + l));
    const trama_status status = trama_mesh_of_triangles(m * n, count, triangle, mesh, error);
    free(triangle);
    return status;
}

void trama_mesh_destroy(trama_mesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->triangle);
    free(mesh->edge);
    free(mesh);
}
