/* The order at which a quantity approaches its limit, and that limit, come out of three grids whose
 * cells are divided alike; where there is no such approach, nothing is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/plot/plot.h"
#include "analysis/quantities/refinement.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cases of one experiment: a cloth, a load and a grid each, and a frequency. ---- */

enum { MOST = 32, FACTORS = 3 };

typedef struct planted {
    study_factor factor[FACTORS];
    experiment_study experiment;
    study_case item[MOST];
    char text[MOST][FACTORS][24];
    char *value[MOST][FACTORS];
    study study;
} planted;

static void begin(planted *p)
{
    memset(p, 0, sizeof *p);
    p->factor[0] = (study_factor){"cloth", "model.name"};
    p->factor[1] = (study_factor){"load", "labels.load"};
    p->factor[2] = (study_factor){"points", "scene.grid.points[0]"};
    p->experiment.plan.block = (study_block){.given = true,
                                             .question = "",
                                             .column = "frequency",
                                             .unit = "",
                                             .factor_count = FACTORS,
                                             .factor = p->factor,
                                             .design = {"", "", "", "", "", "points"}};
    p->study.item = p->item;
}

static void add(planted *p, const char *cloth, double load, long points, double frequency)
{
    const size_t i = p->study.count++;
    study_case *c = &p->item[i];
    snprintf(p->text[i][0], sizeof p->text[i][0], "%s", cloth);
    snprintf(p->text[i][1], sizeof p->text[i][1], "%g", load);
    snprintf(p->text[i][2], sizeof p->text[i][2], "%ld", points);
    for (size_t f = 0; f < FACTORS; f++)
        p->value[i][f] = p->text[i][f];
    c->of = &p->experiment;
    c->factor = p->value[i];
    bundle_add_real(&c->data, "/result/frequency", "rad/s", "", frequency);
}

static void end(planted *p)
{
    for (size_t i = 0; i < p->study.count; i++)
        bundle_free(&p->item[i].data);
    study_free(&(study){.made = p->study.made}); /* the rest is the test's */
}

/* limit + c (1/cells)^order */
static double approach(double limit, double c, double order, long points)
{
    return limit + c * pow((double)(points - 1), -order);
}

static refinement of(const planted *p, size_t i)
{
    return refinement_of(&p->study, &p->item[i], "frequency");
}

/* ---- */

static void order_and_limit_are_those_of_the_finest_three_grids(void **state)
{
    (void)state;
    planted p;
    begin(&p);
    add(&p, "silk", 1, 41, approach(2.385, 7, 1.5, 41)); /* in any order */
    add(&p, "silk", 1, 11, approach(2.385, 7, 1.5, 11));
    add(&p, "silk", 1, 6, 100.0); /* too coarse to count */
    add(&p, "silk", 1, 21, approach(2.385, 7, 1.5, 21));
    const refinement r = of(&p, 1);
    assert_int_equal(r.count, 4);
    for (size_t i = 0; i + 1 < r.count; i++)
        assert_true(r.points[i] < r.points[i + 1]);
    assert_near(r.order, 1.5, 1e-9);
    assert_near(r.limit, 2.385, 1e-9);
    assert_true(refinement_is_asked(&p.item[0]));
    end(&p);
}

/* Cells divided by three, and an approach from below. */
static void any_one_ratio_of_cells_will_do(void **state)
{
    (void)state;
    planted p;
    begin(&p);
    for (long cells = 4; cells <= 36; cells *= 3)
        add(&p, "silk", 1, cells + 1, approach(-7.31, -3, 2.0, cells + 1));
    assert_near(of(&p, 0).order, 2.0, 1e-9);
    assert_near(of(&p, 0).limit, -7.31, 1e-9);
    end(&p);
}

/* Ratios of 2 and 1.97 cells are alike to 2 %, those of 2 and 1.95 are not: a power that is taken
 * from unlike ratios is another one. */
static void ratios_may_differ_by_two_in_a_hundred(void **state)
{
    static const struct {
        long cells[3];
        bool alike;
    } grids[] = {{{50, 100, 197}, true},   {{50, 100, 195}, false}, {{100, 197, 394}, true},
                 {{100, 195, 390}, false}, {{10, 20, 42}, false},   {{10, 21, 42}, false}};
    (void)state;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        planted p;
        begin(&p);
        for (size_t i = 0; i < 3; i++)
            add(&p, "silk", 1, grids[g].cells[i] + 1,
                approach(2.385, 7, 1.5, grids[g].cells[i] + 1));
        assert_int_equal(!isnan(of(&p, 0).order), grids[g].alike);
        end(&p);
    }
}

static void cases_of_another_cloth_or_load_are_left_out(void **state)
{
    (void)state;
    planted p;
    begin(&p);
    for (long points = 11; points <= 41; points = 2 * points - 1) {
        add(&p, "silk", 1, points, approach(2.385, 7, 1.5, points));
        add(&p, "wool", 1, points, approach(5.5, 1, 1.0, points));
        add(&p, "silk", 2, points, approach(9.1, 2, 2.0, points));
    }
    assert_int_equal(of(&p, 0).count, 3);
    assert_near(of(&p, 0).limit, 2.385, 1e-9);
    assert_near(of(&p, 1).limit, 5.5, 1e-9);
    assert_near(of(&p, 2).order, 2.0, 1e-9);
    char parameter[32];
    refinement_parameter(&p.item[2], parameter, sizeof parameter);
    assert_string_equal(parameter, "load 2");
    assert_near(refinement_number(&p.item[2]), 2.0, 0.0);
    end(&p);
}

/* Two grids; differences that grow, alternate, vanish or hardly fall; cells that are not divided
 * alike; a value that is missing. */
static void where_nothing_is_approached_nothing_is_said(void **state)
{
    static const struct {
        long points[3];
        double value[3];
    } series[] = {
        {{11, 21, 21}, {3, 2, (double)NAN}}, {{11, 21, 41}, {1, 2, 4}}, {{11, 21, 41}, {1, 2, 1.5}},
        {{11, 21, 41}, {1, 2, 2}},           {{11, 21, 31}, {4, 2, 1}}, {{11, 21, 41}, {1, 2, 2.9}},
    };
    (void)state;
    for (size_t s = 0; s < sizeof series / sizeof *series; s++) {
        planted p;
        begin(&p);
        for (size_t i = 0; i < 3; i++)
            add(&p, "silk", 1, series[s].points[i], series[s].value[i]);
        assert_true(isnan(of(&p, 0).order) && isnan(of(&p, 0).limit));
        end(&p);
    }
}

/* ---- Where in the published table a measured value stands. ---- */

static double equivalent(const char *text, double measured)
{
    const char *match[] = {"load"};
    study_comparison asked = {"frequency", "value", 0.0, 0.0};
    const study_table table = {"t.csv", text, 1, 1, match, &asked, false, false};
    csv cells;
    char why[200];
    assert_true(csv_parse(text, &cells, why, sizeof why));
    const published_value p = {.table = &table, .comparison = &asked, .csv = &cells};
    const double found = refinement_equivalent(&p, measured);
    csv_free(&cells);
    return found;
}

static void a_value_stands_between_two_rows_by_powers(void **state)
{
    (void)state;
    static const char cube[] = "# unit value rad/s\nload,value\n1,1\n2,8\n4,64\n";
    assert_near(equivalent(cube, 27.0), 3.0, 1e-12);
    assert_near(equivalent(cube, 8.0), 2.0, 1e-12);
    assert_true(isnan(equivalent(cube, 65.0)));
    static const char line[] = "# unit value rad/s\nload,value\n0,-1\n2,1\n";
    assert_near(equivalent(line, 0.5), 1.5, 1e-12);
    static const char turns[] = "# unit value rad/s\nload,value\n1,1\n2,8\n4,2\n";
    assert_true(isnan(equivalent(turns, 1.5)));
}

/* ---- The figure. ---- */

extern const plot_type plot_convergence;

static const char loads[] = "# unit frequency rad/s\nload,value\n1,2\n";
static const char *load_key[] = {"load"};
static study_comparison load_compared = {"frequency", "value", 0.01, 0.0};

/* A study whose published frequency `cells` has. */
static void begin_compared(planted *p, csv *cells)
{
    static study_table table = {"t.csv", loads, 1, 1, load_key, &load_compared, false, false};
    char why[200];
    assert_true(csv_parse(loads, cells, why, sizeof why));
    begin(p);
    p->experiment.table = cells;
    p->experiment.plan.block.table_count = 1;
    p->experiment.plan.block.table = &table;
}

/* The rows of the line whose head ends so begin with these, behind its first. */
static void assert_points(const char *data, const char *head, const char *const *expected)
{
    const char *row = strstr(data, head);
    assert_non_null(row);
    row = strchr(row + strlen(head), '\n') + 1;
    for (; *expected; expected++, row = strchr(row, '\n') + 1) {
        assert_memory_equal(row, " ", 1);
        assert_memory_equal(row + 1, *expected, strlen(*expected));
        assert_int_equal(row[1 + strlen(*expected)], ' ');
    }
    assert_int_equal(row[0], '\n');
}

/* Both cloths are compared with 2 rad/s: errors of 1, 0.25 and 0.0625 %, and of 50 and 25 %. */
static void the_figure_shows_the_size_of_every_grids_error(void **state)
{
    (void)state;
    planted p;
    csv cells;
    static long joined[1] = {0};
    experiment_study *of = &p.experiment, **experiments = &of;
    gallery g = {.folder = ".", .out = stdout, .err = stderr};
    begin_compared(&p, &cells);
    p.study.experiment = experiments;
    p.study.experiments = 1;
    for (long cells_along = 10; cells_along <= 40; cells_along *= 2)
        add(&p, "silk", 1, cells_along + 1, approach(2.0, -2.0, 2.0, cells_along + 1));
    add(&p, "wool", 1, 11, 3.0);
    add(&p, "wool", 1, 21, 2.5);
    for (size_t i = 0; i < p.study.count; i++)
        p.item[i].joined = joined;
    assert_true(plot_draw(&plot_convergence, &p.study, &g));
    assert_false(g.failed);
    char *data = text_of_file("convergence.dat");
    assert_points(data, ": silk\n", (const char *const[]){"11 1", "21 0.25", "41 0.0625", NULL});
    assert_points(data, ": wool\n", (const char *const[]){"11 50", "21 25", NULL});
    free(data);
    /* powers of the spacing 1 / (points - 1), through the largest error, at the coarsest grid */
    char *script = text_of_file("convergence.gp");
    text_assert_has(script, "50*((11-1)/(x-1))**1 with lines lw 1 dt 2");
    text_assert_has(script, "50*((11-1)/(x-1))**2 with lines lw 1 dt 3");
    assert_int_equal(text_count(script, "title 'second order'"), 1);
    free(script);
    gallery_free(&g);
    csv_free(&cells);
    end(&p);
}

/* Thirteen experiments of one quantity each, more than a figure has panels for. */
static void no_quantity_is_left_out_of_the_figures(void **state)
{
    (void)state;
    enum { EXPERIMENTS = 13 };
    char name[EXPERIMENTS][8];
    planted p;
    csv cells;
    static long joined[1] = {0};
    experiment_study each[EXPERIMENTS], *experiments[EXPERIMENTS];
    gallery g = {.folder = ".", .out = stdout, .err = stderr};
    begin_compared(&p, &cells);
    p.study.experiment = experiments;
    p.study.experiments = EXPERIMENTS;
    for (size_t e = 0; e < EXPERIMENTS; e++) {
        each[e] = p.experiment;
        experiments[e] = &each[e];
        add(&p, "silk", 1, 11, 2.02);
        add(&p, "silk", 1, 21, 2.0 + 0.002 * (double)(e + 1));
        snprintf(name[e], sizeof name[e], "e%zu", e);
        for (size_t i = 2 * e; i < 2 * e + 2; i++) {
            bundle_put_text(&p.item[i].data, &column_case_experiment, name[e]);
            p.item[i].of = &each[e];
            p.item[i].joined = joined;
        }
    }
    assert_true(plot_draw(&plot_convergence, &p.study, &g));
    assert_false(g.failed);
    size_t shown = 0;
    for (size_t page = 1; shown < EXPERIMENTS; page++) {
        char file[32];
        snprintf(file, sizeof file, "convergence-%zu.dat", page);
        char *data = text_of_file(file); /* fails where there is none */
        shown += text_count(data, ": silk\n");
        if (shown == EXPERIMENTS)
            assert_non_null(strstr(data, "\n 21 1.3 "));
        free(data);
    }
    gallery_free(&g);
    csv_free(&cells);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_and_limit_are_those_of_the_finest_three_grids),
        cmocka_unit_test(any_one_ratio_of_cells_will_do),
        cmocka_unit_test(ratios_may_differ_by_two_in_a_hundred),
        cmocka_unit_test(cases_of_another_cloth_or_load_are_left_out),
        cmocka_unit_test(where_nothing_is_approached_nothing_is_said),
        cmocka_unit_test(a_value_stands_between_two_rows_by_powers),
        cmocka_unit_test(the_figure_shows_the_size_of_every_grids_error),
        cmocka_unit_test(no_quantity_is_left_out_of_the_figures),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
