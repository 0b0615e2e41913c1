/* Bodies that are built in are sound tetrahedra of the right volume within a closed surface, and
 * those of Gmsh's and TetGen's files (plan/tetrahedra) are read alike; faults of both are refused,
 * those of a file at its line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/geometry.h"
#include "plan/plan.h"
#include "scene/scene.h"
#include "support/folder.h"
#include "support/near.h"

static const double degree = 3.14159265358979323846 / 180.0;

static const trama_form forms[] = {
    {.form = TRAMA_FORM_BOX, .side = {1.0, 0.3, 0.2}},
    {.form = TRAMA_FORM_BALL, .radius = 0.5},
    {.form = TRAMA_FORM_PILLOW, .side = {1.0, 0.4, 0.8}},
    {.form = TRAMA_FORM_CAPSULE, .radius = 0.2, .length = 0.6},
};
enum { FORMS = sizeof forms / sizeof *forms };

static trama_form form_of(size_t i, long cells)
{
    trama_form form = forms[i];
    form.cells = cells;
    form.centre[0] = 0.25;
    return form;
}

static trama_tetrahedra filled(size_t i, long cells)
{
    const trama_form form = form_of(i, cells);
    trama_tetrahedra made;
    trama_error error;
    assert_int_equal(trama_form_check(&form, &error), TRAMA_OK);
    assert_int_equal(trama_form_fill(&form, &made, &error), TRAMA_OK);
    return made;
}

static void drop(trama_tetrahedra *body)
{
    free(body->vertex);
    free(body->item);
}

/* ---- Forms. */

/* Every tetrahedron and face is sound; the surface is closed, one piece without handles (Euler: V -
 * E + F = 2), and encloses what the tetrahedra fill. Dihedral angles, measured for 3 to 14 cells: a
 * box 53 to 90 degrees, of others 13.6 (a flat pillow of 7 cells) to 152. */
static void a_form_is_filled_with_sound_tetrahedra(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMS; i++)
        for (long cells = 3; cells <= 8; cells++) {
            trama_tetrahedra body = filled(i, cells);
            trama_mesh *mesh;
            trama_error error;
            assert_int_equal(trama_tetrahedra_check(&body, &error), TRAMA_OK);
            assert_int_equal(trama_tetrahedra_boundary(&body, &mesh, &error), TRAMA_OK);
            const trama_tetrahedra_quality quality = trama_tetrahedra_quality_of(&body);
            bool *outer = calloc(body.vertex_count, sizeof *outer);
            size_t corners = 0;
            for (size_t t = 0; t < mesh->triangle_count; t++)
                for (int c = 0; c < 3; c++) {
                    corners += !outer[mesh->triangle[t].node[c]];
                    outer[mesh->triangle[t].node[c]] = true;
                }
            for (size_t e = 0; e < mesh->edge_count; e++)
                assert_true(mesh->edge[e].triangle[1] != TRAMA_NONE);
            assert_int_equal(corners + mesh->triangle_count, mesh->edge_count + 2);
            assert_true(quality.least_dihedral > (i == 0 ? 50.0 : 13.0) * degree);
            assert_true(quality.largest_dihedral < 155.0 * degree);
            double enclosed = 0.0;
            for (size_t t = 0; t < mesh->triangle_count; t++) {
                double area[3];
                trama_mesh_area_vector(mesh, t, body.vertex, area);
                for (size_t axis = 0; axis < 3; axis++)
                    enclosed += area[axis] / 6.0 *
                                body.vertex[axis * body.vertex_count + mesh->triangle[t].node[0]];
            }
            assert_near(enclosed, quality.volume, 1e-13);
            free(outer);
            trama_mesh_destroy(mesh);
            drop(&body);
        }
}

/* Of a box, exactly; of a round form, inscribed, of order 2: measured 2.3, 1.9 and 2.1 between 5
 * and 12 cells. */
static void the_volume_approaches_that_of_the_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMS; i++) {
        double error[2];
        for (int fine = 0; fine < 2; fine++) {
            const trama_form form = form_of(i, fine ? 12 : 5);
            trama_tetrahedra body = filled(i, form.cells);
            error[fine] =
                1.0 - trama_tetrahedra_quality_of(&body).volume / trama_form_volume(&form);
            drop(&body);
        }
        if (i == 0) {
            assert_near(error[0], 0.0, 1e-12);
            continue;
        }
        print_message("%.4f %.4f order %.2f\n", error[0], error[1],
                      log(error[0] / error[1]) / log(12.0 / 5.0));
        assert_true(error[1] > 0.0 && error[1] < 0.01);
        assert_near(log(error[0] / error[1]) / log(12.0 / 5.0), 2.0, 0.4);
    }
}

static void nodes_are_in_the_order_of_x(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMS; i++) {
        trama_tetrahedra body = filled(i, 4);
        for (size_t n = 1; n < body.vertex_count; n++)
            assert_true(body.vertex[n] >= body.vertex[n - 1]);
        drop(&body);
    }
}

static void assert_refused(const trama_scene_spec *spec, const char *path)
{
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, path);
}

static void what_no_body_is_is_refused(void **state)
{
    (void)state;
    trama_scene_spec spec = {.body = form_of(0, 2)};
    spec.body.radius = 0.1;
    assert_refused(&spec, "body.radius");
    spec.body = form_of(0, 2);
    spec.body.side[1] = 0.0;
    assert_refused(&spec, "body.side");
    spec.body = form_of(1, 2);
    assert_refused(&spec, "body.cells");
    spec.body = form_of(3, 4);
    spec.body.length = 0.0;
    assert_refused(&spec, "body.length");
    spec.body = form_of(0, 900);
    assert_refused(&spec, "body.cells");
    spec.body = form_of(0, 2);
    spec.perturbation = 0.1;
    assert_refused(&spec, "perturbation");
    spec.perturbation = 0.0;
    spec.lattice = (trama_lattice){.points = {2, 2, 2}, .side = {1, 1, 1}};
    assert_refused(&spec, "body");
}

/* ---- Files. */

#define MSH2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define MSH4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define NODES2 "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n7 1 1 1\n$EndNodes\n"
#define NODES4                                                                                     \
    "$Nodes\n2 5 1 7\n0 1 0 1\n1\n0 0 0\n3 1 0 4\n2\n3\n4\n7\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"        \
    "$EndNodes\n"
#define ELEMENTS2 "$Elements\n3\n1 15 2 0 1 1\n3 4 2 1 1 1 2 3 4\n4 4 2 1 1 2 3 4 7\n$EndElements\n"
#define NODE "# two\n5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0 # that\n\n3 0 0 1\n4 1 1 1\n"
#define ELE "2 4 0\n1 0 1 2 3\n2 1 2 3 4\n"
#define MESH_OF_MSH "{file: toy.msh, scale: 0.5}"
#define MESH_OF_TETGEN "{nodes: toy.node, elements: toy.ele, scale: 0.5}"

static bool load(const char *mesh, plan *p, config_error *error)
{
    char text[600];
    char *const files[] = {"mesh.yaml"};
    snprintf(text, sizeof text,
             "experiment: mesh\n"
             "case:\n"
             "  model: {name: soft_body, mass: 1, young: 1}\n"
             "  scene: {tetrahedra: %s, pins: [{k: -1}]}\n"
             "  integrator: {name: symplectic_euler}\n"
             "  task: {name: run, dt: 0.1, horizon: 10}\n",
             mesh);
    folder_write("mesh.yaml", text);
    return plan_load(files, 1, NULL, p, error);
}

/* The same mesh is the same case, whatever the format. */
static void all_formats_give_the_same_body(void **state)
{
    (void)state;
    static const struct {
        const char *msh, *mesh;
    } files[] = {
        {MSH2 NODES2 ELEMENTS2, MESH_OF_MSH},
        {MSH4 "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n" NODES4
              "$Elements\n2 3 1 4\n0 1 15 1\n1 1\n3 1 4 2\n3 1 2 3 4\n4 2 3 4 7\n$EndElements\n",
         MESH_OF_MSH},
        {"", MESH_OF_TETGEN},
    };
    char id[3][sizeof((plan_case *)0)->id];
    folder_write("toy.node", NODE);
    folder_write("toy.ele", ELE);
    for (int i = 0; i < 3; i++) {
        config_error error = {0};
        plan p;
        folder_write("toy.msh", files[i].msh);
        if (!load(files[i].mesh, &p, &error))
            fail_msg("%s", error.text);
        const trama_tetrahedra *body = &p.cases[0].object[0].scene.tetrahedra;
        assert_int_equal(body->vertex_count, 5);
        assert_int_equal(body->count, 2);
        assert_near(body->vertex[4], 0.5, 0.0);
        assert_int_equal(body->item[1].node[3], 4);
        memcpy(id[i], p.cases[0].id, sizeof id[i]);
        plan_free(&p);
    }
    assert_string_equal(id[0], id[1]);
    assert_string_equal(id[0], id[2]);
}

static void check_fault(const char *mesh, const char *message)
{
    config_error error = {0};
    plan p;
    const bool loaded = load(mesh, &p, &error);
    plan_free(&p);
    if (loaded || !strstr(error.text, message))
        fail_msg("\"%s\" is not said but \"%s\"", message, error.text);
}

static void faults_of_gmsh_are_told_at_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *msh, *message;
    } faults[] = {
        {"", "toy.msh:1:1: the file has no $Nodes"},
        {"v 0 0 0\n", "toy.msh:1:1: 'v'; allowed: a section"},
        {NODES2, "toy.msh:1:1: a section before $MeshFormat"},
        {"$MeshFormat\n1.0 0 8\n$EndMeshFormat\n", "toy.msh:2:1: Gmsh's format 1.0; allowed: 2.2"},
        {"$MeshFormat\n4.1 1 8\n$EndMeshFormat\n", "toy.msh:2:5: a binary file"},
        {MSH2 NODES2, "the file has no $Nodes or no $Elements"},
        {MSH2 NODES2 NODES2, "toy.msh:12:1: a second $Nodes"},
        {MSH2 "$Nodes\n900\n1 0 0 0\n$EndNodes\n", "toy.msh:5:1: the number of nodes '900'"},
        {MSH2 "$Nodes\n1\n1 0 0\n$EndNodes\n", "toy.msh:6:6: a coordinate is missing"},
        {MSH2 "$Nodes\n1\n1 0 0 0 7\n$EndNodes\n",
         "toy.msh:6:9: a node has more than three coordinates"},
        {MSH2 "$Nodes\n1\n99999999999999999999 0 0 0\n$EndNodes\n",
         "toy.msh:6:1: the number of a node '99999999999999999999'"},
        {MSH2 MSH2, "toy.msh:4:1: a second $MeshFormat; allowed: one"},
        {MSH2 "$Nodes\n1\n1 0 0 x\n$EndNodes\n", "toy.msh:6:7: "},
        {MSH2 "$Nodes\n1\n1 0 0 .inf\n$EndNodes\n", "toy.msh:6:7: a coordinate '.inf'"},
        {MSH2 "$Nodes\n2\n1 0 0 0\n1 0 0 1\n$EndNodes\n$Elements\n0\n$EndElements\n",
         "toy.msh:7:1: a vertex before this one has the same number"},
        {MSH2 NODES2 "$Elements\n1\n1 5 0 1 2 3 4 7 7 7 7\n$EndElements\n",
         "toy.msh:14:3: elements of type 5; allowed: tetrahedra"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 2 3\n$EndElements\n", "toy.msh:14:12: a node of a"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 2 3 4 7\n$EndElements\n",
         "toy.msh:14:15: a tetrahedron has more than four nodes"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 2 3 9\n$EndElements\n",
         "toy.msh:14:1: this tetrahedron names vertex 9, which does not exist"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 2 3 3\n$EndElements\n",
         "toy.msh:14:1: this tetrahedron names a vertex twice"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 3 2 4\n$EndElements\n",
         "toy.msh:14:1: this tetrahedron is turned inside out"},
        {MSH2 NODES2 "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n",
         "toy.msh:10:1: this vertex belongs to no tetrahedron"},
        {MSH2 NODES2 "$Elements\n0\n$EndElements\n", "the file has no tetrahedra"},
        {MSH2 NODES2 "$Elements\n3\n1 4 0 1 2 3 4\n2 4 0 2 3 4 7\n3 4 0 1 2 3 7\n$EndElements\n",
         "toy.msh:16:1: this tetrahedron lies on the same side"},
        {MSH2 NODES2 "$Elements\n3\n1 4 0 1 2 3 4\n", "the file ends within a section"},
        {MSH4 "$Nodes\n1 1 1 1\n0 1 0 1\n1\n$EndNodes\n", "toy.msh:8:1: "},
        {MSH4 "$Nodes\n1 1 1 1\n2 1 1 1\n1\n0 0 0 .5\n$EndNodes\n",
         "toy.msh:8:9: a parameter is missing"},
        {MSH4 "$Nodes\n1 2 1 1\n0 1 0 1\n1\n0 0 0\n$EndNodes\n",
         "the blocks have 1 nodes; allowed: 2, as the section's head says"},
        {MSH4
         "$Nodes\n1 1 1 1\n2 1 1 1\n1\n0 0 0 .5 .5\n$EndNodes\n$Elements\n1 2 1 1\n0 1 15 1\n1 "
         "1\n$EndElements\n",
         "the blocks have 1 elements; allowed: 2, as the section's head says"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        folder_write("toy.msh", faults[i].msh);
        check_fault(MESH_OF_MSH, faults[i].message);
    }
}

/* Two that meet in an edge alone. */
#define OPEN_NODE "6 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 -1 0\n6 0 0 -1\n"

static void faults_of_tetgen_are_told_at_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *node, *ele, *message;
    } faults[] = {
        {"", ELE, "toy.node:1:1: the file is empty"},
        {"1 2 0 0\n", ELE, "toy.node:1:3: the dimension '2'; allowed: a whole number from 3 to 3"},
        {"1 3 0 0\n1 0 0\n", ELE, "toy.node:2:6: a coordinate is missing"},
        {"2 3 0 0\n1 0 0 0\n", ELE, "a point is missing: the file ends before"},
        {"1 3 0 0\n1 0 0 0 5\n", ELE, "toy.node:2:9: a line has more words than the file's first"},
        {"1 3 1 0\n1 0 0 0 x\n", ELE, "toy.node:2:9: 'x' is not a number"},
        {"1 3 0 0 0\n1 0 0 0\n", ELE, "toy.node:1:9: more words than the first line"},
        {"1 3 0 0\n1 0 0 0\n2 1 1 1\n", ELE, "toy.node:3:1: more points than the file's first"},
        {NODE, "1 4 0\n1 0 1 2 3\n2 1 2 3 4\n", "toy.ele:3:1: more tetrahedra than the file's"},
        {NODE, "1 10 0\n1 0 1 2 3 4 4 4 4 4 4\n", "toy.ele:1:3: the nodes of a tetrahedron '10'"},
        {NODE, "1 4 0\n1 0 1 2\n", "toy.ele:2:8: the number of a point is missing"},
        {NODE, "2 4 0\n1 0 1 2 3\n", "a tetrahedron is missing"},
        {NODE, "2 4 0\n1 0 1 2 3\n2 1 3 2 4\n", "toy.ele:3:1: this tetrahedron is turned inside"},
        {NODE, "2 4 0\n1 0 1 2 3\n2 1 2 3 5\n", "toy.ele:3:1: this tetrahedron names vertex 5"},
        {NODE, "1 4 0\n1 0 1 2 3\n", "toy.node:8:1: this vertex belongs to no tetrahedron"},
        {OPEN_NODE, "2 4 0\n1 1 2 3 4\n2 1 2 5 6\n",
         "toy.ele:3:1: this tetrahedron meets others at an edge or a vertex alone"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        folder_write("toy.node", faults[i].node);
        folder_write("toy.ele", faults[i].ele);
        check_fault(MESH_OF_TETGEN, faults[i].message);
    }
    check_fault("{nodes: toy.node}", "mesh.yaml:4:23: tetrahedra need their file");
    check_fault("{file: away.msh}", "away.msh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_is_filled_with_sound_tetrahedra),
        cmocka_unit_test(the_volume_approaches_that_of_the_form),
        cmocka_unit_test(nodes_are_in_the_order_of_x),
        cmocka_unit_test(what_no_body_is_is_refused),
        cmocka_unit_test(all_formats_give_the_same_body),
        cmocka_unit_test(faults_of_gmsh_are_told_at_their_line),
        cmocka_unit_test(faults_of_tetgen_are_told_at_their_line),
    };
    return cmocka_run_group_tests(tests, folder_enter_in_memory, folder_leave);
}
