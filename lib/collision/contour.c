#include "collision/contour.h"

#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A vertex of a contour, projected on the plane, at both ends of the step. */
struct trama_contour_point {
    double at[2][2]; /* [end][u or v] */
};
/* How far a side reaches along the axis of the sweep. */
struct trama_contour_span {
    double low, high;
    uint32_t side; /* from vertex `side` to the next */
};

static bool allocate(trama_contours *contours, size_t elements)
{
    contours->leaf = calloc(elements + 1, sizeof *contours->leaf);
    contours->side = calloc(3 * elements + 1, sizeof *contours->side);
    contours->next = calloc(contours->soup->vertices + 1, sizeof *contours->next);
    contours->visited = calloc(contours->soup->vertices + 1, sizeof *contours->visited);
    contours->begin = calloc(2 * elements + 1, sizeof *contours->begin);
    contours->count = calloc(2 * elements + 1, sizeof *contours->count);
    return contours->leaf && contours->side && contours->next && contours->visited &&
           contours->begin && contours->count;
}

void trama_contours_free(trama_contours *contours)
{
    free(contours->leaf);
    free(contours->side);
    free(contours->next);
    free(contours->visited);
    free(contours->begin);
    free(contours->count);
    free(contours->vertex);
    free(contours->point);
    free(contours->span);
}

/* --- contours of nodes, from the leaves up --- */

static const uint32_t *triangle_at(const trama_contours *c, uint32_t side)
{
    return c->soup->triangle[c->first + side / 3];
}

/* Whether a side is within s; then *agrees says whether the triangle beyond runs along it the other
 * way, as on a surface with one sense of rotation. An edge of three triangles counts as contour. */
static bool is_within(const trama_contours *c, trama_subtree s, uint32_t side, bool *agrees)
{
    const uint32_t triangle = (uint32_t)c->first + side / 3;
    const uint32_t edge = c->soup->triangle_edge[triangle][side % 3];
    const uint32_t *two = c->soup->edge_triangle[edge];
    const uint32_t beyond = two[0] == triangle ? two[1] : two[0];
    if (beyond == TRAMA_SOUP_NONE || c->soup->edge_triangles[edge] > 2)
        return false;
    const size_t leaf = c->leaf[beyond - c->first];
    if (leaf < s.first || leaf >= s.first + s.count)
        return false;
    uint32_t corner = 0;
    while (c->soup->triangle_edge[beyond][corner] != edge)
        corner++;
    *agrees = c->soup->triangle[beyond][corner] != triangle_at(c, side)[side % 3];
    return true;
}

/* Writes the polygon of `count` sides behind c->vertex, and says whether there is one. The caller
 * gives it room. */
static bool make_polygon(trama_contours *c, size_t node, const uint32_t *side, size_t count)
{
    const uint32_t mark = (uint32_t)node + 1;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *v = triangle_at(c, side[i]), from = v[side[i] % 3];
        if (c->visited[from] == mark)
            return false; /* passed twice */
        c->visited[from] = mark;
        c->next[from] = v[(side[i] + 1) % 3];
    }
    const uint32_t start = triangle_at(c, side[0])[side[0] % 3];
    uint32_t at = start;
    size_t length = 0;
    do {
        if (c->visited[at] != mark || length == count)
            return false;
        c->vertex[c->vertices + length++] = at;
        at = c->next[at];
    } while (at != start);
    return length == count;
}

static bool keep_polygon(trama_contours *c, size_t node, const uint32_t *side, size_t count)
{
    if (c->vertices + count > c->capacity) {
        const size_t capacity = 2 * (c->vertices + count);
        uint32_t *grown = realloc(c->vertex, capacity * sizeof *grown);
        if (!grown)
            return false;
        c->vertex = grown;
        c->capacity = capacity;
    }
    if (!make_polygon(c, node, side, count))
        return true;
    c->begin[node] = c->vertices;
    c->count[node] = count;
    c->vertices += count;
    c->longest = count > c->longest ? count : c->longest;
    return true;
}

typedef struct climb {
    trama_contours *contours;
    size_t sides; /* on the stack */
    bool starved;
} climb;

/* Leaves the sides of the contour of s on the stack; whether s may have one that will do. */
static bool climb_to(climb *w, trama_subtree s)
{
    trama_contours *c = w->contours;
    if (s.count == 1) {
        for (uint32_t corner = 0; corner < 3; corner++)
            c->side[w->sides++] = 3 * c->tree->element[s.first] + corner;
        return true;
    }
    const size_t base = w->sides;
    bool good = climb_to(w, trama_subtree_left(s));
    good = climb_to(w, trama_subtree_right(s)) && good;
    size_t kept = base;
    for (size_t i = base; i < w->sides; i++) {
        bool agrees = true;
        if (!is_within(c, s, c->side[i], &agrees))
            c->side[kept++] = c->side[i];
        good = good && agrees;
    }
    w->sides = kept;
    if (good && kept > base && !keep_polygon(c, s.node, c->side + base, kept - base))
        w->starved = true;
    return good;
}

bool trama_contours_find(trama_contours *contours, const trama_soup *soup, size_t first,
                         const trama_tree *tree, size_t threads)
{
    *contours = (trama_contours){.soup = soup, .tree = tree, .first = first, .threads = threads};
    if (!allocate(contours, tree->count))
        return false;
    climb w = {.contours = contours};
    for (size_t i = 0; i < tree->count; i++)
        contours->leaf[tree->element[i]] = (uint32_t)i;
    if (tree->count > 0)
        climb_to(&w, trama_tree_root(tree));
    contours->point = calloc(threads * contours->longest + 1, sizeof *contours->point);
    contours->span = calloc(threads * contours->longest + 1, sizeof *contours->span);
    return !w.starved && contours->point && contours->span;
}

/* --- the test of a projected contour --- */

/* Two unit vectors across the cone's axis, and across each other but for rounding. */
static void make_plane(const double axis[3], double u[3], double v[3])
{
    size_t least = 0;
    for (size_t i = 1; i < 3; i++)
        if (axis[i] * axis[i] < axis[least] * axis[least])
            least = i;
    const double other[3] = {least == 0, least == 1, least == 2};
    cross3(axis, other, u);
    const double length = sqrt(dot3(u, u));
    for (size_t i = 0; i < 3; i++)
        u[i] /= length;
    cross3(axis, u, v);
}

/* Projects in a frame that moves with the first vertex. Differences of two coordinates are exact to
 * rounding of themselves, so far from the origin is as good as near. Returns the largest
 * coordinate.
 */
static double project(const uint32_t *vertex, size_t count, const double axis[3], const double *x0,
                      const double *x1, trama_contour_point *point)
{
    double u[3], v[3], largest = 0.0;
    const double *const x[2] = {x0, x1};
    make_plane(axis, u, v);
    for (size_t i = 0; i < count; i++)
        for (size_t end = 0; end < 2; end++) {
            const double *here = x[end] + 3 * (size_t)vertex[i],
                         *origin = x[end] + 3 * (size_t)vertex[0];
            const double r[3] = {here[0] - origin[0], here[1] - origin[1], here[2] - origin[2]};
            point[i].at[end][0] = dot3(r, u);
            point[i].at[end][1] = dot3(r, v);
            largest = fmax(largest, sqrt(dot3(r, r)));
        }
    return largest;
}

/* The hull of a side over the step has four points. Whether those of two sides are more than `gap`
 * apart along the direction (u, v). */
static bool parts_along(const trama_contour_point *const a[2],
                        const trama_contour_point *const b[2], double u, double v, double gap)
{
    double low[2] = {TRAMA_INFINITY, TRAMA_INFINITY}, high[2] = {-TRAMA_INFINITY, -TRAMA_INFINITY};
    for (size_t i = 0; i < 4; i++) {
        const double p = a[i / 2]->at[i % 2][0] * u + a[i / 2]->at[i % 2][1] * v,
                     q = b[i / 2]->at[i % 2][0] * u + b[i / 2]->at[i % 2][1] * v;
        low[0] = p < low[0] ? p : low[0]; /* fmin would be a call */
        high[0] = p > high[0] ? p : high[0];
        low[1] = q < low[1] ? q : low[1];
        high[1] = q > high[1] ? q : high[1];
    }
    const double length = sqrt(u * u + v * v);
    return low[1] - high[0] > gap * length || low[0] - high[1] > gap * length;
}

/* Lines that may lie between two hulls: along the axes, and along each side at either end. */
static bool stay_apart(const trama_contour_point *const a[2], const trama_contour_point *const b[2],
                       double gap)
{
    if (parts_along(a, b, 1.0, 0.0, gap) || parts_along(a, b, 0.0, 1.0, gap))
        return true;
    for (size_t end = 0; end < 2; end++) {
        const double *p = a[0]->at[end], *q = a[1]->at[end], *r = b[0]->at[end], *s = b[1]->at[end];
        if (parts_along(a, b, p[1] - q[1], q[0] - p[0], gap) ||
            parts_along(a, b, r[1] - s[1], s[0] - r[0], gap))
            return true;
    }
    return false;
}

static int by_low(const void *a, const void *b)
{
    const trama_contour_span *s = a, *r = b;
    if (s->low != r->low)
        return s->low < r->low ? -1 : 1;
    return s->side < r->side ? -1 : s->side > r->side;
}

/* Along which of the two the contour is longer, since a sweep along it meets fewer sides at once.
 */
static size_t sweep_axis(const trama_contour_point *point, size_t count)
{
    double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    for (size_t i = 0; i < count; i++)
        for (size_t axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], point[i].at[0][axis]);
            high[axis] = fmax(high[axis], point[i].at[0][axis]);
        }
    return high[1] - low[1] > high[0] - low[0] ? 1 : 0;
}

static void list_spans(const trama_contour_point *point, size_t count, size_t axis,
                       trama_contour_span *span)
{
    for (size_t i = 0; i < count; i++) {
        const trama_contour_point *a = &point[i], *b = &point[(i + 1) % count];
        const double first = fmin(a->at[0][axis], a->at[1][axis]),
                     second = fmin(b->at[0][axis], b->at[1][axis]),
                     third = fmax(a->at[0][axis], a->at[1][axis]),
                     fourth = fmax(b->at[0][axis], b->at[1][axis]);
        span[i] = (trama_contour_span){fmin(first, second), fmax(third, fourth), (uint32_t)i};
    }
    qsort(span, count, sizeof *span, by_low);
}

/* Sides with a common vertex need no test: if two fold onto each other, the far end of the shorter
 * one, and so the side after it, meets the longer one. A contour of three sides has an area, the
 * sum of its triangles', and none fold. */
static bool sides_stay_apart(const trama_contour_point *point, const trama_contour_span *span,
                             size_t count, double gap)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count && span[j].low - span[i].high <= gap; j++) {
            const size_t a = span[i].side, b = span[j].side;
            if ((a + 1) % count == b || (b + 1) % count == a)
                continue;
            const trama_contour_point *const first[2] = {&point[a], &point[(a + 1) % count]};
            const trama_contour_point *const second[2] = {&point[b], &point[(b + 1) % count]};
            if (!stay_apart(first, second, gap))
                return false;
        }
    return true;
}

bool trama_contours_is_simple(const trama_contours *c, size_t thread, size_t node,
                              const trama_cone *cone, const double *x0, const double *x1,
                              double reach)
{
    const size_t count = c->count[node];
    if (count == 0)
        return false;
    trama_contour_point *point = c->point + thread * c->longest;
    trama_contour_span *span = c->span + thread * c->longest;
    const double size = project(c->vertex + c->begin[node], count, cone->axis, x0, x1, point);
    const double rounding = 32.0 * DBL_EPSILON * size;
    list_spans(point, count, sweep_axis(point, count), span);
    return sides_stay_apart(point, span, count, reach + rounding);
}
