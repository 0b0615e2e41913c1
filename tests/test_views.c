/* What a picture shows of a scene: the sheet and what is near it of the obstacles, walls that would
 * hide it as outlines, and the name of each run once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/plot/shade.h"

/* Frames in memory: a square of 1 m in the plane z = 0 that faces +z, and behind it, at z = -1 m,
 * an obstacle of the same kind, `side` m wide. Where `bend` is not 0, its last corner stands out.
 */
typedef struct pair {
    double x[8], y[8], z[8];
    frames_facet facet[2];
    frames_part part[2];
    frames frames;
} pair;

static frames_part part_of(const double *x, const double *y, const double *z)
{
    return (frames_part){.nodes = 4, .facets = 1, .m = 2, .n = 2, .x = x, .y = y, .z = z};
}

static void make_pair(pair *p, double side, double bend)
{
    static const double x[] = {-0.5, 0.5, 0.5, -0.5}, y[] = {-0.5, -0.5, 0.5, 0.5};
    *p = (pair){.facet = {{{0, 1, 2, 3}, 0}, {{4, 5, 6, 7}, 1}}};
    for (size_t i = 0; i < 4; i++) {
        p->x[i] = x[i], p->y[i] = y[i];
        p->x[4 + i] = side * x[i], p->y[4 + i] = side * y[i], p->z[4 + i] = -1;
    }
    p->z[7] += bend;
    p->part[0] = part_of(p->x, p->y, p->z);
    p->part[1] = part_of(p->x + 4, p->y + 4, p->z + 4);
    p->part[1].obstacle = true;
    p->part[1].begin = 4;
    p->part[1].first = 1;
    p->frames = (frames){.count = 1,
                         .nodes = 8,
                         .facets = 2,
                         .parts = 2,
                         .own = 4,
                         .facet = p->facet,
                         .part = p->part};
}

/* How much of the scene is seen in a panel of 10 x 10 cm, m. */
static double seen_of(pair *p, size_t own)
{
    static const edges panel = {.left = 0, .right = 1, .bottom = 0, .top = 1};
    const figure paper = {.width = 10, .height = 10};
    camera c = camera_of(view_of(0, 0));
    p->frames.own = own;
    camera_include(&c, &p->frames, 0);
    camera_fit(&c, &panel, &paper);
    const double once = c.scale;
    camera_fit(&c, &panel, &paper);
    assert_float_equal(c.scale, once, 0);
    return once * paper.width / 1.03; /* its margin */
}

static void a_panel_shows_obstacles_as_far_as_they_are_near_what_moves(void **state)
{
    (void)state;
    /* side of the obstacle; what is seen: the sheet of 1 m and at most 0.6 m on each side of it */
    static const double side[][2] = {{100, 2.2}, {1.4, 1.4}, {0.5, 1}};
    pair p;
    for (size_t i = 0; i < sizeof side / sizeof side[0]; i++) {
        make_pair(&p, side[i][0], 0);
        assert_float_equal(seen_of(&p, 4), side[i][1], 1e-12);
    }
    make_pair(&p, 100, 0);
    assert_float_equal(seen_of(&p, 0), 100, 1e-10); /* nothing moves: all of it */
}

static void a_flat_obstacle_seen_from_behind_is_an_outline(void **state)
{
    (void)state;
    pair p;
    const view before = view_of(20, 30), behind = view_of(20, 210);
    make_pair(&p, 2, 0);
    assert_false(shade_is_screen(&p.frames, 0, 1, &before));
    assert_true(shade_is_screen(&p.frames, 0, 1, &behind));
    assert_false(shade_is_screen(&p.frames, 0, 0, &behind)); /* the sheet itself */
    p.part[1].facets = 0;
    p.part[0].facets = 2; /* two squares of one obstacle, flat and side by side: still flat */
    p.part[0].obstacle = true;
    assert_true(shade_is_screen(&p.frames, 0, 0, &behind));
    p.z[7] += 1; /* and bent */
    assert_false(shade_is_screen(&p.frames, 0, 0, &behind));
}

/* Two runs that break between two tables: rows are told apart by their methods, and the tables,
 * which are all grey, have one entry of the legend. */
static const char between[] =
    "experiment: between\n"
    "case:\n"
    "  environment: {gravity: [5, -9.8, 0]}\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: nedel, elasticity: 1.0e+6, density: 0.1}\n"
    "      scene: {grid: {points: [4, 4], side: [1, 1], origin: [-0.5, 0, -0.5]}, pins: "
    "[{k: 0}]}\n"
    "    floor: {model: {name: table, points: [2, 2], side: [2, 2], position: [0, -0.3, 0]}}\n"
    "    lid: {model: {name: table, points: [2, 2], side: [2, 2], position: [0, 0.3, 0], normal: "
    "[0, -1, 0]}}\n"
    "  bounds: {strain: 0.5}\n"
    "  task: {name: run, dt: 0.01, horizon: 30, frames: [0, 1]}\n"
    "sweep:\n"
    "  - grid: {integrator.name: [symplectic_euler, velocity_verlet]}\n";

static void rows_and_obstacles_are_named_once(void **state)
{
    (void)state;
    folder_write("between.yaml", between);
    assert_int_equal(shell_run(SHELL("run", "between.yaml", "-o", "between", "--quiet")).code, 0);
    assert_int_equal(shell_run(SHELL("plot", "between")).code, 0);
    char *script = text_of_file("between/plots/between.gp");
    assert_int_equal(text_count(script, "set label 'Symplectic Euler, Δt = 10 ms' at"), 1);
    assert_int_equal(text_count(script, "set label 'Velocity Verlet, Δt = 10 ms' at"), 1);
    assert_int_equal(text_count(script, "set label 'obstacles' at"), 1);
    assert_int_equal(text_count(script, "set label 'cloth' at"), 1);
    assert_null(strstr(script, "'floor'"));
    assert_null(strstr(script, "nodes outside"));
    free(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_panel_shows_obstacles_as_far_as_they_are_near_what_moves),
        cmocka_unit_test(a_flat_obstacle_seen_from_behind_is_an_outline),
        cmocka_unit_test(rows_and_obstacles_are_named_once),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
