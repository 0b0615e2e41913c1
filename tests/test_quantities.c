/* Every quantity that is derived from the columns of one case, against values worked out by hand;
 * from columns in memory and from streams; and as a record has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "quantities/quantity.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 10 };

/* The series of a run of 10 samples, 0.5 s apart: a, a + b, a + 2 b, ...; with c times the square
 * of the number of the sample. */
static const struct {
    const char *name;
    double a, b, c;
} series[] = {
    {"time", 0, 0.5, 0},
    {"displacement", 0.1, 0.01, 0},
    {"centre_x", 1, -0.25, 0},
    {"centre_y", 3, -0.5, 0.05},
    {"centre_z", 2, 0.5, 0},
    {"momentum", 4, -0.25, 0},
    {"angular_momentum_x", 3, 1, 0},
    {"angular_momentum_y", 4, 0, 0},
    {"angular_momentum_z", 0, 0, 0},
    {"kinetic", 1, 2, 0},
    {"potential", 7, -3, 0},
    {"excess", 0, 0.125, 0},
    {"sheet/strain", 0, 0.02, 0},
    {"sheet/area_ratio", 1, 0.01, 0},
    {"sheet/projection", 1, 0.1, 0},
    {"sheet/fold_lines_k", 0, 1, 0},
    {"sheet/fold_lines_l", 2, 0, 0},
    {"sheet/sawtooth_in_plane", 0, 0.003, 0},
    {"sheet/sawtooth_out_of_plane", 0, 0.002, 0},
    {"sheet/drop", 1, 0.7, 0},
    {"bending", 0, 0.5, 0},
    {"stretching", 1, 0.05, 0},
    {"sheet/gauge_axis1", 0, 0.1, 0},
    {"sheet/gauge_axis2", 0, 0.2, 0},
    {"sheet/gauge_normal", 0, 0.3, 0},
    {"sheet/gauge_slope", 0, 0.4, 0},
    {"stretch_structural", 0, 0.05, 0},
    {"turn", 0, 0.06, 0},
    {"touch/deepest", 0.5, 0.1, -0.02},
    {"touch/crossings", 5, -1, 0},
    {"hold/crossings", 0, 3, 0},
    {"touch/unresolved_steps", 0, 1, 0},
    {"hold/unresolved_steps", 0, 2, 0},
    {"touch/contacts", 2, 4, -0.5},
    {"hold/contacts", 1, 0, 0},
    {"touch/impact_lost", 0, 0.5, 0},
    {"touch/impact_gained", 0, 0.25, 0},
    {"touch/friction_lost", 0, 0.75, 0},
    {"touch/visited", 10, 1, 0},
    {"touch/inside", 3, 0, 0},
    {"touch/momentum_error", 0, 1e-3, 0},
    {"stones/moved", 0, 0.3, 0},
    {"stones/moved_radii", 0, 0.15, 0},
    {"stones/penetration", 0.09, -0.01, 0},
    {"stones/travel_x", 0, 1, 0},
    {"stones/travel_y", 0, 2, 0},
    {"stones/travel_z", 0, 3, 0},
    {"layer/air", 100, -1, 0},
    {"layer/leaked", 0, 1, 0},
    {"layer/highest", 50, 10, -1},
    {"layer/distance", 0.9, -0.2, 0.02},
};
enum { SERIES = sizeof series / sizeof *series };

static double sample_of(size_t which, size_t i)
{
    const double n = (double)i;
    return series[which].a + series[which].b * n + series[which].c * n * n;
}

/* r.m.s. distance from a plane: it grows as exp(3 t) from 1e-9 to 1e-1. */
static double out_of_plane(size_t i)
{
    return i == 0 ? 1e-9 : i == SAMPLES - 1 ? 1e-1 : 1.5e-7 * exp(3.0 * 0.5 * (double)(i - 1));
}

static bool read_samples(const bundle_stream *stream, size_t first, size_t rows, double *values)
{
    for (size_t i = 0; i < rows; i++)
        values[i] = stream->place[0] < SERIES ? sample_of(stream->place[0], first + i)
                                              : out_of_plane(first + i);
    return true;
}

static void add_series(bundle *b, const char *name, size_t which, bool streamed)
{
    column_member m;
    double values[SAMPLES];
    const bundle_stream stream = {.read = read_samples, .place = {which}, .columns = 1};
    const results_column *column = column_described(&column_series_observed, name, "1", "", &m);
    read_samples(&stream, 0, SAMPLES, values);
    if (streamed)
        bundle_put_stream(b, column, &stream, SAMPLES);
    else
        bundle_put_reals(b, column, values, SAMPLES);
}

static void add_times(bundle *b)
{
    static const double sample[] = {4, 2, 3}, own[] = {20, 30, 25};
    static const int64_t iterations[] = {10, 10, 10};
    bundle_put_reals(b, &column_sample, sample, 3);
    bundle_put_reals(b, &column_sample_processor_time, own, 3);
    bundle_put_integers(b, &column_sample_iterations, iterations, 3);
    bundle_put_real(b, &column_contact_step_s, 8);
    bundle_put_integer(b, &column_contact_steps, 16);
    bundle_put_integer(b, &column_contact_points, 1000);
    bundle_put_real(b, &column_contact_search_s, 6);
    column_member m;
    bundle_put_real(b, column_named(&column_interaction_s, "surface_traversal", &m), 1.5);
    bundle_put_real(b, column_named(&column_interaction_s, "bridson_collision", &m), 4.5);
}

static void add_limits(bundle *b)
{
    static const double ratio[] = {0.5, 0.75, 0.625};
    column_member m;
    bundle_put_real(b, &column_bisected_stable, 0.015);
    bundle_put_real(b, &column_bisected_unstable, 0.017);
    bundle_put_reals(b, &column_predicted_ratio, ratio, 3);
    bundle_put_real(b, column_described(&column_model_derived, "published_dt", "s", "estimate", &m),
                    0.024);
}

static void add_criteria(bundle *b)
{
    static const char *const name[] = {"displacement", "displacement"}, *const unit[] = {"m", "m"};
    static const double threshold[] = {1e-4, 1e-6};
    static const int64_t iteration[] = {120, 450};
    bundle_put_texts(b, &column_criteria_name, name, 2);
    bundle_put_texts(b, &column_criteria_unit, unit, 2);
    bundle_put_reals(b, &column_criteria_threshold, threshold, 2);
    bundle_put_integers(b, &column_criteria_iteration, iteration, 2);
}

/* Two time steps, each run three times; the second is the smaller. */
static void add_accuracy(bundle *b)
{
    static const double dt[] = {0.1, 0.05}, first[] = {5, 1}, second[] = {7, 2}, third[] = {9, 3},
                        depth[] = {0, 0.25}, processor[] = {1, 2, 3, 6, 4, 5};
    bundle_put_reals(b, &column_steps_dt, dt, 2);
    bundle_put_reals(b, &column_steps_error_rms, first, 2);
    bundle_put_reals(b, &column_steps_error_velocity, second, 2);
    bundle_put_reals(b, &column_steps_error_energy, third, 2);
    bundle_put_reals(b, &column_steps_depth, depth, 2);
    bundle_put_real_matrix(b, &column_accuracy_processor, processor, 2, 3);
}

static void add_gravity(bundle *b, const char *resolved)
{
    bundle_put_text(b, &column_config_resolved, resolved);
}

/* A case that no task makes: it has the columns of all of them. */
static bundle case_of(const char *outcome, bool streamed)
{
    bundle b = {0};
    add_gravity(&b, "scene.gravity = [0x0p+0, -0x1.39eb851eb851fp+3, 0x0p+0]\n"); /* -9.81 */
    bundle_put_text(&b, &column_outcome, outcome);
    bundle_put_real(&b, &column_dt, 0.01);
    for (size_t i = 0; i < SERIES; i++)
        add_series(&b, series[i].name, i, streamed);
    add_series(&b, "sheet/out_of_plane", SERIES, streamed);
    add_times(&b);
    add_limits(&b);
    add_criteria(&b);
    add_accuracy(&b);
    assert_false(b.no_memory);
    return b;
}

/* `broken`: the value where the run became unstable, which has no last state; TRAMA_NAN: none. */
static const struct {
    const char *name;
    double value, broken;
} expected[] = {
    {"iteration_time", 3, 3},
    {"iteration_time_low", 2, 2}, /* the median of three draws is the least with 7 in 27 */
    {"iteration_time_high", 4, 4},
    {"processor_time", 2.5, 2.5},
    {"processing_time", 300, 300},
    {"stretch", 0.45, TRAMA_NAN},
    {"turn", 0.54, TRAMA_NAN},
    {"out_of_plane", 0.1, TRAMA_NAN},
    {"projection", 1.9, TRAMA_NAN},
    {"fold_lines_k", 9, TRAMA_NAN},
    {"fold_lines_l", 2, TRAMA_NAN},
    {"fold_lines", 11, TRAMA_NAN},
    {"strain", 0.18, TRAMA_NAN},
    {"area_ratio", 1.09, TRAMA_NAN},
    {"sawtooth_in_plane", 0.027, TRAMA_NAN},
    {"sawtooth_out_of_plane", 0.018, TRAMA_NAN},
    {"drop", 7.3, TRAMA_NAN},
    {"gauge_axis1", 0.9, TRAMA_NAN},
    {"gauge_axis2", 1.8, TRAMA_NAN},
    {"gauge_normal", 2.7, TRAMA_NAN},
    {"gauge_slope", 3.6, TRAMA_NAN},
    {"fold_growth", 3, 3},
    {"bending_share", 4.5 / 5.95, TRAMA_NAN},
    {"energy_added", 1.125, TRAMA_NAN},
    {"mechanical_change", -9, TRAMA_NAN},
    {"momentum", 1.75, TRAMA_NAN},
    {"angular_momentum", 12.649110640673518, TRAMA_NAN}, /* sqrt(12^2 + 4^2) */
    {"momentum_change", 0.5625, 0.5625},
    {"angular_momentum_change", 1.8, 1.8},
    {"sideways", 2.25, TRAMA_NAN},
    {"shift_x", -2.25, TRAMA_NAN},
    {"shift_y", -0.45, TRAMA_NAN},
    {"shift_z", 4.5, TRAMA_NAN},
    {"fall", 0.45, TRAMA_NAN},
    {"tremor", 0.185, 0.185},
    {"swing", 0.35 / 1.25, 0.35 / 1.25}, /* least 1.75 at sample 5; 2.2 and 2.55 are the last */
    /* nine changes of 0.01; the squares of 0.11, 0.12, ... 0.19 are 0.2085 */
    {"jitter", 0.06570043198176043, 0.06570043198176043},
    {"steps_to_rest", 450, 450},
    {"iterations_to_rest", TRAMA_NAN, TRAMA_NAN}, /* it watches two criteria */
    {"unstable", 0, 1},
    {"measured_limit", 0.016, 0.016},
    {"estimate_over_measured", 1.5, 1.5},
    {"predicted_over_measured", 0.75, 0.75},
    {"contact_time", 8, 8},
    {"contact_step_time", 0.5, 0.5},
    {"search_step_time", 0.375, 0.375},
    {"contact_second", 50, 50},
    {"detection_share", 0.75, 0.75},
    {"interaction_share", 0.75, 0.75},
    {"traversal_share", 0.25, 0.25},
    {"ns_per_vertex_step", 5e5, 5e5},
    {"deepest", 0.62, 0.62},
    {"crossings", 23, 23},
    {"unresolved_steps", 27, 27},
    {"contacts", 11, 11},
    {"impact_lost", 4.5, 4.5},
    {"impact_gained", 2.25, 2.25},
    {"friction_lost", 6.75, 6.75},
    {"triangles_visited", 19, 19},
    {"vertices_inside", 3, 3},
    {"momentum_error", 9e-3, 9e-3},
    {"drift", 2.7, 2.7},
    {"drift_radii", 1.35, 1.35},
    {"slowing", 0.125, 0.125},
    {"seconds_stood", 1.5, 1.5},
    {"penetration", 0.09, 0.09},
    {"penetration_at_end", 0, TRAMA_NAN},
    {"travel_x", 9, TRAMA_NAN},
    {"travel_y", 18, TRAMA_NAN},
    {"travel_z", 27, TRAMA_NAN},
    {"air_left", 91, TRAMA_NAN},
    {"air_leaked", 9, TRAMA_NAN},
    {"air_pressure", 59, TRAMA_NAN},
    {"air_pressure_most", 75, 75},
    {"air_distance", 0.72, TRAMA_NAN},
    {"air_distance_least", 0.4, 0.4},
    {"error_position", 1, 1},
    {"error_velocity", 2, 2},
    {"error_energy", 3, 3},
    {"depth", 0.25, 0.25},
    {"run_time", 5, 5},
};
enum { EXPECTED = sizeof expected / sizeof *expected, RECORDED = EXPECTED - 1 };

static void assert_equal(const char *name, double value, double wanted)
{
    const bool same =
        isnan(wanted) ? isnan(value) : fabs(value - wanted) <= 1e-12 * fmax(1.0, fabs(wanted));
    if (!same)
        fail_msg("%s is %.17g, not %.17g", name, value, wanted);
}

static void every_quantity_has_a_value_that_was_worked_out(void **state)
{
    (void)state;
    size_t of_others = 0, count = 0;
    for (const quantity_entry *q = quantity_list; q->column.path; q++) {
        bool told = !q->of;
        for (size_t i = 0; i < EXPECTED; i++)
            told = told || strcmp(expected[i].name, quantity_name(&q->column)) == 0;
        if (!told)
            fail_msg("nothing is expected of %s", quantity_name(&q->column));
        of_others += !q->of;
        count++;
    }
    assert_int_equal(count, EXPECTED + of_others);
    assert_int_equal(of_others, 3);
}

static void quantities_are_as_worked_out(void **state)
{
    (void)state;
    bundle whole = case_of("completed", false), broken = case_of("unstable", false);
    const measured_case m = measured_of(&whole), n = measured_of(&broken);
    for (size_t i = 0; i < EXPECTED; i++) {
        assert_equal(expected[i].name, quantity_of_case(&m, expected[i].name), expected[i].value);
        assert_equal(expected[i].name, quantity_of_case(&n, expected[i].name), expected[i].broken);
    }
    bundle_free(&whole);
    bundle_free(&broken);
}

/* The centre of mass moves by (-2.25, -0.45, 4.5) in all, and its z by 0.5 from sample to sample.
 * Of (3, -4, -12)/13 the depth is (-33 - 4.75 n - 0.2 n^2)/13 at sample n. */
static void down_is_where_gravity_pulls(void **state)
{
    static const struct {
        const char *resolved;
        double fall, swing;
    } table[] = {
        {"scene.gravity = [0x0p+0, 0x0p+0, -0x1.4p+3]\n", -4.5, 0.5 / 4.5},
        {"scene.gravity = [0x1.8p-3, -0x1p-2, -0x1.8p-1]\n", -58.95 / 13, 8.15 / 58.95},
        {"scene.gravity = [0x1p+0, 0x0p+0, 0x0p+0]\n", -2.25, 0.25 / 2.25},
        /* an obstacle has none, and a label that is called so pulls nothing */
        {"labels.gravity = 3\nobjects.a.scene.gravity = [0x0p+0, 0x0p+0, 0x0p+0]\n"
         "objects.b.scene.gravity = [0x0p+0, 0x0p+0, -0x1p+0]\n"
         "objects.c.scene.gravity = [0x0p+0, 0x0p+0, -0x1p+0]\ntask.name = run\n",
         -4.5, 0.5 / 4.5},
        /* no way is down */
        {"scene.gravity = [0x0p+0, 0x0p+0, 0x0p+0]\n", TRAMA_NAN, TRAMA_NAN},
        {"objects.a.scene.gravity = [0x0p+0, 0x0p+0, -0x1p+0]\n"
         "objects.b.scene.gravity = [0x0p+0, -0x1p+0, 0x0p+0]\n",
         TRAMA_NAN, TRAMA_NAN},
        {"labels.gravity = 3\n", TRAMA_NAN, TRAMA_NAN},
        {"", TRAMA_NAN, TRAMA_NAN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bundle b = {0};
        bundle_put_text(&b, &column_outcome, "completed");
        add_gravity(&b, table[i].resolved);
        for (size_t s = 0; s < SERIES; s++)
            add_series(&b, series[s].name, s, false);
        const measured_case m = measured_of(&b);
        assert_equal(table[i].resolved, quantity_of_case(&m, "fall"), table[i].fall);
        assert_equal(table[i].resolved, quantity_of_case(&m, "swing"), table[i].swing);
        bundle_free(&b);
    }
}

static void the_only_criterion_of_a_case_says_when_it_rests(void **state)
{
    (void)state;
    static const char *const name = "kinetic", *const unit = "J";
    static const double threshold = 1e-3;
    for (int64_t reached = -1; reached < 200; reached += 200) {
        bundle b = {0};
        bundle_put_texts(&b, &column_criteria_name, &name, 1);
        bundle_put_texts(&b, &column_criteria_unit, &unit, 1);
        bundle_put_reals(&b, &column_criteria_threshold, &threshold, 1);
        bundle_put_integers(&b, &column_criteria_iteration, &reached, 1);
        const measured_case m = measured_of(&b);
        assert_equal("iterations_to_rest", quantity_of_case(&m, "iterations_to_rest"),
                     reached > 0 ? 199 : TRAMA_NAN);
        bundle_free(&b);
    }
}

static void a_state_at_rest_comes_before_the_last_sample(void **state)
{
    (void)state;
    bundle b = case_of("completed", false);
    column_member m;
    bundle_put_real(&b, column_named(&column_end_gauge_normal, "", &m), 0.5);
    measured_case c = measured_of(&b);
    assert_equal("gauge_normal", quantity_of_case(&c, "gauge_normal"), 0.5);
    bundle_put_text(&b, &column_case_status, "unstable");
    assert_equal("gauge_normal", quantity_of_case(&c, "gauge_normal"), 2.7);
    bundle_free(&b);
}

/* The median and its interval are of whole iterations alone: the task `cost` samples parts too. */
static void times_of_an_iteration_are_of_whole_ones(void **state)
{
    static const double sample[] = {2, 20, 4, 40};
    static const char *const part[] = {"step", "force", "step", "force"};
    bundle b = {0};
    const measured_case m = measured_of(&b);
    (void)state;
    bundle_put_reals(&b, &column_sample, sample, 4);
    bundle_put_texts(&b, &column_sample_part, part, 4);
    assert_equal("iteration_time", quantity_of_case(&m, "iteration_time"), 3);
    assert_equal("iteration_time_low", quantity_of_case(&m, "iteration_time_low"), 2);
    assert_equal("iteration_time_high", quantity_of_case(&m, "iteration_time_high"), 4);
    bundle_free(&b);
}

/* What is recorded of a case, as a bundle of it alone would have it. */
static void a_record_has_what_the_case_has(void **state)
{
    (void)state;
    for (int streamed = 0; streamed < 2; streamed++) {
        bundle b = case_of("completed", streamed == 1);
        const size_t columns = b.count;
        quantities_put(&b);
        assert_false(b.no_memory);
        assert_int_equal(b.count, columns + RECORDED + 1);
        assert_int_equal(bundle_get_number(&b, &column_quantities_version), QUANTITIES_VERSION);
        for (size_t i = columns; i < columns + RECORDED; i++) {
            const results_column *q = quantity_find(group_rest(group_quantity, b.column[i].path));
            assert_string_equal(b.column[i].unit, q->unit);
            assert_string_equal(b.column[i].summary, q->summary);
        }
        const measured_case m = {.data = &b};
        for (size_t i = 0; i < EXPECTED; i++)
            assert_equal(expected[i].name, quantity_of_case(&m, expected[i].name),
                         expected[i].value);
        bundle_free(&b);
    }
}

/* So that a reader without arrays has them; of another version they are computed. */
static void a_recorded_value_counts_if_the_list_is_of_today(void **state)
{
    (void)state;
    for (int version = 0; version < 2; version++) {
        bundle b = case_of("completed", false);
        column_member m;
        const results_column *fall = quantity_find("fall");
        bundle_put_real(&b, column_described(&column_quantity, "fall", fall->unit, "", &m), 42);
        bundle_put_integer(&b, &column_quantities_version,
                           version ? QUANTITIES_VERSION : QUANTITIES_VERSION + 1);
        const measured_case c = {.data = &b};
        assert_equal("fall", quantity_of_case(&c, "fall"), version ? 42 : 0.45);
        assert_equal("sideways", quantity_of_case(&c, "sideways"), version ? TRAMA_NAN : 2.25);
        assert_equal("dt", quantity_of_case(&c, "dt"), 0.01);
        bundle_free(&b);
    }
}

static void what_a_case_has_not_is_not_recorded(void **state)
{
    (void)state;
    bundle b = {0};
    bundle_put_text(&b, &column_case_status, "timeout");
    quantities_put(&b);
    assert_int_equal(b.count, 3);
    assert_non_null(bundle_find(&b, quantity_find("unstable")->path));
    assert_non_null(bundle_get(&b, &column_quantities_version));
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quantity_has_a_value_that_was_worked_out),
        cmocka_unit_test(quantities_are_as_worked_out),
        cmocka_unit_test(down_is_where_gravity_pulls),
        cmocka_unit_test(the_only_criterion_of_a_case_says_when_it_rests),
        cmocka_unit_test(a_state_at_rest_comes_before_the_last_sample),
        cmocka_unit_test(times_of_an_iteration_are_of_whole_ones),
        cmocka_unit_test(a_record_has_what_the_case_has),
        cmocka_unit_test(a_recorded_value_counts_if_the_list_is_of_today),
        cmocka_unit_test(what_a_case_has_not_is_not_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
