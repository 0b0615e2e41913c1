/* Tables and figures of predictions and stability maps show what planted case files hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "study/study.h"
#include "support/planted.h"
#include "support/record_sample.h"
#include "support/svg_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "core/numbers.h"

static const char limits_reference[] = "simulation,method,dt_max_s\nS1,verlet,0.001\n";

/* worst is predicted `ratio` times the middle of the bracket, 2 ms. The bracket's stable end fails
 * at iteration `late` of a longer run; -1: not. */
static void plant_compared(const char *folder, const char *id, const char *simulation,
                           const char *series, const char *reference, double ratio, long late)
{
    static const char *const where[] = {"start", "worst", "end"};
    const double dt[] = {0.0024, 0.002 * ratio, 0.0022};
    const double z[] = {2, 2, 2}, ratios[] = {1.2, ratio, TRAMA_NAN};
    const double omega[] = {2 / dt[0], 2 / dt[1], 2 / dt[2]};
    const int64_t iteration[] = {0, 250, 1000};
    bundle b = planted_case("predictions", "predict", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", NULL, reference);
    if (series)
        bundle_add_text(&b, "/labels/series", "", series);
    bundle_put_texts(&b, &column_predicted_where, where, 3);
    bundle_put_integers(&b, &column_predicted_iteration, iteration, 3);
    bundle_put_reals(&b, &column_predicted_omega_max, omega, 3);
    bundle_put_reals(&b, &column_predicted_z, z, 3);
    bundle_put_reals(&b, &column_predicted_dt, dt, 3);
    bundle_put_reals(&b, &column_horizon_dt, dt, 3);
    bundle_put_reals(&b, &column_predicted_ratio, ratios, 3);
    bundle_put_real(&b, &column_dt_stable, 0.001);
    bundle_put_real(&b, &column_dt_unstable, 0.002001);
    bundle_put_real(&b, &column_bisected_stable, 0.001999);
    bundle_put_real(&b, &column_bisected_unstable, 0.002001);
    bundle_put_integer(&b, &column_horizon, 1000);
    bundle_put_integer(&b, &column_late_iteration, -1);
    bundle_put_integer(&b, &column_bisected_late_iteration, late);
    bundle_put_texts(&b, &column_runs_purpose, (const char *const[]){"late"}, 1);
    bundle_put_integer(&b, &column_scan_stable, 0);
    bundle_put_integer(&b, &column_below_unstable, 0);
    bundle_put_integer(&b, &column_tangent_products, 120);
    bundle_put_text(&b, &column_without, late >= 0 ? "corrections, table" : "");
    planted_write(&b, folder, id);
}

static void plant_prediction(const char *folder, const char *id, const char *simulation,
                             const char *series, double ratio, long late)
{
    plant_compared(folder, id, simulation, series, limits_reference, ratio, late);
}

static void plant_map(const char *folder, const char *id, const char *integrator, double z)
{
    const bool none = z == 64; /* as far as it is sought */
    const double omega_h[] = {0, 2, 4}, c_h[] = {0, 1}, slope[] = {0, 1}, limit[] = {z, z / 2};
    const double radius[] = {1, 1, 14, 0.5, TRAMA_INFINITY, 1e9};
    bundle b = planted_case("maps", "stability_map", integrator, "ok");
    bundle_put_reals(&b, &column_map_omega_h, omega_h, 3);
    bundle_put_reals(&b, &column_map_c_h, c_h, 2);
    bundle_put_real_matrix(&b, &column_map_radius, radius, 2, 3);
    bundle_put_reals(&b, &column_boundary_c_over_omega, slope, 2);
    bundle_put_reals(&b, &column_boundary_omega_h, limit, 2);
    bundle_put_real(&b, &column_map_z, z);
    bundle_put_real(&b, &column_map_z_stated, z);
    bundle_put_real(&b, &column_map_z_damped, 0.9 * z);
    bundle_put_real(&b, &column_map_damping, 0.1);
    bundle_put_integer(&b, &column_map_order, 2);
    bundle_put_integer(&b, &column_evaluations, z > 2 ? 4 : 0);
    bundle_put_text(&b, &column_map_loss, none ? "none" : "flip");
    bundle_put_text(&b, &column_map_loss_damped, "oscillation");
    planted_write(&b, folder, id);
}

#define LATE                                                                                       \
    ",0.001,0.001,0.002001,1000,,1500,0,0,,,,,,bracket fails later,\"corrections, table\"\n"
#define HOLDS ",,0.001,0.002001,1000,,,0,0,,,,,,holds,\n"

/* A limit that fails a check is labelled, and stays. */
static void predictions_are_written_to_the_letter(void **state)
{
    (void)state;
    plant_prediction("told", "00", "S2", NULL, 1.01, -1);
    plant_prediction("told", "01", "S1", NULL, 0.96, 1500);
    const planted_said s = planted_table("told", "csv");
    assert_int_equal(s.code, 0);
    planted_assert_file(
        "told/tables/predictions.csv",
        "simulation,integrator,omega_max,where,predicted_dt_s,dt_stable_s,dt_unstable_s,"
        "ratio,published_dt_s,search_stable_s,search_unstable_s,horizon,late_iteration,"
        "bracket_late_iteration,stable_above,unstable_below,along_dt_s,along_ratio,grows,limited_"
        "by,"
        "cause,label,without\n"
        "S1,verlet,833.3333333,start,0.0024,0.001999,0.002001,1.2" LATE
        "S1,verlet,1041.666667,worst,0.00192,0.001999,0.002001,0.96" LATE
        "S1,verlet,909.0909091,end,0.0022,0.001999,0.002001," LATE
        "S2,verlet,833.3333333,start,0.0024,0.001999,0.002001,1.2" HOLDS
        "S2,verlet,990.0990099,worst,0.00202,0.001999,0.002001,1.01" HOLDS
        "S2,verlet,909.0909091,end,0.0022,0.001999,0.002001," HOLDS);
    /* the prediction over the bracket, published, the search in steps of 1 ms, the bracket: in
     * ms, as all time steps */
    planted_assert_file_has("told/tables/predictions.md",
                            "| 0.96 ≠ |              1 | [1, 2.001] ✓ | [1.999, 2.001] |");
    planted_assert_file_has("told/tables/predictions.md",
                            "|   1.01 |              – |   [1, 2.001] | [1.999, 2.001] |");
    planted_assert_file_has("told/tables/predictions.md", "| bracket fails later † |");
    planted_assert_file_has("told/tables/predictions.md", "| holds                 |");
    planted_assert_file_has("told/tables/predictions.md", "| corrections, table |");
    planted_assert_file_has("told/tables/predictions.tex", "\\toprule");
}

/* A study that compares no limit has them in ms. */
static void limits_of_predictions_alone_are_in_milliseconds(void **state)
{
    (void)state;
    plant_compared("alone", "00", "S1", NULL, NULL, 0.96, -1);
    assert_int_equal(planted_table("alone", "csv").code, 0);
    planted_assert_file_has("alone/tables/predictions.md",
                            "| z | start (ms) | worst (ms) | end (ms) |");
    planted_assert_file_has("alone/tables/predictions.md",
                            "| 2 |        2.4 |       1.92 |      2.2 |");
    planted_assert_file_has("alone/tables/predictions.md", "|  [1, 2.001] | [1.999, 2.001] |");
}

static void stability_is_written_to_the_letter(void **state)
{
    (void)state;
    plant_map("maps", "00", "rk4", 2.8);
    plant_map("maps", "01", "gsl_rk2", 1.7);
    plant_map("maps", "02", "newmark", 64);
    assert_int_equal(planted_table("maps", "csv").code, 0);
    planted_assert_file(
        "maps/tables/stability.csv",
        "integrator,order,z_computed,z_stated,loss,evaluations,z_per_evaluation,z_damped,"
        "loss_damped\n"
        "gsl_rk2,2,1.7,1.7,flip,,,1.53,oscillation\n"
        "newmark,2,64,64,none up to 64,4,,57.6,oscillation\n"
        "rk4,2,2.8,2.8,flip,4,0.7,2.52,oscillation\n");
    planted_assert_file_has("maps/tables/stability.md", "| RK4 ");
    planted_assert_file_has("maps/tables/stability.md", "| at least 64 |");
}

static void assert_figure(const char *folder, const char *figure)
{
    static const char *const suffixes[] = {"svg", "pdf", "gp", "dat"};
    char name[256];
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/plots/%s.%s", folder, figure, suffixes[i]);
        assert_int_equal(access(sample_path(name), R_OK), 0);
    }
}

/* The study of the maps, which names methods to lay over each other. */
static void plant_panels(const char *folder, const char *const *method, size_t count)
{
    char block[512];
    snprintf(block, sizeof block,
             "panels:\n"
             "- {title: two of them, damping: 0.1, radius: [0.5, 2], of: [%s, %s]}\n"
             "- {title: three, radius: [0.5, 2], of: [%s, %s, %s]}\n",
             method[0], method[1], method[2], method[3], method[4]);
    const char *id[8];
    char text[8][8], path[64];
    int64_t marks[8] = {0};
    record_plan plan = {.rows = count, .id = id, .required = marks, .printed = marks};
    record_error error;
    for (size_t i = 0; i < count; i++) {
        snprintf(text[i], sizeof text[i], "0%zu", i);
        id[i] = text[i];
    }
    plan.block = block;
    plan.swept.rows = plan.factors.rows = count;
    snprintf(path, sizeof path, "%s/maps", folder);
    assert_int_equal(record_study_write(sample_path(path), &plan, &error), RECORD_OK);
}

static void figures_come_out_whole(void **state)
{
    static const char *const compared[] = {
        "symplectic_euler", "rk2_thesis",      "velocity_verlet", "rk4",
        "rk4_thesis",       "rk4_thesis_mean", "verlet_backward", "verlet"};
    (void)state;
    char id[8];
    for (size_t i = 0; i < 8; i++) {
        snprintf(id, sizeof id, "0%zu", i);
        plant_map("drawn", id, compared[i], 2);
    }
    plant_panels("drawn", compared, 8);
    plant_prediction("drawn", "10", "S1", NULL, 0.96, 1500);
    plant_prediction("drawn", "11", "mesh 10", "mesh", 1.01, -1);
    const planted_said s = planted_plot("drawn");
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    assert_figure("drawn", "predictions");
    assert_figure("drawn", "stability");
    assert_figure("drawn", "stability_compared");
    assert_int_equal(sample_entries(sample_path("drawn/plots")), 4 * 6 + 2); /* list, column/ */
    assert_int_equal(svg_assert_all_legible(sample_path("drawn/plots")), 6);
    assert_int_equal(svg_assert_all_legible(sample_path("drawn/plots/column")), 6);
    planted_assert_file_has("drawn/plots/predictions.gp", "'limit fails a check'");
    planted_assert_file_has("drawn/plots/predictions.gp",
                            "  x with lines lw 1 dt 1 lc rgb '#777777'");
    planted_assert_file_has("drawn/plots/predictions_off.gp", "  0 with lines lw 1 dt 1 ");
    planted_assert_file_has("drawn/plots/stability_radii.gp", "  1 with lines lw 1 dt 1 ");
    planted_assert_file_has("drawn/plots/predictions.dat", " 0 NaN 0 1\n"); /* S1's */
    assert_figure("drawn", "predictions_off");
    assert_figure("drawn", "stability_radii");
}

/* Figures that compare need all that they compare; columns that do not fit draw nothing. */
static void what_is_not_there_is_not_drawn(void **state)
{
    (void)state;
    plant_map("part", "00", "rk4", 2.8);
    plant_map("part", "03", "leapfrog", TRAMA_NAN);
    bundle b = planted_case("predictions", "predict", "verlet", "timeout");
    planted_write(&b, "part", "01");
    bundle c = planted_case("maps", "stability_map", "verlet", "crashed");
    planted_write(&c, "part", "02");
    const planted_said s = planted_plot("part");
    assert_figure("part", "stability");
    /* radii are cut at 2, and the axes end with the field, though rk4's limit lies below it; where
     * no limit is known there is the field alone */
    planted_assert_file_has("part/plots/stability.dat", " 2 0 1\n 4 0 2\n\n 0 1 0.5\n 2 1 2\n");
    planted_assert_file_has("part/plots/stability.gp", "set title 'Leapfrog'");
    planted_assert_file_has("part/plots/stability.gp", "set xrange [0:4]\n");
    planted_assert_file_has("part/plots/stability.gp", "data index 3 using 1:2:3 with image");
    assert_null(strstr(s.out, "predictions"));
    assert_null(strstr(s.out, "stability_compared"));
    assert_int_equal(sample_entries(sample_path("part/plots")), 6); /* list, column/ */
    planted_table("part", "csv");
    planted_assert_file_has("part/tables/predictions.md", " timeout |");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_written_to_the_letter),
        cmocka_unit_test(limits_of_predictions_alone_are_in_milliseconds),
        cmocka_unit_test(stability_is_written_to_the_letter),
        cmocka_unit_test(figures_come_out_whole),
        cmocka_unit_test(what_is_not_there_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
