/* Obstacles of triangles: their shapes, the nearest point and its normal against those of the exact
 * solids, their motion, what open meshes are refused for, and which meshes are refused. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "model/obstacle/mesh_solid.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/plans.h"
#include "support/sheet.h"
#include "surface/surface.h"

static const double PI = 3.14159265358979323846;

/* A system of one obstacle and a coordinate beside it. */
static const trama_object *begin(objects *o, const char *model, const char *settings)
{
    objects_begin(o);
    objects_add(o, "beside", "oscillator", "", NULL);
    objects_add(o, "solid", model, settings, NULL);
    objects_make(o, "symplectic_euler");
    return &o->system->object[1];
}

/* --- shapes --- */

typedef struct measures {
    double area, volume;
    size_t vertices, borders;
} measures;

static vec corner(const double *x, size_t vertex)
{
    return (vec){x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]};
}

static measures measure(const trama_object *solid)
{
    const trama_mesh *mesh = solid->type->boundary(solid->model);
    double *x = calloc(3 * mesh->nodes, sizeof *x);
    assert_non_null(x);
    solid->type->places(solid->model, 0.0, x);
    measures m = {.vertices = mesh->nodes};
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const size_t *v = mesh->triangle[t].node;
        const vec a = corner(x, v[0]), b = corner(x, v[1]), c = corner(x, v[2]);
        const vec area = cross(minus(b, a), minus(c, a));
        m.area += 0.5 * sqrt(dot(area, area));
        m.volume += dot(a, cross(b, c)) / 6.0;
    }
    for (size_t e = 0; e < mesh->edge_count; e++)
        m.borders += mesh->edge[e].triangle[1] == TRAMA_NONE;
    free(x);
    return m;
}

static void shapes_have_their_area_and_volume(void **state)
{
    (void)state;
    const struct {
        const char *model, *settings;
        size_t vertices, borders;
        double area, volume, within; /* within: of polyhedra in round shapes, a share */
    } cases[] = {
        {"table", "side=0.8,0.5", 33 * 33, 128, 0.4, 0.0, 1e-12},
        {"table", "side=0.8,0.5 thickness=0.1 normal=1,1,0 along=0,1,1", 2 * 33 * 33, 0,
         2 * (0.4 + 0.08 + 0.05), 0.04, 1e-12},
        {"round_table", "radius=0.5", 33 * 33, 128, PI / 4, 0.0, 5e-4},
        {"round_table", "radius=0.5 thickness=0.2", 2 * 33 * 33, 0, PI / 2 + 0.2 * PI, 0.05 * PI,
         5e-4},
        {"sphere_mesh", "radius=0.5 position=1,2,3", 2 + 63 * 64, 0, PI, PI / 6, 3e-3},
        {"box_mesh", "low=1,2,3 high=2,4,3.5 points=3,5,2", 3 * 5 * 2, 0, 7.0, 1.0, 1e-12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        const measures m = measure(begin(&o, cases[i].model, cases[i].settings));
        assert_int_equal(m.vertices, cases[i].vertices);
        assert_int_equal(m.borders, cases[i].borders);
        assert_near(m.area, cases[i].area, cases[i].within * cases[i].area);
        if (m.borders == 0)
            assert_near(m.volume, cases[i].volume, cases[i].within * cases[i].volume);
        objects_end(&o);
    }
}

/* --- the nearest point --- */

typedef struct nearness {
    double foot[3], normal[3], distance, turning[9];
} nearness;

static nearness near(const trama_object *solid, double t, const double x[3])
{
    nearness n;
    solid->type->nearest(solid->model, t, x, n.foot, n.normal, &n.distance);
    solid->type->curves(solid->model, t, x, n.turning);
    return n;
}

/* A box of triangles is the box: at faces, edges and corners, out of it and in it, wherever it has
 * moved to. */
static void a_box_of_triangles_is_as_near_as_the_box(void **state)
{
    (void)state;
    const char *const moving = "low=-0.3,-0.2,-0.1 high=0.3,0.2,0.1 velocity=0.1,0.2,0.3 "
                               "angular_velocity=1,0.5,-0.3";
    objects exact, meshed;
    const trama_object *box = begin(&exact, "box", moving),
                       *mesh = begin(&meshed, "box_mesh", moving);
    trama_random random = {5};
    size_t inside = 0, curved = 0;
    for (int i = 0; i < 3000; i++) {
        const double t = i % 3 * 0.4;
        double x[3];
        for (size_t axis = 0; axis < 3; axis++)
            x[axis] = 0.6 * trama_random_signed(&random);
        const nearness a = near(box, t, x), b = near(mesh, t, x);
        assert_near(a.distance, b.distance, 1e-12);
        inside += a.distance < 0.0;
        for (size_t k = 0; k < 3; k++) {
            assert_near(a.foot[k], b.foot[k], 1e-12);
            assert_near(a.normal[k], b.normal[k], 1e-9);
        }
        for (size_t k = 0; k < 9; k++) {
            assert_near(a.turning[k], b.turning[k], 1e-6 * (1.0 + fabs(a.turning[k])));
            curved += a.turning[k] != 0.0;
        }
    }
    assert_true(inside > 20 && curved > 1000);
    objects_end(&exact);
    objects_end(&meshed);
}

/* Concave: within the angle of an L, its edge is far, and outside the reentrant one is near. */
static void a_reentrant_edge_tells_inside_from_outside(void **state)
{
    (void)state;
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    double vertex[36];
    trama_triangle face[20] = {{{0, 2, 1}}, {{0, 3, 2}}, {{0, 4, 3}},  {{0, 5, 4}},
                               {{6, 7, 8}}, {{6, 8, 9}}, {{6, 9, 10}}, {{6, 10, 11}}};
    size_t faces = 8;
    for (size_t i = 0; i < 12; i++) {
        vertex[i] = outline[i % 6][0];
        vertex[12 + i] = outline[i % 6][1];
        vertex[24 + i] = i < 6 ? 0.0 : 1.0;
    }
    for (size_t i = 0; i < 6; i++) {
        const size_t next = (i + 1) % 6;
        face[faces++] = (trama_triangle){{i, next, 6 + next}};
        face[faces++] = (trama_triangle){{i, 6 + next, 6 + i}};
    }
    const trama_mesh_spec spec = {12, faces, vertex, face};
    const trama_motion still = {.velocity = {0}};
    trama_error error;
    void *model;
    assert_int_equal(trama_mesh_solid_create(&still, &spec, NULL, &model, &error), TRAMA_OK);
    assert_null(trama_mesh_solid_missing(model));
    const struct {
        double x[3], distance;
    } cases[] = {{{1.2, 1.3, 0.5}, 0.2},       {{0.9, 0.9, 0.5}, -0.1 * sqrt(2.0)},
                 {{0.5, 0.6, 0.4}, -0.4},      {{-0.3, -0.4, 0.5}, 0.5},
                 {{1.5, 1.5, 1.5}, sqrt(0.5)}, {{0.5, 1.0, 1.25}, 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double foot[3], normal[3], distance;
        trama_obstacle_nearest(model, 0.0, cases[i].x, foot, normal, &distance);
        assert_near(distance, cases[i].distance, 1e-12);
        assert_near(dot3(normal, normal), 1.0, 1e-12);
    }
    trama_mesh_solid_destroy(model);
}

/* --- motion --- */

/* Vertices are where the solid is, and between two times move as the solid's point there does. */
static void vertices_move_with_their_solid(void **state)
{
    (void)state;
    objects o;
    const trama_object *ball = begin(&o, "sphere_mesh",
                                     "radius=0.4 points=9,13 position=0.1,0,0 centre=0.1,0,0 "
                                     "angular_velocity=0,3,1 velocity=0.5,0,-0.2");
    const trama_mesh *mesh = ball->type->boundary(ball->model);
    double *x0 = calloc(3 * mesh->nodes, sizeof *x0), *x1 = calloc(3 * mesh->nodes, sizeof *x1);
    const double t = 0.3, h = 0.02;
    double moved = 0.0;
    assert_true(x0 && x1 && ball->type->is_moving(ball->model));
    ball->type->places(ball->model, t, x0);
    ball->type->places(ball->model, t + h, x1);
    for (size_t i = 0; i < mesh->nodes; i++) {
        const nearness at = near(ball, t, x0 + 3 * i);
        double velocity[3];
        assert_near(at.distance, 0.0, 1e-12);
        ball->type->moves(ball->model, t, h, x0 + 3 * i, velocity);
        for (size_t axis = 0; axis < 3; axis++) {
            assert_near(velocity[axis], (x1[3 * i + axis] - x0[3 * i + axis]) / h, 1e-10);
            moved = worst_of(moved, fabs(velocity[axis]));
        }
    }
    assert_true(moved > 1.0);
    free(x0);
    free(x1);
    objects_end(&o);
}

static void surfaces_place_nodes_and_prescribed_vertices_alike(void **state)
{
    (void)state;
    objects o;
    const trama_scene_spec scene = sheet_scene(3, 4, 1.0, 1.0);
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", "structural=100 shear=100 density=0.2", &scene);
    objects_add(&o, "board", "table", "side=1,1 points=3,2 velocity=0,1,0", NULL);
    objects_make(&o, "symplectic_euler");
    double x[36];
    trama_error error;
    for (size_t i = 0; i < 2; i++) {
        const trama_object *object = &o.system->object[i];
        trama_surface surface;
        assert_int_equal(trama_surface_create(object->name, object->type, object->model,
                                              object->scene, object->q_begin, object->v_begin,
                                              o.system->mass, &surface, &error),
                         TRAMA_OK);
        assert_int_equal(surface.vertices, i == 0 ? 12 : 6);
        assert_int_equal(surface.is_prescribed, i == 1);
        assert_int_equal(trama_surface_nodes(&surface), i == 0 ? 12 : 0);
        assert_int_equal(surface.mesh->triangle_count, i == 0 ? 12 : 4);
        trama_surface_positions(&surface, 0.25, o.system->q, x);
        for (size_t k = 0; k < 3 * surface.vertices; k++)
            assert_true(i == 1 ? (k % 3 == 1 ? x[k] == 0.25 : fabs(x[k]) <= 0.5)
                               : x[k] == o.system->q[object->q_begin + k % 3 * 12 + k / 3]);
        trama_surface_free(&surface);
    }
    objects_end(&o);
}

/* --- contact by signed distance --- */

static void begin_fall(objects *o, const char *model, const char *settings)
{
    trama_scene_spec scene = sheet_scene(5, 5, 0.5, 0.5);
    scene.gravity[1] = -9.81;
    scene.grid.origin[0] = scene.grid.origin[2] = -0.25;
    scene.grid.origin[1] = 0.01;
    objects_begin(o);
    objects_add(o, "cloth", "provot", "structural=100 shear=100 density=0.2 sweeps=0", &scene);
    objects_add(o, "stand", model, settings, NULL);
    objects_join(o, "touch", "penalty_contact", "stiffness=500", 2, 0, 1);
}

static void penalty_contact_on_a_closed_mesh_is_that_on_its_box(void **state)
{
    (void)state;
    objects a, b;
    begin_fall(&a, "box", "low=-0.15,-0.2,-0.15 high=0.15,0,0.15");
    begin_fall(&b, "table", "side=0.3,0.3 thickness=0.2 points=9,9");
    objects_make(&a, "symplectic_euler");
    objects_make(&b, "symplectic_euler");
    objects_steps(&a, 0.001, 150);
    objects_steps(&b, 0.001, 150);
    double lowest = 0.0, highest = -1.0;
    for (size_t i = 0; i < a.system->nq; i++)
        assert_near(a.system->q[i], b.system->q[i], 1e-9);
    for (size_t i = 25; i < 50; i++) {
        lowest = fmin(lowest, a.system->q[i]);
        highest = worst_of(highest, a.system->q[i]);
    }
    assert_true(lowest < -0.02 && highest > -0.01); /* it hangs over the edge */
    objects_end(&a);
    objects_end(&b);
}

static void an_open_mesh_is_refused_where_inside_counts(void **state)
{
    (void)state;
    objects o;
    begin_fall(&o, "table", "side=0.3,0.3");
    const trama_error error = objects_refused(&o);
    assert_string_equal(error.path, "interactions.touch.among");
    assert_non_null(strstr(error.text, "'stand' is an open mesh, which has no inside: no other "
                                       "triangle is at an edge of faces["));
    objects_end(&o);
}

/* --- bad meshes --- */

#define TETRAHEDRON "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static const char falling[] =
    "experiment: falling\n"
    "case:\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}\n"
    "      scene: {grid: {points: [3, 3], side: [1, 1], origin: [0, 3, 0]}}\n"
    "    stone:\n"
    "      model: {name: mesh_obstacle, velocity: [0, 0.1, 0], mesh: {file: stone.obj, scale: "
    "0.5}}\n"
    "  interactions:\n"
    "    touch: {name: bouncing_contact, among: [cloth, stone]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 10}\n";

static const char *refusal(const char *obj)
{
    folder_write("stone.obj", obj);
    char *file = "falling.yaml";
    folder_write(file, falling);
    return plans_refusal(&file, 1, NULL);
}

static void bad_meshes_are_refused_with_object_and_triangle(void **state)
{
    (void)state;
    const struct {
        const char *obj, *message;
    } cases[] = {
        {TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", "(not refused)"},
        {TETRAHEDRON "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n",
         "faces[0] and the 3 that are joined to it are inside out: they hold -0.0208333 m^3; "
         "allowed: faces counter-clockwise as seen from outside"},
        {TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n", "stone.obj:8:1: this face is turned"},
        {TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\n",
         "'stone' is an open mesh, which has no inside: no other triangle is at an edge of "
         "faces[0]; allowed: a closed mesh"},
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "stone.obj:4:1: this face has no area"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said = refusal(cases[i].obj);
        if (!strstr(said, cases[i].message))
            fail_msg("case %zu: '%s'", i, said);
    }
    assert_non_null(strstr(refusal(cases[1].obj), "falling.yaml:8:"));
}

static void a_mesh_obstacle_without_a_mesh_is_refused(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    objects_add(&o, "beside", "oscillator", "", NULL);
    objects_add(&o, "stone", "mesh_obstacle", "", NULL);
    const trama_error error = objects_refused(&o);
    assert_string_equal(error.path, "objects.stone.model.mesh");
    objects_end(&o);
}

/* The mesh is part of the identity, by its numbers. */
static void another_mesh_is_another_case(void **state)
{
    (void)state;
    static const char *const obj[3] = {
        TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
        "# the same\n" TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"};
    char id[3][64];
    for (int i = 0; i < 3; i++) {
        folder_write("stone.obj", obj[i]);
        folder_write("falling.yaml", falling);
        plan p = plans_load("falling.yaml");
        snprintf(id[i], sizeof id[i], "%s", p.cases[0].id);
        plan_free(&p);
    }
    assert_string_equal(id[0], id[1]);
    assert_string_not_equal(id[0], id[2]);
}

/* --- pictures --- */

/* A mesh with more triangles than an outline holds is shown by fewer, which lie on its vertices. */
static void a_large_mesh_has_an_outline_of_its_vertices(void **state)
{
    (void)state;
    trama_mesh_spec mesh = {0};
    const double centre[3] = {1.0, 2.0, 3.0};
    const trama_motion still = {.velocity = {0}};
    trama_error error;
    void *model;
    assert_true(trama_mesh_of_ball(centre, 0.5, 40, 50, &mesh));
    assert_int_equal(trama_mesh_solid_create(&still, &mesh, NULL, &model, &error), TRAMA_OK);
    trama_outline outline = {0};
    trama_obstacle_outline(model, 0.0, centre, centre, &outline);
    assert_in_range(outline.points, 80, TRAMA_OUTLINE_POINTS);
    assert_in_range(outline.triangles, 150, TRAMA_OUTLINE_TRIANGLES);
    for (size_t t = 0; t < outline.triangles; t++)
        for (size_t c = 0; c < 3; c++) {
            const double *p = outline.point[outline.corner[t][c]];
            const double r[3] = {p[0] - 1.0, p[1] - 2.0, p[2] - 3.0};
            assert_near(sqrt(dot3(r, r)), 0.5, 1e-12);
        }
    trama_mesh_spec_free(&mesh);
    trama_mesh_solid_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_have_their_area_and_volume),
        cmocka_unit_test(a_box_of_triangles_is_as_near_as_the_box),
        cmocka_unit_test(a_reentrant_edge_tells_inside_from_outside),
        cmocka_unit_test(vertices_move_with_their_solid),
        cmocka_unit_test(surfaces_place_nodes_and_prescribed_vertices_alike),
        cmocka_unit_test(penalty_contact_on_a_closed_mesh_is_that_on_its_box),
        cmocka_unit_test(an_open_mesh_is_refused_where_inside_counts),
        cmocka_unit_test_setup_teardown(bad_meshes_are_refused_with_object_and_triangle,
                                        folder_enter_in_memory, folder_leave),
        cmocka_unit_test(a_mesh_obstacle_without_a_mesh_is_refused),
        cmocka_unit_test_setup_teardown(another_mesh_is_another_case, folder_enter_in_memory,
                                        folder_leave),
        cmocka_unit_test(a_large_mesh_has_an_outline_of_its_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
