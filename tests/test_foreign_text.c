/* Text files of other programs: marks, Latin-1, joined lines, statements that are no surface and
 * faces of more than three corners change nothing of a mesh or a table; binary files are called
 * that. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/config.h"
#include "core/random.h"
#include "plan/plan.h"
#include "plan/polygon.h"
#include "support/folder.h"
#include "support/near.h"

#define MARK "\xef\xbb\xbf"
#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"

/* The experiment on input.obj, or on input.node and input.ele, or on input.msh. */
static bool load(const char *model, const char *nodes, plan *p, config_error *error)
{
    char *const files[] = {"input.yaml"};
    char text[1024];
    snprintf(text, sizeof text,
             "experiment: foreign\ncase:\n  model: %s\n  scene: {%s}\n"
             "  integrator: {name: symplectic_euler}\n"
             "  task: {name: run, dt: 0.0001, horizon: 10}\n",
             model, nodes);
    folder_write("input.yaml", text);
    return plan_load(files, 1, NULL, p, error);
}

#define CLOTH "{name: bridson, mass: 1, structural: 1}", "mesh: {file: input.obj}"
#define BODY "{name: soft_body, young: 1000, poisson: 0.3, density: 100}"
#define TETGEN BODY, "tetrahedra: {nodes: input.node, elements: input.ele}"
#define GMSH BODY, "tetrahedra: {file: input.msh}"

/* The case of the experiment: the same mesh has the same id. */
static void assert_case(const char *model, const char *nodes, char id[64])
{
    config_error error = {0};
    plan p;
    if (!load(model, nodes, &p, &error))
        fail_msg("%s", error.text);
    snprintf(id, 64, "%s", p.cases[0].id);
    plan_free(&p);
}

static void assert_refused(const char *model, const char *nodes, const char *message)
{
    config_error error = {0};
    plan p;
    const bool loaded = load(model, nodes, &p, &error);
    plan_free(&p);
    if (loaded || !strstr(error.text, message))
        fail_msg("\"%s\" is not said but \"%s\"", message, error.text);
}

static void what_is_no_surface_changes_no_mesh(void **state)
{
    (void)state;
    static const char *const same[] = {
        SQUARE "f 1 2 3\nf 1 3 4\n",
        MARK SQUARE "f 1 2 3\nf 1 3 4\n",
        "# gr\xe2\xdf"
        "e \x93quoted\x94\n" SQUARE "g W\xfcrfel\nusemtl gr\xfcn\nf 1 2 3\nf 1 3 4\n",
        SQUARE "l 1 2\np 3\nvp 0.1 0.2\ncstype bspline\nf 1 2 3\nf 1 3 4\n",
        "v 0 0 \\\n0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3\\\r\n\nl 1 \\\n2 \\\n3\nf 1 3 4\n",
        SQUARE "f 1 2 3 # the first\n# C:\\meshes\\\nf 1 3 4\n",
        SQUARE "f 1 2 3 4\n",
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nf -3/1 -2/2 -1/3\nv 0 0 1\nf -4//1 -2//1 -1//1\n",
    };
    char first[64], id[64];
    folder_write("input.obj", same[0]);
    assert_case(CLOTH, first);
    for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
        folder_write("input.obj", same[i]);
        assert_case(CLOTH, id);
        if (strcmp(id, first) != 0)
            fail_msg("another mesh: %s", same[i]);
    }
}

static void tables_of_vertices_take_marks_and_latin1(void **state)
{
    (void)state;
#define NODE "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
#define ELE "1 4 0\n1 1 2 3 4\n"
#define MSH                                                                                        \
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"K\xf6rper\"\n"                 \
    "$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"                \
    "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n"
    char first[64], id[64];
    folder_write("input.node", NODE);
    folder_write("input.ele", ELE);
    assert_case(TETGEN, first);
    folder_write("input.node", MARK "# gr\xfc\xdf"
                                    "e\n" NODE);
    folder_write("input.ele", MARK ELE "# Ende f\xfcr heute\n");
    assert_case(TETGEN, id);
    assert_string_equal(id, first);
    folder_write("input.msh", MARK MSH);
    assert_case(GMSH, id);
    assert_string_equal(id, first);
}

static void a_table_of_values_takes_marks_latin1_and_old_lines(void **state)
{
    (void)state;
    static const char *const same[] = {
        "load,force\n1,0.5\n2,0.7\n",
        MARK "load,force\n1,0.5\n2,0.7\n",
        "# gemessen in K\xf6ln\nload,force\n1,0.5\n2,0.7\n",
        "# one\r\rload,force\r1,0.5\r2,0.7\r",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        config_store *store = config_store_create();
        config_node *root = NULL, *resolved = NULL;
        config_error error = {0};
        folder_write("curve.csv", same[i]);
        folder_write("table.yaml", "a: {csv: curve.csv}\n");
        if (!config_load(store, "table.yaml", &root, &error) ||
            !config_resolve(store, root, &resolved, &error))
            fail_msg("%zu: %s", i, error.text);
        assert_int_equal(config_get(resolved, "a")->count, 2);
        assert_string_equal(config_at(resolved, "a[1][1]")->text, "0.7");
        config_store_destroy(store);
    }
}

/* Outside comments a letter of Latin-1 might be a value. */
static void latin1_among_values_is_refused_with_its_place(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    config_node *root = NULL, *resolved = NULL;
    config_error error = {0};
    folder_write("curve.csv", "# \xe4\nload,force\n1,\xbd\n");
    folder_write("table.yaml", "a: {csv: curve.csv}\n");
    assert_true(config_load(store, "table.yaml", &root, &error));
    assert_false(config_resolve(store, root, &resolved, &error));
    assert_string_equal(error.text, "curve.csv:3:3: byte 0xbd is not UTF-8; allowed: UTF-8 text");
    config_store_destroy(store);
}

static void binary_files_are_called_binary(void **state)
{
    (void)state;
    folder_write_bytes("input.obj", "ply\nformat binary\n\0\1\2", 21);
    assert_refused(CLOTH, "input.obj:3:1: byte 0x00: the file is binary; allowed: text");
    folder_write_bytes("input.obj", "\177ELF\2\1\1\0", 8);
    assert_refused(CLOTH, "input.obj:1:1: byte 0x7f: the file is binary; allowed: text");
    folder_write_bytes("input.obj", "\x80\x81\0", 3);
    assert_refused(CLOTH, "input.obj:1:1: byte 0x80: the file is binary; allowed: text");
    folder_write_bytes("input.obj", "\xff\xfev\0 \0", 6);
    assert_refused(CLOTH, "input.obj:1:1: the file is UTF-16; allowed: UTF-8 text");
}

static void faults_are_called_by_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *obj, *message;
    } faults[] = {
        {SQUARE "f 1 2 3\nf 1 2 3\nf 1 3 4\n",
         "input.obj:6:1: this face has the same corners as an earlier face"},
        {SQUARE "f 1 2 3\nf 1 3 4\nf 3 2 1\n",
         "input.obj:7:1: this face has the same corners as an earlier face"},
        {SQUARE "f 1 2 3 4\nf 2 3 4 1\n",
         "input.obj:6:1: this face has the same corners as an earlier face"},
        {SQUARE "f 1 2 3 4\nf 4 3 2 1\n",
         "input.obj:6:1: this face has the same corners as an earlier face"},
        {"v 0 0 0\nv 1e200 0 0\nv 0 0 1e200\nf 1 2 3\n",
         "input.obj:4:1: this face has a side of 1e+200 m; allowed: 1e-30 to 1e+30 m"},
        {"v 0 0 0\nv 1e-160 0 0\nv 0 0 1e-160\nf 1 2 3\n",
         "input.obj:4:1: this face has a side of 1e-160 m; allowed: 1e-30 to 1e+30 m"},
        {"v 0 0 0\nv 1e200 0 0\nv 1e200 0 1e200\nv 0 0 1e200\nf 1 2 3 4\n",
         "input.obj:5:1: this face has a side of 1e+200 m"},
        {SQUARE "f 1 3 2 4\n", "input.obj:5:1: this face of more than three corners has no area"},
        {SQUARE "f 1 2 3 9\n", "input.obj:5:1: this face names a vertex that does not exist"},
        {SQUARE "surf 0 1 0 1\n",
         "input.obj:5:1: 'surf' is a free-form surface; allowed: surfaces of faces"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        folder_write("input.obj", faults[i].obj);
        assert_refused(CLOTH, faults[i].message);
    }
    folder_write("input.node", "4 3 0 0\n1 0 0 0\n2 1e200 0 0\n3 0 1e200 0\n4 0 0 1e200\n");
    folder_write("input.ele", ELE);
    assert_refused(TETGEN, "input.ele:2:1: this tetrahedron has a side of 1e+200 m");
}

/* ---- Polygons: a star around a point, of radii at random, seen in a plane askew. */

enum { CORNERS = 23 };

static void make_star(trama_random *random, double *point)
{
    for (size_t i = 0; i < CORNERS; i++) {
        const double angle = 2.0 * 3.14159265358979323846 * (double)i / CORNERS;
        const double radius = 1.0 + 0.9 * trama_random_signed(random);
        const double x = radius * cos(angle), y = radius * sin(angle);
        point[3 * i] = x;
        point[3 * i + 1] = 0.6 * y;
        point[3 * i + 2] = 0.8 * y;
    }
}

/* The area by the shoelace formula in the plane's own axes, x and (0, 0.6, 0.8). */
static double shoelace(const double *point)
{
    double twice = 0.0;
    for (size_t i = 0; i < CORNERS; i++) {
        const double *a = point + 3 * i, *b = point + 3 * ((i + 1) % CORNERS);
        twice += a[0] * (0.6 * b[1] + 0.8 * b[2]) - b[0] * (0.6 * a[1] + 0.8 * a[2]);
    }
    return 0.5 * twice;
}

/* The signed area of a triangle of the same plane. */
static double area_of(const double *point, const trama_triangle *t)
{
    double p[3][2];
    for (size_t i = 0; i < 3; i++) {
        const double *x = point + 3 * t->node[i];
        p[i][0] = x[0];
        p[i][1] = 0.6 * x[1] + 0.8 * x[2];
    }
    return 0.5 *
           ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]));
}

/* Triangles that turn with the polygon and whose areas sum to its area cover it once: any that left
 * it or overlapped would make the sum of positive areas larger. */
static void a_polygon_is_covered_once(void **state)
{
    (void)state;
    trama_random random = {7};
    for (int trial = 0; trial < 200; trial++) {
        double point[3 * CORNERS], sum = 0.0;
        size_t corner[CORNERS];
        trama_triangle triangle[CORNERS - 2];
        make_star(&random, point);
        for (size_t i = 0; i < CORNERS; i++)
            corner[i] = i;
        assert_true(polygon_cut(point, CORNERS, corner, triangle));
        for (size_t i = 0; i < CORNERS - 2; i++) {
            const double area = area_of(point, &triangle[i]);
            assert_true(area > 0.0);
            sum += area;
        }
        assert_near(sum, shoelace(point), 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_surface_changes_no_mesh),
        cmocka_unit_test(tables_of_vertices_take_marks_and_latin1),
        cmocka_unit_test(a_table_of_values_takes_marks_latin1_and_old_lines),
        cmocka_unit_test(latin1_among_values_is_refused_with_its_place),
        cmocka_unit_test(binary_files_are_called_binary),
        cmocka_unit_test(faults_are_called_by_what_they_are),
        cmocka_unit_test(a_polygon_is_covered_once),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
