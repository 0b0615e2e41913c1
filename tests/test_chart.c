/* A chart shows every case's value where it belongs, on axes that fit the values. */
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A limit under a method, at up to two swept values; NAN of `second`: it is not swept. */
static void plant(const char *folder, int id, const char *method, double zeta, double second,
                  double stable)
{
    char name[16];
    snprintf(name, sizeof name, "%04d", id);
    bundle b = planted_case("mine", "stable_step", method, "ok");
    planted_limit(&b, stable, isnan(stable) ? stable : 1.1 * stable, "strain", 41);
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

/* Values along zeta 1, 2, ...; whether the axis of values became logarithmic. */
static bool is_logarithmic(const char *folder, const double *value, int count)
{
    char path[64];
    for (int i = 0; i < count; i++)
        plant(folder, i, "verlet", i + 1, (double)NAN, value[i]);
    plot(folder);
    snprintf(path, sizeof path, "%s/plots/response.gp", folder);
    char *script = planted_text(path);
    const bool is = strstr(script, "set logscale y") != NULL;
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
    const char *at = strstr(script, "set yrange [");
    assert_non_null(at);
    assert_true(strtod(at + strlen("set yrange ["), NULL) > -100); /* ms */
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
    assert_false(is_logarithmic("alike", alike, 3));
    char *script = planted_text("alike/plots/response.gp");
    double low, high;
    assert_int_equal(sscanf(strstr(script, "set yrange ["), "set yrange [%lg:%lg]", &low, &high),
                     2);
    assert_true(low < 290 && high > 310); /* ms */
    free(script);
}

/* What has no value stands at the frame, with its word in the key, in a layer a line. */
static void a_case_without_a_value_is_a_mark_at_the_frame(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++)
        plant("words", i, i % 2 ? "rk4" : "verlet", 1 + i / 2, (double)NAN,
              i == 2 || i == 5 ? (double)NAN : 0.001 * (i + 1));
    plot("words");
    planted_assert_file_has("words/plots/response.dat", "and why: 1 none\n");
    planted_assert_file_has("words/plots/response.dat", "\n 2 NaN NaN NaN NaN 0 0.05 1\n");
    planted_assert_file_has("words/plots/response.dat", "\n 3 NaN NaN NaN NaN 0 0.095 1\n");
    planted_assert_file_has("words/plots/response.gp", "title 'none'");
    planted_assert_file_has("words/plots/response.gp", "axes x1y2 with points pt 2");
}

/* Twelve lines of numbers are told by a scale of colours. */
static void many_lines_are_coloured_by_their_number(void **state)
{
    (void)state;
    for (int i = 0; i < 12 * 13; i++)
        plant("lines", i, "verlet", 1 + i % 13, 1 + i / 13, 0.001 * (1 + i % 13) * (1 + i / 13));
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
        plant("panels", i, method[i % 2], 1 + i / 2 % 14, 1 + i / 28, 0.001 * (1 + i % 28));
    plot("panels");
    planted_assert_file_has("panels/plots/response-1.gp", "set title 'side 6 m'");
    planted_assert_file_lacks("panels/plots/response-1.gp", "side 7 m");
    planted_assert_file_has("panels/plots/response-2.gp", "set title 'side 7 m'");
    planted_assert_file_has("panels/plots/response-2.gp", "set title 'side 13 m'");
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
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "", 1 + (i % 6) / (i < 6 ? 3 : 2));
        bundle_add_text(&b, "/swept/integrator.name", "name", method[i < 6 ? i % 3 : 1 + i % 2]);
        planted_write(&b, "looks", name);
    }
    plot("looks");
    static const char *const of_rk4 = "pt 5 ps 0.65 lc rgb '#d55e00' lw 1.6 dt 2 title 'RK4'";
    planted_assert_file_has("looks/plots/response_one.gp", of_rk4);
    planted_assert_file_has("looks/plots/response_two.gp", of_rk4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_drawn_where_it_belongs),
        cmocka_unit_test(an_axis_is_logarithmic_over_more_than_a_decade_of_positive_values),
        cmocka_unit_test(rounding_is_no_range),
        cmocka_unit_test(a_case_without_a_value_is_a_mark_at_the_frame),
        cmocka_unit_test(many_lines_are_coloured_by_their_number),
        cmocka_unit_test(many_panels_are_several_figures),
        cmocka_unit_test(a_method_looks_alike_in_all_figures),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
