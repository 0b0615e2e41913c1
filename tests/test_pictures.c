/* Pictures of runs are drawn from a user's files: a mesh from an OBJ file as well as a grid, with
 * the frames and the names of cases that they should have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/shade.h"

/* A square of two triangles and a third that hangs on it. */
static const char flag_obj[] = "v 0 0 0\nv 0.1 0 0\nv 0.1 -0.1 0\nv 0 -0.1 0\nv 0.2 -0.05 0.03\n"
                               "f 1 4 3\nf 1 3 2\nf 2 3 5\n";

static const char flag_yaml[] =
    "experiment: flag\n"
    "case:\n"
    "  model: {name: bridson, structural: 5, bending: 1.0e-6, density: 0.2}\n"
    "  scene: {mesh: {file: flag.obj}, gravity: [0, 0, -9.8], damping: 0.001, pins: [{k: [0, "
    "1]}]}\n"
    "  integrator: {name: bridson_mixed}\n"
    "  task: {name: run, dt: 0.002, horizon: 40, frames: [0, 40]}\n"
    "sweep:\n"
    "  - grid: {model.bending: [1.0e-6, 2.0e-6]}\n";

/* A study of the folder, and the frames of its first case. */
static void read_first(const char *folder, study *s, frames *f)
{
    study_read(folder, s, stderr);
    assert_true(s->count > 0);
    assert_true(frames_read(&s->item[0], f, stderr));
}

static void a_mesh_has_the_facets_of_its_file(void **state)
{
    (void)state;
    study s;
    frames f;
    folder_write("flag.obj", flag_obj);
    folder_write("flag.yaml", flag_yaml);
    assert_int_equal(shell_run(SHELL("run", "flag.yaml", "-o", "obj", "--quiet")).code, 0);
    read_first("obj", &s, &f);
    assert_int_equal(f.nodes, 5);
    assert_int_equal(f.facets, 3);
    assert_int_equal(f.m, 0);
    static const size_t corners[3][4] = {{0, 3, 2, 2}, {0, 2, 1, 1}, {1, 2, 4, 4}};
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(f.facet[i].corner, corners[i], sizeof corners[i]);
    /* counter-clockwise seen from +z, half of 0.1 m squared */
    const vector area = frames_area(&f, 0, 0);
    assert_true(fabs(area.z - 0.005) < 1e-15 && fabs(area.x) < 1e-15 && fabs(area.y) < 1e-15);
    frames_free(&f);
    study_free(&s);
}

static void a_mesh_is_drawn_and_plays_in_the_report(void **state)
{
    (void)state;
    const shell_end plot = shell_run(SHELL("plot", "obj"));
    assert_string_equal(plot.err, "");
    assert_int_equal(plot.code, 0);
    char *script = text_of_file("obj/plots/snapshots.gp");
    /* runs that differ in one setting are told apart by it */
    text_assert_has(script, "'flag, Bridson Mixed, bending 1e-06, Δt = 2 ms'");
    text_assert_has(script, "'flag, Bridson Mixed, bending 2e-06, Δt = 2 ms'");
    text_assert_has(script, "'(a) t = 0 s'");
    text_assert_has(script, "'(d) t = 0.08 s'");
    /* two runs of two moments, each a picture, with dots where nodes are held */
    assert_int_equal(text_count(script, "with rgbimage"), 4);
    text_assert_has(script, "picture = 'snapshots.8.png'");
    text_assert_has(script, "data index 3 using 4:5 with points");
    free(script);
    assert_int_equal(shell_run(SHELL("report", "obj")).code, 0);
    char *page = text_of_file("obj/report.html");
    /* two runs, and the picture of the first screen */
    assert_int_equal(text_count(page, "\"nodes\":5,\"triangles\":[0,3,2,0,2,1,1,2,4],"), 3);
    free(page);
}

static void a_grid_has_squares(void **state)
{
    (void)state;
    study s;
    frames f;
    experiment_write("grid.yaml", experiment_cloth,
                     EDITS("task: {name: stable_step, horizon: 200, search: {first: 0.005, "
                           "increment: 0.005, cap: 0.1}}",
                           "task: {name: run, dt: 0.005, horizon: 20, frames: [20]}"));
    assert_int_equal(shell_run(SHELL("run", "grid.yaml", "-o", "grid", "--quiet")).code, 0);
    read_first("grid", &s, &f);
    assert_int_equal(f.nodes, 36);
    assert_int_equal(f.facets, 25);
    static const size_t last[4] = {28, 34, 35, 29};
    assert_memory_equal(f.facet[24].corner, last, sizeof last);
    /* of a square and of its two triangles the same area */
    const vector area = frames_area(&f, 0, 24);
    assert_true(fabs(sqrt(vector_dot(area, area)) - 4) < 0.05); /* 2 m x 2 m: 4.0000 */
    frames_free(&f);
    study_free(&s);
    assert_int_equal(shell_run(SHELL("plot", "grid")).code, 0);
    char *script = text_of_file("grid/plots/snapshots.gp");
    text_assert_has(script, "(a) t = 0.1 s");
    free(script);
}

/* Runs of one frame each stand in panels of a third of the width: what they are called is written
 * in two lines, as two titles in one row would overlap. */
static void titles_of_panels_are_written_in_two_lines(void **state)
{
    (void)state;
    static const char sides[] =
        "experiment: sides\n"
        "study: {factors: {simulation: labels.simulation}}\n"
        "case:\n"
        "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
        "  scene: {grid: {points: [4, 4], side: [1, 1]}}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  task: {name: run, dt: 0.01, horizon: 2, frames: [2], energy: false}\n"
        "sweep:\n"
        "  - zip: {labels.simulation: [one, two], scene.damping: [0, 1]}\n";
    folder_write("sides.yaml", sides);
    assert_int_equal(shell_run(SHELL("run", "sides.yaml", "-o", "sides", "--quiet")).code, 0);
    assert_int_equal(shell_run(SHELL("plot", "sides")).code, 0);
    char *script = text_of_file("sides/plots/snapshots.gp");
    text_assert_has(script, "set label 'one' at");
    text_assert_has(script, "set label 'Symplectic Euler, Δt = 10 ms' at");
    assert_null(strstr(script, "'one, "));
    free(script);
}

static int times_in(const char *text, const char *what)
{
    int times = 0;
    while ((text = strstr(text, what)) != NULL)
        times++, text++;
    return times;
}

/* A panel for each figure, in the order of their names: its first run that came to its end, at its
 * last frame. The first of 5.4(a) breaks. */
static void a_contact_sheet_shows_every_figure_once(void **state)
{
    (void)state;
    static const char scenes[] =
        "experiment: scenes\n"
        "study:\n"
        "  question: what do they look like?\n"
        "  factors: {figure: labels.figure, material: labels.material, scheme: "
        "model.elasticity}\n"
        "case:\n"
        "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
        "  scene: {grid: {points: [4, 4], side: [1, 1]}, gravity: [0, -9.8, 0], pins: [{k: 0}]}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  bounds: {strain: 0.5}\n"
        "  task: {name: run, dt: 0.01, horizon: 4, frames: [0, 4], energy: false}\n"
        "sweep:\n"
        "  - zip:\n"
        "      labels.figure: ['5.10', '5.4(a)', '5.4(a)', '', none]\n"
        "      labels.material: ['', silk, silk, wool, linen]\n"
        "      model.elasticity: [10, 1.0e+6, 20, 30, 40]\n";
    folder_write("scenes.yaml", scenes);
    assert_int_equal(shell_run(SHELL("run", "scenes.yaml", "-o", "scenes", "--quiet")).code, 0);
    assert_int_equal(shell_run(SHELL("plot", "scenes")).code, 0);
    char *script = text_of_file("scenes/plots/contact_sheet.gp");
    const char *first = strstr(script, "set label '5.4(a), silk' at"),
               *second = strstr(script, "set label '5.10' at");
    assert_true(first && second && first < second);
    assert_int_equal(times_in(script, "'5.4(a)"), times_in(script, "'5.10'"));
    assert_null(strstr(script, "wool"));
    assert_null(strstr(script, "linen")); /* a figure that nobody published */
    text_assert_has(script, "set label 't = 0.04 s, 20' at");
    /* of two figures in a row of five, the second begins at a fifth: its picture is within */
    text_assert_has(script, "set label '5.10' at screen 0.30000, ");
    free(script);
}

/* One corner is held from the start, the other from the second frame to the third; nothing else. */
static void nodes_are_held_as_the_frames_say(void **state)
{
    (void)state;
    static const char held[] =
        "experiment: held\n"
        "case:\n"
        "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
        "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -9.8, 0], pins: [{k: 0, l: "
        "0}, {k: 2, l: 2, iterations: [2, 4]}]}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  task: {name: run, dt: 0.01, horizon: 6, frames: [0, 2, 4, 6]}\n";
    static const bool second[] = {false, true, true, false};
    study s;
    frames f;
    folder_write("held.yaml", held);
    assert_int_equal(shell_run(SHELL("run", "held.yaml", "-o", "held", "--quiet")).code, 0);
    read_first("held", &s, &f);
    assert_int_equal(f.count, 4);
    for (size_t frame = 0; frame < f.count; frame++)
        for (size_t node = 0; node < f.nodes; node++)
            assert_int_equal(frames_holds(&f, frame, node),
                             node == 0 || (node == 8 && second[frame]));
    frames_free(&f);
    study_free(&s);
    assert_int_equal(shell_run(SHELL("report", "held")).code, 0);
    char *page = text_of_file("held/report.html");
    text_assert_has(page, "\"held\":[[0,0],[1,0,8],[3,0]],");
    free(page);
}

/* Frames of a run in memory: a square that is moved, flung away, no number. */
static void broken_frames_show_no_sheet(void **state)
{
    (void)state;
    double x[4][4] = {{0, 0, 1, 1}, {1, 1, 2, 2}, {0, 0, 1, 9}, {0, 0, 1, (double)NAN}};
    double y[4][4] = {{0}}, z[4][4] = {{0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}};
    frames_part square = {.nodes = 4, .x = x[0], .y = y[0], .z = z[0]};
    const frames f = {.count = 4, .nodes = 4, .own = 4, .parts = 1, .part = &square};
    static const bool sound[] = {true, true, false, false}, finite[] = {true, true, true, false};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(frames_sound(&f, i), sound[i]);
        assert_int_equal(frames_finite(&f, i), finite[i]);
    }
}

/* A sheet above a ball that moves: one surface each in every picture, the obstacle last. */
static void several_objects_are_in_one_picture(void **state)
{
    (void)state;
    static const char fall[] =
        "experiment: fall\n"
        "case:\n"
        "  environment: {gravity: [0, -9.81, 0]}\n"
        "  objects:\n"
        "    cloth:\n"
        "      model: {name: provot, structural: 40, density: 0.2}\n"
        "      scene: {grid: {points: [5, 4], side: [1, 1], origin: [0, 0.3, 0]}}\n"
        "    ball: {model: {name: sphere, position: [0.5, 0, 0.5], radius: 0.25, velocity: [0.5, "
        "0, 0]}}\n"
        "  interactions:\n"
        "    touch: {name: bouncing_contact, among: [cloth, ball], thickness: 0.005}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  task: {name: run, dt: 0.001, horizon: 40, frames: [0, 40]}\n";
    study s;
    frames f;
    folder_write("fall.yaml", fall);
    assert_int_equal(shell_run(SHELL("run", "fall.yaml", "-o", "fall", "--quiet")).code, 0);
    read_first("fall", &s, &f);
    assert_int_equal(f.parts, 2);
    assert_int_equal(f.own, 20);
    assert_string_equal(f.part[0].name, "cloth");
    assert_int_equal(f.part[0].facets, 12);
    const frames_part *ball = &f.part[1];
    assert_string_equal(ball->name, "ball");
    assert_true(ball->obstacle && ball->begin == 20);
    /* every point is on the sphere, which has moved, and every triangle faces out of it */
    const vector centre = {0.52, 0, 0.5};
    for (size_t i = 20; i < f.nodes; i++) {
        const vector out = vector_sum(1, frames_node(&f, 1, i), -1, centre);
        assert_float_equal(sqrt(vector_dot(out, out)), 0.25, 1e-12);
    }
    for (size_t i = ball->first; i < f.facets; i++) {
        const vector corner = frames_node(&f, 1, f.facet[i].corner[0]);
        assert_true(vector_dot(frames_area(&f, 1, i), vector_sum(1, corner, -1, centre)) > 0);
    }
    const view v = view_of(-30, 10);
    assert_float_equal(shade_front(&f, 1, 1, &v), 1, 0);
    frames_free(&f);
    study_free(&s);
    assert_int_equal(shell_run(SHELL("plot", "fall")).code, 0);
    char *script = text_of_file("fall/plots/snapshots.gp");
    text_assert_has(script, "fc rgb '#4f9cc7'"); /* the legend: front and back of the cloth, */
    text_assert_has(script, "fc rgb '#d9a066'");
    text_assert_has(script, "fc rgb '#999999'"); /* of the ball, and both names */
    text_assert_has(script, "set label 'cloth' at screen");
    text_assert_has(script, "set label 'ball' at screen");
    free(script);
    assert_int_equal(shell_run(SHELL("report", "fall")).code, 0);
    char *page = text_of_file("fall/report.html");
    text_assert_has(page, "{\"name\":\"cloth\",\"obstacle\":false,\"m\":5,\"n\":4,\"colour\":1,");
    text_assert_has(page, "{\"name\":\"ball\",\"obstacle\":true,\"nodes\":146,\"triangles\":[");
    free(page);
}

/* A tube shows its outside from both ends, and also when it has narrowed; a third of it, which
 * faces somewhere, its inside from behind. */
static void a_tube_shows_its_outside_from_everywhere(void **state)
{
    enum { AROUND = 9, NODES = 2 * AROUND };
    double x[2 * NODES], y[2 * NODES], z[2 * NODES];
    frames_facet facet[AROUND];
    (void)state;
    for (size_t i = 0; i < 2 * NODES; i++) {
        const double angle = 2 * 3.14159265358979323846 * (double)(i % AROUND) / AROUND;
        const bool top = i / AROUND % 2 == 1;
        const double radius = !top ? 1 : i < NODES ? 0.98 : 0.3;
        x[i] = radius * cos(angle);
        y[i] = radius * sin(angle);
        z[i] = top;
    }
    for (size_t i = 0; i < AROUND; i++) {
        const size_t next = (i + 1) % AROUND;
        facet[i] = (frames_facet){.corner = {i, next, next + AROUND, i + AROUND}};
    }
    frames_part tube = {.nodes = NODES, .facets = AROUND, .x = x, .y = y, .z = z};
    const frames f = {.count = 2,
                      .nodes = NODES,
                      .own = NODES,
                      .facets = AROUND,
                      .facet = facet,
                      .parts = 1,
                      .part = &tube};
    const view up = {.toward = {0, 0, 1}}, down = {.toward = {0, 0, -1}};
    const view outside = {.toward = {0.5, 1, 0}}, inside = {.toward = {-0.5, -1, 0}};
    for (size_t frame = 0; frame < 2; frame++) {
        assert_float_equal(shade_front(&f, frame, 0, &up), 1, 0);
        assert_float_equal(shade_front(&f, frame, 0, &down), 1, 0);
    }
    tube.facets = 3;
    assert_float_equal(shade_front(&f, 0, 0, &outside), 1, 0);
    assert_float_equal(shade_front(&f, 0, 0, &inside), -1, 0);
}

/* A file whose triangles name nodes that are not there has no frames. */
static void a_mesh_that_lies_is_not_drawn(void **state)
{
    (void)state;
    study s;
    frames f;
    study_read("obj", &s, stderr);
    const bundle *whole = case_whole(&s.item[0]);
    bundle_find(whole, "/config/triangles")->integer[8] = 5;
    assert_false(frames_read(&s.item[0], &f, stderr));
    study_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_has_the_facets_of_its_file),
        cmocka_unit_test(a_mesh_is_drawn_and_plays_in_the_report),
        cmocka_unit_test(a_grid_has_squares),
        cmocka_unit_test(titles_of_panels_are_written_in_two_lines),
        cmocka_unit_test(a_contact_sheet_shows_every_figure_once),
        cmocka_unit_test(nodes_are_held_as_the_frames_say),
        cmocka_unit_test(broken_frames_show_no_sheet),
        cmocka_unit_test(several_objects_are_in_one_picture),
        cmocka_unit_test(a_tube_shows_its_outside_from_everywhere),
        cmocka_unit_test(a_mesh_that_lies_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
