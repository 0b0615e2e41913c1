#include "model/obstacle/mesh_solid.h"

#include "collision/proximity.h"
#include "core/memory.h"
#include "core/vec.h"
#include "model/obstacle/mesh_outline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static vec at(const double *array, size_t i)
{
    return (vec){array[3 * i], array[3 * i + 1], array[3 * i + 2]};
}

static void add_at(double *array, size_t i, double scale, vec v)
{
    array[3 * i] += scale * v.x;
    array[3 * i + 1] += scale * v.y;
    array[3 * i + 2] += scale * v.z;
}

/* --- normals: of faces, and where faces meet those by whose sign inside and outside are told
 * (Baerentzen and Aanaes 2005): at an edge the sum of the two faces', at a vertex that of its
 * faces' by their angles --- */

static double angle_between(vec a, vec b)
{
    const vec across = cross(a, b);
    return atan2(sqrt(dot(across, across)), dot(a, b));
}

static void find_normals(trama_mesh_solid *self)
{
    const trama_mesh *mesh = self->mesh;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const size_t *v = mesh->triangle[t].node;
        const vec x[3] = {at(self->vertex, v[0]), at(self->vertex, v[1]), at(self->vertex, v[2])};
        const vec area = cross(minus(x[1], x[0]), minus(x[2], x[0]));
        const vec normal = scaled(1.0 / sqrt(dot(area, area)), area);
        add_at(self->face_normal, t, 1.0, normal);
        for (size_t c = 0; c < 3; c++) {
            const vec here = x[c], next = x[(c + 1) % 3], last = x[(c + 2) % 3];
            add_at(self->edge_normal, self->side[3 * t + c], 1.0, normal);
            add_at(self->corner_normal, v[c], angle_between(minus(next, here), minus(last, here)),
                   normal);
        }
    }
}

/* Which edge is at each side of each triangle: it runs between the side's two vertices. */
static void find_sides(trama_mesh_solid *self)
{
    const trama_mesh *mesh = self->mesh;
    for (size_t e = 0; e < mesh->edge_count; e++)
        for (size_t s = 0; s < 2 && mesh->edge[e].triangle[s] != TRAMA_NONE; s++) {
            const size_t t = mesh->edge[e].triangle[s];
            size_t corner = 0;
            while (mesh->triangle[t].node[(corner + 2) % 3] != mesh->edge[e].opposite[s])
                corner++;
            self->side[3 * t + corner] = e;
        }
}

/* --- closed pieces --- */

/* The first triangle of each piece of the mesh, found by a flood over edges. */
static size_t flood(const trama_mesh_solid *self, size_t first, size_t piece, size_t *piece_of,
                    size_t *stack)
{
    size_t height = 0, count = 0;
    stack[height++] = first;
    piece_of[first] = piece;
    while (height > 0) {
        const size_t t = stack[--height];
        count++;
        for (size_t c = 0; c < 3; c++) {
            const size_t *two = self->mesh->edge[self->side[3 * t + c]].triangle;
            const size_t beyond = two[0] == t ? two[1] : two[0];
            if (beyond != TRAMA_NONE && piece_of[beyond] == 0) {
                piece_of[beyond] = piece;
                stack[height++] = beyond;
            }
        }
    }
    return count;
}

/* Six times the volume between a triangle and the vertex `from`, signed. */
static double volume_at(const trama_mesh_solid *self, size_t triangle, vec from)
{
    const size_t *v = self->mesh->triangle[triangle].node;
    return dot(minus(at(self->vertex, v[0]), from),
               cross(minus(at(self->vertex, v[1]), from), minus(at(self->vertex, v[2]), from)));
}

/* The piece of `count` triangles is on the stack's floor no more; it is read by its number. */
static double volume_of(const trama_mesh_solid *self, size_t first, size_t piece,
                        const size_t *piece_of)
{
    const vec from = at(self->vertex, self->mesh->triangle[first].node[0]);
    double volume = 0.0;
    for (size_t t = 0; t < self->mesh->triangle_count; t++)
        if (piece_of[t] == piece)
            volume += volume_at(self, t, from) / 6.0;
    return volume;
}

static trama_status check_outward(const trama_mesh_solid *self, trama_error *error)
{
    const size_t count = self->mesh->triangle_count;
    size_t *piece_of = calloc(2 * count + 1, sizeof *piece_of), piece = 0;
    if (!piece_of)
        return trama_fail_memory(error);
    trama_status status = TRAMA_OK;
    for (size_t t = 0; t < count && status == TRAMA_OK; t++) {
        if (piece_of[t] > 0)
            continue;
        const size_t triangles = flood(self, t, ++piece, piece_of, piece_of + count);
        const double volume = volume_of(self, t, piece, piece_of);
        if (!(volume > 0.0))
            status = trama_fail(error, TRAMA_BAD_INPUT, "mesh",
                                "faces[%zu] and the %zu that are joined to it are inside out: "
                                "they hold %g m^3; allowed: faces counter-clockwise as seen from "
                                "outside",
                                t, triangles - 1, volume);
    }
    free(piece_of);
    return status;
}

static void find_border(trama_mesh_solid *self)
{
    for (size_t e = 0; e < self->mesh->edge_count && !*self->missing; e++)
        if (self->mesh->edge[e].triangle[1] == TRAMA_NONE)
            snprintf(self->missing, sizeof self->missing,
                     "an open mesh, which has no inside: no other triangle is at an edge of "
                     "faces[%zu]",
                     self->mesh->edge[e].triangle[0]);
}

/* --- the nearest point --- */

/* The nearest point so far. */
typedef struct search {
    const trama_mesh_solid *self;
    vec x;
    double square;
    size_t triangle;
    double weight[3];
} search;

static void try_triangle(void *context, uint32_t triangle)
{
    search *s = context;
    const size_t *v = s->self->mesh->triangle[triangle].node;
    trama_four four = {{{s->x.x, s->x.y, s->x.z}}};
    for (size_t c = 0; c < 3; c++)
        memcpy(four.x[1 + c], s->self->vertex + 3 * v[c], sizeof four.x[0]);
    const trama_proximity near = trama_closest_vertex_face(&four);
    if (near.squared > s->square || (near.squared == s->square && triangle > s->triangle))
        return;
    s->square = near.squared;
    s->triangle = triangle;
    for (size_t c = 0; c < 3; c++)
        s->weight[c] = -near.weight[1 + c];
}

/* What the nearest point lies on. */
typedef struct place {
    vec foot, normal; /* normal: unit, out of the solid */
    vec along;        /* unit, of an edge */
    size_t corners;   /* 1 a vertex, 2 an edge, 3 a face */
    double distance;
} place;

static vec unit(vec v)
{
    return scaled(1.0 / sqrt(dot(v, v)), v);
}

static place find_place(const trama_mesh_solid *self, const double x[3])
{
    search s = {self, {x[0], x[1], x[2]}, TRAMA_INFINITY, SIZE_MAX, {0}};
    place found = {.corners = 0};
    trama_tree_nearest(self->tree, x, &s.square, try_triangle, &s);
    const size_t *v = self->mesh->triangle[s.triangle].node;
    size_t on = 0, off = 0; /* a corner with weight, and one without */
    for (size_t c = 0; c < 3; c++) {
        found.foot = plus_scaled(found.foot, s.weight[c], at(self->vertex, v[c]));
        if (s.weight[c] > 1e-12) {
            found.corners++;
            on = c;
        } else {
            off = c;
        }
    }
    const vec away = minus(s.x, found.foot);
    const vec sided = found.corners == 3 ? at(self->face_normal, s.triangle)
                      : found.corners == 2
                          ? at(self->edge_normal, self->side[3 * s.triangle + (off + 1) % 3])
                          : at(self->corner_normal, v[on]);
    if (found.corners == 2)
        found.along =
            unit(minus(at(self->vertex, v[(off + 2) % 3]), at(self->vertex, v[(off + 1) % 3])));
    const double length = sqrt(dot(away, away));
    found.distance = dot(away, sided) < 0.0 ? -length : length;
    /* On the boundary the difference is rounding alone, and has no direction. */
    const bool is_on = length <= 1e-10 * self->size;
    found.normal = is_on || found.corners == 3 ? unit(sided) : scaled(1.0 / found.distance, away);
    return found;
}

static void nearest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const place found = find_place(solid, x);
    *distance = found.distance;
    memcpy(foot, &(double[3]){found.foot.x, found.foot.y, found.foot.z}, 3 * sizeof *foot);
    memcpy(normal, &(double[3]){found.normal.x, found.normal.y, found.normal.z},
           3 * sizeof *normal);
}

/* 0 on a face; (P - n n^T)/d at a vertex, P = 1, and at an edge, P across it. */
static void curves(const void *solid, const double x[3], double turning[9])
{
    const trama_mesh_solid *self = solid;
    const place found = find_place(self, x);
    const double n[3] = {found.normal.x, found.normal.y, found.normal.z},
                 a[3] = {found.along.x, found.along.y, found.along.z};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            turning[3 * row + column] =
                found.corners < 3 && fabs(found.distance) > 1e-10 * self->size
                    ? ((row == column) - a[row] * a[column] - n[row] * n[column]) / found.distance
                    : 0.0;
}

static void outline(const void *solid, const double low[3], const double high[3],
                    trama_outline *outline)
{
    (void)low, (void)high;
    *outline = *((const trama_mesh_solid *)solid)->outline;
}

/* --- making --- */

/* Its points are in the world. */
static void compose(const void *solid, trama_solid *composed, trama_solid_state *at)
{
    const trama_mesh_solid *self = solid;
    (void)at;
    composed->kind = TRAMA_SOLID_MESH;
    composed->points = self->mesh->nodes;
    composed->triangles = self->mesh->triangle_count;
    composed->shared = self;
}

static const trama_shape shape = {nearest, curves, outline, compose};

static bool allocate(trama_mesh_solid *self)
{
    const trama_mesh *mesh = self->mesh;
    const size_t vertices = trama_padded(3 * mesh->nodes),
                 faces = trama_padded(3 * mesh->triangle_count),
                 edges = trama_padded(3 * mesh->edge_count);
    double *rest = self->block = trama_doubles(2 * vertices + faces + edges);
    self->side = calloc(3 * mesh->triangle_count + 1, sizeof *self->side);
    self->outline = calloc(1, sizeof *self->outline);
    if (!rest || !self->side || !self->outline)
        return false;
    self->vertex = trama_carve(&rest, vertices);
    self->corner_normal = trama_carve(&rest, vertices);
    self->face_normal = trama_carve(&rest, faces);
    self->edge_normal = trama_carve(&rest, edges);
    return true;
}

static trama_status plant_tree(trama_mesh_solid *self, trama_error *error)
{
    const size_t count = self->mesh->triangle_count;
    trama_extent *box = calloc(count + 1, sizeof *box);
    if (!box)
        return trama_fail_memory(error);
    const trama_status status = trama_tree_create(count, &self->tree, error);
    for (size_t t = 0; t < count; t++) {
        const size_t *v = self->mesh->triangle[t].node;
        const double *const x[3] = {self->vertex + 3 * v[0], self->vertex + 3 * v[1],
                                    self->vertex + 3 * v[2]};
        const trama_extent first = trama_extent_of_path(x[0], x[1]),
                           second = trama_extent_of_path(x[1], x[2]);
        box[t] = trama_extent_join(&first, &second);
    }
    if (status == TRAMA_OK)
        trama_tree_build(self->tree, box, 0.0, 1);
    free(box);
    return status;
}

static double size_of(const trama_extent *box)
{
    const double d[3] = {box->high[0] - box->low[0], box->high[1] - box->low[1],
                         box->high[2] - box->low[2]};
    return sqrt(dot3(d, d));
}

static trama_status fill(trama_mesh_solid *self, const trama_mesh_spec *spec,
                         const trama_mesh_spec *coarse, trama_error *error)
{
    trama_error fault = {0};
    trama_status status = trama_mesh_create(spec, &self->mesh, &fault);
    if (status == TRAMA_BAD_INPUT)
        return trama_fail(error, status, "mesh", "%s %s", fault.path, fault.text);
    if (status != TRAMA_OK || !allocate(self))
        return trama_fail_memory(error);
    for (size_t i = 0; i < spec->vertex_count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            self->vertex[3 * i + axis] = spec->vertex[axis * spec->vertex_count + i];
    find_sides(self);
    find_normals(self);
    find_border(self);
    if (!*self->missing && check_outward(self, error) != TRAMA_OK)
        return error->status;
    status = plant_tree(self, error);
    if (status == TRAMA_OK)
        self->size = size_of(&self->tree->node[0]);
    if (status == TRAMA_OK && !trama_outline_of_mesh(coarse ? coarse : spec, self->outline))
        status = trama_fail_memory(error);
    return status;
}

trama_status trama_mesh_solid_create(const trama_motion *motion, const trama_mesh_spec *mesh,
                                     const trama_mesh_spec *coarse, void **model,
                                     trama_error *error)
{
    trama_mesh_solid empty = {.obstacle = {.motion = *motion}};
    *model = NULL;
    trama_status status = trama_obstacle_create(&empty, sizeof empty, &shape, model, error);
    if (status == TRAMA_OK)
        status = fill(*model, mesh, coarse, error);
    if (status != TRAMA_OK) {
        trama_mesh_solid_destroy(*model);
        *model = NULL;
    }
    return status;
}

trama_status trama_mesh_solid_of_shape(const trama_motion *motion, bool made, trama_mesh_spec *mesh,
                                       trama_mesh_spec *coarse, void **model, trama_error *error)
{
    const trama_status status = made ? trama_mesh_solid_create(motion, mesh, coarse, model, error)
                                     : trama_fail_memory(error);
    trama_mesh_spec_free(mesh);
    trama_mesh_spec_free(coarse);
    return status;
}

void trama_mesh_solid_destroy(void *model)
{
    trama_mesh_solid *self = model;
    if (!self)
        return;
    trama_mesh_destroy(self->mesh);
    trama_tree_destroy(self->tree);
    free(self->block);
    free(self->side);
    free(self->outline);
    free(self);
}

const trama_mesh *trama_mesh_solid_boundary(const void *model)
{
    return ((const trama_mesh_solid *)model)->mesh;
}

void trama_mesh_solid_places(const void *model, double t, double *x)
{
    const trama_mesh_solid *self = model;
    for (size_t i = 0; i < self->mesh->nodes; i++)
        trama_motion_place(&self->obstacle.motion, t, self->vertex + 3 * i, x + 3 * i);
}

const char *trama_mesh_solid_missing(const void *model)
{
    const trama_mesh_solid *self = model;
    return *self->missing ? self->missing : NULL;
}
