/* analysis/ reads CSV, computes statistics, chooses the criterion of equilibrium and orders rows as
 * it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/planted.h"
#include "support/record_sample.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/equilibrium.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/statistics.h"
#include "core/median.h"
#include "core/numbers.h"
#include "results/csv.h"

/* CSV */

static void csv_reads_comments_quotes_and_both_line_ends(void **state)
{
    (void)state;
    csv table;
    char message[128];
    assert_true(csv_parse("# a, comment\nname,value\r\n\"x, \"\"y\"\"\nz\",0.012\n\nlast,", &table,
                          message, sizeof message));
    assert_int_equal(table.columns, 2);
    assert_int_equal(table.rows, 2);
    assert_string_equal(csv_cell(&table, 0, 0), "x, \"y\"\nz");
    assert_true(csv_number(&table, 0, 1) == 0.012);
    assert_true(isnan(csv_number(&table, 0, 0)));
    assert_true(isnan(csv_number(&table, 1, 1)));
    assert_int_equal(csv_column(&table, "value"), 1);
    assert_int_equal(csv_column(&table, "values"), -1);
    assert_string_equal(csv_named(&table, 1, "name"), "last");
    assert_string_equal(csv_named(&table, 1, "values"), "");
    assert_string_equal(csv_named(NULL, 0, "name"), "");
    csv_free(&table);
}

static void csv_refuses_what_is_not_a_table(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } faults[] = {
        {"", "line 1: no header"},
        {"# only\n\n", "line 3: no header"},
        {"a,b\n1\n", "line 2: 1 fields where the header has 2"},
        {"a,b\n\n1,2,3", "line 3: 3 fields where the header has 2"},
        {"a,\"b\n1,2", "line 1: a quote that is never closed"},
        {"a,b\n\"1\"x,2", "line 2: text after a closing quote"},
        {"a,b\n1,2\"", "line 2: a quote inside a field that does not begin with one"},
        {"a,a\n1,2", "line 1: column 'a' is there twice"},
        {"# it is\na,a\n1,2", "line 2: column 'a' is there twice"},
        {",b\n1,2", "line 1: column 1 of the header has no name"},
        {"a,\n1,2", "line 1: column 2 of the header has no name"},
        {"a,\"b\nc\"\n1,2", "line 1: the name of column 2 has a control character"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        csv table;
        char message[128] = "";
        assert_false(csv_parse(faults[i].text, &table, message, sizeof message));
        assert_string_equal(message, faults[i].message);
        assert_null(table.cell);
    }
}

static void the_published_tables_are_such_files(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t rows;
    } published[] = {{"dt_limits.csv", 30}, {"timings.csv", 30}, {"simulations_5_1.csv", 16}};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        char path[512], message[128] = "";
        snprintf(path, sizeof path, "%s/analysis/reference/thesis/%s", TRAMA_SOURCE_DIR,
                 published[i].file);
        sample_bytes file = sample_read(path);
        char *text = calloc(file.size + 1, 1);
        memcpy(text, file.bytes, file.size);
        csv table;
        assert_true(csv_parse(text, &table, message, sizeof message));
        assert_int_equal(table.rows, published[i].rows);
        csv_free(&table);
        free(text);
        free(file.bytes);
    }
}

/* Statistics */

static void medians_are_those_of_known_numbers(void **state)
{
    (void)state;
    const double odd[] = {7, 1, 3}, even[] = {4, 1, 3, 10}, hole[] = {1, TRAMA_NAN};
    assert_true(trama_median(odd, 3) == 3);
    assert_true(trama_median(even, 4) == 3.5);
    assert_true(statistics_mad(even, 4) == 1.5); /* of 0.5, 2.5, 0.5, 6.5 */
    const double rising[] = {1, 2, 4, 8, 16};
    assert_true(trama_quantile(rising, 5, 0.5) == 4 && trama_quantile(rising, 5, 0) == 1);
    assert_true(trama_quantile(rising, 5, 0.95) == 16 && trama_quantile(rising, 5, 0.3) == 2);
    assert_true(isnan(trama_median(hole, 2)));
    assert_true(isnan(trama_median(NULL, 0)));
    assert_true(isnan(statistics_mad(NULL, 0)));
}

static void the_bootstrap_repeats_and_lies_within_the_sample(void **state)
{
    (void)state;
    const double value[] = {1.0, 1.1, 1.2, 1.3, 5.0};
    const interval first = bootstrap_median(value, 5, 2000, 7);
    const interval again = bootstrap_median(value, 5, 2000, 7);
    assert_true(first.low == again.low && first.high == again.high);
    /* P(median of a resample is the least) = 0.058, so both ends are the sample's own */
    assert_true(first.low == 1.0 && first.high == 5.0);
    const double one[] = {2.385};
    const interval alone = bootstrap_median(one, 1, 2000, 7);
    assert_true(alone.low == 2.385 && alone.high == 2.385);
    assert_true(isnan(bootstrap_median(NULL, 0, 2000, 7).low));
}

/* Of 0 .. n-1, n odd: the least k for which the median of n drawn from them is k at most with
 * probability p. */
static double quantile_of_median(unsigned n, double p)
{
    unsigned k = 0;
    while (gsl_cdf_binomial_Q(n / 2, (k + 1.0) / n, n) < p)
        k++;
    return k;
}

static void the_bootstrap_narrows_with_the_sample(void **state)
{
    (void)state;
    double value[101];
    for (size_t i = 0; i < 101; i++)
        value[i] = (double)((i * 37) % 101);
    const interval found = bootstrap_median(value, 101, 20000, 7);
    /* the median of a resample is k at most with the probability that 51 of 101 are; the quantiles
     * of 95 % are 40 and 60, of 90 % 42 and 58 */
    assert_near(found.low, quantile_of_median(101, 0.025), 0.0);
    assert_near(found.high, quantile_of_median(101, 0.975), 0.0);
}

static void a_power_law_is_found_with_its_interval(void **state)
{
    (void)state;
    const double x[] = {1, 2, 4, 8}, exact[] = {3, 12, 48, 192}, off[] = {3, 12, 48, 384};
    power_law law;
    assert_true(statistics_power_law(x, exact, 4, &law));
    assert_true(fabs(law.p - 2) < 1e-12 && fabs(law.c - 3) < 1e-12);
    assert_true(law.p_interval.high - law.p_interval.low < 1e-6);
    /* by hand, in logarithms to base 2: slope 2.3, residuals 0.2 -0.1 -0.4 0.3, s^2 = 0.15, error
     * of the slope sqrt(0.15 / 5) = 0.1732, t(0.975, 2) = 4.3027 */
    assert_true(statistics_power_law(x, off, 4, &law));
    assert_true(fabs(law.p - 2.3) < 1e-12);
    assert_true(fabs(law.p_interval.high - (2.3 + 0.745250)) < 1e-5);
    assert_true(fabs(law.p_interval.low - (2.3 - 0.745250)) < 1e-5);
}

static void a_power_law_needs_two_positive_points(void **state)
{
    (void)state;
    const double x[] = {1, 2}, y[] = {1, 2}, same[] = {3, 3}, zero[] = {0, 1};
    power_law law;
    assert_true(statistics_power_law(x, y, 2, &law));
    assert_true(isnan(law.p_interval.low));
    assert_false(statistics_power_law(x, y, 1, &law));
    assert_false(statistics_power_law(same, y, 2, &law));
    assert_false(statistics_power_law(zero, y, 2, &law));
    assert_false(statistics_power_law(x, zero, 2, &law));
}

/* Joins, order, choice */

static void names_with_numbers_order_by_value(void **state)
{
    (void)state;
    static const char *const ordered[] = {"",  "-2", "0.002", "0.01", "1e-1", "2",    "10", "10b",
                                          "S", "S1", "S2",    "S02a", "S10",  "S10b", "Sa", "T1"};
    for (size_t i = 0; i + 1 < sizeof ordered / sizeof *ordered; i++) {
        assert_true(natural_order(ordered[i], ordered[i + 1]) < 0);
        assert_true(natural_order(ordered[i + 1], ordered[i]) > 0);
    }
    assert_int_equal(natural_order("S2", "S2"), 0);
    /* of figures and sections the parts count, though some read as numbers */
    assert_true(parts_order("5.4", "5.10") < 0 && parts_order("5.4(a)", "5.10") < 0);
    assert_true(natural_order("5.4", "5.10") > 0);
}

static void plant_limit(const char *folder, const char *id, const char *simulation,
                        const char *method, const char *reference)
{
    bundle b = planted_case("dt-limits", "stable_step", method, "ok");
    planted_labels(&b, simulation, NULL, NULL, reference);
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    planted_write(&b, folder, id);
}

static void a_case_joins_the_row_whose_keys_are_its_factors(void **state)
{
    (void)state;
    static const char reference[] = "simulation,method,dt_max_s\nS1,a,0.012\nS1,b,0.013\n";
    static const struct {
        const char *simulation, *method, *reference;
        long row;
    } joins[] = {
        {"S1", "a", reference, 0},  {"S1", "b", reference, 1},  {"S2", "a", reference, -1},
        {"S1", "c", reference, -1}, {NULL, "b", reference, -1}, {"S1", "a", NULL, -1},
        {"S1", "a", "", -1},
    };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        char folder[32];
        snprintf(folder, sizeof folder, "join%zu", i);
        plant_limit(folder, "0a", joins[i].simulation, joins[i].method, joins[i].reference);
        study s;
        study_read(sample_path(folder), &s, stderr);
        assert_int_equal(s.count, 1);
        assert_int_equal(s.item[0].published, joins[i].row);
        study_free(&s);
    }
}

static void cases_come_in_the_order_of_the_reference(void **state)
{
    (void)state;
    static const char reference[] = "method,simulation,dt_max_s\nb,S10,1\na,S2,1\nb,S2,1\n";
    plant_limit("order", "00", "S9", "z", reference);
    plant_limit("order", "01", "S2", "a", reference);
    plant_limit("order", "02", "S10", "b", reference);
    plant_limit("order", "03", "S2", "b", reference);
    static const char *const expected[] = {"S10 b", "S2 b", "S2 a", "S9 z"};
    study s;
    study_read(sample_path("order"), &s, stderr);
    case_list list = study_select(&s, "stable_step", NULL);
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < 4; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s %s", case_simulation(list.item[i]),
                 case_integrator(list.item[i]));
        assert_string_equal(text, expected[i]);
    }
    free(list.item);
    list = study_select(&s, "stable_step", limit_is_not_published);
    assert_int_equal(list.count, 1);
    free(list.item);
    study_free(&s);
}

static void plant_watched(const char *folder, const char *id, const char *simulation,
                          const char *method, const char *status, const planted_criterion *watched,
                          size_t count)
{
    static const char reference[] = "simulation,method,iterations\n"
                                    "S1,a,1000\nS1,b,1200\nS1,c,1000\nS2,a,500\nS4,a,300\nS9,a,\n";
    bundle b = planted_case("equilibrium", "equilibrium", method, status);
    planted_labels(&b, simulation, method, NULL, reference);
    planted_criteria(&b, 0.012, watched, count);
    bundle_put_integer(&b, &column_awaited, 3000);
    planted_write(&b, folder, id);
}

static void plant_rest(const char *id, const char *simulation, const char *method,
                       const char *status, const planted_criterion *watched)
{
    plant_watched("rest", id, simulation, method, status, watched, 3);
}

/* What is chosen for a simulation, of the runs in a folder. */
static bool choice_in(const char *folder, const char *simulation, equilibrium_choice *choice)
{
    study s;
    study_read(sample_path(folder), &s, stderr);
    case_list list = study_select(&s, "equilibrium", NULL);
    const bool found = equilibrium_choose(&list, simulation, choice);
    free(list.item);
    study_free(&s);
    return found;
}

/* A study of six runs. */
static bool choice_of(const char *simulation, equilibrium_choice *choice)
{
    return choice_in("rest", simulation, choice);
}

static int plant_rests(void **state)
{
    (void)state;
    static const planted_criterion a[] = {{"displacement", 1e-3, 600, NULL},
                                          {"displacement", 1e-4, 1100, NULL},
                                          {"displacement", 1e-5, 1010, NULL}};
    static const planted_criterion b[] = {{"displacement", 1e-3, 600, NULL},
                                          {"displacement", 1e-4, 1200, NULL},
                                          {"displacement", 1e-5, -1, NULL}};
    static const planted_criterion c[] = {{"displacement", 1e-3, 600, NULL},
                                          {"displacement", 1e-4, -1, NULL},
                                          {"displacement", 1e-5, -1, NULL}};
    static const planted_criterion far_off[] = {{"displacement", 1e-3, 50, NULL},
                                                {"displacement", 1e-4, -1, NULL},
                                                {"displacement", 1e-5, -1, NULL}};
    static const planted_criterion level[] = {
        {"displacement", 1e-4, 300, NULL}, {"level", 0.1, 270, NULL}, {"kinetic", 1, 5, NULL}};
    static const planted_criterion unknown[] = {
        {"displacement", 1e-4, 9, NULL}, {"displacement", 1e-5, -1, NULL}, {"kinetic", 1, 5, NULL}};
    plant_rest("00", "S1", "a", "ok", a);
    plant_rest("01", "S1", "b", "ok", b);
    plant_rest("02", "S1", "c", "unstable", c);
    plant_rest("03", "S2", "a", "ok", far_off);
    plant_rest("04", "S4", "a", "ok", level);
    plant_rest("05", "S9", "a", "ok", unknown);
    return 0;
}

static void the_best_threshold_is_the_one_of_the_least_factor(void **state)
{
    (void)state;
    equilibrium_choice choice;
    assert_true(choice_of("S1", &choice));
    assert_string_equal(choice.name, "displacement");
    assert_true(choice.threshold == 1e-4);
    assert_int_equal(choice.reached, 2);
    assert_int_equal(choice.published, 3);
    assert_int_equal(choice.counted, 2); /* the third became unstable */
    /* exp of the r.m.s. of ln 1.1 and ln 1 */
    assert_true(fabs(choice.factor - 1.069717) < 1e-6);
    assert_false(choice_of("S7", &choice));
}

static void a_threshold_that_half_of_the_runs_miss_is_not_chosen(void **state)
{
    (void)state;
    /* S2 at its horizon would be off by 6, at 1e-3 m it is off by 10 */
    equilibrium_choice choice;
    assert_true(choice_of("S2", &choice));
    assert_true(choice.threshold == 1e-3);
    assert_true(fabs(choice.factor - 10) < 1e-9);
}

/* One of two runs at S1 that count is half of them, one of three is not: then the coarser stands.
 */
static void one_of_two_runs_is_half_and_one_of_three_is_not(void **state)
{
    (void)state;
    static const planted_criterion both[] = {{"displacement", 1e-3, 100, NULL},
                                             {"displacement", 1e-4, 1000, NULL}};
    static const planted_criterion coarse[] = {{"displacement", 1e-3, 100, NULL},
                                               {"displacement", 1e-4, -1, NULL}};
    static const planted_criterion none[] = {{"displacement", 1e-3, -1, "buckles later"},
                                             {"displacement", 1e-4, -1, NULL}};
    static const char *const methods[] = {"a", "b", "c"};
    static const struct {
        const planted_criterion *watched[3];
        double threshold;
        bool stands;
    } cases[] = {{{both, coarse, NULL}, 1e-4, true},
                 {{both, coarse, coarse}, 1e-3, true},
                 {{both, both, coarse}, 1e-4, true},
                 {{coarse, none, none}, 1e-3, false},
                 {{none, none, NULL}, 1e-3, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char folder[16], id[3] = "00";
        equilibrium_choice choice;
        snprintf(folder, sizeof folder, "half%zu", i);
        for (size_t m = 0; m < 3 && cases[i].watched[m]; m++, id[1]++)
            plant_watched(folder, id, "S1", methods[m], "ok", cases[i].watched[m], 2);
        assert_true(choice_in(folder, "S1", &choice));
        assert_true(choice.threshold == cases[i].threshold);
        assert_true(choice.stands == cases[i].stands);
    }
}

/* S1 broken, or in a state that a push leaves, says nothing of the threshold. */
static void a_run_in_an_unstable_state_does_not_count(void **state)
{
    (void)state;
    static const planted_criterion reached = {"displacement", 1e-3, 1000, NULL};
    static const planted_criterion pushed = {"displacement", 1e-3, -1, "unstable"};
    equilibrium_choice choice;
    plant_watched("pushed", "00", "S1", "a", "ok", &reached, 1);
    plant_watched("pushed", "01", "S1", "b", "ok", &pushed, 1);
    assert_true(choice_in("pushed", "S1", &choice));
    assert_int_equal(choice.published, 2);
    assert_int_equal(choice.counted, 1);
    assert_true(fabs(choice.factor - 1) < 1e-12);
}

static void a_run_that_ends_at_its_horizon_counts_with_it(void **state)
{
    (void)state;
    /* all but S4, at 1e-4 m: ln 1.1, ln 1, ln(3000 / 500); at 1e-3 m: ln 0.6, ln 0.5, ln 0.6, ln
     * 0.1 */
    equilibrium_choice choice;
    assert_true(choice_of(NULL, &choice));
    assert_true(choice.threshold == 1e-4);
    assert_int_equal(choice.published, 4);
    assert_int_equal(choice.counted, 3);
    assert_true(fabs(choice.factor - 2.817741) < 1e-5);
}

static void a_level_of_ones_own_goes_before_thresholds(void **state)
{
    (void)state;
    equilibrium_choice choice;
    assert_true(choice_of("S4", &choice));
    assert_string_equal(choice.name, "level");
    assert_true(fabs(choice.factor - 300.0 / 270) < 1e-12);
}

static void without_published_counts_the_finest_threshold_met_stands(void **state)
{
    (void)state;
    equilibrium_choice choice;
    assert_true(choice_of("S9", &choice));
    assert_true(choice.threshold == 1e-4 && isnan(choice.factor));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_reads_comments_quotes_and_both_line_ends),
        cmocka_unit_test(csv_refuses_what_is_not_a_table),
        cmocka_unit_test(the_published_tables_are_such_files),
        cmocka_unit_test(medians_are_those_of_known_numbers),
        cmocka_unit_test(the_bootstrap_repeats_and_lies_within_the_sample),
        cmocka_unit_test(the_bootstrap_narrows_with_the_sample),
        cmocka_unit_test(a_power_law_is_found_with_its_interval),
        cmocka_unit_test(a_power_law_needs_two_positive_points),
        cmocka_unit_test(names_with_numbers_order_by_value),
        cmocka_unit_test(a_case_joins_the_row_whose_keys_are_its_factors),
        cmocka_unit_test(cases_come_in_the_order_of_the_reference),
        cmocka_unit_test(one_of_two_runs_is_half_and_one_of_three_is_not),
        cmocka_unit_test(a_run_in_an_unstable_state_does_not_count),
        cmocka_unit_test_setup(the_best_threshold_is_the_one_of_the_least_factor, plant_rests),
        cmocka_unit_test(a_threshold_that_half_of_the_runs_miss_is_not_chosen),
        cmocka_unit_test(a_run_that_ends_at_its_horizon_counts_with_it),
        cmocka_unit_test(a_level_of_ones_own_goes_before_thresholds),
        cmocka_unit_test(without_published_counts_the_finest_threshold_met_stands),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
