/* The forces of Bridson's cloth are those of the printed formulas, on grids of every shape, on
 * meshes, and with every instruction set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/isa.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/plain_bridson.h"
#include "support/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const plain_bridson material = {30, 20, 0.7, 0.05, 0.4};

static const char settings[] = "structural=30 shear=20 bending=0.7 bending_damping=0.05 density=2 "
                               "rest=angle rest_angle=0.4";

/* A crumpled state: positions off by up to a third of an edge, velocities of 1 m/s. */
static void crumple(piece *run, double edge)
{
    sheet_shake(run->system->q, run->system->nq, 0.3 * edge, 11);
    sheet_shake(run->system->v, run->system->nv, 1.0, 12);
}

static double largest_difference(const piece *run, const double *force, const double *a)
{
    double largest = 0;
    for (size_t i = 0; i < run->system->nv; i++)
        largest = worst_of(largest, fabs(force[i] - run->system->mass[i] * a[i]));
    return largest;
}

static void compare(long m, long n, double tolerance)
{
    const trama_scene_spec scene = sheet_scene(m, n, 0.9 * (double)(m - 1), (double)(n - 1));
    piece run;
    trama_mesh *mesh;
    trama_error error;
    piece_begin(&run, &scene, "bridson", settings, "symplectic_euler", NULL);
    const size_t nv = run.system->nv;
    double *flat = sheet_numbers(nv), *force = sheet_numbers(nv), *a = sheet_numbers(nv);
    trama_scene_reference(run.scene, flat);
    assert_int_equal(trama_mesh_of_grid(trama_scene_grid(run.scene), &mesh, &error), TRAMA_OK);
    crumple(&run, 0.9);
    plain_bridson_forces(mesh, trama_scene_grid(run.scene), flat, material, run.system->q,
                         run.system->v, force);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    const double off = largest_difference(&run, force, a);
    if (!(off <= tolerance * sheet_largest(force, nv)))
        fail_msg("%ld x %ld: %g of %g", m, n, off, sheet_largest(force, nv));
    trama_mesh_destroy(mesh);
    free(flat);
    free(force);
    free(a);
    piece_end(&run);
}

/* Also wider than a panel, of 256 columns. */
static void forces_on_a_grid_are_those_of_the_formulas(void **state)
{
    (void)state;
    static const long points[][2] = {{2, 2}, {2, 3}, {3, 2},  {3, 3},  {4, 4},   {4, 5},  {5, 4},
                                     {5, 5}, {8, 9}, {9, 16}, {17, 7}, {5, 300}, {6, 501}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        compare(points[i][0], points[i][1], 1e-12);
}

/* The grid's triangles at shaken positions, as a mesh of its own: no row, no column. */
static void forces_on_a_mesh_are_those_of_the_formulas(void **state)
{
    (void)state;
    const plain_bridson even = {30, 30, 0.7, 0.05, 0.4};
    const trama_grid nowhere = {{0, 0}, {0, 0}, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}};
    trama_scene_spec flat = sheet_scene(6, 7, 5, 6), scene;
    piece run;
    trama_mesh *mesh;
    trama_error error;
    assert_int_equal(trama_mesh_of_grid(&flat.grid, &mesh, &error), TRAMA_OK);
    double *vertex = sheet_numbers(3 * mesh->nodes);
    for (size_t i = 0; i < mesh->nodes; i++) {
        const size_t row = i / 7, column = i % 7;
        vertex[i] = (double)row;
        vertex[mesh->nodes + i] = (double)column;
    }
    sheet_shake(vertex, 3 * mesh->nodes, 0.2, 3);
    memset(&scene, 0, sizeof scene);
    scene.mesh = (trama_mesh_spec){mesh->nodes, mesh->triangle_count, vertex, mesh->triangle};
    piece_begin(&run, &scene, "bridson",
                "structural=30 bending=0.7 bending_damping=0.05 density=2 rest=angle "
                "rest_angle=0.4",
                "symplectic_euler", NULL);
    double *force = sheet_numbers(run.system->nv), *a = sheet_numbers(run.system->nv);
    crumple(&run, 0.6);
    plain_bridson_forces(trama_scene_mesh(run.scene), &nowhere, vertex, even, run.system->q,
                         run.system->v, force);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    assert_true(largest_difference(&run, force, a) <= 1e-12 * sheet_largest(force, run.system->nv));
    double strain[TRAMA_OBSERVABLES_MAX];
    run.system->object[0].type->observe(run.system->object[0].model, run.system->q, run.system->v,
                                        strain);
    assert_true(isfinite(strain[0]) && isnan(strain[1])); /* a mesh has no shear springs */
    trama_mesh_destroy(mesh);
    free(vertex);
    free(force);
    free(a);
    piece_end(&run);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(21, 300, 20, 299);
    double *first = NULL;
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        piece run;
        if (!trama_isa_force(isa))
            continue;
        piece_begin(&run, &scene, "bridson", settings, "symplectic_euler", NULL);
        double *a = sheet_numbers(run.system->nv);
        crumple(&run, 0.9);
        trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
        if (first)
            assert_memory_equal(a, first, run.system->nv * sizeof *a);
        else
            first = a;
        if (first != a)
            free(a);
        piece_end(&run);
    }
    free(first);
    trama_isa best = TRAMA_ISA_V2;
    while (best + 1 < TRAMA_ISA_COUNT && trama_isa_available(best + 1))
        best++;
    trama_isa_force(best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_on_a_grid_are_those_of_the_formulas),
        cmocka_unit_test(forces_on_a_mesh_are_those_of_the_formulas),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
