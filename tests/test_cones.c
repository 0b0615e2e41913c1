/* What normal cones leave out of self-collision never meets during the step, whatever the sheet
 * does; the published limit of the angle lets real collisions go. Continuous detection (ccd.h),
 * which misses none, is the judge. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchmark/fixture/crumpled.h"
#include "collision/ccd.h"
#include "collision/contour.h"
#include "collision/detect.h"
#include "core/random.h"
#include "core/vec.h"

typedef struct scene {
    trama_soup *soup;
    double *rest, *x0, *x1;
} scene;

static scene scene_of(size_t vertices, size_t triangles, const size_t *triangle)
{
    const trama_soup_part part = {vertices, triangles, triangle};
    scene s;
    trama_error error;
    assert_int_equal(trama_soup_create(&part, 1, &s.soup, &error), TRAMA_OK);
    s.x0 = calloc(3 * vertices, sizeof *s.x0);
    s.x1 = calloc(3 * vertices, sizeof *s.x1);
    s.rest = calloc(3 * vertices, sizeof *s.rest);
    assert_true(s.rest && s.x0 && s.x1);
    return s;
}

static void clear(scene *s)
{
    trama_soup_destroy(s->soup);
    free(s->rest);
    free(s->x0);
    free(s->x1);
}

/* --- what a kind of culling leaves out, and how much of it meets --- */

typedef struct omission {
    size_t pairs, left_out, missed; /* missed: left out although they meet */
} omission;

static trama_four four(const double *x, const uint32_t v[4])
{
    trama_four points;
    for (size_t i = 0; i < 4; i++)
        for (size_t axis = 0; axis < 3; axis++)
            points.x[i][axis] = x[3 * (size_t)v[i] + axis];
    return points;
}

static bool meets(const scene *s, int kind, trama_pair pair)
{
    uint32_t v[4] = {pair.first};
    if (kind == 0) {
        memcpy(v + 1, s->soup->triangle[pair.second], 3 * sizeof *v);
    } else {
        memcpy(v, s->soup->edge[pair.first], 2 * sizeof *v);
        memcpy(v + 2, s->soup->edge[pair.second], 2 * sizeof *v);
    }
    const trama_four x0 = four(s->x0, v), x1 = four(s->x1, v);
    const trama_ccd_options options = trama_ccd_default();
    const trama_ccd_hit hit = kind == 0 ? trama_ccd_vertex_face(&x0, &x1, &options)
                                        : trama_ccd_edge_edge(&x0, &x1, &options);
    return hit.status != TRAMA_CCD_CLEAR;
}

static trama_detection *open(const scene *s, trama_cull cull)
{
    const trama_detection_spec spec = {TRAMA_DETECTION_TREE, cull, s->rest, 1.5, 0.0, 1, 0, false};
    trama_error error;
    trama_detection *detect;
    assert_int_equal(trama_detection_create(s->soup, &spec, &detect, &error), TRAMA_OK);
    return detect;
}

static bool is_same(trama_pair a, trama_pair b)
{
    return a.first == b.first && a.second == b.second;
}

/* The lists are sorted, so those of all pairs and those that are kept go side by side. */
static omission compare(const scene *s, trama_cull cull, double reach)
{
    trama_detection *every = open(s, TRAMA_CULL_NONE), *some = open(s, cull);
    trama_candidates all, kept;
    trama_error error;
    omission o = {0};
    assert_int_equal(trama_detection_find(every, s->x0, s->x1, reach, &all, &error), TRAMA_OK);
    assert_int_equal(trama_detection_find(some, s->x0, s->x1, reach, &kept, &error), TRAMA_OK);
    const trama_pair *const of_all[2] = {all.vertex_face, all.edge_edge};
    const trama_pair *const of_kept[2] = {kept.vertex_face, kept.edge_edge};
    const size_t count[2] = {all.vertex_faces, all.edge_edges},
                 kept_count[2] = {kept.vertex_faces, kept.edge_edges};
    for (int kind = 0; kind < 2; kind++) {
        size_t k = 0;
        for (size_t i = 0; i < count[kind]; i++) {
            o.pairs++;
            if (k < kept_count[kind] && is_same(of_all[kind][i], of_kept[kind][k])) {
                k++;
                continue;
            }
            o.left_out++;
            o.missed += meets(s, kind, of_all[kind][i]);
        }
        assert_int_equal(k, kept_count[kind]); /* none that all pairs has not */
    }
    trama_detection_destroy(every);
    trama_detection_destroy(some);
    return o;
}

/* --- sheets --- */

static scene sheet_scene(size_t points, crumpled_shape shape, double t, double h)
{
    crumpled_sheet sheet = crumpled_make(points);
    assert_non_null(sheet.triangle);
    scene s = scene_of(sheet.vertices, sheet.triangles, sheet.triangle);
    crumpled_positions(&sheet, CRUMPLED_FLAT, 0.0, s.rest);
    crumpled_positions(&sheet, shape, t, s.x0);
    crumpled_positions(&sheet, shape, t + h, s.x1);
    crumpled_free(&sheet);
    return s;
}

static void what_is_left_out_of_a_moving_sheet_never_meets(void **state)
{
    (void)state;
    const double h[] = {0.0, 0.003, 0.03, 0.3, 1.0};
    size_t left_out = 0;
    for (crumpled_shape shape = 0; shape < CRUMPLED_SHAPES; shape++)
        for (int i = 0; i < 5; i++) {
            scene s = sheet_scene(24, shape, 0.0, h[i]);
            const omission o = compare(&s, TRAMA_CULL_CONES, 0.0);
            print_message("%-8s h %.3f s: %6zu pairs, %6zu left out\n", crumpled_name(shape), h[i],
                          o.pairs, o.left_out);
            assert_int_equal(o.missed, 0);
            left_out += o.left_out;
            clear(&s);
        }
    assert_true(left_out > 10000);
}

/* A sheet whose vertices go anywhere: folds over, turns inside out, shrinks to a line. */
static void what_is_left_out_of_a_wild_sheet_never_meets(void **state)
{
    (void)state;
    trama_random random = {3};
    size_t left_out = 0, pairs = 0;
    for (int i = 0; i < 300; i++) {
        scene s = sheet_scene(3 + (size_t)i % 6, CRUMPLED_FLAT, 0.0, 0.0);
        const double before[] = {0.0, 0.02, 0.1}, after[] = {0.02, 0.05, 0.1, 0.2};
        const double squeeze = trama_random_signed(&random);
        for (size_t k = 0; k < 3 * s.soup->vertices; k++) {
            s.x0[k] += before[i % 3] * trama_random_signed(&random);
            s.x1[k] = (k % 3 == 2 && i % 7 == 0 ? squeeze : 1.0) * s.x1[k] +
                      after[i % 4] * trama_random_signed(&random);
        }
        const omission o = compare(&s, TRAMA_CULL_CONES, i % 5 == 0 ? 0.05 : 0.0);
        assert_int_equal(o.missed, 0);
        left_out += o.left_out;
        pairs += o.pairs;
        clear(&s);
    }
    print_message("%zu of %zu pairs left out\n", left_out, pairs);
    assert_true(left_out > 1000);
}

/* --- the published limit --- */

/* Two leaves that close on each other, and pass. The half angle of the cone is pi / 2 when they are
 * face to face: the published rule, alpha < pi, never tests them. */
static void the_published_angle_lets_folded_leaves_pass(void **state)
{
    (void)state;
    scene s = sheet_scene(13, CRUMPLED_FOLDED, 0.95, 0.1);
    const omission printed = compare(&s, TRAMA_CULL_CONES_PRINTED, 0.0),
                   corrected = compare(&s, TRAMA_CULL_CONES, 0.0);
    print_message("of %zu pairs the published rule leaves out %zu, of which %zu meet; the "
                  "corrected one %zu, and 0\n",
                  printed.pairs, printed.left_out, printed.missed, corrected.left_out);
    assert_int_equal(corrected.missed, 0);
    assert_true(printed.missed > 100);
    clear(&s);
}

static void the_published_rule_misses_collisions_of_a_crumpled_sheet(void **state)
{
    (void)state;
    scene s = sheet_scene(40, CRUMPLED_BALL, 0.0, 0.05);
    const omission printed = compare(&s, TRAMA_CULL_CONES_PRINTED, 0.0),
                   corrected = compare(&s, TRAMA_CULL_CONES, 0.0);
    print_message("of %zu pairs the published rule leaves out %zu, of which %zu meet; the "
                  "corrected one %zu, and %zu\n",
                  printed.pairs, printed.left_out, printed.missed, corrected.left_out,
                  corrected.missed);
    assert_int_equal(corrected.missed, 0);
    assert_true(printed.missed > 0);
    clear(&s);
}

/* --- the contour --- */

/* A spiral ramp: all normals point up, but it is above itself. Its floors come together. */
static void a_ramp_above_itself_is_tested(void **state)
{
    (void)state;
    enum { AROUND = 40 };
    size_t triangle[6 * AROUND];
    for (size_t i = 0; i < AROUND; i++) {
        const size_t two[6] = {2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3};
        for (size_t c = 0; c < 6; c++)
            triangle[6 * i + c] = two[c];
    }
    scene s = scene_of(2 * (AROUND + 1), 2 * AROUND, triangle);
    for (size_t i = 0; i <= AROUND; i++)
        for (size_t side = 0; side < 2; side++)
            for (size_t end = 0; end < 2; end++) {
                double *x = (end == 0 ? s.x0 : s.x1) + 3 * (2 * i + side);
                const double turn = 12.0 * (double)i / AROUND, r = side == 0 ? 1.0 : 0.6;
                x[0] = r * cos(turn);
                x[1] = (end == 0 ? 0.02 : -0.02) * turn; /* the floors change places */
                x[2] = -r * sin(turn);
                s.rest[3 * (2 * i + side)] = turn; /* straight */
                s.rest[3 * (2 * i + side) + 2] = r;
            }
    const omission o = compare(&s, TRAMA_CULL_CONES, 0.0),
                   printed = compare(&s, TRAMA_CULL_CONES_PRINTED, 0.0);
    print_message("of %zu pairs %zu left out; without the contour test %zu, of which %zu meet\n",
                  o.pairs, o.left_out, printed.left_out, printed.missed);
    assert_int_equal(o.missed, 0);
    assert_true(o.left_out > 0);
    assert_true(printed.missed > 0);
    clear(&s);
}

/* Neighbours that run along their edge the same way: folded onto each other, their normals agree.
 */
static void flipped_neighbours_are_tested(void **state)
{
    (void)state;
    const size_t triangle[] = {0, 1, 2, 0, 1, 3};
    scene s = scene_of(4, 2, triangle);
    const double x0[12] = {0, 0, 0, 1, 0, 0, 0.4, 1, 0.1, 0.5, 0.8, -0.1};
    for (size_t i = 0; i < 12; i++) {
        s.rest[i] = s.x0[i] = x0[i];
        s.x1[i] = i % 3 == 2 ? -x0[i] : x0[i];
    }
    const omission o = compare(&s, TRAMA_CULL_CONES, 0.0);
    assert_true(o.pairs > 0);
    assert_int_equal(o.left_out, 0);
    clear(&s);
}

/* A triangle cut in four. The middle one changes no side of the contour, but if it is turned
 * against the others, the cone of their normals says nothing about folds. */
static void a_part_with_a_turned_triangle_within_has_no_contour(void **state)
{
    (void)state;
    size_t triangle[] = {0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5};
    for (size_t turned = 0; turned < 2; turned++) {
        scene s = scene_of(6, 4, triangle);
        trama_tree *tree;
        trama_error error;
        trama_contours contours;
        trama_extent box[4] = {{{0}, {0}}};
        assert_int_equal(trama_tree_create(4, &tree, &error), TRAMA_OK);
        trama_tree_build(tree, box, 0.0, 1);
        assert_true(trama_contours_find(&contours, s.soup, 0, tree, 1));
        assert_int_equal(contours.count[0], turned ? 0 : 6);
        trama_contours_free(&contours);
        trama_tree_destroy(tree);
        clear(&s);
        triangle[9] = 4;
        triangle[10] = 3;
    }
}

/* --- one triangle --- */

static vec normal_at(const scene *s, double t)
{
    vec p[3];
    for (size_t i = 0; i < 3; i++) {
        const double *a = s->x0 + 3 * i, *b = s->x1 + 3 * i;
        p[i] = (vec){a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])};
    }
    return cross(minus(p[1], p[0]), minus(p[2], p[0]));
}

static void the_cone_of_a_triangle_holds_throughout_the_step(void **state)
{
    (void)state;
    const size_t triangle[] = {0, 1, 2};
    trama_random random = {11};
    scene s = scene_of(3, 1, triangle);
    size_t narrow = 0;
    for (int i = 0; i < 2000; i++) {
        uint32_t part;
        trama_cones *cones;
        trama_error error;
        for (size_t k = 0; k < 9; k++) {
            s.x0[k] = trama_random_signed(&random);
            s.x1[k] = s.x0[k] + (i % 4 + 1) * 0.3 * trama_random_signed(&random);
        }
        assert_int_equal(trama_cones_create(s.soup, 0, s.x0, TRAMA_CULL_CONES, 1, &cones, &error),
                         TRAMA_OK);
        trama_cones_find(cones, s.x0, s.x1, 0.0, &part);
        const trama_cone *cone = trama_cones_of_node(cones, 0);
        const vec axis = {cone->axis[0], cone->axis[1], cone->axis[2]};
        narrow += cone->cosine > 0.0;
        for (int k = 0; k <= 50; k++) {
            const vec n = normal_at(&s, k / 50.0);
            if (dot(axis, n) < (cone->cosine - 1e-9) * sqrt(dot(n, n)))
                fail_msg("triangle %d leaves its cone at t = %.2f", i, k / 50.0);
        }
        trama_cones_destroy(cones);
    }
    assert_in_range(narrow, 500, 1999);
    clear(&s);
}

/* --- parts --- */

/* The sides of a part: edges that one of its triangles has. `part` is of each triangle. */
static size_t sides_of(const scene *s, const uint32_t *part, uint32_t node, size_t *side)
{
    size_t count = 0;
    for (size_t e = 0; e < s->soup->edges; e++) {
        int within = 0;
        for (int k = 0; k < 2; k++) {
            const uint32_t t = s->soup->edge_triangle[e][k];
            within += t != TRAMA_SOUP_NONE && part[t] == node;
        }
        if (within == 1)
            side[count++] = e;
    }
    return count;
}

static double distance_at(const scene *s, double t, const uint32_t *e, const uint32_t *f)
{
    const uint32_t v[4] = {e[0], e[1], f[0], f[1]};
    const trama_four x0 = four(s->x0, v), x1 = four(s->x1, v);
    trama_four x;
    for (int i = 0; i < 4; i++)
        for (int axis = 0; axis < 3; axis++)
            x.x[i][axis] = (1.0 - t) * x0.x[i][axis] + t * x1.x[i][axis];
    return sqrt(trama_closest_edge_edge(&x).squared);
}

/* The contour of a part comes no nearer to itself than `reach`: of its projection that is shown,
 * and distances in space are no less. */
static void check_contour(const scene *s, const size_t *side, size_t count, double reach)
{
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < a; b++) {
            const uint32_t *e = s->soup->edge[side[a]], *f = s->soup->edge[side[b]];
            if (trama_soup_edges_touch(s->soup, (uint32_t)side[a], (uint32_t)side[b]))
                continue;
            for (int k = 0; k <= 4; k++)
                if (!(distance_at(s, k / 4.0, e, f) > reach * (1.0 - 1e-9)))
                    fail_msg("sides %zu and %zu of a part come to %g m", side[a], side[b],
                             distance_at(s, k / 4.0, e, f));
        }
}

/* Parts of more than a triangle; each has a cone of less than a right angle. */
static size_t check_parts(const scene *s, double reach)
{
    trama_cones *cones;
    trama_error error;
    uint32_t *part = calloc(s->soup->triangles, sizeof *part);
    size_t *side = calloc(s->soup->edges, sizeof *side), parts = 0;
    assert_true(part && side);
    assert_int_equal(trama_cones_create(s->soup, 0, s->rest, TRAMA_CULL_CONES, 1, &cones, &error),
                     TRAMA_OK);
    trama_cones_find(cones, s->x0, s->x1, reach, part);
    for (uint32_t node = 0; node < 2 * s->soup->triangles - 1; node++) {
        const size_t count = sides_of(s, part, node, side);
        if (count <= 3)
            continue;
        parts++;
        assert_true(trama_cones_of_node(cones, node)->cosine > 0.0);
        check_contour(s, side, count, reach);
    }
    trama_cones_destroy(cones);
    free(part);
    free(side);
    return parts;
}

static void every_part_has_a_narrow_cone_and_a_contour_that_stays_apart(void **state)
{
    (void)state;
    const double h[] = {0.0, 0.003, 0.05}, reach[] = {1e-3, 0.01, 0.03};
    size_t parts = 0;
    for (crumpled_shape shape = 0; shape < CRUMPLED_SHAPES; shape++)
        for (int i = 0; i < 3; i++) {
            scene s = sheet_scene(16, shape, 0.1, h[i]);
            parts += check_parts(&s, reach[i]);
            clear(&s);
        }
    print_message("%zu parts of more than a triangle\n", parts);
    assert_true(parts > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_of_a_moving_sheet_never_meets),
        cmocka_unit_test(what_is_left_out_of_a_wild_sheet_never_meets),
        cmocka_unit_test(the_published_angle_lets_folded_leaves_pass),
        cmocka_unit_test(the_published_rule_misses_collisions_of_a_crumpled_sheet),
        cmocka_unit_test(a_ramp_above_itself_is_tested),
        cmocka_unit_test(flipped_neighbours_are_tested),
        cmocka_unit_test(a_part_with_a_turned_triangle_within_has_no_contour),
        cmocka_unit_test(the_cone_of_a_triangle_holds_throughout_the_step),
        cmocka_unit_test(every_part_has_a_narrow_cone_and_a_contour_that_stays_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
