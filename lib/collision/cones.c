#include "collision/cones.h"

#include "collision/contour.h"
#include "core/memory.h"
#include "core/threads.h"
#include "core/vec.h"

#include <math.h>
#include <stdlib.h>

struct trama_cones {
    const trama_soup *soup;
    trama_tree *tree;
    size_t first, threads; /* the group's first triangle */
    trama_cull cull;
    const double *x0, *x1;
    double reach;
    uint32_t *part;
    trama_cone *cone; /* of each node */
    trama_contours contours;
};

/* Any angle. */
static const trama_cone full = {{0.0, 0.0, 1.0}, -1.0, 0.0};

/* Sines and cosines below carry errors of rounding, and so do normals of triangles that are not
 * needles: a cone this near to a right angle counts as one. */
static const double RIGHT = 1e-6;
/* A needle: the product of its sides is so much larger than its area that rounding could turn its
 * normal by more than RIGHT / 100. */
static const double NEEDLE = 1e-7;

static trama_status plant(trama_cones *cones, const double *rest, trama_error *error)
{
    trama_extent *box = calloc(cones->tree->count + 1, sizeof *box);
    if (!box)
        return trama_fail_memory(error);
    for (size_t i = 0; i < cones->tree->count; i++) {
        const uint32_t *v = cones->soup->triangle[cones->first + i];
        box[i] = trama_extent_of_path(rest + 3 * (size_t)v[0], rest + 3 * (size_t)v[1]);
        const trama_extent last =
            trama_extent_of_path(rest + 3 * (size_t)v[2], rest + 3 * (size_t)v[2]);
        box[i] = trama_extent_join(&box[i], &last);
    }
    trama_tree_build(cones->tree, box, 0.0, cones->threads);
    free(box);
    return TRAMA_OK;
}

trama_status trama_cones_create(const trama_soup *soup, size_t group, const double *rest,
                                trama_cull cull, size_t threads, trama_cones **cones,
                                trama_error *error)
{
    *cones = NULL;
    trama_cones *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    const size_t first = soup->triangle_begin[group],
                 count = soup->triangle_begin[group + 1] - first;
    made->soup = soup;
    made->first = first;
    made->threads = threads;
    made->cull = cull;
    made->cone = calloc(2 * count + 1, sizeof *made->cone);
    trama_status status = trama_tree_create(count, &made->tree, error);
    if (status == TRAMA_OK)
        status = plant(made, rest, error);
    if (status == TRAMA_OK &&
        (!made->cone || !trama_contours_find(&made->contours, soup, first, made->tree, threads)))
        status = trama_fail_memory(error);
    if (status == TRAMA_OK)
        *cones = made;
    else
        trama_cones_destroy(made);
    return status;
}

void trama_cones_destroy(trama_cones *cones)
{
    if (!cones)
        return;
    free(cones->cone);
    trama_contours_free(&cones->contours);
    trama_tree_destroy(cones->tree);
    free(cones);
}

/* --- cones --- */

static vec at(const double *x, uint32_t vertex)
{
    return (vec){x[3 * (size_t)vertex], x[3 * (size_t)vertex + 1], x[3 * (size_t)vertex + 2]};
}

/* n / |n|; false of a needle, whose sides have the lengths a and b. */
static bool make_unit(vec n, double sides, vec *unit)
{
    const double length = sqrt(dot(n, n));
    if (!(length > NEEDLE * sides))
        return false;
    *unit = scaled(1.0 / length, n);
    return true;
}

static trama_cone cone_about(vec axis, double cosine)
{
    const double c = cosine < 1.0 ? cosine : 1.0;
    return (trama_cone){{axis.x, axis.y, axis.z}, c, sqrt(1.0 - c * c)};
}

/* The cone of a triangle's normals over the step. */
static trama_cone cone_of_triangle(const trama_cones *cones, uint32_t triangle)
{
    const uint32_t *v = cones->soup->triangle[triangle];
    const vec o0 = at(cones->x0, v[0]), a0 = minus(at(cones->x0, v[1]), o0),
              b0 = minus(at(cones->x0, v[2]), o0);
    vec n[3];
    if (!make_unit(cross(a0, b0), sqrt(dot(a0, a0) * dot(b0, b0)), &n[0]))
        return full;
    if (cones->cull == TRAMA_CULL_CONES_PRINTED)
        return cone_about(n[0], 1.0);
    const vec o1 = at(cones->x1, v[0]), a1 = minus(at(cones->x1, v[1]), o1),
              b1 = minus(at(cones->x1, v[2]), o1);
    const vec between = plus(cross(a0, b1), cross(a1, b0));
    const double size = sqrt(dot(a0, a0) * dot(b1, b1)) + sqrt(dot(a1, a1) * dot(b0, b0));
    vec axis;
    if (!make_unit(cross(a1, b1), sqrt(dot(a1, a1) * dot(b1, b1)), &n[1]) ||
        !make_unit(between, size, &n[2]) || !make_unit(plus(plus(n[0], n[1]), n[2]), 1.0, &axis))
        return full;
    const double cosine = fmin(fmin(dot(axis, n[0]), dot(axis, n[1])), dot(axis, n[2]));
    return cosine > 0.0 ? cone_about(axis, cosine) : full; /* beyond, it is not convex */
}

/* About the mean of the axes, alpha = beta / 2 + max(alpha1, alpha2). */
static trama_cone join(const trama_cone *a, const trama_cone *b)
{
    const trama_cone *wider = a->cosine < b->cosine ? a : b;
    const vec p = {a->axis[0], a->axis[1], a->axis[2]}, q = {b->axis[0], b->axis[1], b->axis[2]};
    vec axis;
    if (wider->cosine <= -1.0)
        return full;
    if (!make_unit(plus(p, q), 1.0, &axis))
        axis =
            p; /* opposite axes have no mean; the angle is beyond use, but for the printed rule */
    const vec apart = minus(p, q);
    const double sine = fmin(0.5 * sqrt(dot(apart, apart)), 1.0); /* of beta / 2 */
    const double cosine = sqrt(1.0 - sine * sine);
    const trama_cone joint = {{axis.x, axis.y, axis.z},
                              cosine * wider->cosine - sine * wider->sine,
                              sine * wider->cosine + cosine * wider->sine};
    return joint.sine >= 0.0 ? joint : full; /* more than pi */
}

static void refit_below(const trama_cones *cones, trama_subtree s)
{
    if (s.count == 1) {
        const size_t triangle = cones->first + cones->tree->element[s.first];
        cones->cone[s.node] = cone_of_triangle(cones, (uint32_t)triangle);
        return;
    }
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    refit_below(cones, left);
    refit_below(cones, right);
    cones->cone[s.node] = join(&cones->cone[left.node], &cones->cone[right.node]);
}

/* The nodes above the cut, when those below are done. */
static void refit_above(const trama_cones *cones, trama_subtree s)
{
    if (s.depth == TRAMA_TREE_CUT || s.count <= 1)
        return;
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    refit_above(cones, left);
    refit_above(cones, right);
    cones->cone[s.node] = join(&cones->cone[left.node], &cones->cone[right.node]);
}

/* --- the largest parts --- */

static bool is_apart(const trama_cones *cones, size_t thread, trama_subtree s)
{
    const trama_cone *cone = &cones->cone[s.node];
    if (s.count <= 1)
        return true;
    if (cones->cull == TRAMA_CULL_CONES_PRINTED)
        return cone->cosine > -1.0;
    return cone->cosine > RIGHT && trama_contours_is_simple(&cones->contours, thread, s.node, cone,
                                                            cones->x0, cones->x1, cones->reach);
}

static void part_out(const trama_cones *cones, size_t thread, trama_subtree s, unsigned to_depth)
{
    if (is_apart(cones, thread, s)) {
        for (size_t i = s.first; i < s.first + s.count; i++)
            cones->part[cones->tree->element[i]] = (uint32_t)s.node;
    } else if (s.depth < to_depth) {
        part_out(cones, thread, trama_subtree_left(s), to_depth);
        part_out(cones, thread, trama_subtree_right(s), to_depth);
    }
}

static void refit_parts(void *context, size_t thread)
{
    const trama_cones *cones = context;
    trama_subtree part[TRAMA_TREE_PARTS];
    const size_t parts = trama_tree_cut(cones->tree, part);
    for (size_t i = thread; i < parts; i += cones->threads)
        refit_below(cones, part[i]);
}

/* Below the cut, where no part above has been found. */
static void part_out_parts(void *context, size_t thread)
{
    const trama_cones *cones = context;
    trama_subtree part[TRAMA_TREE_PARTS];
    const size_t parts = trama_tree_cut(cones->tree, part);
    for (size_t i = thread; i < parts; i += cones->threads)
        if (cones->part[cones->tree->element[part[i].first]] == UINT32_MAX)
            part_out(cones, thread, part[i], UINT32_MAX);
}

void trama_cones_find(trama_cones *cones, const double *x0, const double *x1, double reach,
                      uint32_t *part)
{
    const trama_subtree root = trama_tree_root(cones->tree);
    cones->x0 = x0;
    cones->x1 = x1;
    cones->reach = reach;
    cones->part = part;
    for (size_t i = 0; i < root.count; i++)
        part[i] = UINT32_MAX;
    if (root.count == 0)
        return;
    trama_threads_run(cones->threads, refit_parts, cones);
    refit_above(cones, root);
    part_out(cones, 0, root, TRAMA_TREE_CUT);
    trama_threads_run(cones->threads, part_out_parts, cones);
}

const trama_tree *trama_cones_tree(const trama_cones *cones)
{
    return cones->tree;
}

const trama_cone *trama_cones_of_node(const trama_cones *cones, size_t node)
{
    return &cones->cone[node];
}
