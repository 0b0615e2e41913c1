/* Tables of planted case files are right to the letter, and so is the exit code of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "core/numbers.h"

static const char limits_reference[] = "# planted\n"
                                       "table,simulation,method,dt_max_s,iterations\n"
                                       "3.1,S1,symplectic_euler,0.012,1150\n"
                                       "3.1,S2,symplectic_euler,0.004,2050\n"
                                       "3.5,S1,rk4_thesis,0.012,1050\n";
static const char times_reference[] = "table,simulation,vertices,method,ti_s,te_s\n"
                                      "3.2,S1,100,symplectic_euler,0.0018,2\n"
                                      "3.6,S1,100,rk4_thesis,0.0021,2\n";

static void plant_limit(const char *folder, const char *id, const char *simulation,
                        const char *integrator, const char *method, const char *required,
                        double stable)
{
    bundle b = planted_case("dt-limits", "stable_step", integrator, "ok");
    planted_labels(&b, simulation, method, required, limits_reference);
    bundle_put_integer(&b, &column_late_iteration, stable > 0.0115 ? 1846 : -1);
    if (strcmp(simulation, "S2") == 0) {
        bundle_put_real(&b, &column_late_growth, 0.25);
        bundle_put_real(&b, &column_late_excess, 30.0);
        bundle_put_integer(&b, &column_late_bounds_alone, 1);
    }
    planted_limit(&b, stable, isnan(stable) ? 0.001 : stable + 0.001, "strain", 41);
    planted_write(&b, folder, id);
}

static void limits_are_written_to_the_letter(void **state)
{
    (void)state;
    /* 12 x 0.001 is not the double nearest 0.012 on every path: 1e-9 s is the same step */
    plant_limit("limits", "0d", "S1", "symplectic_euler", "symplectic_euler", "true",
                0.012000000000000002);
    plant_limit("limits", "0c", "S2", "symplectic_euler", "symplectic_euler", "true", 0.004);
    plant_limit("limits", "0b", "S1", "rk4_thesis_mean", "rk4_thesis", "true", 0.012);
    plant_limit("limits", "0a", "S1", "rk4_thesis", "rk4_thesis", "false", 0.01);
    plant_limit("limits", "09", "S3", "rk4", NULL, NULL, 0.02);
    const planted_said s = planted_table("limits", "csv");
    assert_int_equal(s.code, 0);
    planted_assert_file("limits/tables/dt_limits.csv",
                        "simulation,integrator,published_dt_s,dt_stable_s,dt_unstable_s,failure,"
                        "failure_iteration,reproduced,late_iteration,late_growth,late_excess_J\n"
                        "S1,symplectic_euler,0.012,0.012,0.013,strain,41,yes,1846,,\n"
                        "S2,symplectic_euler,0.004,0.004,0.005,strain,41,yes,,0.25,30\n"
                        "S1,rk4_thesis,0.012,0.01,0.011,strain,41,no,,,\n"
                        "S1,rk4_thesis_mean,0.012,0.012,0.013,strain,41,yes,1846,,\n");
    planted_assert_file(
        "limits/tables/dt_limits_other.csv",
        "simulation,integrator,published_dt_s,dt_stable_s,dt_unstable_s,failure,"
        "failure_iteration,reproduced,late_iteration,late_growth,late_excess_J,scan_stable,"
        "bisected_stable_s,"
        "bisected_late_iteration,experiment,labels\n"
        "S3,rk4,,0.02,0.021,strain,41,,1846,,,0,,,dt-limits,\n");
    planted_assert_file_has(
        "limits/tables/dt_limits_checks.csv",
        "simulation,integrator,dt_s,purpose,outcome,detector,iteration,node,value\n"
        "S1,symplectic_euler,0.012,search,completed,,1725,,\n"
        "S1,symplectic_euler,0.013,search,unstable,strain,41,42,1.5\n");
    assert_non_null(strstr(s.out, "# dt_limits\nsimulation,integrator"));
    char last[600];
    snprintf(
        last, sizeof last,
        "tables in %s/tables; 3 of 3 published limits reproduced (2 with every method as printed); "
        "3 of 3 required values reproduced\n",
        sample_path("limits"));
    assert_string_equal(s.err, last);
    assert_null(strstr(s.out, "reproduced;"));
}

/* A table of a folder by its name, or (NULL) what people see of all. */
static char *print_of(const char *folder, const char *name, int *code)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size), *err = fopen("/dev/null", "w");
    assert_true(out && err);
    *code = analysis_table(sample_path(folder), name, name ? "csv" : "md", out, err);
    fclose(out);
    fclose(err);
    return text;
}

/* What goes to a program is the table and nothing else, whether it is printed unasked or not. */
static void one_table_by_name_is_printed_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"dt_limits", "dt_limits_checks"};
    int code = -1;
    for (size_t i = 0; i < 2; i++) {
        char file[64], *text = print_of("limits", names[i], &code);
        snprintf(file, sizeof file, "limits/tables/%s.csv", names[i]);
        assert_int_equal(code, 0);
        planted_assert_file(file, text);
        free(text);
    }
    char *text = print_of("limits", "dt_limit", &code);
    assert_int_equal(code, 2);
    assert_string_equal(text, "");
    free(text);
}

/* A thousand files are read for runs of searches, more where these are asked for alone. */
static void of_many_files_a_table_of_all_their_runs_is_made_when_asked_for(void **state)
{
    (void)state;
    enum { MANY = 1001 };
    static const char said[] = "(reads 1001 files: made by this name alone)\n";
    char id[8];
    int code = -1;
    for (size_t i = 0; i < MANY; i++) {
        bundle b = planted_case("dt-limits", "stable_step", "rk4", "ok");
        planted_limit(&b, 0.02, 0.021, "strain", 41);
        snprintf(id, sizeof id, "%04zx", i);
        planted_write(&b, "many", id);
    }
    char *all = print_of("many", NULL, &code);
    assert_int_equal(code, 0);
    assert_non_null(strstr(all, said));
    free(all);
    assert_int_not_equal(access(sample_path("many/tables/dt_limits_checks.csv"), F_OK), 0);
    planted_assert_file_has("many/tables/dt_limits_other.csv",
                            "\ndt-limits,rk4,,0.02,0.021,strain,41,");
    char *one = print_of("many", "dt_limits_checks", &code);
    assert_int_equal(code, 0);
    planted_assert_file("many/tables/dt_limits_checks.csv", one);
    size_t rows = 0;
    for (const char *at = one; (at = strchr(at, '\n')); at++)
        rows++;
    assert_int_equal(rows, 1 + 2 * MANY);
    free(one);
    free(print_of("many", NULL, &code)); /* what stands there may be of other cases */
    assert_int_not_equal(access(sample_path("many/tables/dt_limits_checks.csv"), F_OK), 0);
    assert_int_equal(unlink(sample_path("many/dt-limits/cases/0000.h5")), 0);
    all = print_of("many", NULL, &code);
    assert_null(strstr(all, said));
    free(all);
    planted_assert_file_has("many/tables/dt_limits_checks.csv", "\ndt-limits,rk4,0.02,search,");
}

static void plant_capped(const char *id, const char *simulation, const char *integrator,
                         const char *method, const char *required, double stable)
{
    bundle b = planted_case("dt-limits", "stable_step", integrator, "ok");
    planted_labels(&b, simulation, method, required, limits_reference);
    planted_limit(&b, stable, TRAMA_NAN, "", -1);
    planted_write(&b, "capped", id);
}

/* A limit that the search's cap has set is none, and reads so in every format. */
static void a_limit_at_the_cap_is_printed_as_a_bound(void **state)
{
    (void)state;
    plant_capped("00", "S1", "symplectic_euler", "symplectic_euler", "false", 0.02);
    plant_capped("01", "S9", "rk4", NULL, NULL, 0.05);
    assert_int_equal(planted_table("capped", "md").code, 0);
    planted_assert_file_has("capped/tables/dt_limits.md", "at least 20 (cap) ≠");
    planted_assert_file_has("capped/tables/dt_limits_other.md", "at least 50 (cap)");
    planted_assert_file_has("capped/tables/dt_limits.tex", "at least 20 (cap)");
    planted_assert_file_has("capped/tables/dt_limits.csv", ",0.02,,cap,,no,");
    planted_assert_file_has("capped/tables/dt_limits_other.csv", ",0.05,,cap,,");
}

static void limits_for_people_mark_what_differs_and_what_fails_late(void **state)
{
    (void)state;
    assert_int_equal(planted_table("limits", "md").code, 0);
    planted_assert_file_has("limits/tables/dt_limits.md",
                            "## Largest stable time steps\n\nIterations are those");
    planted_assert_file_has("limits/tables/dt_limits.md", "\n\n≠: a largest step");
    planted_assert_file_has("limits/tables/dt_limits.md",
                            "Symplectic Euler: largest time step and iterations to "
                            "equilibrium (published: table 3.1)");
    planted_assert_file_has(
        "limits/tables/dt_limits.md",
        "| S1         |                    12 ✓ † |                         12 |");
    planted_assert_file_has(
        "limits/tables/dt_limits.md",
        "| S1         |                      10 ≠ |                         12 |");
    planted_assert_file_has(
        "limits/tables/dt_limits.md",
        "| S2         |                     4 ✓ ‡ |                          4 |");
    planted_assert_file_has("limits/tables/dt_limits.md",
                            "† S1, Symplectic Euler: stable over the search's horizon of 1725 "
                            "iterations; the longer check fails at iteration 1846.");
    planted_assert_file_has("limits/tables/dt_limits.tex",
                            "S1 & 10 {\\,$\\neq$} & 12 & 1050 & yes \\\\\n");
    planted_assert_file_has("limits/tables/dt_limits.tex", "\\end{tabular}}\n\\par\\smallskip\n");
    planted_assert_file_has("limits/tables/dt_limits.tex",
                            "\\dag{} S1, Symplectic Euler: stable over the search's horizon");
}

static void the_matrix_is_what_people_see_first(void **state)
{
    (void)state;
    const planted_said s = planted_table("limits", "md");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "| simulation | method             | dt stable (ms) |\n"));
    assert_non_null(strstr(s.out, "| S1         | Symplectic Euler   |         12 ✓ † |\n"));
    assert_non_null(strstr(s.out, "| S1         | RK4 (thesis)       |        10 ≠ 12 |\n"));
    assert_non_null(strstr(s.out, "| S2         | Symplectic Euler   |          4 ✓ † |\n"));
    assert_non_null(strstr(s.out, "| S3         | RK4                |           20 † |\n"));
    assert_non_null(strstr(s.out, "†: a longer run fails, or gains energy"));
    planted_assert_file_has("limits/tables/matrix.tex",
                            "\\dag{}: a longer run fails, or gains energy");
    assert_non_null(strstr(s.out, "    dt_limits            Largest stable time steps\n"));
    assert_null(strstr(s.out, "## Largest stable time steps"));
    planted_assert_file_has("limits/tables/matrix.csv",
                            "dt-limits,RK4 (thesis),S1,ok,dt_stable,ms,10,12,no,\n");
    planted_assert_file_has("limits/tables/matrix.csv", "dt-limits,RK4,S3,ok,dt_stable,ms,20,,,\n");
}

static void plant_moved(const char *id, const char *simulation, double displacement)
{
    const double moved[] = {0.0, 0.1, displacement};
    bundle b = planted_case("moved", "run", "rk4", "ok");
    planted_labels(&b, simulation, NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 3);
    bundle_put_reals(&b, &column_series_displacement, moved, 3);
    bundle_put_text(
        &b, &column_config_resolved,
        "scene.gravity = [0x0p+0, -0x1p+3, 0x0p+0]\nscene.velocity = [0x1.8p+1, 0x1p+2, "
        "0x0p+0]\nscene.grid.side = [0x1p+0, 0x1p+0]\n");
    planted_write(&b, "moved", id);
}

/* 1 m, a side of sqrt(2) m, and (5 m/s + 8 m/s^2 x 0.02 s) 0.01 s explain 2.4658 m: a million times
 * that is too far for an iteration, whatever the file says. */
static void a_file_that_says_ok_is_judged_by_its_last_state(void **state)
{
    (void)state;
    plant_moved("00", "far", 2.46e6);
    plant_moved("01", "farther", 2.47e6);
    plant_moved("02", "exploded", 1e103);
    const planted_said s = planted_table("moved", "md");
    assert_int_equal(s.code, 0);
    planted_assert_file_has("moved/tables/runs.csv", "moved,far,rk4,,0.01,,completed,,");
    planted_assert_file_has("moved/tables/runs.csv",
                            "moved,farther,rk4,,0.01,,unstable,explosion,");
    planted_assert_file_has("moved/tables/runs.csv",
                            "moved,exploded,rk4,,0.01,,unstable,explosion,");
    planted_assert_file_has("moved/tables/matrix.csv", "moved,RK4,exploded,unstable,");
}

static void a_limit_that_must_reproduce_and_does_not_ends_with_1(void **state)
{
    (void)state;
    plant_limit("missed", "00", "S1", "symplectic_euler", "symplectic_euler", "true", 0.011);
    const planted_said s = planted_table("missed", "md");
    assert_int_equal(s.code, 1);
    assert_non_null(strstr(s.out,
                           "; 0 of 1 published limits reproduced; 1 of 1 required values not "
                           "reproduced\n"));
}

static void a_crash_is_named_and_ends_with_3_or_1(void **state)
{
    (void)state;
    bundle b = planted_case("dt-limits", "stable_step", "symplectic_euler", "crashed");
    planted_labels(&b, "S1", "symplectic_euler", "false", limits_reference);
    planted_write(&b, "crashed", "00");
    planted_said s = planted_table("crashed", "md");
    assert_int_equal(s.code, 3);
    assert_non_null(strstr(s.err, "cases/00.h5: S1 symplectic_euler: crashed\n"));
    planted_assert_file_has("crashed/tables/dt_limits.csv",
                            "\nS1,symplectic_euler,0.012,,,crashed,,no,,,\n");
    plant_limit("crashed", "01", "S2", "symplectic_euler", "symplectic_euler", "true", 0.003);
    s = planted_table("crashed", "md");
    assert_int_equal(s.code, 1);
}

static void a_search_whose_first_step_fails_says_none_stable(void **state)
{
    (void)state;
    plant_limit("none", "00", "S1", "symplectic_euler", "symplectic_euler", "false", TRAMA_NAN);
    const planted_said s = planted_table("none", "md");
    assert_int_equal(s.code, 0);
    planted_assert_file_has("none/tables/dt_limits.md", "none stable ≠");
    planted_assert_file_has("none/tables/dt_limits.csv",
                            "\nS1,symplectic_euler,0.012,,0.001,strain,41,no,,,\n");
}

static void plant_rest(const char *id, const char *integrator, const char *method, long fine)
{
    const planted_criterion criteria[] = {{"displacement", 1e-3, 300, NULL},
                                          {"displacement", 1e-7, fine, NULL},
                                          {"kinetic", 1e-6, 700, NULL},
                                          {"level", 0.1, 1000, NULL}};
    const bool has_level = strcmp(method, "rk4_thesis") == 0;
    bundle b = planted_case("equilibrium", "equilibrium", integrator, "ok");
    planted_labels(&b, has_level ? "S2" : "S1", method, NULL, limits_reference);
    planted_criteria(&b, 0.012, criteria, has_level ? 4 : 3);
    planted_write(&b, "times", id);
}

static void plant_times(const char *id, const char *integrator, const char *method, double ti,
                        double evaluations)
{
    const double seconds[] = {ti, 1.25 * ti, 0.75 * ti};
    bundle b = planted_case("timing", "timing", integrator, "ok");
    planted_labels(&b, "S1", method, NULL, times_reference);
    planted_samples(&b, 100, seconds, 3, evaluations);
    planted_write(&b, "times", id);
}

static void iterations_and_times_are_written_to_the_letter(void **state)
{
    (void)state;
    plant_rest("00", "symplectic_euler", "symplectic_euler", 1149);
    plant_rest("01", "rk4_thesis", "rk4_thesis", -1);
    plant_times("02", "rk4_thesis", "rk4_thesis", 6e-6, 3);
    plant_times("03", "symplectic_euler", "symplectic_euler", 2e-6, 1);
    const planted_said s = planted_table("times", "md");
    assert_int_equal(s.code, 0);
    planted_assert_file("times/tables/equilibrium.csv",
                        "simulation,integrator,threshold_m,dt_s,iterations,state,"
                        "published_iterations\n"
                        "S1,symplectic_euler,0.001,0.012,300,reached,1150\n"
                        "S1,symplectic_euler,1e-07,0.012,1149,reached,1150\n"
                        "S2,rk4_thesis,0.001,0.012,300,reached,\n"
                        "S2,rk4_thesis,1e-07,0.012,,not reached,\n"
                        "S2,rk4_thesis,,0.012,1000,reached,\n");
    planted_assert_file("times/tables/equilibrium_other.csv",
                        "simulation,integrator,criterion,threshold,unit,dt_s,iterations,state,"
                        "published_iterations\n"
                        "S1,symplectic_euler,kinetic,1e-06,J,0.012,700,reached,1150\n"
                        "S2,rk4_thesis,kinetic,1e-06,J,0.012,700,reached,\n");
    /* te = 2e-6 s x 1149 iterations; rk4_thesis has no equilibrium of S1 */
    planted_assert_file(
        "times/tables/timing.csv",
        "simulation,integrator,vertices,ti_s,ti_low_s,ti_high_s,published_ti_s,te_s,"
        "published_te_s,force_evaluations\n"
        "S1,symplectic_euler,100,2e-06,1.5e-06,2.5e-06,0.0018,0.002298,2,1\n"
        "S1,rk4_thesis,100,6e-06,4.5e-06,7.5e-06,0.0021,,2,3\n");
    planted_assert_file_has("times/tables/timing.md",
                            "6 [4.5, 7.5] † |"); /* in no turns: not to be quoted */
    planted_assert_file_has("times/tables/timing.md",
                            "3.00 ≠ |                1.17 |"); /* RK4's cost over Euler's */
    planted_assert_file_has("times/tables/timing.md",
                            "iterations to equilibrium by the best-fitting criterion of each "
                            "simulation: S1 1e-07 m.");
    assert_null(strstr(s.out, "published limits reproduced")); /* there are none */
}

/* One run of three lies still for a while: no more is printed of it than that it buckles, neither
 * iterations nor the time that they would take. */
static void what_most_runs_never_reach_has_no_time_to_equilibrium(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "rk4_thesis", "rk4_thesis"};
    for (size_t i = 0; i < 3; i++) {
        const planted_criterion once = {"displacement", 1e-3, i == 0 ? 13 : -1,
                                        i == 0 ? NULL : "buckles later"};
        const char id[3] = {'1', (char)('0' + i), '\0'};
        bundle b = planted_case("equilibrium", "equilibrium", methods[i], "ok");
        planted_labels(&b, "S1", methods[i], NULL, limits_reference);
        planted_criteria(&b, 0.012, &once, 1);
        bundle_put_integer(&b, &column_awaited, 3450);
        planted_write(&b, "buckled", id);
    }
    const double seconds[] = {2e-6, 2e-6};
    bundle b = planted_case("timing", "timing", "symplectic_euler", "ok");
    planted_labels(&b, "S1", "symplectic_euler", NULL, times_reference);
    planted_samples(&b, 100, seconds, 2, 1);
    planted_write(&b, "buckled", "20");
    assert_int_equal(planted_table("buckled", "md").code, 0);
    planted_assert_file_has("buckled/tables/equilibrium.md", "none: buckles later");
    planted_assert_file_has("buckled/tables/equilibrium.md", "| S1         | none           |");
    planted_assert_file_has("buckled/tables/timing.csv",
                            "S1,symplectic_euler,100,2e-06,2e-06,2e-06,0.0018,,2,1\n");
}

static void where_nothing_is_published_every_threshold_has_its_count(void **state)
{
    (void)state;
    const planted_criterion criteria[] = {{"displacement", 1e-3, 300, NULL},
                                          {"displacement", 1e-7, 1149, NULL}};
    bundle b = planted_case("equilibrium", "equilibrium", "rk4", "ok");
    bundle late = planted_case("equilibrium", "equilibrium", "rk4", "timeout");
    planted_labels(&b, "flag", NULL, NULL, NULL);
    planted_criteria(&b, 0.02, criteria, 2);
    planted_write(&b, "unpublished", "00");
    planted_labels(&late, "sail", NULL, NULL, NULL);
    planted_write(&late, "unpublished", "01");
    const planted_said s = planted_table("unpublished", "md");
    assert_int_equal(s.code, 3); /* a case has no result */
    planted_assert_file_has("unpublished/tables/equilibrium.md", "at 0.001 m | at 1e-07 m |\n");
    planted_assert_file_has("unpublished/tables/equilibrium.md",
                            "| flag       |      20 | 1e-07 m        |       1149 |        "
                            "300 |       1149 |\n");
    planted_assert_file_has("unpublished/tables/equilibrium.md",
                            "timeout |    timeout |    timeout |\n");
}

static void hostile_labels_stay_text_in_every_format(void **state)
{
    (void)state;
    bundle b = planted_case("dt-limits", "stable_step", "a|b`*_&%$#{}~^\\<>", "ok");
    planted_labels(&b, "S\"1\",\nx", NULL, NULL, NULL);
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    planted_write(&b, "hostile", "00");
    assert_int_equal(planted_table("hostile", "latex").code, 0);
    planted_assert_file_has("hostile/tables/dt_limits_other.csv",
                            "\n\"S\"\"1\"\",\nx\",a|b`*_&%$#{}~^\\<>,,0.012,");
    planted_assert_file_has("hostile/tables/dt_limits_other.md",
                            "| S\"1\", x    | a\\|b\\`\\*_&%$#{}~^\\\\\\<> |");
    planted_assert_file_has("hostile/tables/dt_limits_other.tex",
                            "S\"1\", x & "
                            "a|\\allowbreak{}b`{*}\\_\\allowbreak{}\\&\\%\\$\\#\\{\\}"
                            "\\textasciitilde{}\\textasciicircum{}"
                            "\\textbackslash{}\\textless{}\\textgreater{} &");
}

/* Sentences of publications have them; LaTeX refuses the bare characters. */
static void formulas_become_commands_of_latex(void **state)
{
    (void)state;
    bundle b = planted_case("dt-limits", "stable_step", "rk4", "ok");
    planted_labels(&b, "ωΔt ≤ 2√2 ≈ 3 ⇒ x² ≥ π·ρ, 1 ± μ³ ∝ ζ‡", NULL, NULL, NULL);
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    planted_write(&b, "formulas", "00");
    assert_int_equal(planted_table("formulas", "latex").code, 0);
    planted_assert_file_has(
        "formulas/tables/dt_limits_other.tex",
        "$\\omega$$\\Delta t$ $\\leq$ 2$\\surd$2 $\\approx$ 3 $\\Rightarrow$ x$^2$ "
        "$\\geq$ $\\pi$$\\cdot$$\\rho$, 1 $\\pm$ $\\mu$$^3$ $\\propto$ "
        "$\\zeta$\\ddag{} &");
}

static void plant_solver(const char *id, const char *integrator, const char *own)
{
    bundle b = planted_case("solvers", "stable_step", integrator, "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    if (own)
        bundle_put_text(&b, &column_run_engine_name, own);
    planted_write(&b, "solvers", id);
}

/* Also where its program did not start, and only where the names are the same. */
static void solvers_are_called_as_they_call_themselves(void **state)
{
    (void)state;
    plant_solver("00", "ode", "ODE");
    plant_solver("01", "mujoco_soft", "MuJoCo");
    plant_solver("02", "bullet", "PhysX");
    plant_solver("03", "ode", NULL);
    const planted_said s = planted_table("solvers", "md");
    assert_non_null(strstr(s.out, "| ODE "));
    assert_non_null(strstr(s.out, "| MuJoCo Soft "));
    assert_non_null(strstr(s.out, "| Bullet "));
    assert_null(strstr(s.out, "Ode"));
}

static void two_cases_of_one_cell_are_said(void **state)
{
    (void)state;
    plant_limit("twice", "00", "S1", "symplectic_euler", "symplectic_euler", "true", 0.012);
    plant_limit("twice", "01", "S1", "symplectic_euler", "symplectic_euler", "true", 0.012);
    const planted_said s = planted_table("twice", "md");
    assert_non_null(strstr(s.err, "measure the same published value; both are shown\n"));
    assert_non_null(strstr(s.out, "; 1 of 1 published limits"));
    /* Figures and pages, which name first what is amiss, show nothing twice. */
    assert_null(strstr(planted_plot("twice").err, "measure the same published value"));
}

/* It stands beside, and is neither met nor missed. */
static void what_other_hardware_took_is_no_verdict(void **state)
{
    (void)state;
    bundle b = planted_case("beside", "stable_step", "verlet", "ok");
    planted_labels(&b, "S1", "verlet", NULL,
                   "simulation,method,dt_max_s,kind\nS1,verlet,0.012,hardware\n");
    planted_limit(&b, 0.01, 0.011, "strain", 41);
    planted_write(&b, "beside", "00");
    const planted_said s = planted_table("beside", "md");
    assert_non_null(strstr(s.out, "10 (12)"));
    assert_null(strstr(s.out, "10 ≠ 12 |"));
}

/* A study of many readings is not drowned in lines about them. */
static void many_cases_of_one_cell_are_said_in_one_line(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const char id[3] = {'0', (char)('0' + i), '\0'};
        plant_limit("often", id, "S1", "symplectic_euler", "symplectic_euler", "true", 0.012);
    }
    const planted_said s = planted_table("often", "md");
    assert_non_null(strstr(s.err, "01.h5 measure the same published value; both are shown, and so "
                                  "are 2 more cases whose published value an earlier one "
                                  "measures\n"));
    assert_null(strstr(s.err, "03.h5"));
}

static void what_is_no_result_is_refused(void **state)
{
    (void)state;
    sample_make_folder("empty");
    planted_said s = planted_table("empty", "md");
    assert_int_equal(s.code, 2);
    assert_non_null(
        strstr(s.err, "/empty: no results here (neither cases/*.h5 nor */cases/*.h5)\n"));
    assert_int_not_equal(access(sample_path("empty/tables"), F_OK), 0);
    assert_int_equal(planted_table("nowhere", "md").code, 2);
    s = planted_table("limits", "html");
    assert_int_equal(s.code, 2);
    assert_string_equal(s.err, "'html' is not a format; one of csv, md, latex\n");
}

static void damage_and_a_folder_that_cannot_be_written_end_with_4(void **state)
{
    (void)state;
    plant_limit("damaged", "00", "S1", "symplectic_euler", "symplectic_euler", "true", 0.012);
    sample_write(sample_path("damaged/dt-limits/cases/01.h5"), "not HDF5", 8);
    planted_said s = planted_table("damaged", "md");
    assert_int_equal(s.code, 4);
    assert_non_null(strstr(s.err, "01.h5"));
    assert_non_null(strstr(s.out, "; 1 of 1 published limits reproduced"));
    plant_limit("blocked", "00", "S1", "symplectic_euler", "symplectic_euler", "true", 0.012);
    sample_write(sample_path("blocked/tables"), "a file", 6);
    s = planted_table("blocked", "md");
    assert_int_equal(s.code, 4);
    assert_non_null(strstr(s.err, "/blocked/tables: "));
}

static void a_bad_reference_ends_with_4_and_says_the_line(void **state)
{
    (void)state;
    bundle b = planted_case("dt-limits", "stable_step", "verlet", "ok");
    planted_labels(&b, "S1", "verlet", NULL, "simulation,method\nS1\n");
    planted_write(&b, "reference", "00");
    const planted_said s = planted_table("reference", "md");
    assert_int_equal(s.code, 4);
    assert_non_null(
        strstr(s.err, "/study.h5: planted.csv: line 2: 1 fields where the header has 2\n"));
}

static void one_experiment_of_a_folder_reads_by_itself(void **state)
{
    (void)state;
    const planted_said s = planted_table("limits/dt-limits", "md");
    assert_int_equal(s.code, 0);
    planted_assert_file_has("limits/dt-limits/tables/dt_limits.csv", "\nS1,rk4_thesis,0.012,0.01,");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_written_to_the_letter),
        cmocka_unit_test(limits_for_people_mark_what_differs_and_what_fails_late),
        cmocka_unit_test(one_table_by_name_is_printed_alone),
        cmocka_unit_test(of_many_files_a_table_of_all_their_runs_is_made_when_asked_for),
        cmocka_unit_test(a_limit_at_the_cap_is_printed_as_a_bound),
        cmocka_unit_test(the_matrix_is_what_people_see_first),
        cmocka_unit_test(a_file_that_says_ok_is_judged_by_its_last_state),
        cmocka_unit_test(a_limit_that_must_reproduce_and_does_not_ends_with_1),
        cmocka_unit_test(a_crash_is_named_and_ends_with_3_or_1),
        cmocka_unit_test(a_search_whose_first_step_fails_says_none_stable),
        cmocka_unit_test(iterations_and_times_are_written_to_the_letter),
        cmocka_unit_test(what_most_runs_never_reach_has_no_time_to_equilibrium),
        cmocka_unit_test(where_nothing_is_published_every_threshold_has_its_count),
        cmocka_unit_test(hostile_labels_stay_text_in_every_format),
        cmocka_unit_test(formulas_become_commands_of_latex),
        cmocka_unit_test(solvers_are_called_as_they_call_themselves),
        cmocka_unit_test(two_cases_of_one_cell_are_said),
        cmocka_unit_test(what_other_hardware_took_is_no_verdict),
        cmocka_unit_test(many_cases_of_one_cell_are_said_in_one_line),
        cmocka_unit_test(what_is_no_result_is_refused),
        cmocka_unit_test(damage_and_a_folder_that_cannot_be_written_end_with_4),
        cmocka_unit_test(a_bad_reference_ends_with_4_and_says_the_line),
        cmocka_unit_test(one_experiment_of_a_folder_reads_by_itself),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
