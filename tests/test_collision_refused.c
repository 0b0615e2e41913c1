/* A start that a response to collisions cannot keep is refused when the experiment is planned, with
 * one line that has file, line, column, objects, a triangle and a place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

#define CLOTH "{name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}"
#define GRID(origin) "{grid: {points: [5, 5], side: [0.4, 0.4], origin: [" origin "]}}"
#define UPRIGHT(origin)                                                                            \
    "{grid: {points: [5, 5], side: [0.4, 0.4], origin: [" origin                                   \
    "], axis1: [0, 1, 0], axis2: [0, 0, 1]}}"
#define SECOND(scene) CLOTH, scene
#define BRIDSON "name: bridson_collision"

static const char *refusal(const char *model, const char *scene, const char *other,
                           const char *other_scene, const char *touch)
{
    char text[2048];
    snprintf(text, sizeof text,
             "experiment: start\n"
             "case:\n"
             "  objects:\n"
             "    cloth: {model: %s, scene: %s}\n"
             "    other: {model: %s%s%s}\n"
             "  interactions:\n"
             "    touch: {%s, among: [cloth, other]}\n"
             "  integrator: {name: symplectic_euler}\n"
             "  task: {name: run, dt: 0.001, horizon: 10}\n",
             model, scene, other, other_scene ? ", scene: " : "", other_scene ? other_scene : "",
             touch);
    folder_write("start.yaml", text);
    char *file = "start.yaml";
    return plans_refusal(&file, 1, NULL);
}

static void check(const char *said, const char *place, const char *message)
{
    if (strncmp(said, place, strlen(place)) != 0 || !strstr(said, message) || strchr(said, '\n'))
        fail_msg("'%s', not '%s ... %s'", said, place, message);
}

/* ---- Places. */

static void what_interpenetrates_or_touches_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *scene, *other, *other_scene, *message;
    } cases[] = {
        {GRID("0, 0, 0"), SECOND(UPRIGHT("0.23, -0.23, 0.03")),
         "triangle 17 of 'other' is passed through at the start by the edge from vertex 11 of "
         "'cloth' at [0.2, 0, 0.1], by 0.03 m; allowed: no interpenetration"},
        /* Nodes on nodes and edges on edges: nothing passes strictly through a triangle. */
        {GRID("0, 0, 0"), SECOND(UPRIGHT("0.2, -0.2, 0")),
         "vertex 10 of 'cloth' at [0.2, 0, 0] touches triangle 8 of 'other' at the start; allowed: "
         "a distance above 1e-09 m"},
        {GRID("0, 0, 0"), SECOND(GRID("0, 0, 0")),
         "vertex 0 of 'cloth' at [0, 0, 0] touches triangle 0 of 'other'"},
        {GRID("0, 0, 0"), SECOND(GRID("0.13, 0, 0.17")), "touches triangle 0 of 'other'"},
        {GRID("0, 0, 0"), SECOND(GRID("0.4, 0, 0.4")), "vertex 24 of 'cloth' at [0.4, 0, 0.4]"},
        {GRID("0, 0, 0"), SECOND(UPRIGHT("0.43, 0, 0.03")), "(not refused)"},
        /* Edges alone meet. */
        {"{grid: {points: [2, 2], side: [1, 0.2], origin: [0, 0, 0.4]}}",
         SECOND("{grid: {points: [2, 2], side: [0.2, 1], origin: [0.43, 0, 0]}}"),
         "the edge from vertex 0 of 'cloth' at [0, 0, 0.4] touches an edge of triangle 1 of "
         "'other'"},
        {GRID("-0.2, 0, -0.2"), "{name: table, side: [1, 1], points: [5, 5]}", NULL,
         "vertex 0 of 'cloth' at [-0.2, 0, -0.2] touches triangle 12 of 'other'"},
        {"{grid: {points: [5, 5], side: [2, 2], origin: [-1, 0, -1]}}",
         "{name: sphere_mesh, radius: 0.1, points: [17, 17]}", NULL,
         "of 'other' is passed through at the start by the edge from vertex 12 of 'cloth' at [0, "
         "0, 0], by 0.0976 m"},
        {"{grid: {points: [5, 5], side: [0.1, 0.1], origin: [0, 0, 0]}}",
         "{name: sphere_mesh, radius: 0.5, points: [17, 17]}", NULL,
         "vertex 0 of 'cloth' at [0, 0, 0] is inside 'other' at the start, 0.488 m behind triangle "
         "209 of 'other'; allowed: outside of a closed mesh"},
    };
    static const char *const responses[] = {BRIDSON, "name: provot_collision",
                                            "name: nedel_collision"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t r = 0; r < sizeof responses / sizeof *responses; r++)
            check(
                refusal(CLOTH, cases[i].scene, cases[i].other, cases[i].other_scene, responses[r]),
                cases[i].message[0] == '(' ? "" : "start.yaml:7:", cases[i].message);
}

/* Rows close a gap that a response keeps open; forces need not. */
static void a_seam_by_rows_between_surfaces_kept_apart_is_refused(void **state)
{
    (void)state;
    static const char *const responses[] = {BRIDSON, "name: provot_collision",
                                            "name: nedel_collision", "name: barrier_contact"};
    static const struct {
        const char *seam, *message;
    } seams[] = {
        {"", "holds points of 'cloth' and 'other' in one place by rows, and 'touch' ("},
        {", compliance: 1e-3", "(not refused)"},
        {", kind: force, stiffness: 10", "(not refused)"},
    };
    for (size_t r = 0; r < sizeof responses / sizeof *responses; r++)
        for (size_t i = 0; i < sizeof seams / sizeof *seams; i++) {
            char touch[512];
            const bool refused = seams[i].message[0] != '(';
            snprintf(touch, sizeof touch,
                     "%s, among: [cloth, other]}\n"
                     "    seam: {name: attachment, k: 0, within: 0.03%s",
                     responses[r], seams[i].seam);
            if (r == 3 && !refused)
                continue; /* symplectic_euler cannot step with it */
            check(refusal(CLOTH, GRID("0, 0.02, 0"), SECOND(GRID("0, 0, 0")), touch),
                  refused ? "start.yaml:8:" : "", seams[i].message);
        }
}

/* ---- Numbers. */

static void numbers_that_a_mesh_does_not_allow_are_refused(void **state)
{
    (void)state;
    static const char far[] = GRID("0, 0.2, 0"),
                      narrow[] = "{grid: {points: [3, 3], side: [0.4, 0.02], origin: [0, 0.2, 0]}}";
    static const struct {
        const char *scene, *touch, *message;
    } cases[] = {
        {far, BRIDSON ", friction: -0.1", "friction: '-0.1' is out of range; allowed: at least 0"},
        {far, "name: provot_collision, friction: -1e-300",
         "friction: '-1e-300' is out of range; allowed: at least 0"},
        {far, BRIDSON ", thickness: 0", "thickness: '0' is out of range"},
        {far, BRIDSON ", thickness: .nan", "thickness: '.nan' is no value to compute with"},
        {far, BRIDSON ", thickness: 0.049", "(not refused)"},
        {far, BRIDSON ", thickness: 0.05",
         "thickness: 0.05 m, and the shortest side of triangle 0 of 'cloth' is 0.1 m, its least "
         "height 0.0707107 m; allowed of what may touch itself: below half of that side and below "
         "that height, 0.05 m"},
        {narrow, BRIDSON ", thickness: 0.005",
         "thickness: 0.005 m, and the shortest side of triangle 0 of 'cloth' is 0.01 m"},
        {far, "name: provot_collision, tolerance: 0.06",
         "tolerance: 0.06 m, and the shortest side of triangle 0 of 'cloth' is 0.1 m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(refusal(CLOTH, cases[i].scene, CLOTH, GRID("0, 0.5, 0"), cases[i].touch),
              cases[i].message[0] == '(' ? "" : "start.yaml:7:", cases[i].message);
    /* Neighbours of a flat triangle are nearer than its sides. */
    folder_write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0.5 0 0.02\nv 0.5 0 -1\nf 1 3 2\nf 1 2 4\n");
    check(refusal("{name: bridson, structural: 100, density: 0.2, sweeps: 0}",
                  "{mesh: {file: flat.obj}}", CLOTH, GRID("0, 0.5, 0"),
                  BRIDSON ", thickness: 0.03"),
          "start.yaml:7:", "is 0.5004 m, its least height 0.02 m");
}

/* ---- Meshes. */

static void bad_meshes_of_cloth_are_refused_with_their_line(void **state)
{
    (void)state;
    static const char square[] = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n";
    static const struct {
        const char *faces, *message;
    } cases[] = {
        {"f 1 3 2\nf 1 4 3\n", "(not refused)"},
        {"f 1 3 2\nf 1 3 4\n", "cloth.obj:6:1: this face is turned"},
        {"f 1 3 2\nf 1 4 3\nf 1 3 3\n", "cloth.obj:7:1: this face names a vertex twice"},
        {"v 2 0 0\nf 1 3 2\nf 1 4 3\nf 1 2 5\n", "cloth.obj:8:1: this face has no area"},
        {"v 0.5 1 0.5\nf 1 3 2\nf 1 4 3\nf 1 3 5\n", "cloth.obj:8:1: this face"},
        {"f 1 3 2\nf 1 4 9\n", "cloth.obj:6:1:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char obj[256];
        snprintf(obj, sizeof obj, "%s%s", square, cases[i].faces);
        folder_write("cloth.obj", obj);
        check(refusal("{name: bridson, structural: 100, density: 0.2, sweeps: 0}",
                      "{mesh: {file: cloth.obj}}", CLOTH, GRID("0, 0.5, 0"), BRIDSON),
              "", cases[i].message);
    }
}

static void an_open_obstacle_is_refused_where_inside_counts(void **state)
{
    (void)state;
    static const char table[] = "{name: table, side: [1, 1], points: [5, 5], position: [0, -1, 0]}";
    static const char *const inside[] = {"name: penalty_contact, stiffness: 100",
                                         "name: bouncing_contact"};
    for (size_t i = 0; i < 2; i++)
        check(refusal(CLOTH, GRID("0, 0, 0"), table, NULL, inside[i]), "start.yaml:7:",
              "'other' is an open mesh, which has no inside: no other triangle is at an edge of "
              "faces[0]");
    check(refusal(CLOTH, GRID("0, 0, 0"), table, NULL, BRIDSON), "", "(not refused)");
}

/* ---- Sizes. */

/* A table of two triangles is near every node; and a plan must not take the memory of all pairs. */
static void a_large_sheet_over_a_coarse_table_is_looked_at_in_little_memory(void **state)
{
    (void)state;
    static const char sheet[] = "{grid: {points: [200, 200], side: [1, 1], origin: [0, 0.01, 0]}}",
                      through[] = "{grid: {points: [200, 200], side: [1, 1], origin: [0, -0.5, "
                                  "0.012345], axis1: [0.01, 1, 0], axis2: [0, 0, 1]}}",
                      table[] = "{name: table, side: [3, 3], points: [2, 2]}";
    check(refusal(CLOTH, sheet, table, NULL, BRIDSON), "", "(not refused)");
    check(refusal(CLOTH, through, table, NULL, BRIDSON), "start.yaml:7:", "is passed through");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_interpenetrates_or_touches_is_refused_with_its_place),
        cmocka_unit_test(a_seam_by_rows_between_surfaces_kept_apart_is_refused),
        cmocka_unit_test(numbers_that_a_mesh_does_not_allow_are_refused),
        cmocka_unit_test(bad_meshes_of_cloth_are_refused_with_their_line),
        cmocka_unit_test(an_open_obstacle_is_refused_where_inside_counts),
        cmocka_unit_test(a_large_sheet_over_a_coarse_table_is_looked_at_in_little_memory),
    };
    return cmocka_run_group_tests(tests, folder_enter_in_memory, folder_leave);
}
