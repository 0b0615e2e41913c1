/* Quotable times, cost laws, sensitivities and ensembles come out of planted samples as computed by
 * hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "analysis/quantities/statistics.h"
#include "core/median.h"
#include "core/numbers.h"
#include "core/random.h"

static int tables_of(const char *folder)
{
    const planted_said said = planted_table(folder, "md");
    assert_string_equal(said.err, "");
    return said.code;
}

/* A table without rows is not written. */
static void assert_no_file(const char *name)
{
    assert_int_equal(access(sample_path(name), F_OK), -1);
}

/* --- statistics --- */

/* Median 10, deviations 1 0 1 2 ...: MAD 1, so that the fence is 10 +- 5.19. */
static void outliers_are_what_lies_beyond_the_fence(void **state)
{
    (void)state;
    const double value[] = {9, 10, 11, 8, 12, 10, 9, 11, 15.1, 15.3, 4.9, 4.7};
    bool apart[12];
    assert_true(trama_median(value, 12) == 10.0);
    assert_true(statistics_mad(value, 12) == 1.5);
    /* fence 10 +- 7.78 */
    assert_int_equal(statistics_outliers(value, 12, apart), 0);
    assert_true(statistics_mad(value, 9) == 1.0);
    assert_int_equal(statistics_outliers(value, 9, apart), 0); /* 15.1 is within 5.189 */
    double further[9];
    memcpy(further, value, sizeof further);
    further[8] = 15.2;
    assert_int_equal(statistics_outliers(further, 9, apart), 1);
    assert_true(apart[8] && !apart[0]);
    assert_int_equal(statistics_outliers(value, 2, apart), 0);
}

/* Of 200 sets of 25 normal samples, the 95 % interval of the median must hold the true median in
 * about 190; the percentile bootstrap is known to be a little short at this size. */
static void the_bootstrap_covers_the_median_of_a_normal_distribution(void **state)
{
    (void)state;
    enum { SETS = 200, SAMPLES = 25 };
    trama_random random = {20080101};
    size_t covered = 0;
    for (size_t set = 0; set < SETS; set++) {
        double value[SAMPLES];
        for (size_t i = 0; i < SAMPLES; i++) {
            double sum = 0.0; /* of 12 uniform ones on [-1, 1]: variance 4 */
            for (int k = 0; k < 12; k++)
                sum += trama_random_signed(&random);
            value[i] = 7.0 + 0.5 * sum;
        }
        const interval likely = bootstrap_median(value, SAMPLES, 500, set);
        covered += likely.low <= 7.0 && 7.0 <= likely.high;
    }
    assert_in_range(covered, 178, 199); /* measured: 191 */
}

/* --- the state of the machine --- */

typedef struct surroundings {
    double own;    /* share of the samples' time */
    double others; /* processors */
    double clock;  /* of the last sample, times that of the others */
    int64_t pinned, turn;
} surroundings;

enum { SAMPLES = 5 };

static void plant_timing(const char *folder, const char *id, const char *simulation, double ti,
                         const surroundings *around)
{
    const double seconds[SAMPLES] = {ti, 1.01 * ti, 0.99 * ti, 1.02 * ti, 3 * ti};
    double own[SAMPLES], others[SAMPLES], steal[SAMPLES] = {0}, clock[SAMPLES];
    int64_t iterations[SAMPLES], turn[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++) {
        iterations[i] = 1000;
        own[i] = around->own * 1000 * seconds[i];
        others[i] = around->others * 1000 * seconds[i];
        clock[i] = 1e-9 * (i + 1 == SAMPLES ? around->clock : 1.0);
        turn[i] = around->turn + (around->turn < 0 ? 0 : (int64_t)i);
    }
    bundle b = planted_case("timing", "timing", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", NULL, NULL);
    planted_samples(&b, 100, seconds, SAMPLES, 1);
    bundle_put_reals(&b, &column_sample_processor_time, own, SAMPLES);
    bundle_put_reals(&b, &column_sample_others, others, SAMPLES);
    bundle_put_reals(&b, &column_sample_steal, steal, SAMPLES);
    bundle_put_reals(&b, &column_sample_switches, steal, SAMPLES);
    bundle_put_reals(&b, &column_sample_clock_before, clock, SAMPLES);
    bundle_put_reals(&b, &column_sample_clock_after, clock, SAMPLES);
    bundle_put_integers(&b, &column_sample_iterations, iterations, SAMPLES);
    bundle_put_integers(&b, &column_sample_turn, turn, SAMPLES);
    bundle_put_integer(&b, &column_run_pinned, around->pinned);
    planted_write(&b, folder, id);
}

/* Median 1.01 us, MAD 0.01 us; the sample of 3 us is marked, and kept in median and interval. */
static void warnings_tell_what_disturbed_a_case(void **state)
{
    (void)state;
    static const struct {
        const char *simulation, *end;
        surroundings around;
    } table[] = {
        {"rest", ",0,0,0,0,\n", {1.0, 0.0, 1.0, 1, 3}},
        {"near", ",0.009,0.04,0,0.04,0,\n", {0.991, 0.04, 1.04, 1, 3}},
        {"waits", ",0.02,0,0,0,0,busy\n", {0.98, 0.0, 1.0, 1, 3}},
        {"neighbours", ",0,0.06,0,0,0,busy\n", {1.0, 0.06, 1.0, 1, 3}},
        {"clock", ",0,0,0,0.06,0,clock moved\n", {1.0, 0.0, 1.06, 1, 3}},
        {"free", ",0,0,0,0,0,not pinned\n", {1.0, 0.0, 1.0, -1, 3}},
        {"all", ",0.5,1,0,0.5,0,busy; clock moved; not pinned; no turns\n", {0.5, 1, 1.5, -1, -1}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char id[8];
        snprintf(id, sizeof id, "%02zu", i);
        plant_timing("machine", id, table[i].simulation, 1e-6, &table[i].around);
    }
    assert_int_equal(tables_of("machine"), 0);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char start[128];
        snprintf(start, sizeof start, "\ntiming,%s,verlet,100,,5,1.01e-06,1e-08,9.9e-07,3e-06,1",
                 table[i].simulation);
        planted_assert_file_has("machine/tables/timing_details.csv", start);
        planted_assert_file_has("machine/tables/timing_details.csv", table[i].end);
    }
    planted_assert_file_has("machine/tables/timing_samples.csv",
                            "\ntiming,rest,verlet,100,,6,,1.02e-06,no\n"
                            "timing,rest,verlet,100,,7,,3e-06,yes\n");
}

/* --- the cost law --- */

static void plant_sheet_of(const char *folder, const char *id, const char *integrator, long nodes,
                           double seconds, const char *material)
{
    const double sample[] = {seconds, seconds, 1.5 * seconds};
    char sheet[32];
    snprintf(sheet, sizeof sheet, "%ld", lround(sqrt((double)nodes)));
    bundle b = planted_case("cost-law", "timing", integrator, "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    bundle_add_text(&b, "/labels/sheet", "", sheet);
    if (material) {
        bundle_add_text(&b, "/swept/labels.sheet", "", sheet);
        bundle_add_text(&b, "/swept/model.material", "", material);
    }
    planted_samples(&b, nodes, sample, 3, 1);
    planted_write(&b, folder, id);
}

static void plant_sheet(const char *id, const char *integrator, long nodes, double seconds)
{
    plant_sheet_of("law", id, integrator, nodes, seconds, NULL);
}

/* 2e-8 N^0.9 for verlet; one size alone for rk4. */
static void a_planted_cost_law_is_found(void **state)
{
    (void)state;
    const surroundings rest = {1.0, 0.0, 1.0, 1, 3};
    static const long nodes[] = {100, 1024, 10000, 1048576};
    for (size_t i = 0; i < 4; i++) {
        char id[8];
        snprintf(id, sizeof id, "%02zu", i);
        plant_sheet(id, "verlet", nodes[i], 2e-8 * pow((double)nodes[i], 0.9));
    }
    plant_sheet("04", "rk4", 100, 1e-6);
    plant_timing("law", "05", "S1", 1e-6, &rest);
    assert_int_equal(tables_of("law"), 0);
    planted_assert_file_has("law/tables/cost_law.csv",
                            "integrator,sizes,vertices_least,vertices_most,c_s,p,p_low,p_high\n"
                            "rk4,1,100,100,,,,\n"
                            "verlet,4,100,1048576,2e-08,0.9,0.");
    /* sheets stand in no table of simulations, and simulations in no cost law */
    planted_assert_file_has("law/tables/timing.csv", "\nS1,verlet,100,1.01e-06,");
    planted_assert_file_lacks("law/tables/timing.csv", "1048576");
}

/* 1e-8 N and 1e-9 N^2: times of two materials are of no common law. */
static void each_material_has_a_law_of_its_own(void **state)
{
    (void)state;
    static const long nodes[] = {100, 400, 1600};
    for (size_t i = 0; i < 3; i++) {
        char id[8];
        snprintf(id, sizeof id, "0%zu", i);
        plant_sheet_of("laws", id, "verlet", nodes[i], 1e-8 * (double)nodes[i], "silk");
        snprintf(id, sizeof id, "1%zu", i);
        plant_sheet_of("laws", id, "verlet", nodes[i], 1e-9 * pow((double)nodes[i], 2), "jeans");
    }
    assert_int_equal(tables_of("laws"), 0);
    planted_assert_file_has("laws/tables/cost_law.csv", "\nverlet,3,100,1600,1e-08,1,");
    planted_assert_file_has("laws/tables/cost_law.csv", "\nverlet,3,100,1600,1e-09,2,");
    planted_assert_file_has("laws/tables/cost_law.md", "| Verlet, material silk  |");
    planted_assert_file_has("laws/tables/cost_law.md", "| Verlet, material jeans |");
}

static void a_break_down_adds_up(void **state)
{
    (void)state;
    const double sample[] = {1e-6, 5e-6, 6e-6, 1e-6, 5e-6, 6e-6};
    const char *const part[] = {"force", "step", "watched step", "force", "step", "watched step"};
    bundle b = planted_case("cost", "cost", "rk4", "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_samples(&b, 100, sample, 6, 4);
    bundle_put_texts(&b, &column_sample_part, part, 6);
    planted_write(&b, "cost", "00");
    assert_int_equal(tables_of("cost"), 0);
    /* 4 of 5 us are forces, 1 us is the method's, another the observers' */
    planted_assert_file_has("cost/tables/cost_breakdown.csv",
                            "\nS1,rk4,100,4,1e-06,5e-06,6e-06,0.8,0.2,0.2\n");
    planted_assert_file_has("cost/tables/cost_details.csv",
                            "\ncost,S1,rk4,100,watched step,2,6e-06,0,");
}

/* --- sensitivity and ensembles --- */

static void plant_varied_on(const char *folder, const char *id, const char *simulation,
                            const char *varied, const char *factor, double stable, double unstable,
                            const char *mesh)
{
    bundle b = planted_case("sensitivity", "stable_step", "verlet", "ok");
    planted_labels(&b, simulation, NULL, NULL,
                   "simulation,method,dt_max_s\nS1,verlet,0.011\nS2,verlet,0.011\n");
    bundle_add_text(&b, "/labels/varied", "", varied);
    bundle_add_text(&b, "/labels/factor", "", factor);
    if (mesh)
        bundle_add_text(&b, "/swept/scene.grid.points", "", mesh);
    planted_limit(&b, stable, unstable, isnan(unstable) ? "" : "strain", 41);
    planted_write(&b, folder, id);
}

static void plant_varied(const char *id, const char *simulation, const char *varied,
                         const char *factor, double stable, double unstable)
{
    plant_varied_on("varied", id, simulation, varied, factor, stable, unstable, NULL);
}

/* Nothing was varied on the meshes of 6 and 8 points, each with a limit of its own, and nothing is
 * known of that of 12: what is left is the published limit. */
static void a_varied_limit_is_compared_on_its_own_mesh(void **state)
{
    (void)state;
    plant_varied_on("meshes", "00", "S1", "none", "1", 0.012, 0.013, "6");
    plant_varied_on("meshes", "01", "S1", "none", "1", 0.009, 0.010, "8");
    plant_varied_on("meshes", "02", "S1", "mass", "0.8", 0.008, 0.009, "8");
    plant_varied_on("meshes", "03", "S1", "mass", "0.8", 0.010, 0.011, "6");
    plant_varied_on("meshes", "04", "S1", "mass", "0.8", 0.006, 0.007, "12");
    assert_int_equal(tables_of("meshes"), 0);
    static const char *const rows[] = {
        "\nS1,verlet,mass,0.8,0.008,0.011,0.009,1 ms less,8\n",
        "\nS1,verlet,mass,0.8,0.01,0.011,0.012,2 ms less,6\n",
        "\nS1,verlet,mass,0.8,0.006,0.011,0.011,5 ms less,12\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        planted_assert_file_has("meshes/tables/sensitivity.csv", rows[i]);
    planted_assert_file_has("meshes/tables/sensitivity.md",
                            "|      6 | none   |      1 |      12 |\n"
                            "|      8 | none   |      1 |       9 |\n"
                            "|      8 | mass   |    0.8 |  8 (-1) |\n"
                            "|      6 | mass   |    0.8 | 10 (-2) |\n"
                            "|     12 | mass   |    0.8 |  6 (-5) |\n");
}

static void a_varied_limit_is_told_from_the_published_one(void **state)
{
    (void)state;
    plant_varied("03", "S1", "none", "1", 0.012, 0.013);
    plant_varied("02", "S1", "mass", "0.8", 0.011, 0.012);
    plant_varied("01", "S1", "mass", "1.2", 0.014, 0.015);
    plant_varied("00", "S1", "side", "0.5", TRAMA_NAN, 0.001);
    plant_varied("04", "S2", "side", "2", 0.05, TRAMA_NAN);
    assert_int_equal(tables_of("varied"), 0);
    static const char *const rows[] = {
        "\nS1,verlet,none,1,0.012,0.011,0.012,unchanged\n",
        "\nS1,verlet,mass,0.8,0.011,0.011,0.012,1 ms less\n",
        "\nS1,verlet,mass,1.2,0.014,0.011,0.012,2 ms more\n",
        "\nS1,verlet,side,0.5,,0.011,0.012,none stable\n",
        "\nS2,verlet,side,2,0.05,0.011,0.011,at least 50 ms (cap)\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        planted_assert_file_has("varied/tables/sensitivity.csv", rows[i]);
    planted_assert_file_has("varied/tables/sensitivity.md", "| at least 50 (cap) |");
    /* in the order of what is varied, whatever the files are called */
    planted_assert_file_has("varied/tables/sensitivity.md", "| none   |      1 |          12 |\n"
                                                            "| mass   |    0.8 |     11 (-1) |\n"
                                                            "| mass   |    1.2 |     14 (+2) |\n"
                                                            "| side   |    0.5 | none stable |\n");
    /* neither a reproduction of the published value, nor a limit of another kind */
    assert_no_file("varied/tables/dt_limits.csv");
    assert_no_file("varied/tables/dt_limits_other.csv");
}

static void plant_member_on(const char *folder, const char *id, const char *simulation,
                            const char *member, double bisected, long late, long above, long below,
                            const char *mesh)
{
    bundle b = planted_case("ensemble", "stable_step", "verlet", "ok");
    planted_labels(&b, simulation, NULL, NULL,
                   "simulation,method,dt_max_s\nS1,verlet,0.002\nS2,verlet,0.002\n"
                   "S3,verlet,0.002\nS4,verlet,0.002\n");
    bundle_add_text(&b, "/labels/member", "", member);
    bundle_put_real(&b, &column_dt_stable, 0.002);
    bundle_put_real(&b, &column_dt_unstable, 0.003);
    bundle_put_real(&b, &column_bisected_stable, bisected);
    bundle_put_real(&b, &column_bisected_unstable, 1.001 * bisected);
    bundle_put_integer(&b, &column_late_iteration, late);
    bundle_put_texts(&b, &column_runs_purpose,
                     (const char *const[]){id[0] == '9' ? "bisect" : "late"}, 1);
    bundle_put_integer(&b, &column_scan_stable, above);
    bundle_put_integer(&b, &column_below_unstable, below);
    if (mesh)
        bundle_add_text(&b, "/swept/scene.grid.points", "", mesh);
    planted_write(&b, folder, id);
}

static void plant_member(const char *id, const char *simulation, const char *member,
                         double bisected, long late, long above, long below)
{
    plant_member_on("ensemble", id, simulation, member, bisected, late, above, below, NULL);
}

/* Members of one mesh are 5 % apart, those of the other agree. */
static void a_spread_is_that_of_one_mesh(void **state)
{
    (void)state;
    plant_member_on("spreads", "00", "S1", "seed 1", 0.0020, -1, 0, 0, "6");
    plant_member_on("spreads", "01", "S1", "seed 2", 0.0021, -1, 0, 0, "6");
    plant_member_on("spreads", "02", "S1", "seed 1", 0.0010, -1, 0, 0, "12");
    plant_member_on("spreads", "03", "S1", "seed 2", 0.0010, -1, 0, 0, "12");
    assert_int_equal(tables_of("spreads"), 0);
    planted_assert_file_has("spreads/tables/ensemble.csv", ",0.002,0.002002,,0,0,0.05,members");
    planted_assert_file_has("spreads/tables/ensemble.csv", ",0.0021,0.0021021,,0,0,0.05,members");
    planted_assert_file_has("spreads/tables/ensemble.csv", ",0.001,0.001001,,0,0,0,holds");
}

static void a_result_that_fails_a_check_is_labelled_and_kept(void **state)
{
    (void)state;
    plant_member("01", "S1", "unperturbed", 0.0021, -1, 0, 0);
    plant_member("00", "S1", "1 nm", 0.002102, -1, 0, 0); /* 0.1 % apart */
    plant_member("02", "S2", "unperturbed", 0.0021, -1, 0, 0);
    plant_member("03", "S2", "seed 1", 0.0022, 1850, 0, 0);
    plant_member("04", "S3", "unperturbed", 0.0021, -1, 2, 1);
    plant_member("90", "S4", "unperturbed", 0.0021, -1, 0, 0); /* whose search had no checks */
    assert_int_equal(tables_of("ensemble"), 0);
    static const char *const ends[] = {
        "S1,verlet,unperturbed,0.002,0.002,0.003,0.0021,0.0021021,,0,0,0.0009523809524,holds\n",
        "S1,verlet,1 nm,0.002,0.002,0.003,0.002102,0.002104102,,0,0,0.0009523809524,holds\n",
        ",,0,0,0.04761904762,members differ\n",
        ",1850,0,0,0.04761904762,fails later; members differ\n",
        ",,2,1,,stable again above; fails below\n",
        "S4,verlet,unperturbed,0.002,0.002,0.003,0.0021,0.0021021,,0,0,,none made\n",
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        planted_assert_file_has("ensemble/tables/ensemble.csv", ends[i]);
    /* the unperturbed one first, though its file comes second */
    planted_assert_file_has("ensemble/tables/ensemble.csv",
                            "0.0021021,,0,0,0.0009523809524,holds\nS1,verlet,1 nm,");
    /* one member alone has no spread */
    planted_assert_file_has("ensemble/tables/ensemble.md", "|          – | none made");
    assert_no_file("ensemble/tables/dt_limits_other.csv");
}

static void assert_picture(const char *name)
{
    char *text = planted_text(name);
    assert_non_null(strstr(text, "</svg>"));
    free(text);
}

static void plant_simulation(const char *id, const char *simulation, long nodes, double seconds)
{
    const double sample[] = {seconds, seconds, seconds};
    bundle b = planted_case("timing", "timing", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", NULL, NULL);
    planted_samples(&b, nodes, sample, 3, 1);
    planted_write(&b, "law", id);
}

/* Simulations have one figure, sheets another; the exponent is that of the whole time. Rigid bodies
 * have no vertices, and no point in it. */
static void a_cost_law_is_a_further_figure(void **state)
{
    (void)state;
    plant_simulation("06", "S2", 100, 1e-6);
    plant_simulation("07", "S3", 400, 4e-6);
    plant_simulation("08", "S4", 0, 2e-6);
    const planted_said said = planted_plot("law");
    assert_int_equal(said.code, 0);
    assert_string_equal(said.err, "");
    planted_assert_file_has("law/plots/timing_per_vertex.gp", ": p = 0.900");
    planted_assert_file_has("law/plots/timing.dat", " 400 4 4 4 NaN 0 NaN 0 0\n");  /* µs */
    planted_assert_file_has("law/plots/timing_per_vertex.dat", " 1048576 5 5 7.5"); /* ns */
    planted_assert_file_lacks("law/plots/timing.dat", "\n 0 ");
    assert_no_file("law/plots/cost_law.svg");
}

static void laws_and_sensitivity_are_drawn(void **state)
{
    (void)state;
    static const char *const folders[] = {"law", "varied"};
    for (size_t i = 0; i < 2; i++) {
        const planted_said said = planted_plot(folders[i]);
        assert_int_equal(said.code, 0);
        assert_string_equal(said.err, "");
    }
    assert_picture("law/plots/timing_per_vertex.svg");
    assert_picture("varied/plots/sensitivity.svg");
    char *data = planted_text("varied/plots/sensitivity.dat");
    /* what is unvaried comes first, whatever the files are called; colours are 0xrrggbb */
    assert_non_null(strstr(data, "\n1 0.50 15263976 \"12\"\n"));
    assert_non_null(strstr(data, "\n2 0.50 15774330 \"11\"\n"));
    assert_non_null(strstr(data, "\n5 2.00 "));
    assert_non_null(strstr(data, " \"–\"\n"));
    assert_non_null(strstr(data, " \"≥ 50\"\n"));
    free(data);
}

/* As wide as one column of a journal: bands of columns, one after the other, and each once. */
static void cells_are_drawn_in_bands_too(void **state)
{
    static const char *const factor[] = {"1.3", "1.4", "1.5", "1.6", "1.7", "1.8"};
    static const char *const id[] = {"10", "11", "12", "13", "14", "15"};
    (void)state;
    for (size_t i = 0; i < sizeof id / sizeof *id; i++)
        plant_varied(id[i], "S1", "mass", factor[i], 0.014, 0.015);
    assert_int_equal(planted_plot("varied").code, 0);
    assert_picture("varied/plots/column/sensitivity.svg");
    char *broad = planted_text("varied/plots/sensitivity.gp");
    char *narrow = planted_text("varied/plots/column/sensitivity.gp");
    static const char range[] = "\nset xrange [";
    const char *at = strstr(broad, range), *whole = at + strlen(range);
    assert_non_null(at);
    assert_null(strstr(whole, range));
    double begin = strtod(whole, NULL), end = strtod(strchr(whole, ':') + 1, NULL);
    size_t bands = 0;
    for (at = strstr(narrow, range); at; at = strstr(at + 1, range), bands++) {
        const char *own = at + strlen(range);
        assert_float_equal(strtod(own, NULL), begin, 0.0);
        begin = strtod(strchr(own, ':') + 1, NULL);
    }
    assert_true(bands > 1);
    assert_true(begin >= end && begin < end + (double)bands);
    free(broad);
    free(narrow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outliers_are_what_lies_beyond_the_fence),
        cmocka_unit_test(the_bootstrap_covers_the_median_of_a_normal_distribution),
        cmocka_unit_test(warnings_tell_what_disturbed_a_case),
        cmocka_unit_test(a_planted_cost_law_is_found),
        cmocka_unit_test(each_material_has_a_law_of_its_own),
        cmocka_unit_test(a_break_down_adds_up),
        cmocka_unit_test(a_varied_limit_is_told_from_the_published_one),
        cmocka_unit_test(a_varied_limit_is_compared_on_its_own_mesh),
        cmocka_unit_test(a_result_that_fails_a_check_is_labelled_and_kept),
        cmocka_unit_test(a_spread_is_that_of_one_mesh),
        cmocka_unit_test(laws_and_sensitivity_are_drawn),
        cmocka_unit_test(cells_are_drawn_in_bands_too),
        cmocka_unit_test(a_cost_law_is_a_further_figure),
    };
    record_begin();
    return cmocka_run_group_tests_name("analysis: timing", tests, sample_folder_begin,
                                       sample_folder_end);
}
