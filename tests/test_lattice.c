/* Lattices are scenes: their outside is a closed box, and their springs have the energies of a
 * cube's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/geometry.h"
#include "support/near.h"
#include "support/objects.h"

static trama_scene_spec lattice_of(long a, long b, long c)
{
    return (trama_scene_spec){
        .lattice = {.points = {a, b, c},
                    .side = {a > 1 ? 1.0 : 0.0, b > 1 ? 2.0 : 0.0, c > 1 ? 3.0 : 0.0},
                    .origin = {0.5, -1.0, 7.0}}};
}

/* ---- Scenes. */

/* A closed surface (so every edge has two triangles that run along it either way) of the box's area
 * and, outwards, its volume. */
static void the_outside_of_a_lattice_is_a_closed_box(void **state)
{
    (void)state;
    static const long sizes[][3] = {{2, 2, 2}, {3, 2, 5}, {4, 4, 4}};
    for (size_t i = 0; i < 3; i++) {
        const trama_scene_spec spec = lattice_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        trama_scene *scene;
        trama_error error;
        assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
        const size_t nodes = trama_scene_nodes(scene);
        double *q = calloc(3 * nodes, sizeof *q), area = 0.0;
        trama_scene_reference(scene, q);
        const trama_mesh *mesh = trama_scene_mesh(scene);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            double vector[3];
            trama_mesh_area_vector(mesh, t, q, vector);
            area +=
                0.5 * sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
        }
        assert_near(area, 2.0 * (1.0 * 2.0 + 2.0 * 3.0 + 3.0 * 1.0), 1e-12);
        assert_near(trama_volume(scene, q), 6.0, 1e-12);
        assert_near(trama_area_ratio(scene, q), 1.0, 1e-15);
        assert_near(q[nodes - 1], 1.5, 0.0);
        assert_near(q[3 * nodes - 1], 10.0, 0.0);
        free(q);
        trama_scene_destroy(scene);
    }
}

static void a_line_and_a_point_have_no_outside(void **state)
{
    (void)state;
    static const long sizes[][3] = {{1, 1, 1}, {1, 5, 1}, {1, 3, 3}};
    for (size_t i = 0; i < 3; i++) {
        const trama_scene_spec spec = lattice_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        trama_scene *scene;
        trama_error error;
        assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
        assert_int_equal(trama_scene_mesh(scene)->triangle_count, 0);
        assert_false(trama_scene_is_grid(scene));
        trama_scene_destroy(scene);
    }
}

static void assert_scene_refused(const trama_scene_spec *spec, const char *path)
{
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, path);
}

static void what_no_lattice_is_is_refused(void **state)
{
    (void)state;
    trama_scene_spec spec = lattice_of(3, 3, 3);
    spec.lattice.side[1] = 0.0;
    assert_scene_refused(&spec, "lattice.side[1]");
    spec = lattice_of(3, 1, 3);
    spec.lattice.side[1] = 0.1;
    assert_scene_refused(&spec, "lattice.side[1]");
    spec = lattice_of(3000, 3000, 3000);
    assert_scene_refused(&spec, "lattice.points");
    spec = lattice_of(2, 2, 2);
    spec.perturbation = 0.1;
    assert_scene_refused(&spec, "perturbation");
    spec = lattice_of(2, 2, 2);
    spec.wave[1] = 0.1;
    assert_scene_refused(&spec, "wave");
    spec = lattice_of(2, 2, 2);
    spec.grid = (trama_grid){.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 1, 0}}};
    assert_scene_refused(&spec, "lattice");
}

static void a_model_is_of_a_lattice_or_is_not(void **state)
{
    (void)state;
    objects o;
    const trama_scene_spec box = lattice_of(2, 2, 2);
    const trama_scene_spec sheet = {
        .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 1, 0}}}};
    static const char *const sheets[] = {"provot", "nedel", "bridson", "cosserat"};
    for (size_t m = 0; m < 4; m++) {
        objects_begin(&o);
        objects_add(&o, "cloth", sheets[m], strcmp(sheets[m], "cosserat") == 0 ? "" : "mass=1",
                    &box);
        assert_string_equal(objects_refused(&o).path, "objects.cloth.model.lattice");
        objects_end(&o);
    }
    objects_begin(&o);
    objects_add(&o, "box", "lattice", "mass=1", &sheet);
    assert_string_equal(objects_refused(&o).path, "objects.box.model.lattice");
    objects_end(&o);
}

/* ---- Bodies. */

/* Stretched by s along every axis, each spring is: its energy is K l0^2 s^2/2. A cube of side 1 has
 * 12 edges, 12 diagonals of faces and 4 of the cell: together 6 K_e + 12 K_f + 6 K_s times s^2. */
static void energies_are_those_of_the_springs_of_a_cube(void **state)
{
    (void)state;
    objects o;
    double energies[TRAMA_ENERGY_MAX];
    trama_scene_spec cube = lattice_of(2, 2, 2);
    cube.lattice.side[1] = cube.lattice.side[2] = 1.0;
    cube.lattice.origin[0] = cube.lattice.origin[1] = cube.lattice.origin[2] = 0.0;
    objects_begin(&o);
    objects_add(&o, "cube", "lattice", "mass=2 edge=3 face=5 space=7", &cube);
    objects_make(&o, "rk4");
    for (size_t i = 0; i < o.system->nq; i++)
        o.system->q[i] *= 1.1;
    const trama_object *object = &o.system->object[0];
    object->type->energy(object->model, o.system->q, energies);
    assert_near(energies[0], 6.0 * 3.0 * 0.01, 1e-12);
    assert_near(energies[1], 12.0 * 5.0 * 0.01, 1e-12);
    assert_near(energies[2], 6.0 * 7.0 * 0.01, 1e-12);
    assert_near(o.system->mass[0], 0.25, 0.0);
    objects_end(&o);
}

/* A box that is thrown and shaken: momentum is p + m g t, and so is a ball's. */
static void gravity_alone_moves_the_middle(void **state)
{
    (void)state;
    for (long points = 1; points <= 3; points += 2) {
        objects o;
        double p[3], l[3];
        trama_scene_spec scene = lattice_of(points, points, points);
        scene.gravity[1] = -9.81;
        scene.velocity[0] = 2.0;
        objects_begin(&o);
        objects_add(&o, "box", "lattice", "mass=2 edge=30 face=20 space=10 damping=0.1", &scene);
        objects_make(&o, "symplectic_euler");
        o.system->q[0] += 0.1;
        objects_steps(&o, 1e-3, 1000);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        assert_near(p[0], 4.0, 1e-10);
        assert_near(p[1], -2.0 * 9.81, 1e-10);
        assert_near(p[2], 0.0, 1e-10);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_outside_of_a_lattice_is_a_closed_box),
        cmocka_unit_test(a_line_and_a_point_have_no_outside),
        cmocka_unit_test(what_no_lattice_is_is_refused),
        cmocka_unit_test(a_model_is_of_a_lattice_or_is_not),
        cmocka_unit_test(energies_are_those_of_the_springs_of_a_cube),
        cmocka_unit_test(gravity_alone_moves_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
