/* Figures by gnuplot appear whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/svg_text.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "core/numbers.h"

static const char reference[] = "simulation,method,dt_max_s,iterations,ti_s\n"
                                "S1,verlet,0.012,1150,0.0018\nS2,verlet,0.004,2050,0.0072\n";

static bool text_ends(const char *name, const char *end)
{
    char *text = planted_text(name), *at = text;
    for (char *next = strstr(text, end); next; next = strstr(next + 1, end))
        at = next;
    const bool found = strlen(at) <= strlen(end) + 2 && strncmp(at, end, strlen(end)) == 0;
    free(text);
    return found;
}

/* All four files stand and are whole; a PDF may hold zero bytes, so its end is looked for in bytes.
 */
static void assert_figure(const char *folder, const char *figure)
{
    char name[256];
    snprintf(name, sizeof name, "%s/plots/%s.svg", folder, figure);
    assert_true(text_ends(name, "</svg>"));
    snprintf(name, sizeof name, "%s/plots/%s.pdf", folder, figure);
    sample_bytes pdf = sample_read(sample_path(name));
    assert_true(pdf.size > 1000 && memcmp(pdf.bytes, "%PDF-", 5) == 0);
    assert_memory_equal(pdf.bytes + pdf.size - 6, "%%EOF\n", 6);
    free(pdf.bytes);
    snprintf(name, sizeof name, "%s/plots/%s.gp", folder, figure);
    assert_int_equal(access(sample_path(name), R_OK), 0);
    snprintf(name, sizeof name, "%s/plots/%s.dat", folder, figure);
    assert_int_equal(access(sample_path(name), R_OK), 0);
}

static void plant_limit(const char *folder, const char *id, const char *simulation, double stable)
{
    bundle b = planted_case("dt-limits", "stable_step", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", NULL, reference);
    planted_limit(&b, stable, stable + 0.001, "strain", 41);
    planted_write(&b, folder, id);
}

static void plant_times(const char *folder, const char *id, const char *simulation, long nodes)
{
    const double seconds[] = {1e-8 * (double)nodes, 1.1e-8 * (double)nodes};
    bundle b = planted_case("timing", "timing", "verlet", "ok");
    planted_labels(&b, simulation, "verlet", NULL, reference);
    planted_samples(&b, nodes, seconds, 2, 1);
    planted_write(&b, folder, id);
}

static void plant_rest(const char *folder, const char *id, const char *simulation, long first,
                       size_t broken)
{
    const planted_criterion criteria[] = {{"displacement", 1e-3, 300, NULL},
                                          {"displacement", 1e-7, 1149, NULL}};
    bundle b = planted_case("equilibrium", "equilibrium", "verlet", broken ? "unstable" : "ok");
    planted_labels(&b, simulation, "verlet", NULL, reference);
    planted_criteria(&b, 0.012, criteria, 2);
    planted_frames(&b, 3, 4, first, 1, broken);
    planted_write(&b, folder, id);
}

static void plant_run(const char *folder, const char *id, double dt, size_t broken)
{
    bundle b = planted_case("instability", "run", "verlet", broken ? "unstable" : "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_run(&b, dt, broken ? "unstable" : "completed", 20);
    planted_frames(&b, 3, 4, 36, 2, broken);
    planted_write(&b, folder, id);
}

/* Of two runs at two iterations, of those at which they show a sheet, and of a shape. */
enum { PICTURES = 10 };

static void every_figure_comes_out_whole(void **state)
{
    (void)state;
    plant_limit("all", "00", "S1", 0.012);
    plant_limit("all", "01", "S2", 0.003);
    plant_times("all", "02", "S1", 100);
    plant_times("all", "03", "S2", 400);
    plant_rest("all", "04", "S1", 1150, 0);
    plant_run("all", "05", 0.012, 0);
    plant_run("all", "06", 0.013, 5);
    const planted_said s = planted_plot("all");
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    static const char *const figures[] = {"response_dt-limits", "response_timing", "timing",
                                          "instability", "shapes"};
    const size_t count = sizeof figures / sizeof *figures;
    for (size_t i = 0; i < count; i++)
        assert_figure("all", figures[i]);
    assert_int_equal(sample_entries(sample_path("all/plots")),
                     4 * count + PICTURES + 2); /* the list of files; no temporary is left */
    assert_true(svg_assert_all_legible(sample_path("all/plots")) > 4);
    assert_int_equal(svg_assert_all_legible(sample_path("all/plots/column")), 3);
    /* the one method's points stand at the simulations' tics, 1 and 2 */
    planted_assert_file_has("all/plots/response_dt-limits.dat",
                            "\n 1 12 NaN NaN 12 0 NaN 0 0\n 2 3 NaN NaN 4 0 NaN 0 0\n");
    char *script = planted_text("all/plots/instability.gp");
    assert_non_null(strstr(script, "'(d) i = 37, t = 0.481 s' at"));
    assert_int_equal(text_count(script, "'5 nodes outside' at"), 2); /* at both iterations */
    free(script);
}

static void broken_meshes_do_not_break_figures(void **state)
{
    (void)state;
    plant_rest("broken", "00", "S1", 1150, 12); /* not one number to draw */
    plant_rest("broken", "01", "S2", 0, 1);     /* the first shape alone */
    plant_run("broken", "02", 0.013, 12);
    const planted_said s = planted_plot("broken");
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    assert_figure("broken", "shapes");
    char *script = planted_text("broken/plots/shapes.gp");
    assert_non_null(strstr(script, "'(a) S1'"));
    assert_non_null(strstr(script, ", no shape'"));
    assert_null(strstr(script, "rgbimage"));
    free(script);
    assert_figure("broken", "instability");
}

static void plant_varied(const char *id, const char *factor, const char *status)
{
    bundle b = planted_case("varied", "stable_step", "verlet", status);
    planted_labels(&b, "S1", NULL, NULL, reference);
    bundle_add_text(&b, "/labels/varied", "", strcmp(factor, "1") == 0 ? "none" : "mass");
    bundle_add_text(&b, "/labels/factor", "", factor);
    planted_limit(&b, strcmp(factor, "1") == 0 ? 0.012 : TRAMA_NAN, 0.013, "strain", 41);
    planted_write(&b, "varied", id);
}

/* A case that has not come to its end says nothing of steps. */
static void no_result_is_not_that_no_step_is_stable(void **state)
{
    (void)state;
    plant_varied("00", "1", "ok");
    plant_varied("01", "0.8", "ok");
    plant_varied("02", "1.2", "timeout");
    assert_int_equal(planted_plot_of("varied", "sensitivity").code, 3); /* a case is broken */
    planted_assert_file_has("varied/plots/sensitivity.dat",
                            "\n1 0.50 15263976 \"12\"\n2 0.50 13400487 \"–\"\n"
                            "3 0.50 12105912 \"–\"\n");
}

/* The sheet of plant_rest, as a whole half a metre higher. */
static void plant_higher(const char *folder, const char *id, const char *simulation)
{
    const planted_criterion rest = {"displacement", 1e-3, 300, NULL};
    bundle b = planted_case("equilibrium", "equilibrium", "leapfrog", "ok");
    planted_labels(&b, simulation, "leapfrog", NULL, reference);
    planted_criteria(&b, 0.012, &rest, 1);
    planted_frames(&b, 3, 4, 1150, 1, 0);
    for (size_t i = 0; i < 12; i++)
        bundle_find(&b, "/frames/y")->real[i] += 0.5;
    planted_write(&b, folder, id);
}

/* Sixteen columns have no room for "drawn" side by side: two figures have eight each. */
static void shapes_under_other_methods_have_distances(void **state)
{
    enum { SUBJECTS = 16 };
    (void)state;
    for (int i = 0; i < SUBJECTS; i++) {
        char id[16], name[16];
        snprintf(name, sizeof name, "S%d", i + 1);
        snprintf(id, sizeof id, "%02d", i);
        plant_rest("apart", id, name, 1150, 0);
        snprintf(id, sizeof id, "%02d", SUBJECTS + i);
        plant_higher("apart", id, name);
    }
    assert_int_equal(planted_plot_of("apart", "shapes").code, 0);
    assert_figure("apart", "shapes-2");
    assert_int_equal(planted_plot_of("apart", "shape_distances").code, 0);
    planted_assert_file_has("apart/plots/shape_distances-2.gp", "set xrange [8.5:16.5]\n");
    char *data = planted_text("apart/plots/shape_distances-1.dat");
    assert_int_equal(text_count(data, " 14412278 \"drawn\"\n"), SUBJECTS / 2);
    assert_int_equal(text_count(data, " 15774330 \"500\"\n"), SUBJECTS / 2); /* mm */
    assert_non_null(strstr(data, "\n8 "));
    assert_null(strstr(data, "\n9 "));
    free(data);
}

/* 101 x 101 nodes, of which none is held: a panel's data are its first node, not ten thousand. */
static void a_surface_of_many_nodes_has_few_data(void **state)
{
    (void)state;
    bundle b = planted_case("large", "run", "verlet", "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, 101, 101, 0, 2, 0);
    planted_write(&b, "large", "00");
    assert_int_equal(planted_plot("large").code, 0);
    assert_figure("large", "snapshots");
    char *data = planted_text("large/plots/snapshots.dat");
    assert_true(strlen(data) < 500);
    assert_non_null(
        strstr(data, "of more than 10000 nodes the first and those that are held\n 0 "));
    free(data);
}

static void hostile_names_are_shown_and_never_run(void **state)
{
    (void)state;
    static const char *const names[] = {
        "it's `touch x` $(y) \"q\" \\n {/:Bold {a_b^c@d&e~f} {", "new\nline\t\x01 <&> ]]> %s %d",
        "Sí Δ 日本 \xff\xc3 \xed\xa0\x80", "'; system(\"touch x\"); print '"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char id[8];
        snprintf(id, sizeof id, "%02zu", i);
        bundle b = planted_case("../e'x", "run", names[i], "ok");
        planted_labels(&b, names[(i + 1) % 4], NULL, NULL, NULL);
        planted_run(&b, 0.012, "completed", 5);
        bundle_put_text(&b, &column_case_id, id);
        mkdir(sample_path("hostile"), 0777);
        mkdir(sample_path("hostile/cases"), 0777);
        char path[64];
        snprintf(path, sizeof path, "hostile/cases/%s.h5", id);
        sample_record(sample_path(path), &b);
        bundle_free(&b);
    }
    const planted_said s = planted_plot_of("hostile", "energy");
    assert_int_equal(text_count(s.err, "\n"), 1); /* no more than that it has no study */
    assert_non_null(strstr(s.err, "/hostile/study.h5: is not there"));
    assert_int_equal(s.code, 4);
    assert_int_equal(sample_entries(sample_path("hostile/plots")), 6); /* list, column/ */
    assert_int_equal(sample_entries(sample_path("hostile")), 2);
    char *svg = planted_text("hostile/plots/energy.svg");
    assert_null(strstr(svg, "]]>")); /* not allowed in XML */
    free(svg);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* More kinds of energy than a figure's lines can tell apart, 45 and the five of every run, are
 * shown by several. */
static void many_kinds_of_energy_are_in_several_figures(void **state)
{
    (void)state;
    const double value[] = {0, 1, 2};
    char path[64];
    bundle b = planted_case("kinds", "run", "verlet", "ok");
    planted_run(&b, 0.012, "completed", 3);
    for (int i = 0; i < 45; i++) {
        snprintf(path, sizeof path, "/result/series/spring_%d", i);
        bundle_add_reals(&b, path, "J", "", value, 3, 1);
    }
    planted_write(&b, "kinds", "00");
    const planted_said s = planted_plot_of("kinds", "energy");
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    size_t lines = 0;
    for (int i = 1; i <= 3; i++) {
        snprintf(path, sizeof path, "kinds/plots/energy-%d.gp", i);
        char *script = planted_text(path);
        lines += count_of(script, "keyentry with linespoints");
        free(script);
    }
    assert_int_equal(lines, 50);
}

/* A run that breaks within two values shows both, in a unit that suits them, and where it ended;
 * what rounding leaves of zero alone is zero, and has no unit of its own. */
static void a_run_that_breaks_at_once_has_an_axis_of_its_energies(void **state)
{
    (void)state;
    const double value[] = {1e-27, 5}, none[] = {0, 1e-27};
    for (size_t i = 0; i < 2; i++) {
        bundle b = planted_case("once", "run", "verlet", "unstable");
        bundle_put_real(&b, &column_dt, 0.012);
        bundle_put_text(&b, &column_outcome, "unstable");
        bundle_put_reals(&b, &column_series_time, (const double[]){0, 0.012}, 2);
        bundle_add_reals(&b, "/result/series/kinetic", "J", "", i ? none : value, 2, 1);
        planted_write(&b, i ? "still" : "once", "00");
        const planted_said s = planted_plot_of(i ? "still" : "once", "energy");
        assert_string_equal(s.err, "");
        assert_int_equal(s.code, 0);
    }
    planted_assert_file_has("once/plots/energy.dat", " 12 5 NaN");
    planted_assert_file_has("once/plots/energy.gp", "set ylabel 'Energy (J)'");
    planted_assert_file_has("once/plots/energy.gp", "title 'unstable'");
    planted_assert_file_has("still/plots/energy.gp", "set ylabel 'Energy (J)'");
}

/* Of a long history the largest and the least value of each part are drawn. */
static void a_spike_of_a_long_history_is_drawn(void **state)
{
    (void)state;
    enum { ROWS = 5000 };
    static double value[ROWS];
    bundle b = planted_case("spike", "run", "verlet", "ok");
    planted_run(&b, 0.001, "completed", ROWS);
    value[3333] = 77.25;
    value[3335] = -33.5;
    bundle_add_reals(&b, "/result/series/spring", "J", "", value, ROWS, 1);
    planted_write(&b, "spike", "00");
    assert_int_equal(planted_plot_of("spike", "energy").code, 0);
    char *data = planted_text("spike/plots/energy.dat");
    assert_int_equal(count_of(data, " 77.25 NaN"), 1);
    assert_int_equal(count_of(data, " -33.5 NaN"), 1);
    assert_true(count_of(data, "\n") < 200); /* the rest is straight */
    free(data);
}

/* Two scenes of one size tell nothing of how times grow with it, two of two do. */
static void times_of_one_size_are_no_figure(void **state)
{
    (void)state;
    plant_times("sizes", "00", "S1", 100);
    plant_times("sizes", "01", "S2", 100);
    const planted_said one = planted_plot("sizes");
    assert_string_equal(one.err, "");
    assert_int_equal(access(sample_path("sizes/plots/timing.svg"), F_OK), -1);
    assert_figure("sizes", "response"); /* the answers, which are alike */
    plant_times("sizes", "02", "S3", 400);
    assert_int_equal(planted_plot("sizes").code, 0);
    assert_figure("sizes", "timing");
}

/* A case without the number has its name and how it ended, and no dot. */
static void an_answer_that_is_no_number_is_told(void **state)
{
    (void)state;
    static const char *const method[] = {"verlet", "rk4", "midpoint"};
    for (int i = 0; i < 3; i++) {
        bundle b = planted_case("ends", "stable_step", method[i], "ok");
        planted_labels(&b, "S1", NULL, NULL, NULL);
        planted_limit(&b, i == 1 ? (double)NAN : 0.002 + 0.001 * i, 0.005, "strain", 41);
        bundle_add_text(&b, "/swept/integrator.name", "name", method[i]);
        planted_write(&b, "ends", (const char *[]){"00", "01", "02"}[i]);
    }
    const planted_said s = planted_plot("ends");
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    assert_figure("ends", "response");
    planted_assert_file_has("ends/plots/response.dat",
                            " 1 2 NaN NaN NaN 0 NaN 0 0\n 2 NaN NaN NaN NaN 0 0.05 1 0\n"
                            " 3 4 NaN NaN NaN 0 NaN 0 0\n");
    planted_assert_file_has("ends/plots/response.dat", "and why: 1 none stable\n");
    planted_assert_file_has("ends/plots/response.dat", "# 1: Verlet\n# 2: RK4\n# 3: Midpoint\n");
    planted_assert_file_has("ends/plots/response.svg", ">none stable<");
}

static void nothing_to_draw_is_said(void **state)
{
    (void)state;
    plant_limit("little", "00", "S1", 0.012);
    plant_limit("little", "01", "S2", 0.004);
    const planted_said s = planted_plot("little");
    assert_int_equal(s.code, 0);
    assert_figure("little", "response");
    assert_null(strstr(s.out, "need")); /* what these results are not about is not told */
    assert_int_equal(sample_entries(sample_path("little/plots")), 6); /* list, column/ */
    bundle b = planted_case("none", "one_step", "verlet", "ok");
    planted_write(&b, "none", "00");
    const planted_said none = planted_plot("none");
    assert_int_equal(none.code, 0);
    assert_non_null(strstr(none.out, "no figure is made of these results; each needs:\n"));
    assert_non_null(strstr(none.out, "\n  timing: cases of the task timing"));
}

/* --- a study of one's own --- */

static void plant_swept(const char *folder, const char *id, const char *method, double zeta,
                        int64_t points, double stable)
{
    bundle b = planted_case("mine", "stable_step", method, "ok");
    planted_limit(&b, stable, isnan(stable) ? stable : 1.1 * stable, "strain", 41);
    bundle_add_real(&b, "/swept/model.zeta", "N/m^2", "resistance", zeta);
    bundle_add_integer(&b, "/swept/scene.grid.points", "1", "nodes", points);
    bundle_add_integer(&b, "/swept/scene.grid.side", "1", "goes with points", 2 * points);
    bundle_add_text(&b, "/swept/integrator.name", "name", method);
    bundle_add_text(&b, "/swept/labels.method", "settled by the method", method);
    planted_write(&b, folder, id);
}

/* The widest parameter is along x, a panel for each value of the other, a line a method; a
 * number that goes in step with another is said with it, and what goes with the method is no
 * parameter more. */
static void what_was_swept_is_an_axis_and_a_method_a_line(void **state)
{
    (void)state;
    static const char *const methods[] = {"verlet", "rk4"};
    for (int i = 0; i < 12; i++) {
        char id[16];
        snprintf(id, sizeof id, "%02d", i);
        plant_swept("mine", id, methods[i % 2], i / 2 % 3 == 0 ? 300 : i / 2 % 3 * 10, 6 + i / 6,
                    1e-4 * (i + 1));
    }
    const planted_said s = planted_plot("mine");
    assert_string_equal(s.err, "");
    assert_figure("mine", "response");
    assert_int_equal(sample_entries(sample_path("mine/plots")), 6); /* list, column/ */
    char *script = planted_text("mine/plots/response.gp");
    assert_non_null(strstr(script, "set xlabel 'zeta (N/m\\^2)'\nset ylabel 'Largest stable step "
                                   "before'.\"\\n\".'the first failure (ms)'"));
    assert_non_null(strstr(script, "set logscale x\nset xrange"));
    assert_non_null(strstr(script, "set logscale y\nset yrange"));
    assert_non_null(strstr(script, "set title 'points 6, side 12'"));
    assert_non_null(strstr(script, "set title 'points 7, side 14'"));
    assert_int_equal(count_of(script, "\nset title"), 2);
    assert_int_equal(count_of(script, "keyentry"), 2);
    assert_non_null(strstr(script, "title 'RK4'"));
    free(script);
    planted_assert_file_has("mine/plots/response.dat",
                            "# points 6, side 12: Verlet\n NaN NaN NaN NaN NaN 0 NaN 0 0\n"
                            " 10 0.3 NaN NaN NaN 0 NaN 0 0\n 20 0.5 NaN NaN NaN 0 NaN 0 0\n"
                            " 300 0.1 NaN NaN NaN 0 NaN 0 0\n");
    svg_assert_all_legible(sample_path("mine/plots"));
    svg_assert_all_legible(sample_path("mine/plots/column"));
}

/* Three panels stand beside each other; numbers of five digits below them do not touch. */
static void numbers_below_narrow_panels_do_not_touch(void **state)
{
    (void)state;
    static const double zeta[] = {500, 1000, 5000, 20000, 100000};
    for (int i = 0; i < 15; i++) {
        char id[16];
        snprintf(id, sizeof id, "%02d", i);
        plant_swept("narrow", id, "verlet", zeta[i % 5], 6 + i / 5, 1e-4 * (i + 1));
    }
    assert_int_equal(planted_plot("narrow").code, 0);
    svg_assert_legible(sample_path("narrow/plots/response.svg"));
}

/* The axis of a panel is in the unit in which its largest energy is 1 or more. */
static void an_axis_of_energy_is_in_a_unit_that_suits_it(void **state)
{
    (void)state;
    bundle b = planted_case("room", "run", "verlet", "ok");
    planted_run(&b, 0.9999 / 1.06 / 2, "completed", 3);
    planted_write(&b, "room", "00");
    assert_int_equal(planted_plot_of("room", "energy").code, 0);
    svg_assert_legible(sample_path("room/plots/energy.svg"));
    char *script = planted_text("room/plots/energy.gp");
    assert_non_null(strstr(script, "set ylabel 'Energy (mJ)'"));
    free(script);
}

/* A search that ended at its cap says how large the limit is at least. */
static void a_bound_is_told_from_a_limit(void **state)
{
    (void)state;
    bundle first = planted_case("mine", "stable_step", "verlet", "ok");
    planted_limit(&first, 0.012, 0.0132, "strain", 41);
    bundle_add_real(&first, "/swept/model.zeta", "N/m^2", "resistance", 10);
    planted_write(&first, "bound", "00");
    bundle b = planted_case("mine", "stable_step", "verlet", "ok");
    planted_limit(&b, 0.02, (double)NAN, "", -1);
    bundle_add_real(&b, "/swept/model.zeta", "N/m^2", "resistance", 1);
    planted_write(&b, "bound", "01");
    assert_int_equal(planted_plot("bound").code, 0);
    planted_assert_file_has("bound/plots/response.gp", "with vectors head");
    planted_assert_file_has("bound/plots/response.gp", "title 'at least this'");
    planted_assert_file_has("bound/plots/response.dat", "\n 1 20 NaN NaN NaN 1 NaN 0 0\n");
    svg_assert_legible(sample_path("bound/plots/response.svg"));
}

/* With a PATH that holds nothing but this script for a gnuplot; NULL: not even that. */
static planted_said plot_with(const char *folder, const char *gnuplot)
{
    char *path = strdup(getenv("PATH")), bin[64];
    snprintf(bin, sizeof bin, "%s-bin", folder);
    sample_make_folder(bin);
    setenv("PATH", sample_path(bin), 1);
    if (gnuplot) {
        strcat(bin, "/gnuplot");
        sample_write(sample_path(bin), gnuplot, strlen(gnuplot));
        chmod(sample_path(bin), 0755);
    }
    plant_limit(folder, "00", "S1", 0.012);
    plant_limit(folder, "01", "S2", 0.004);
    const planted_said s = planted_plot(folder);
    setenv("PATH", path, 1);
    free(path);
    return s;
}

static void a_gnuplot_that_is_not_there_or_lies_ends_with_4(void **state)
{
    (void)state;
    static const struct {
        const char *script, *message;
    } liars[] = {
        {NULL, "response: not made: gnuplot is not installed (Debian: gnuplot-nox)\n"},
        {"#!/bin/sh\nexit 0\n", "response: not made: gnuplot left no whole response.svg\n"},
        {"#!/bin/sh\necho '<svg>' > response.svg\necho '%%EOF' > response.pdf\n",
         "response: not made: gnuplot left no whole response.svg\n"},
        {"#!/bin/sh\nexit 3\n", "response: not made: gnuplot ended with status 3\n"},
        {"#!/bin/sh\necho '</svg>' > response.svg\nprintf '%s' '%PDF-1.5 %%EO' > response.pdf\n",
         "response: not made: gnuplot left no whole response.pdf\n"},
        {"#!/bin/sh\necho '</svg>' > response.svg\necho '%%EOF' > response.pdf\n"
         "echo '  warning: no glyphs' >&2\n",
         "response: not made: gnuplot: warning: no glyphs\n"},
    };
    for (size_t i = 0; i < sizeof liars / sizeof *liars; i++) {
        char folder[16];
        snprintf(folder, sizeof folder, "liar%zu", i);
        const planted_said s = plot_with(folder, liars[i].script);
        assert_int_equal(s.code, 4);
        assert_string_equal(s.err, liars[i].message);
        strcat(folder, "/plots");
        assert_int_equal(sample_entries(sample_path(folder)), 0);
    }
    const planted_said fair = plot_with("fair", "#!/bin/sh\necho '<svg></svg>' > response.svg\n"
                                                "echo '%%EOF' > response.pdf\n"
                                                "echo 'Fontconfig error: no cache' >&2\n");
    assert_int_equal(fair.code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_comes_out_whole),
        cmocka_unit_test(broken_meshes_do_not_break_figures),
        cmocka_unit_test(no_result_is_not_that_no_step_is_stable),
        cmocka_unit_test(shapes_under_other_methods_have_distances),
        cmocka_unit_test(a_surface_of_many_nodes_has_few_data),
        cmocka_unit_test(hostile_names_are_shown_and_never_run),
        cmocka_unit_test(an_axis_of_energy_is_in_a_unit_that_suits_it),
        cmocka_unit_test(many_kinds_of_energy_are_in_several_figures),
        cmocka_unit_test(a_run_that_breaks_at_once_has_an_axis_of_its_energies),
        cmocka_unit_test(a_spike_of_a_long_history_is_drawn),
        cmocka_unit_test(times_of_one_size_are_no_figure),
        cmocka_unit_test(an_answer_that_is_no_number_is_told),
        cmocka_unit_test(nothing_to_draw_is_said),
        cmocka_unit_test(what_was_swept_is_an_axis_and_a_method_a_line),
        cmocka_unit_test(numbers_below_narrow_panels_do_not_touch),
        cmocka_unit_test(a_bound_is_told_from_a_limit),
        cmocka_unit_test(a_gnuplot_that_is_not_there_or_lies_ends_with_4),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
