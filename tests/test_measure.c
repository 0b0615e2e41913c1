/* Displacement, strain, drop, area and saw-tooth of a state are right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/whole.h"
#include "support/near.h"
#include "support/sheet.h"

static void assert_peak(trama_peak peak, double value, size_t node)
{
    assert_near(peak.value, value, 1e-15);
    assert_int_equal(peak.node, node);
}

/* ---- Displacement. */

enum { MANY = 700 }; /* nodes: more than two of the blocks in which the largest is sought */

static void displacement_is_that_of_the_node_that_moved_most(void **state)
{
    (void)state;
    static const size_t places[] = {0, 1, 255, 256, 511, 512, MANY - 1};
    static double before[3 * MANY], q[3 * MANY];
    sheet_shake(before, 3 * MANY, 10.0, 1);
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        memcpy(q, before, sizeof q);
        sheet_shake(q, 3 * MANY, 1.0, 2); /* sqrt(3) m at most */
        q[places[p]] = before[places[p]] + 2;
        q[MANY + places[p]] = before[MANY + places[p]] - 3;
        q[2 * MANY + places[p]] = before[2 * MANY + places[p]] + 6;
        const trama_peak peak = trama_displacement(q, before, (size_t)3 * MANY, 3);
        assert_near(peak.value, 7.0, 1e-14); /* sqrt(4 + 9 + 36) */
        assert_int_equal(peak.node, places[p]);
    }
    assert_peak(trama_displacement(before, before, (size_t)3 * MANY, 3), 0, 0);
}

static void displacement_of_a_state_without_nodes_is_that_of_a_coordinate(void **state)
{
    (void)state;
    const double before[6] = {1, 1, 1, 1, 1, 1}, q[6] = {1, 1, 1, 1, -1.5, 2};
    assert_peak(trama_displacement(q, before, 6, 1), 2.5, 4);
    assert_peak(trama_displacement(q, before, 6, 3), 2.5, 0); /* two nodes: y is 2.5, z of 1 is 1 */
}

/* Also where a larger displacement comes before it, and where two nodes are lost: the first. */
static void a_coordinate_that_is_not_finite_is_named(void **state)
{
    (void)state;
    static const size_t places[] = {0, 1, 255, 256, 511, 512, MANY - 1};
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    static double before[3 * MANY], q[3 * MANY];
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++)
        for (size_t i = 0; i < 9; i++) {
            memcpy(q, before, sizeof q);
            q[0] = 1e6;
            q[i / 3 * MANY + places[p]] = bad[i % 3];
            q[3 * MANY - 1] = TRAMA_NAN;
            const trama_peak peak = trama_displacement(q, before, (size_t)3 * MANY, 3);
            assert_true(isnan(peak.value));
            assert_int_equal(peak.node, places[p]);
        }
}

/* ---- Strain and area. */

/* Edges of [1, 2], node 7 of 3 x 5: moved by (0.5, 0, -0.25). Along l: 1 -> hypot(0.75, 0.5) =
 * 0.901 and hypot(1.25, 0.5) = 1.346; along k: 2 -> hypot(2.5, 0.25) = 2.512 and 1.521. */
static void strain_is_that_of_the_edge_that_differs_most(void **state)
{
    (void)state;
    sheet_run run;
    sheet_begin_flat(&run, 3, 5);
    double *q = run.system->q;
    assert_peak(trama_edge_strain(run.scene, q), 0, 0);
    q[7] += 0.5;
    q[30 + 7] -= 0.25;
    assert_peak(trama_edge_strain(run.scene, q), hypot(1.25, 0.5) - 1, 7);
    trama_scene_reference(run.scene, q);
    q[15 + 7] += 1.5; /* out of the plane: along l hypot(1, 1.5), from [1, 1] on */
    assert_peak(trama_edge_strain(run.scene, q), hypot(1, 1.5) - 1, 6);
    q[15 + 7] = TRAMA_NAN;
    assert_true(isnan(trama_edge_strain(run.scene, q).value));
    sheet_end(&run);
}

/* Node 7 moved by (0.5, 0, -0.25) as above: its four edges differ by 0.0986, 0.3463 along l and
 * 0.2562, 0.2394 along k, and each neighbour has the mean of its own. */
static void a_vertex_has_the_mean_strain_of_its_edges(void **state)
{
    (void)state;
    sheet_run run;
    sheet_begin_flat(&run, 3, 5);
    double *q = run.system->q, strain[15], edges[15];
    const double along_l[2] = {1 - hypot(0.75, 0.5), hypot(1.25, 0.5) - 1};
    const double along_k[2] = {hypot(2.5, 0.25) / 2 - 1, 1 - hypot(1.5, 0.25) / 2};
    q[7] += 0.5;
    q[30 + 7] -= 0.25;
    trama_vertex_strain(trama_system_first(run.system), q, strain, edges);
    assert_true(fabs(strain[7] - (along_l[0] + along_l[1] + along_k[0] + along_k[1]) / 4) < 1e-14);
    assert_true(fabs(strain[6] + strain[8] - (along_l[0] + along_l[1]) / 4) < 1e-14);
    assert_true(fabs(strain[2] + strain[12] - (along_k[0] + along_k[1]) / 3) < 1e-14);
    assert_true(strain[0] == 0.0 && strain[14] == 0.0);
    sheet_end(&run);
}

/* The same share counts the same, longer or shorter; an edge is named by its first node. */
static void compression_is_strain_too(void **state)
{
    (void)state;
    sheet_run run;
    sheet_begin_flat(&run, 3, 5);
    double *q = run.system->q;
    q[10] = 2 + 2 * 0.4; /* [2, 0], and [1, 0] at x = 2: 0.4 of its length */
    assert_peak(trama_edge_strain(run.scene, q), 0.6, 5);
    q[10] = 2;
    assert_peak(trama_edge_strain(run.scene, q), hypot(1, 2) - 1, 10); /* sheared along l: larger */
    sheet_end(&run);
}

/* Rows longer than a block. */
static void strain_of_long_rows_is_found_in_its_place(void **state)
{
    (void)state;
    static const size_t places[] = {1, 254, 255, 256, 257, 599};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        sheet_run run;
        sheet_begin_flat(&run, 2, 601);
        for (size_t l = places[p] + 1; l <= 600; l++) /* the whole rest of the sheet moves on */
            for (size_t k = 0; k < 2; k++)
                run.system->q[2 * 1202 + k * 601 + l] += 0.75;
        const trama_peak peak = trama_edge_strain(run.scene, run.system->q);
        assert_near(peak.value, 0.75, 1e-12);
        assert_int_equal(peak.node, places[p]);
        sheet_end(&run);
    }
}

/* Along gravity, whatever its size and direction: nodes of a 3 x 4 sheet 2 m apart. */
static void drop_is_the_extent_along_gravity(void **state)
{
    (void)state;
    trama_scene_spec spec = sheet_scene(3, 4, 4.0, 6.0); /* along x and z */
    trama_scene *scene;
    trama_error error;
    double q[36], v[36];
    spec.gravity[1] = 0.0;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    trama_scene_initial(scene, q, v);
    assert_true(isnan(trama_drop(scene, q)));
    trama_scene_destroy(scene);
    spec.gravity[0] = -3.0;
    spec.gravity[2] = 4.0;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    assert_near(trama_drop(scene, q), 0.6 * 4.0 + 0.8 * 6.0, 1e-14);
    q[0] += 10.0; /* node [0, 0], now 6 m further up than x = 4 m */
    assert_near(trama_drop(scene, q), 0.6 * 10.0 + 0.8 * 6.0, 1e-14);
    trama_scene_destroy(scene);
}

/* A stretch multiplies, a fold does not count, a lost node is seen. The sheet is 4 m x 3 m. */
static void area_ratio_is_the_sum_of_the_cells_over_the_rest_area(void **state)
{
    (void)state;
    sheet_run run;
    sheet_begin_flat(&run, 3, 4);
    double *q = run.system->q;
    assert_near(trama_area_ratio(run.scene, q), 1.0, 1e-15);
    for (size_t i = 0; i < 12; i++) {
        q[i] *= 1.5;
        q[24 + i] *= 0.8;
    }
    assert_near(trama_area_ratio(run.scene, q), 1.2, 1e-15);
    trama_scene_reference(run.scene, q);
    for (size_t l = 0; l < 4; l++)
        q[8 + l] = 0; /* k = 2 folded back onto k = 0 */
    assert_near(trama_area_ratio(run.scene, q), 1.0, 1e-15);
    for (size_t l = 0; l < 4; l++)
        q[8 + l] = 2; /* onto k = 1: half of the sheet is gone */
    assert_near(trama_area_ratio(run.scene, q), 0.5, 1e-15);
    q[0] = TRAMA_NAN;
    assert_true(isnan(trama_area_ratio(run.scene, q)));
    sheet_end(&run);
}

/* ---- Saw-tooth. */

/* The saw-tooth of a 9 x 8 sheet displaced by `amplitude` along an axis, its sign changing along k,
 * along l, or both. */
static trama_sawtooth sawtooth(bool along_k, bool along_l, size_t axis, double amplitude)
{
    sheet_run run;
    double before[3 * 72];
    sheet_begin_flat(&run, 9, 8);
    memcpy(before, run.system->q, sizeof before);
    for (size_t i = 0; i < 72; i++) {
        const size_t changes = along_k * (i / 8) + along_l * (i % 8);
        run.system->q[axis * 72 + i] += changes % 2 ? -amplitude : amplitude;
    }
    const trama_sawtooth wave = trama_sawtooth_of(run.scene, run.system->q, before);
    sheet_end(&run);
    return wave;
}

/* The root mean square is over rows and columns: a wave along one of them counts half. */
static void sawtooth_is_the_amplitude_of_the_shortest_wave(void **state)
{
    (void)state;
    const double a = 0.001, half = a / sqrt(2.0);
    assert_near(sawtooth(true, true, 0, a).in_plane, a, 1e-14);
    assert_near(sawtooth(true, true, 2, a).in_plane, a, 1e-14);
    assert_near(sawtooth(true, false, 0, a).in_plane, half, 1e-14);
    assert_near(sawtooth(false, true, 0, a).in_plane, half, 1e-14);
    assert_near(sawtooth(true, true, 0, a).out_of_plane, 0, 1e-14);
    assert_near(sawtooth(true, true, 1, a).out_of_plane, a, 1e-14);
    assert_near(sawtooth(true, true, 1, a).in_plane, 0, 1e-14);
    assert_near(sawtooth(true, false, 1, a).out_of_plane, half, 1e-14);
    assert_near(sawtooth(false, false, 1, a).out_of_plane, 0, 1e-14); /* the sheet moves as one */
}

/* A fourth difference knows nothing of a cubic motion, and of a grid too small for it nobody knows.
 */
static void a_smooth_motion_has_no_sawtooth(void **state)
{
    (void)state;
    sheet_run run;
    double before[3 * 72];
    sheet_begin_flat(&run, 9, 8);
    memcpy(before, run.system->q, sizeof before);
    for (size_t i = 0; i < 72; i++) {
        const size_t row = i / 8;
        const double k = (double)row / 8, l = (double)(i % 8) / 8;
        run.system->q[i] += k * k * k - k * l + 2 * l * l * l;
        run.system->q[72 + i] += 3 * k * k * l - l * l * l;
    }
    const trama_sawtooth wave = trama_sawtooth_of(run.scene, run.system->q, before);
    assert_true(wave.in_plane < 1e-14 && wave.out_of_plane < 1e-14);
    sheet_end(&run);
    sheet_begin_flat(&run, 4, 4);
    double flat[3 * 16];
    memcpy(flat, run.system->q, sizeof flat);
    sheet_shake(run.system->q, (size_t)3 * 16, 0.1, 1);
    const trama_sawtooth none = trama_sawtooth_of(run.scene, run.system->q, flat);
    assert_true(isnan(none.in_plane) && isnan(none.out_of_plane));
    sheet_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(displacement_is_that_of_the_node_that_moved_most),
        cmocka_unit_test(displacement_of_a_state_without_nodes_is_that_of_a_coordinate),
        cmocka_unit_test(a_coordinate_that_is_not_finite_is_named),
        cmocka_unit_test(strain_is_that_of_the_edge_that_differs_most),
        cmocka_unit_test(a_vertex_has_the_mean_strain_of_its_edges),
        cmocka_unit_test(compression_is_strain_too),
        cmocka_unit_test(strain_of_long_rows_is_found_in_its_place),
        cmocka_unit_test(drop_is_the_extent_along_gravity),
        cmocka_unit_test(area_ratio_is_the_sum_of_the_cells_over_the_rest_area),
        cmocka_unit_test(sawtooth_is_the_amplitude_of_the_shortest_wave),
        cmocka_unit_test(a_smooth_motion_has_no_sawtooth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
