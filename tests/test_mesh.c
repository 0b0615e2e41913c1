/* Meshes have the right topology, strains, areas and volumes (scene/mesh), and faults of an OBJ
 * file (plan/obj) are reported with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/geometry.h"
#include "plan/plan.h"
#include "scene/scene.h"
#include "support/folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static trama_mesh *mesh_of_grid(long m, long n)
{
    const trama_grid grid = {.points = {m, n}, .side = {1, 1}};
    trama_mesh *mesh;
    trama_error error;
    assert_int_equal(trama_mesh_of_grid(&grid, &mesh, &error), TRAMA_OK);
    return mesh;
}

/* Euler: V - E + F = 1 of a disc. */
static void a_grid_becomes_a_disc_of_triangles(void **state)
{
    (void)state;
    for (long m = 2; m < 6; m++)
        for (long n = 2; n < 6; n++) {
            trama_mesh *mesh = mesh_of_grid(m, n);
            assert_int_equal(mesh->triangle_count, 2 * (m - 1) * (n - 1));
            assert_int_equal(mesh->nodes + mesh->triangle_count - mesh->edge_count, 1);
            trama_mesh_destroy(mesh);
        }
}

/* Herringbone: about an inner node of even k + l eight edges meet, of odd four. */
static void diagonals_alternate(void **state)
{
    (void)state;
    trama_mesh *mesh = mesh_of_grid(5, 5);
    size_t degree[25] = {0};
    for (size_t e = 0; e < mesh->edge_count; e++)
        for (int end = 0; end < 2; end++)
            degree[mesh->edge[e].node[end]]++;
    for (size_t k = 1; k < 4; k++)
        for (size_t l = 1; l < 4; l++)
            assert_int_equal(degree[5 * k + l], (k + l) % 2 == 0 ? 8 : 4);
    trama_mesh_destroy(mesh);
}

/* Each edge runs along its first triangle and against its second, between the opposite nodes. */
static void edges_know_their_triangles(void **state)
{
    (void)state;
    trama_mesh *mesh = mesh_of_grid(4, 3);
    size_t border = 0;
    for (size_t e = 0; e < mesh->edge_count; e++) {
        const trama_edge *edge = &mesh->edge[e];
        for (int side = 0; side < 2; side++) {
            if (edge->triangle[side] == TRAMA_NONE) {
                assert_true(side == 1 && edge->opposite[1] == TRAMA_NONE);
                border++;
                continue;
            }
            const size_t *node = mesh->triangle[edge->triangle[side]].node;
            const size_t from = edge->node[side], to = edge->node[1 - side];
            int found = 0;
            for (int c = 0; c < 3; c++)
                found += node[c] == from && node[(c + 1) % 3] == to &&
                         node[(c + 2) % 3] == edge->opposite[side];
            assert_int_equal(found, 1);
        }
    }
    assert_int_equal(border, 2 * (3 + 2));
    trama_mesh_destroy(mesh);
}

/* Two triangles on a unit square in the plane xy, as a spec; x, y, z. */
static double square_vertex[12] = {0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0};
static trama_triangle square_face[2] = {{{0, 1, 2}}, {{0, 2, 3}}};

static trama_scene *square_scene(void)
{
    trama_scene_spec spec;
    trama_scene *scene;
    trama_error error;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_scene_fields, &spec);
    spec.mesh = (trama_mesh_spec){4, 2, square_vertex, square_face};
    if (trama_scene_create(&spec, &scene, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    return scene;
}

static void strain_and_area_of_a_mesh_are_relative_to_its_rest(void **state)
{
    (void)state;
    trama_scene *scene = square_scene();
    double q[12], v[12];
    trama_scene_initial(scene, q, v);
    assert_true(trama_edge_strain(scene, q).value == 0.0);
    assert_true(trama_area_ratio(scene, q) == 1.0);
    for (size_t i = 0; i < 4; i++)
        q[i] *= 1.5; /* along x: the longest stretch is of the edges along x */
    assert_true(fabs(trama_edge_strain(scene, q).value - 0.5) < 1e-15);
    assert_true(fabs(trama_area_ratio(scene, q) - 1.5) < 1e-15);
    q[7] = TRAMA_NAN;
    assert_true(isnan(trama_edge_strain(scene, q).value));
    assert_false(trama_scene_is_grid(scene));
    trama_scene_destroy(scene);
}

/* An octahedron of half axes 1, 2, 3 m holds 4/3 of their product, wherever it is; turned inside
 * out, minus that. A square, which is open, holds nothing that could be told. */
static void volume_is_that_which_a_closed_mesh_encloses(void **state)
{
    (void)state;
    double vertex[18] = {1, -1, 0, 0, 0, 0, 0, 0, 2, -2, 0, 0, 0, 0, 0, 0, 3, -3};
    trama_triangle face[8];
    for (size_t f = 0; f < 8; f++) { /* a face an octant, outward */
        const size_t x = f & 1, y = 2 + (f >> 1 & 1), z = 4 + (f >> 2);
        const bool even = (f == 0 || f == 3 || f == 5 || f == 6);
        face[f] = (trama_triangle){{x, even ? y : z, even ? z : y}};
    }
    for (int side = 0; side < 2; side++) {
        trama_scene_spec spec;
        trama_scene *scene;
        trama_error error;
        memset(&spec, 0, sizeof spec);
        trama_fields_default(trama_scene_fields, &spec);
        spec.mesh = (trama_mesh_spec){6, 8, vertex, face};
        if (trama_scene_create(&spec, &scene, &error) != TRAMA_OK)
            fail_msg("%s: %s", error.path, error.text);
        double q[18], v[18];
        trama_scene_initial(scene, q, v);
        for (size_t i = 0; i < 18; i++)
            q[i] += i < 6 ? 40 : -7;
        assert_true(fabs(trama_volume(scene, q) - (side == 0 ? 8 : -8)) < 1e-12);
        trama_scene_destroy(scene);
        for (size_t f = 0; f < 8; f++)
            face[f] = (trama_triangle){{face[f].node[0], face[f].node[2], face[f].node[1]}};
    }
    trama_scene *open = square_scene();
    assert_true(isnan(trama_volume(open, square_vertex)));
    trama_scene_destroy(open);
}

static void normals_point_to_the_side_that_sees_corners_turn_left(void **state)
{
    (void)state;
    trama_scene *scene = square_scene();
    double normal[12];
    trama_mesh_normals(trama_scene_mesh(scene), square_vertex, normal);
    for (size_t i = 0; i < 4; i++)
        assert_true(normal[i] == 0.0 && normal[4 + i] == 0.0 && normal[8 + i] == 1.0);
    trama_scene_destroy(scene);
}

/* --- OBJ files, as a user's experiment names them --- */

static const char *const experiment =
    "experiment: mesh\n"
    "case:\n"
    "  model: {name: cosserat, mass: 1, zeta: 1, xi: 0, phi: 0}\n"
    "  scene: {mesh: {file: flag.obj, scale: 0.5}, pins: [{k: -1}]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.1, horizon: 10}\n";

#define SOUND "the model cosserat needs a rectangular grid, and the scene has a mesh"
/* A tenth in 70 characters. */
#define LONG_TENTH "0.0000000000000000000000000000000000000000000000000000000000000001e63"
#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

/* The message with which an experiment on this OBJ file is refused. */
static const char *refusal(const char *obj)
{
    static config_error error;
    plan p;
    char *const files[] = {"mesh.yaml"};
    folder_write("mesh.yaml", experiment);
    folder_write("flag.obj", obj);
    const bool loaded = plan_load(files, 1, NULL, &p, &error);
    plan_free(&p);
    assert_false(loaded);
    return error.text;
}

static void faults_of_a_mesh_are_told_at_the_line_of_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *obj, *message;
    } faults[] = {
        {"v 0 0\n", "flag.obj:1:6: a coordinate of `v x y z` is missing"},
        {"v 0 0 zero\n", "flag.obj:1:7: "},
        {"v 0 0 0 zero\n", "flag.obj:1:9: 'zero' is not a number"},
        {"v 0 0 " LONG_TENTH "\n", "flag.obj:1:7: a coordinate of `v x y z` has more than 63"},
        {"v 0 0 .inf\n",
         "flag.obj:1:7: a coordinate of `v x y z` '.inf'; allowed: a finite number"},
        {SQUARE "f 1 2\n", "flag.obj:5:6: a face is f a b c: a corner is missing"},
        {SQUARE "f 1 2 5\n",
         "flag.obj:5:1: this face names a vertex that does not exist; there are 4"},
        {SQUARE "f 1 2 -5\n", "flag.obj:5:7: a corner names a vertex that does not exist"},
        {SQUARE "f 1 2 0\n", "flag.obj:5:7: a corner is the number of a vertex"},
        {SQUARE "f 1/x 2 3\n", "flag.obj:5:3: a corner is the number of a vertex"},
        {SQUARE "f 1 2 2\n", "flag.obj:5:1: this face names a vertex twice"},
        {SQUARE "v 2 0 0\nf 1 3 4\nf 1 2 5\n", "flag.obj:7:1: this face has no area"},
        {SQUARE "f 1 2 3\n", "flag.obj:4:1: this vertex belongs to no triangle"},
        {SQUARE "f 1 2 3\nf 1 4 3\nf 1 2 4\n", "flag.obj:7:1: this face is turned against"},
        {SQUARE "v 0 0 1\nf 1 2 3\nf 1 3 4\nf 3 1 5\n",
         "flag.obj:8:1: this face has an edge that two triangles before it share"},
        {SQUARE "v -1 0 0\nv -1 -1 0\nf 1 2 3\nf 1 3 4\nf 1 5 6\n",
         "flag.obj:9:1: this face meets triangles before it in a vertex alone"},
        {"v 0 0 0\rv 1 0 0\rv 1 1\r", "flag.obj:3:6: a coordinate of `v x y z` is missing"},
        {"v 0 0 0\r\nv 1 0 0\r\nv 1 1\r\n", "flag.obj:3:6: a coordinate of `v x y z` is missing"},
        {SQUARE "curv 0 1 2\n", "flag.obj:5:1: 'curv' is a free-form surface"},
        {SQUARE "solid 1\n", "flag.obj:5:1: unknown statement 'solid'"},
        {SQUARE, "the file has no faces"},
        {SQUARE "f 1/1 2//1 3/1/1\nf -4 -2 -1\n", /* sound: the model is what cannot be */
         SOUND},
        {"v 0 0 0\rv 1 0 0\rv 1 1 0\rf 1 2 3\r", SOUND},
        {"v 0 0 0 1\nv 1 0 0 .5 .5 .5\nv 1 1 0\nf 1 2 3\n", SOUND},
        {"v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nf 1 2 3", SOUND},
        /* two sheets apart, a closed fan, and a fan around a border */
        {SQUARE "v 5 0 0\nv 6 0 0\nv 6 1 0\nf 1 2 3\nf 1 3 4\nf 5 6 7\n", SOUND},
        {SQUARE "v .5 .5 0\nf 1 2 5\nf 4 1 5\nf 3 4 5\nf 2 3 5\n", SOUND},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const char *said = refusal(faults[i].obj);
        if (!strstr(said, faults[i].message))
            fail_msg("\"%s\" is not said of %s but \"%s\"", faults[i].message, faults[i].obj, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_becomes_a_disc_of_triangles),
        cmocka_unit_test(diagonals_alternate),
        cmocka_unit_test(edges_know_their_triangles),
        cmocka_unit_test(strain_and_area_of_a_mesh_are_relative_to_its_rest),
        cmocka_unit_test(volume_is_that_which_a_closed_mesh_encloses),
        cmocka_unit_test(normals_point_to_the_side_that_sees_corners_turn_left),
        cmocka_unit_test(faults_of_a_mesh_are_told_at_the_line_of_the_file),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
