/* Rigid bodies that cannot be are refused at plan time, each by its name and with the reason, where
 * it stands in the file; and a body is the same from an OBJ file and from its corners. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/plans.h"
#include "support/rigid.h"

static const char text[] =
    "experiment: bodies\n"
    "summary: two bodies\n"
    "case:\n"
    "  objects:\n"
    "    bodies:\n"
    "      model:\n"
    "        name: rigid_bodies\n"
    "        bodies:\n"
    "          stone: {shape: polyhedron, mesh: {file: stone.obj}, position: [0, 0, 0]}\n"
    "          crate: {shape: box, side: [1, 1, 1], mass: 2, position: [5, 0, 0]}\n"
    "  interactions: {touch: {name: rigid_contact, among: [bodies]}}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 10}\n";

/* A pyramid on the unit square. */
static const char stone[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\n"
                            "f 1 3 2\nf 1 4 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

typedef struct fault {
    const char *in, *from, *to, *message; /* in: the case, or the stone's file */
} fault;

static const fault faults[] = {
    {stone, "f 4 1 5\n", "",
     "case.yaml:9:44: body 'stone': faces: the mesh is open: one triangle alone has the edge from "
     "vertex 0 to 3"},
    {stone, "f 4 1 5", "f 1 4 5",
     "stone.obj:11:1: this face is turned against its neighbour: both run along their edge the "
     "same "
     "way"},
    {stone, "v 0.5 0.5 1\n", "v 1 1 0\n", "stone.obj:9:1: this face has no area"},
    {stone, "f 1 3 2\nf 1 4 3\n", "v 0.5 0.5 0.3\nf 1 6 2\nf 2 6 3\nf 3 6 4\nf 4 6 1\n",
     "case.yaml:9:44: body 'stone': faces: the mesh is not convex: vertex 2 is 0.514496 m above "
     "triangle 0"},
    {text, "mass: 2", "mass: 0",
     "case.yaml:10:54: mass: '0' is out of range; allowed: 0 < x, in kg"},
    {text, "mass: 2", "mass: -2",
     "case.yaml:10:54: mass: '-2' is out of range; allowed: 0 < x, in kg"},
    {text, "mass: 2", "orientation: [0, 0, 0, 0]",
     "case.yaml:10:61: body 'crate': the quaternion is zero; allowed: any other"},
    {text, "[5, 0, 0]", "[0.5, 0.5, 0.25]",
     "case.yaml:11:54: body 'stone' overlaps body 'crate' by 0.75 m at the start; allowed: apart, "
     "or touching"},
    {text, "crate", "stone",
     "case.yaml:10:11: duplicate key 'stone', first given at line 9; allowed: once"},
    {text, "mass: 2", "mesh: {file: stone.obj}",
     "case.yaml:10:54: body 'crate': a box has no mesh; allowed: of a polyhedron"},
    {text, "position: [0, 0, 0]", "vertices: [[0, 0, 0]]",
     "case.yaml:9:73: body 'stone': vertices and a mesh are both given; allowed: one of them"},
    {text, "mesh: {file: stone.obj}, ", "",
     "case.yaml:9:18: body 'stone': a polyhedron needs vertices, [[x, y, z], ...], at least 4; or "
     "a "
     "mesh, {file: stone.obj}"},
};

static void a_body_that_cannot_be_is_refused_by_name(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    char *const files[] = {"case.yaml"};
    int wrong = 0;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const fault *f = &faults[i];
        const bool in_stone = f->in == stone;
        experiment_write("case.yaml", text, in_stone ? none : EDITS(f->from, f->to));
        experiment_write("stone.obj", stone, in_stone ? EDITS(f->from, f->to) : none);
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, f->message) == 0)
            continue;
        print_error("%s\n  is refused with  %s\n  and not with     %s\n", f->to, message,
                    f->message);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* The pyramid by its surface, a third of the cube, whose centre is at a quarter of its height; and
 * the same by its corners, of which the origin is one. Both are the same body: all five corners are
 * 0.75 m from the centre (0.5^2 + 0.5^2 + 0.25^2, and 0.75^2), which their mean, at a fifth of the
 * height, is not. */
static void a_mesh_and_corners_are_one_body(void **state)
{
    (void)state;
    static double x[15] = {0, 1, 1, 0, 0.5, 0, 0, 1, 1, 0.5, 0, 0, 0, 0, 1};
    static trama_triangle face[6] = {{{0, 2, 1}}, {{0, 3, 2}}, {{0, 1, 4}},
                                     {{1, 2, 4}}, {{2, 3, 4}}, {{3, 0, 4}}};
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    trama_rigid_spec *made =
        rigid_add_body(&o, 0, "by_surface", "shape=polyhedron density=3000 position=7,0,0");
    made->mesh = (trama_mesh_spec){5, 6, x, face};
    made = rigid_add_body(&o, 0, "by_corners", "shape=polyhedron density=3000 position=7,0,0");
    for (size_t i = 0; i < 5; i++)
        for (size_t axis = 0; axis < 3; axis++)
            made->vertices.value[made->vertices.count++] = x[5 * axis + i];
    objects_make(&o, "symplectic_euler");
    const trama_rigid_body *body = rigid_of(&o, 0)->body;
    const double centre[3] = {7.5, 0.5, 0.25};
    for (size_t b = 0; b < 2; b++) {
        trama_pose pose;
        assert_near(body[b].mass, 1000.0, 1e-9);
        assert_near(body[b].shape.radius, 0.75, 1e-14);
        trama_rigid_shape_pose(rigid_of(&o, 0), b, 0.0, o.system->q, &pose);
        for (size_t axis = 0; axis < 3; axis++) {
            assert_near(body[b].moment[axis], body[0].moment[axis], 1e-9 * body[0].moment[axis]);
            assert_near(o.system->q[7 * b + axis], centre[axis], 1e-12);
            assert_near(pose.x[axis], centre[axis], 1e-12);
        }
    }
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_cannot_be_is_refused_by_name),
        cmocka_unit_test(a_mesh_and_corners_are_one_body),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
