/* A chart shows every case's value where it belongs, on axes that fit the values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "analysis/plot/chart.h"
#include "support/planted.h"
#include "support/record_sample.h"
#include "support/shell.h"
#include "support/svg_text.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Springs by steps, with figures of the study's own. */
static const char asks[] =
    "experiment: asks\n"
    "study:\n"
    "  factors: {step: task.dt, spring: model.omega}\n"
    "  figures:\n"
    "    - {name: lost, title: what a step loses, x: spring, y: energy_added, line: step,\n"
    "       only: step > 0.01, scale: {x: log, y: linear}}\n"
    "    - {name: cloud, x: step, y: energy_added, kind: points}\n"
    "    - {name: size, x: spring, y: 'max(abs(energy_added), 0)', line: step}\n"
    "case:\n"
    "  model: {name: oscillator, omega: 10}\n"
    "  integrator: {name: rk4}\n"
    "  task: {name: run, dt: 0.01, horizon: 10}\n"
    "sweep: [{grid: {model.omega: [1, 2, 3], task.dt: [0.01, 0.02, 0.03]}}]\n";

/* In which row of so many a number from 0 on stands. */
static int row(int i, int columns)
{
    return i / columns;
}

/* A limit under a method, at up to two swept values; NAN of `second`: it is not swept. */
static void plant(const char *folder, int id, const char *method, double zeta, double second,
                  double stable)
{
    char name[16];
    snprintf(name, sizeof name, "%04d", id);
    bundle b = planted_case("mine", "stable_step", method, "ok");
    planted_limit(&b, stable, isnan(stable) ? 0.0005 : 1.1 * stable, "strain", 41);
    bundle_add_real(&b, "/swept/model.zeta", "N/m", "", zeta);
    if (!isnan(second))
        bundle_add_real(&b, "/swept/scene.side", "m", "", second);
    bundle_add_text(&b, "/swept/integrator.name", "name", method);
    planted_write(&b, folder, name);
}

static void plot(const char *folder)
{
    char path[64];
    const planted_said s = planted_plot(folder);
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    snprintf(path, sizeof path, "%s/plots", folder);
    svg_assert_all_legible(sample_path(path));
    strcat(path, "/column");
    if (access(sample_path(path), F_OK) == 0)
        svg_assert_all_legible(sample_path(path));
}

/* A row of a data file: after the line "# `block`", the one that begins with x. NAN: none is there.
 */
static double drawn(const char *data, const char *block, double x)
{
    char heading[200];
    snprintf(heading, sizeof heading, "# %s\n", block);
    const char *at = strstr(data, heading);
    if (!at)
        fail_msg("no block %s in\n%s", block, data);
    for (at = strchr(at, '\n') + 1; *at == ' '; at = strchr(at, '\n') + 1) {
        char *end;
        const double first = strtod(at, &end);
        if (fabs(first - x) <= 1e-8 * fabs(x))
            return strtod(end, NULL);
    }
    return (double)NAN;
}

/* 60 cases by a formula of their coordinates, each of which is found in its panel and line. */
static void every_value_is_drawn_where_it_belongs(void **state)
{
    static const char *const method[] = {"verlet", "rk4", "midpoint"};
    static const char *const title[] = {"Verlet", "RK4", "Midpoint"};
    (void)state;
    for (int i = 0; i < 60; i++) {
        const int m = i % 3, z = i / 3 % 5, s = i / 15;
        plant("all", i, method[m], 10 * (z + 1), 0.5 * (s + 1),
              1e-3 * (1 + z) * (1 + 0.1 * m) / (s + 1));
    }
    plot("all");
    char *data = planted_text("all/plots/response.dat");
    for (int i = 0; i < 60; i++) {
        char block[80];
        const int m = i % 3, z = i / 3 % 5, s = i / 15;
        snprintf(block, sizeof block, "side %g m: %s", 0.5 * (s + 1), title[m]);
        const double expected = (1 + z) * (1 + 0.1 * m) / (s + 1); /* ms */
        assert_true(fabs(drawn(data, block, 10 * (z + 1)) - expected) < 1e-7);
    }
    free(data);
}

/* Limits at some values of zeta; whether its axis became logarithmic. */
static bool is_logarithmic(const char *folder, const double *value, int count)
{
    char path[64];
    for (int i = 0; i < count; i++)
        plant(folder, i, "verlet", value[i], (double)NAN, 0.001 + 0.0001 * i);
    plot(folder);
    snprintf(path, sizeof path, "%s/plots/response.gp", folder);
    char *script = planted_text(path);
    const bool is = strstr(script, "set logscale x") != NULL;
    free(script);
    return is;
}

/* What rounding leaves of zero is zero, and a tenth of a decade is none. */
static void an_axis_is_logarithmic_over_more_than_a_decade_of_positive_values(void **state)
{
    static const double slide[] = {1.22625, 0.80146, 0.37668, 0.05809, 7.9e-15};
    static const double zero[] = {1.2, 0.8, 0.05, 0}, decade[] = {1, 5, 9.9}, more[] = {1, 5, 10.1};
    static const double negative[] = {-1, 5, 100}, far[] = {1e-7, 1e-3, 1};
    (void)state;
    assert_false(is_logarithmic("slide", slide, 5));
    char *script = planted_text("slide/plots/response.gp");
    const char *at = strstr(script, "set xrange [");
    assert_non_null(at);
    assert_true(strtod(at + strlen("set xrange ["), NULL) > -0.1);
    assert_null(strstr(script, "10^{"));
    free(script);
    assert_false(is_logarithmic("zero", zero, 4));
    assert_false(is_logarithmic("decade", decade, 3));
    assert_true(is_logarithmic("more", more, 3));
    assert_false(is_logarithmic("negative", negative, 3));
    assert_true(is_logarithmic("far", far, 3));
}

/* Values that are alike but for rounding are a level line. */
static void rounding_is_no_range(void **state)
{
    static const double alike[] = {0.3, 0.3 + 1e-15, 0.3 - 1e-15};
    (void)state;
    for (int i = 0; i < 3; i++)
        plant("alike", i, "verlet", i + 1, (double)NAN, alike[i]);
    plot("alike");
    char *script = planted_text("alike/plots/response.gp");
    char *end;
    const double low = strtod(strstr(script, "set yrange [") + strlen("set yrange ["), &end);
    assert_int_equal(*end, ':');
    const double high = strtod(end + 1, &end);
    assert_int_equal(*end, ']');
    assert_true(low < 290 && high > 310); /* ms */
    free(script);
}

/* Numbers with a power of ten leave the label of their axis its room. */
static void small_numbers_have_room(void **state)
{
    static const double small[] = {1e-12, 1.25e-12, 2e-12};
    (void)state;
    for (int i = 0; i < 3; i++)
        plant("small", i, "verlet", i + 1, (double)NAN, small[i]);
    plot("small"); /* which looks whether all is within the figure */
    planted_assert_file_has("small/plots/response.gp", "set format y '% h'");
    planted_assert_file_has("small/plots/response.svg", "×10");
}

/* What has no value stands at the frame, with its word in the key, in a layer a line. */
static void a_case_without_a_value_is_a_mark_at_the_frame(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++)
        plant("words", i, i % 2 ? "rk4" : "verlet", 1 + row(i, 2), (double)NAN,
              i == 2 || i == 5 ? (double)NAN : 0.001 * (i + 1));
    plot("words");
    planted_assert_file_has("words/plots/response.dat", "and why: 1 none stable\n");
    planted_assert_file_has("words/plots/response.dat", "\n 2 NaN NaN NaN NaN 0 0.05 1 0\n");
    planted_assert_file_has("words/plots/response.dat", "\n 3 NaN NaN NaN NaN 0 0.095 1 0\n");
    planted_assert_file_has("words/plots/response.gp", "title 'none stable'");
    planted_assert_file_has("words/plots/response.gp", "axes x1y2 with points pt 2");
    /* two layers of marks, at 0.05 and 0.095, on a strip that ends above them */
    planted_assert_file_has("words/plots/response.gp",
                            "rectangle from graph 0, graph 0 to graph 1, graph 0.1220 behind");
}

/* Six limits over zeta, and what varies beside it, by one method. */
static void plant_beside(const char *folder, const double *other)
{
    for (int i = 0; i < 6; i++)
        plant(folder, i, "verlet", 1 + i, other[i], 0.001 * (1 + (3 * i) % 5));
    plot(folder);
}

/* Of a sample nothing is joined, and each point has its mark; what rises or falls in step with x is
 * joined. */
static void samples_are_points(void **state)
{
    static const double sampled[] = {0.3, 0.1, 0.6, 0.2, 0.5, 0.4}, falls[] = {6, 5, 4, 3, 2, 1};
    (void)state;
    plant_beside("sampled", sampled);
    planted_assert_file_has("sampled/plots/response.gp", " with points pt 7");
    planted_assert_file_lacks("sampled/plots/response.gp", "linespoints");
    planted_assert_file_lacks("sampled/plots/response.gp", "rectangle"); /* all have values */
    plant_beside("falls", falls);
    planted_assert_file_has("falls/plots/response.gp", " with linespoints pt 7");
}

/* Where every line has one value, up to which x runs hold is seen all the same. */
static void lines_of_one_value_are_points(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++)
        plant("single", i, i % 2 ? "rk4" : "verlet", 1 + row(i, 2), (double)NAN,
              i < 2 ? 0.001 * (i + 1) : (double)NAN);
    plot("single");
    char *data = planted_text("single/plots/response.dat");
    assert_true(fabs(drawn(data, "Verlet", 1) - 1) < 1e-9); /* ms */
    assert_true(fabs(drawn(data, "RK4", 1) - 2) < 1e-9);
    free(data);
    planted_assert_file_lacks("single/plots/response.gp", "linespoints");
}

/* A number that a name settles is no axis: each name has a place of its own. */
static void one_value_a_name_is_a_dot_over_it(void **state)
{
    static const char *const name[] = {"stack", "wall", "tower"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char id[16];
        bundle b = planted_case("mine", "stable_step", "rk4", "ok");
        snprintf(id, sizeof id, "%04d", i);
        planted_limit(&b, 0.001 * (i + 1), 0.002 * (i + 1), "strain", 41);
        bundle_add_text(&b, "/labels/stands", "what stands", name[i]);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", i == 1 ? 10 : 20);
        planted_write(&b, "named", id);
    }
    plot("named");
    planted_assert_file_has("named/plots/response.gp", "set xtics ('stack' 1, ");
    char *data = planted_text("named/plots/response.dat");
    assert_non_null(strstr(data, "\n 1 1 "));
    assert_non_null(strstr(data, "\n 3 3 "));
    free(data);
}

/* Twelve lines of numbers are told by a scale of colours. */
static void many_lines_are_coloured_by_their_number(void **state)
{
    (void)state;
    for (int i = 0; i < 12 * 13; i++)
        plant("lines", i, "verlet", 1 + i % 13, 1 + row(i, 13),
              0.001 * (1 + i % 13) * (1 + row(i, 13)));
    plot("lines");
    planted_assert_file_has("lines/plots/response.gp", "set cblabel 'side (m)'");
    planted_assert_file_has("lines/plots/response.gp", "lc palette cb 12\n");
    planted_assert_file_lacks("lines/plots/response.gp", "keyentry");
}

/* Thirteen panels are two figures, of six and seven. */
static void many_panels_are_several_figures(void **state)
{
    static const char *const method[] = {"verlet", "rk4"};
    (void)state;
    for (int i = 0; i < 13 * 14 * 2; i++)
        plant("panels", i, method[i % 2], 1 + row(i, 2) % 14, 1 + row(i, 28), 0.001 * (1 + i % 28));
    plot("panels");
    planted_assert_file_has("panels/plots/response-1.gp", "set title 'side 6 m'");
    planted_assert_file_lacks("panels/plots/response-1.gp", "side 7 m");
    planted_assert_file_has("panels/plots/response-2.gp", "set title 'side 7 m'");
    planted_assert_file_has("panels/plots/response-2.gp", "set title 'side 13 m'");
}

/* Titles that have no room in one line have two, and what differs is not cut away. */
static void long_titles_have_two_lines(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        char name[16];
        snprintf(name, sizeof name, "%04d", i);
        bundle b = planted_case("mine", "stable_step", i % 2 ? "rk4" : "verlet", "ok");
        planted_limit(&b, 0.001 * (i + 1), 0.1, "strain", 41);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", 1 + i / 2 % 3);
        bundle_add_real(&b, "/swept/model.structural", "N/m", "", 20000 * (1 + i / 6 % 2));
        bundle_add_real(&b, "/swept/task.step", "s", "", 0.0005 * (1 + row(i, 12)));
        bundle_add_text(&b, "/swept/integrator.name", "name", i % 2 ? "rk4" : "verlet");
        planted_write(&b, "titles", name);
    }
    plot("titles");
    planted_assert_file_has("titles/plots/column/response.gp",
                            "set title 'structural 40000 N/m,'.\"\\n\".'step 0.0005 s'");
}

/* Up to four, broken at the ends of parts, and within what has no space; what is left is cut. A
 * character that no font has (U+2FA1F is none) is told by its number. */
static void titles_have_up_to_four_lines(void **state)
{
    (void)state;
    static const char *const cloth[] = {"a woven cotton of the warehouse, washed twice at forty "
                                        "degrees and ironed while it was damp",
                                        "silk \360\257\250\237",
                                        "averylongnamewithoutanyspacethatcannotbebrokeninthemiddle",
                                        "one two three four five six seven eight nine ten eleven "
                                        "twelve one two three four five six "
                                        "seven eight nine ten eleven twelve one two three four"};
    for (int i = 0; i < 24; i++) {
        char name[16];
        snprintf(name, sizeof name, "%04d", i);
        bundle b = planted_case("mine", "stable_step", i % 2 ? "rk4" : "verlet", "ok");
        planted_limit(&b, 0.001 * (i + 1), 0.1, "strain", 41);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", 1 + i / 2 % 3);
        bundle_add_text(&b, "/swept/labels.cloth", "name", cloth[row(i, 6)]);
        bundle_add_text(&b, "/swept/integrator.name", "name", i % 2 ? "rk4" : "verlet");
        planted_write(&b, "four", name);
    }
    plot("four");
    static const char *const script = "four/plots/column/response.gp";
    planted_assert_file_has(script, "'a woven cotton of the'.\"\\n\".'warehouse, washed'.\"\\n\"."
                                    "'twice at forty degrees'.\"\\n\".'and ironed while it w…'");
    planted_assert_file_has(script, "'silk U+2FA1F' offset");
    planted_assert_file_has(script, "'averylongname");
}

/* Long names along x are turned: their axis is named below them, above the key, and what gnuplot
 * says of their room is no fault (`plot` wants no line, and every text free of others). */
static void an_axis_of_turned_names_is_named_above_the_key(void **state)
{
    static const char *const what[] = {"released in a plane",   "released out of a plane",
                                       "released, coupled",     "pulled in a plane",
                                       "pulled out of a plane", "pulled, coupled"};
    (void)state;
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "%04d", i);
        bundle b = planted_case("mine", "stable_step", "verlet", "ok");
        planted_limit(&b, 0.001 * (i + 1), 0.1, "strain", 41);
        bundle_add_text(&b, "/labels/start", "name", what[i % 6]);
        bundle_add_text(&b, "/labels/springs", "name",
                        i < 6 ? "printed" : "stiff springs, velocities moved");
        planted_write(&b, "turned", name);
    }
    plot("turned");
    planted_assert_file_has("turned/plots/response.gp", "rotate by 45 right");
    planted_assert_file_has("turned/plots/response.gp", "set label 2 'start' at graph 0.5, screen");
}

/* gnuplot leaves out lines of a key for which it sees no room: narrow letters take more than they
 * have. */
static void every_entry_of_a_key_is_drawn(void **state)
{
    static const char *const law[] = {"cosserat variational", "provot", "bridson", "nedel"};
    (void)state;
    for (int i = 0; i < 20; i++) {
        char name[16], key[32];
        snprintf(name, sizeof name, "%04d", i);
        snprintf(key, sizeof key, "answer %d", i / 4);
        bundle b = planted_case("mine", "stable_step", "verlet", "ok");
        planted_limit(&b, 0.001 * (i + 1), 0.1, "strain", 41);
        bundle_add_text(&b, "/labels/law", "name", law[i % 4]);
        bundle_add_text(&b, "/labels/response", "name", key);
        planted_write(&b, "entries", name);
    }
    plot("entries");
    for (int i = 0; i < 4; i++) {
        char drawn_text[64];
        snprintf(drawn_text, sizeof drawn_text, ">%s</tspan></text>", law[i]);
        planted_assert_file_has("entries/plots/response.svg", drawn_text);
    }
}

/* The same look in each figure, by the place of the method among those of the study. */
static void a_method_looks_alike_in_all_figures(void **state)
{
    static const char *const method[] = {"verlet", "rk4", "midpoint"};
    (void)state;
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "%04d", i);
        bundle b = planted_case(i < 6 ? "one" : "two", "stable_step",
                                method[i < 6 ? i % 3 : 1 + i % 2], "ok");
        planted_limit(&b, 0.001 * (i + 1), 0.1, "strain", 41);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", 1 + row(i % 6, i < 6 ? 3 : 2));
        bundle_add_text(&b, "/swept/integrator.name", "name", method[i < 6 ? i % 3 : 1 + i % 2]);
        planted_write(&b, "looks", name);
    }
    plot("looks");
    static const char *const of_rk4 = "pt 5 ps 0.65 lc rgb '#d55e00' lw 1.6 dt 2 title 'RK4'";
    planted_assert_file_has("looks/plots/response_one.gp", of_rk4);
    planted_assert_file_has("looks/plots/response_two.gp", of_rk4);
}

/* `trama plot FOLDER word...`; what it says on standard error. */
static planted_said plot_asked(const char *folder, const char *const *word)
{
    planted_said said = {0};
    size_t count = 0;
    FILE *out = fmemopen(said.out, sizeof said.out, "w");
    FILE *err = fmemopen(said.err, sizeof said.err, "w");
    while (word[count])
        count++;
    said.code = analysis_plot_into(sample_path(folder), NULL, word, count, out, err);
    fclose(out);
    fclose(err);
    return said;
}

/* The answer and the quantity of its name give one reason. */
static void a_limit_by_its_name_has_the_word_of_the_answer(void **state)
{
    static const char *const words[] = {"x=zeta", "y=dt_stable", "name=limit", NULL};
    (void)state;
    for (int i = 0; i < 4; i++)
        plant("limit", i, "verlet", 1 + i, (double)NAN, i == 2 ? (double)NAN : 0.001 * (i + 1));
    assert_int_equal(plot_asked("limit", words).code, 0);
    planted_assert_file_has("limit/plots/limit.gp", "title 'none stable'");
}

/* A coordinate is along x by each of its names, and then makes no lines. */
static void x_has_several_names(void **state)
{
    static const char *const words[] = {"x=side", "name=short", NULL};
    (void)state;
    for (int i = 0; i < 9; i++)
        plant("names", i, "verlet", 1 + i % 3, 0.5 * (1 + row(i, 3)), 0.001 * (i + 1));
    plot("names");
    assert_int_equal(plot_asked("names", words).code, 0);
    char *data = planted_text("names/plots/short.dat");
    for (int i = 0; i < 9; i++) {
        char block[80];
        snprintf(block, sizeof block, "zeta %d N/m", 1 + i % 3);
        assert_true(fabs(drawn(data, block, 0.5 * (1 + row(i, 3))) - (i + 1)) < 1e-6);
    }
    free(data);
}

/* What is along x makes no lines of one point each, and lines that are asked for are not along x,
 * though they have the most values. */
static void x_makes_no_lines(void **state)
{
    static const char *const same[] = {"x=zeta", "line=zeta", "panel=side", "name=same", NULL};
    static const char *const lines[] = {"line=zeta", "name=lines", NULL};
    (void)state;
    for (int i = 0; i < 6; i++)
        plant("self", i, "verlet", 1 + i % 3, 0.5 * (1 + row(i, 3)), 0.001 * (i + 1));
    assert_int_equal(plot_asked("self", same).code, 0);
    planted_assert_file_has("self/plots/same.gp", " with linespoints pt ");
    char *data = planted_text("self/plots/same.dat");
    for (int i = 0; i < 6; i++)
        assert_true(fabs(drawn(data, i < 3 ? "side 0.5 m" : "side 1 m", 1 + i % 3) - (i + 1)) <
                    1e-6);
    free(data);
    assert_int_equal(plot_asked("self", lines).code, 0);
    data = planted_text("self/plots/lines.dat");
    for (int i = 0; i < 6; i++) {
        char block[80];
        snprintf(block, sizeof block, "zeta %d N/m", 1 + i % 3);
        assert_true(fabs(drawn(data, block, 0.5 * (1 + row(i, 3))) - (i + 1)) < 1e-6);
    }
    free(data);
}

/* Lines within a thousandth of the axis of each other are one to the eye; those within a hundredth
 * are not. A method that has one value less is the same where it has some. */
static void the_key_says_which_lines_coincide(void **state)
{
    static const char *const method[] = {"verlet", "rk4", "midpoint"};
    static const double apart[] = {0, 0.0005, 0.01};
    (void)state;
    for (int i = 0; i < 12; i++)
        plant("same", i, method[i % 3], 1 + row(i, 3), (double)NAN,
              i == 10 ? (double)NAN : 0.001 * (2 + row(i, 3) + 3 * apart[i % 3]));
    plot("same");
    planted_assert_file_has("same/plots/response.gp", "title 'RK4 (≈ Verlet)'");
    planted_assert_file_has("same/plots/response.gp", "title 'Midpoint'");
}

static void note(const chart_point *at, void *context)
{
    chart_point **next = context;
    *(*next)++ = *at;
}

/* What is left out of a history lies, on the line through what is left, within 1/2000 of the axis:
 * here on two turns of a sine over a logarithmic x, of which one point is needed. */
static void a_history_is_left_out_where_it_is_straight(void **state)
{
    enum { COUNT = 1000, NEEDED = 333 };
    static chart_point all[COUNT], left[COUNT + 1];
    const chart_axis along = {.scale = 1, .logarithmic = true, .values = {1, 100}};
    const chart_axis up = {.scale = 1000, .values = {-1500, 1500}};
    chart_thinning t = {.along = &along, .up = &up};
    chart_point *next = left;
    size_t at = 0;
    bool needed = false;
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const double u = i / (COUNT - 1.0);
        all[i] = (chart_point){.x = pow(100, u), .y = sin(4 * acos(-1) * u), .place = (size_t)i};
        chart_thin(&t, &all[i], i == NEEDED, note, (void *)&next);
    }
    chart_thin_end(&t, note, (void *)&next);
    const size_t count = (size_t)(next - left);
    assert_true(count > 20 && count < 150); /* 71 */
    assert_int_equal(left[0].place, 0);
    assert_int_equal(left[count - 1].place, COUNT - 1);
    for (size_t i = 0; i < COUNT; i++) {
        while (at + 2 < count && left[at + 1].place <= i)
            at++;
        const double s = log(all[i].x / left[at].x) / log(left[at + 1].x / left[at].x);
        const double line = (1 - s) * left[at].y + s * left[at + 1].y;
        needed |= left[at].place == NEEDED;
        if (!(fabs(line - all[i].y) * 1000 / 3000 <= 1.0001 / 2000))
            fail_msg("point %zu is %g off", i, fabs(line - all[i].y));
    }
    assert_true(needed);
}

/* A history is a line over time, and one of an object has the object's name. */
static void a_history_is_drawn_over_time(void **state)
{
    enum { ROWS = 4 };
    static const char *const own[] = {"y=series/soft/strain", "name=own", NULL};
    static const char *const over[] = {"x=series/strain", "y=series/kinetic", "name=over", NULL};
    static const char *const half[] = {"x=series/time", NULL};
    (void)state;
    for (int i = 0; i < 2; i++) {
        double strain[ROWS];
        bundle b = planted_case("mine", "run", i ? "rk4" : "verlet", "ok");
        planted_run(&b, 0.5, "completed", ROWS);
        for (int k = 0; k < ROWS; k++)
            strain[k] = 0.01 * (k + 1) * (i + 2);
        bundle_add_reals(&b, "/result/series/soft/strain", "1", "", strain, ROWS, 1);
        bundle_add_text(&b, "/swept/integrator.name", "name", i ? "rk4" : "verlet");
        planted_write(&b, "histories", i ? "01" : "00");
    }
    assert_int_equal(plot_asked("histories", own).code, 0);
    char *data = planted_text("histories/plots/own.dat");
    for (int k = 0; k < ROWS; k++) {
        assert_true(fabs(drawn(data, "Verlet", 0.5 * k) - 0.02 * (k + 1)) < 1e-9);
        assert_true(fabs(drawn(data, "RK4", 0.5 * k) - 0.03 * (k + 1)) < 1e-9);
    }
    free(data);
    planted_assert_file_has("histories/plots/own.gp", "set xlabel 'Time (s)'");
    planted_assert_file_has("histories/plots/own.gp", "set ylabel 'Soft: strain'");
    assert_int_equal(plot_asked("histories", over).code, 0);
    planted_assert_file_has("histories/plots/over.gp", "set xlabel 'Strain'");
    const planted_said wrong = plot_asked("histories", half);
    assert_string_equal(wrong.err,
                        "x=series/time y=answer: a history needs another one: series/NAME\n");
    assert_int_equal(wrong.code, 2);
}

/* A history that is 0 throughout has no line on a logarithmic axis: the key says it. */
static void what_stays_zero_is_said_where_no_line_shows_it(void **state)
{
    enum { ROWS = 4 };
    static const char *const log[] = {"y=series/soft/strain", "name=log", "scale=linear,log", NULL};
    static const char *const linear[] = {"y=series/soft/strain", "name=linear", "scale=linear",
                                         NULL};
    (void)state;
    for (int i = 0; i < 2; i++) {
        double strain[ROWS];
        bundle b = planted_case("mine", "run", i ? "rk4" : "verlet", "ok");
        planted_run(&b, 0.5, "completed", ROWS);
        for (int k = 0; k < ROWS; k++)
            strain[k] = i * 0.01 * (k + 1);
        bundle_add_reals(&b, "/result/series/soft/strain", "1", "", strain, ROWS, 1);
        bundle_add_text(&b, "/swept/integrator.name", "name", i ? "rk4" : "verlet");
        planted_write(&b, "zeros", i ? "01" : "00");
    }
    assert_int_equal(plot_asked("zeros", log).code, 0);
    planted_assert_file_has("zeros/plots/log.gp", "title 'Verlet: exactly 0'");
    planted_assert_file_has("zeros/plots/log.gp", "title 'RK4'");
    assert_int_equal(plot_asked("zeros", linear).code, 0);
    planted_assert_file_has("zeros/plots/linear.gp", "title 'Verlet'");
}

/* How many left edges the panels of a script have. */
static size_t left_edges(const char *file)
{
    static const char begins[] = "set lmargin at screen ";
    char *script = planted_text(file), first[16] = "";
    size_t count = 0;
    for (const char *at = strstr(script, begins); at; at = strstr(at + 1, begins)) {
        const char *edge = at + sizeof begins - 1;
        if (strncmp(edge, "0.01", 4) == 0) /* the key's */
            continue;
        count += strncmp(edge, first, 7) != 0;
        snprintf(first, sizeof first, "%.7s", edge);
    }
    free(script);
    return count;
}

/* Three panels stand side by side, and below each other in a journal's column; so does a chart that
 * was asked for, unless it is no broader than that. */
static void in_a_column_a_few_panels_stand_below_each_other(void **state)
{
    static const char *const broad[] = {"x=zeta", "y=dt_stable", "panel=side", "name=broad", NULL};
    static const char *const slim[] = {"x=zeta", "y=dt_stable", "only=side == 1", "name=slim",
                                       NULL};
    (void)state;
    for (int i = 0; i < 18; i++)
        plant("stack", i, i % 2 ? "verlet" : "rk4", 1 + row(i, 2) % 3, 1 + row(i, 6),
              0.001 * (i + 1));
    plot("stack");
    assert_int_equal(left_edges("stack/plots/response.gp"), 3);
    assert_int_equal(left_edges("stack/plots/column/response.gp"), 1);
    assert_int_equal(plot_asked("stack", broad).code, 0);
    assert_int_equal(left_edges("stack/plots/broad.gp"), 3);
    assert_int_equal(left_edges("stack/plots/column/broad.gp"), 1);
    assert_int_equal(plot_asked("stack", slim).code, 0);
    assert_int_equal(access(sample_path("stack/plots/slim.svg"), F_OK), 0);
    assert_int_not_equal(access(sample_path("stack/plots/column/slim.svg"), F_OK), 0);
}

/* What is asked for is along the axes, makes lines and panels, and goes by the condition. */
static void a_chart_is_drawn_as_it_is_asked_for(void **state)
{
    static const char *const method[] = {"verlet", "rk4"};
    static const char *const words[] = {"x=side",         "y=dt_stable", "line=zeta",
                                        "panel=method",   "scale=log",   "only=zeta > 1",
                                        "name=asked_for", NULL};
    (void)state;
    for (int i = 0; i < 24; i++)
        plant("asked", i, method[i % 2], 1 + row(i, 2) % 3, 0.5 * (1 + row(i, 6)), 0.001 * (i + 1));
    plot("asked");
    const planted_said s = plot_asked("asked", words);
    assert_string_equal(s.err, "");
    assert_int_equal(s.code, 0);
    assert_int_equal(access(sample_path("asked/plots/response.svg"), F_OK), 0); /* added to it */
    svg_assert_legible(sample_path("asked/plots/asked_for.svg"));
    planted_assert_file_has("asked/plots/asked_for.gp", "set logscale x");
    planted_assert_file_has("asked/plots/asked_for.gp", "set xlabel 'side (m)'");
    char *data = planted_text("asked/plots/asked_for.dat");
    assert_null(strstr(data, "zeta 1 N/m"));
    for (int i = 0; i < 24; i++) {
        char block[80];
        const int zeta = 1 + i / 2 % 3;
        snprintf(block, sizeof block, "%s: zeta %d N/m", i % 2 ? "RK4" : "Verlet", zeta);
        if (zeta > 1) /* in ms */
            assert_true(fabs(drawn(data, block, 0.5 * (1 + row(i, 6))) - (i + 1)) < 1e-6);
    }
    free(data);
}

/* A limit over a limit: both are measured. The unstable end of case i is x[i] ms, so the line turns
 * back; it is joined as zeta rises, though that was planned falling, and one case has no limit. */
static void plant_limits(const char *folder, const double *x, int count)
{
    for (int i = 0; i < 2 * count; i++) {
        char name[16];
        const char *method = i % 2 ? "rk4" : "verlet";
        const int at = row(i, 2);
        bundle b = planted_case("mine", "stable_step", method, "ok");
        snprintf(name, sizeof name, "%04d", i);
        planted_limit(&b, at == 1 ? (double)NAN : 0.001 * (at + 1), 0.001 * (x[at] + i % 2),
                      "strain", 41);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", 10 - at);
        bundle_add_text(&b, "/swept/integrator.name", "name", method);
        planted_write(&b, folder, name);
    }
}

/* Between the blocks' headings, the rows' first two numbers. */
static void assert_drawn_in_order(const char *data, const char *block, const double *xy, int count)
{
    char heading[80];
    snprintf(heading, sizeof heading, "# %s\n NaN", block);
    const char *at = strstr(data, heading);
    assert_non_null(at);
    at = strchr(strchr(at, '\n') + 1, '\n') + 1;
    for (int i = 0; i < count; i++, at = strchr(at, '\n') + 1) {
        char *end;
        const double x = strtod(at, &end), y = strtod(end, NULL);
        assert_true(fabs(x - xy[2 * i]) < 1e-9);
        assert_true(isnan(xy[2 * i + 1]) ? isnan(y) : fabs(y - xy[2 * i + 1]) < 1e-9);
    }
    assert_int_equal(*at, '\n');
}

static void lines_over_what_is_measured_follow_a_coordinate(void **state)
{
    static const char *const by_method[] = {"x=dt_unstable", "y=dt_stable", "line=method",
                                            "kind=lines",    "name=turns",  NULL};
    static const char *const chosen[] = {"x=dt_unstable", "y=dt_stable", "kind=lines",
                                         "name=chosen", NULL};
    static const double x[] = {7, 3, 9, 5};
    static const double verlet[] = {5, 4, 9, 3, 3, (double)NAN, 7, 1};
    static const double rk4[] = {6, 4, 10, 3, 4, (double)NAN, 8, 1};
    (void)state;
    plant_limits("measured", x, 4);
    assert_int_equal(plot_asked("measured", by_method).code, 0);
    planted_assert_file_has("measured/plots/turns.gp", " with linespoints pt ");
    char *data = planted_text("measured/plots/turns.dat");
    assert_drawn_in_order(data, "Verlet", verlet, 4);
    assert_drawn_in_order(data, "RK4", rk4, 4);
    free(data);
    assert_int_equal(plot_asked("measured", chosen).code, 0);
    data = planted_text("measured/plots/chosen.dat");
    assert_drawn_in_order(data, "RK4", rk4, 4);
    free(data);
    svg_assert_legible(sample_path("measured/plots/turns.svg"));
}

/* `figures` of a study are drawn with the others, of its own cases, by its own names. */
static void a_study_asks_for_figures(void **state)
{
    (void)state;
    sample_write(sample_path("asks.yaml"), asks, strlen(asks));
    sample_make_folder("studied");
    assert_int_equal(
        shell_run(SHELL("run", sample_path("asks.yaml"), "-o", sample_path("studied"), "-q")).code,
        0);
    const planted_said s = planted_plot("studied");
    assert_string_equal(s.err, "");
    svg_assert_legible(sample_path("studied/plots/lost.svg"));
    planted_assert_file_has("studied/plots/lost.gp", "set label 1 'what a step loses'");
    planted_assert_file_has("studied/plots/lost.gp", "set xlabel 'spring (rad/s)'");
    planted_assert_file_has("studied/plots/lost.gp", "set logscale x");
    planted_assert_file_has("studied/plots/lost.dat", "# step 20 ms\n");
    planted_assert_file_lacks("studied/plots/lost.dat", "# step 10 ms\n");
    svg_assert_legible(sample_path("studied/plots/size.svg"));
    planted_assert_file_has("studied/plots/size.gp", "set ylabel 'max(abs(energy\\_added), 0)'");
    planted_assert_file_has("studied/plots/cloud.gp", " with points pt ");
    planted_assert_file_lacks("studied/plots/cloud.gp", " with linespoints pt ");
    /* an oscillator falls nowhere: its study answers with what it has */
    planted_assert_file_has("studied/plots/response.gp", "set ylabel 'Energy added (J)'");
    /* one by its name, and no other */
    static const char *const lost[] = {"lost", NULL};
    assert_int_equal(remove(sample_path("studied/plots/lost.svg")), 0);
    const planted_said one = plot_asked("studied", lost);
    assert_int_equal(one.code, 0);
    assert_int_equal(text_count(one.out, ": svg, pdf, gp, dat\n"), 1);
    svg_assert_legible(sample_path("studied/plots/lost.svg"));
}

/* Each of two methods has its line of times: no label is taken for the method. */
static void times_of_two_methods_are_two_lines(void **state)
{
    static const double seconds[] = {1e-6, 1.1e-6, 1.2e-6};
    (void)state;
    for (int i = 0; i < 4; i++) {
        char id[16];
        const char *method = i % 2 ? "rk4" : "verlet";
        bundle b = planted_case("mine", "timing", method, "ok");
        snprintf(id, sizeof id, "%04d", i);
        planted_samples(&b, i < 2 ? 9 : 16, seconds, 3, 1);
        bundle_add_text(&b, "/labels/integrator", "its label", "same");
        bundle_add_text(&b, "/swept/integrator.name", "name", method);
        bundle_add_real(&b, "/swept/scene.points", "1", "", i < 2 ? 3 : 4);
        planted_write(&b, "times", id);
    }
    plot("times");
    char *data = planted_text("times/plots/timing.dat");
    assert_true(fabs(drawn(data, "Verlet", 16) - 1.1) < 1e-6); /* µs */
    assert_true(fabs(drawn(data, "RK4", 9) - 1.1) < 1e-6);
    free(data);
}

static void what_cannot_be_drawn_is_one_line(void **state)
{
    static const struct {
        const char *word[4], *line;
    } wrong[] = {
        {{"x=zetta"}, "x=zetta: unknown name 'zetta'; nearest allowed: 'zeta'\n"},
        {{"x=zeta,answer"}, "x=zeta,answer: one name is needed\n"},
        {{"colour=red"},
         "'colour=red' is no part of a chart; allowed: x=NAME, y=NAME, line=NAME, panel=NAME, "
         "marks=NAME, only=EXPRESSION, scale=linear|log, kind=lines|points, title=TEXT, "
         "name=NAME\n"},
        {{"x="}, "'x=' is no part of a chart; "},
        {{"x=zeta", "x=side"}, "x= is given twice\n"},
        {{"x=zeta", "kind=bars"}, "kind=bars: allowed: lines, points\n"},
        {{"x=zeta", "scale=cubic"},
         "scale=cubic: allowed: linear, log, auto, or two of them for x and y: linear,log\n"},
        {{"x=zeta", "only=zeta >"}, "only=zeta >: expression:"},
        {{"respose"}, "there is no plot 'respose'; nearest: response"},
        {{"energy", "x=zeta"}, "there is no plot 'x=zeta'; allowed: "},
    };
    (void)state;
    for (int i = 0; i < 4; i++)
        plant("wrong", i, "verlet", 1 + i % 2, 1 + row(i, 2), 0.001 * (i + 1));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const planted_said s = plot_asked("wrong", wrong[i].word);
        if (strncmp(s.err, wrong[i].line, strlen(wrong[i].line)) != 0)
            fail_msg("'%s' said: %s", wrong[i].word[0], s.err);
        assert_int_equal(text_count(s.err, "\n"), 1);
        assert_int_equal(s.code, 2);
    }
    static const char *const none[] = {"x=zeta", "y=dt_stable", "only=zeta > 5", NULL};
    const planted_said s = plot_asked("wrong", none);
    assert_int_equal(s.code, 0);
    text_assert_has(s.out, "dt_stable_by_zeta: nothing to draw: ");
}

/* Of a name that is not there the nearest is told that some case has, in every part of a chart;
 * what no case has is not suggested, and where nothing is near all names are told. */
static void a_wrong_name_is_answered_with_what_some_case_has(void **state)
{
    static const struct {
        const char *word[3], *line;
    } wrong[] = {
        {{"x=sidee"}, "x=sidee: unknown name 'sidee'; nearest allowed: 'side'\n"},
        {{"y=dt_stabel"}, "y=dt_stabel: unknown name 'dt_stabel'; nearest allowed: 'dt_stable'\n"},
        {{"y=2 * zetta"}, "y=2 * zetta: unknown name 'zetta'; nearest allowed: 'zeta'\n"},
        {{"line=integrator.nam"},
         "line=integrator.nam: unknown name 'integrator.nam'; nearest allowed: "
         "'integrator.name'\n"},
        {{"panel=methd"}, "panel=methd: unknown name 'methd'; nearest allowed: 'method'\n"},
        {{"x=zeta", "marks=sidde"}, "marks=sidde: unknown name 'sidde'; nearest allowed: 'side'\n"},
        {{"x=zeta", "only=zetta > 1"},
         "only=zetta > 1: expression:1: unknown name 'zetta'; nearest allowed: 'zeta'\n"},
        {{"y=series/kinetc"},
         "y=series/kinetc: no case has that history; nearest: series/kinetic\n"},
        /* `jitter` is a quantity of other tasks */
        {{"y=jittr"}, "y=jittr: unknown name 'jittr'; allowed: experiment, task, "},
        {{"x=WRONG"}, "x=WRONG: unknown name 'WRONG'; allowed: experiment, task, "},
        {{"y=series/WRONG"}, "y=series/WRONG: no case has that history; allowed: series/"},
    };
    (void)state;
    for (int i = 0; i < 4; i++)
        plant("wrong_names", i, "verlet", 1 + i % 2, 1 + row(i, 2), 0.001 * (i + 1));
    bundle b = planted_case("run", "run", "verlet", "ok");
    planted_run(&b, 0.5, "completed", 4);
    planted_write(&b, "wrong_names", "90");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const planted_said s = plot_asked("wrong_names", wrong[i].word);
        if (strncmp(s.err, wrong[i].line, strlen(wrong[i].line)) != 0)
            fail_msg("'%s' said: %s", wrong[i].word[0], s.err);
        assert_int_equal(text_count(s.err, "\n"), 1);
        assert_int_equal(s.code, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_drawn_where_it_belongs),
        cmocka_unit_test(an_axis_is_logarithmic_over_more_than_a_decade_of_positive_values),
        cmocka_unit_test(rounding_is_no_range),
        cmocka_unit_test(small_numbers_have_room),
        cmocka_unit_test(a_case_without_a_value_is_a_mark_at_the_frame),
        cmocka_unit_test(samples_are_points),
        cmocka_unit_test(lines_of_one_value_are_points),
        cmocka_unit_test(one_value_a_name_is_a_dot_over_it),
        cmocka_unit_test(many_lines_are_coloured_by_their_number),
        cmocka_unit_test(many_panels_are_several_figures),
        cmocka_unit_test(long_titles_have_two_lines),
        cmocka_unit_test(titles_have_up_to_four_lines),
        cmocka_unit_test(an_axis_of_turned_names_is_named_above_the_key),
        cmocka_unit_test(every_entry_of_a_key_is_drawn),
        cmocka_unit_test(a_method_looks_alike_in_all_figures),
        cmocka_unit_test(a_limit_by_its_name_has_the_word_of_the_answer),
        cmocka_unit_test(x_has_several_names),
        cmocka_unit_test(x_makes_no_lines),
        cmocka_unit_test(the_key_says_which_lines_coincide),
        cmocka_unit_test(a_history_is_drawn_over_time),
        cmocka_unit_test(a_history_is_left_out_where_it_is_straight),
        cmocka_unit_test(what_stays_zero_is_said_where_no_line_shows_it),
        cmocka_unit_test(in_a_column_a_few_panels_stand_below_each_other),
        cmocka_unit_test(a_chart_is_drawn_as_it_is_asked_for),
        cmocka_unit_test(lines_over_what_is_measured_follow_a_coordinate),
        cmocka_unit_test(a_study_asks_for_figures),
        cmocka_unit_test(times_of_two_methods_are_two_lines),
        cmocka_unit_test(what_cannot_be_drawn_is_one_line),
        cmocka_unit_test(a_wrong_name_is_answered_with_what_some_case_has),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
