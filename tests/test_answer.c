/* What a case answers to its study, from its own columns: the finest number, its marks, or a word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "quantities/quantities.h"
#include "study/answer.h"

#include <math.h>
#include <string.h>

static const study_block nothing = {.column = "", .unit = ""};

/* --- which quantity --- */

static void a_study_is_asked_for_what_it_names(void **state)
{
    (void)state;
    const study_block named = {.column = "fall", .unit = "mm"},
                      bare = {.column = "dt_stable", .unit = ""};
    const study_response fall = study_response_of(&named, "run");
    const study_response step = study_response_of(&bare, "predict");
    assert_string_equal(fall.quantity, "fall");
    assert_string_equal(fall.unit, "mm");
    assert_true(fall.named);
    assert_true(fabs(study_response_value(&fall, 0.2385) - 238.5) < 1e-12);
    assert_string_equal(step.unit, "ms");
    assert_true(fabs(study_response_value(&step, 0.2385) - 238.5) < 1e-12);
}

static void else_a_task_says_it_unless_one_other_is_compared(void **state)
{
    (void)state;
    study_comparison one[] = {{.quantity = "strain"}, {.quantity = "strain"}};
    study_comparison two[] = {{.quantity = "strain"}, {.quantity = "fall"}};
    study_table table = {.comparison = one, .comparison_count = 2};
    const study_block block = {.column = "", .unit = "", .table = &table, .table_count = 1};
    assert_string_equal(study_response_of(&nothing, "run").quantity, "fall");
    assert_string_equal(study_response_of(&nothing, "stable_step").unit, "ms");
    assert_string_equal(study_response_of(&nothing, "memory").quantity, "");
    assert_string_equal(study_response_of(&block, "run").quantity, "strain");
    assert_false(study_response_of(&block, "run").named);
    table.comparison = two;
    assert_string_equal(study_response_of(&block, "run").quantity, "fall");
}

/* What no case of an experiment has is asked of none; what the study names is asked all the same.
 */
static void the_next_usual_quantity_is_asked_where_none_has_the_first(void **state)
{
    (void)state;
    const study_block named = {.column = "fall", .unit = "mm"};
    assert_string_equal(study_response_at(&nothing, "run", 0).quantity, "fall");
    assert_string_equal(study_response_at(&nothing, "run", 1).quantity, "energy_added");
    assert_string_equal(study_response_at(&nothing, "run", 1).unit, "J");
    assert_string_equal(study_response_at(&nothing, "run", 2).quantity, "");
    assert_string_equal(study_response_at(&nothing, "stable_step", 1).quantity, "");
    assert_string_equal(study_response_at(&named, "run", 1).quantity, "fall");
}

/* --- a search --- */

typedef struct limits {
    double stable, unstable, low, high;
    int64_t late, alone, bracket_late, bracket_alone;
} limits;

static bundle search(const char *status, limits of)
{
    bundle b = {0};
    bundle_put_text(&b, &column_case_status, status);
    bundle_put_real(&b, &column_dt_stable, of.stable);
    bundle_put_real(&b, &column_dt_unstable, of.unstable);
    bundle_put_real(&b, &column_bisected_stable, of.low);
    bundle_put_real(&b, &column_bisected_unstable, of.high);
    bundle_put_integer(&b, &column_late_iteration, of.late);
    bundle_put_integer(&b, &column_late_bounds_alone, of.alone);
    bundle_put_integer(&b, &column_bisected_late_iteration, of.bracket_late);
    bundle_put_integer(&b, &column_bisected_late_bounds_alone, of.bracket_alone);
    return b;
}

static study_answer answer_of_search(const char *status, limits of, bool held_to_grid)
{
    static bundle b;
    bundle_free(&b);
    b = search(status, of);
    const measured_case m = {.data = &b};
    const study_response asked = study_response_of(&nothing, "stable_step");
    return study_answer_of(&asked, &m, held_to_grid);
}

#define NAN_ TRAMA_NAN

static bool is_number(double value, double expected)
{
    return isnan(expected) ? isnan(value) : value == expected || fabs(value - expected) < 1e-12;
}

/* Limits in ms: those of a grid of 1 ms that was bisected to 12.4. */
static void a_search_answers_with_its_bracket_before_its_grid(void **state)
{
    (void)state;
    static const struct {
        limits of;
        bool held_to_grid;
        double value, lower, upper;
        const char *word;
        bool at_least, late, energy, grid;
    } table[] = {
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, -1, 0, -1, 0}, false, 12.4, 12.4, 12.5, "", 0, 0, 0, 0},
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, -1, 0, -1, 0}, true, 12, 12, 13, "", 0, 0, 0, 1},
        {{12e-3, 13e-3, 12e-3, 13e-3, -1, 0, -1, 0}, true, 12, 12, 13, "", 0, 0, 0, 0},
        {{12e-3, 13e-3, NAN_, NAN_, -1, 0, -1, 0}, false, 12, 12, 13, "", 0, 0, 0, 0},
        /* each step has the longer check of its own */
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, -1, 0, 900, 0}, false, 12.4, 12.4, 12.5, "", 0, 1, 0, 0},
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, -1, 0, 900, 0}, true, 12, 12, 13, "", 0, 0, 0, 1},
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, 700, 0, -1, 1}, false, 12.4, 12.4, 12.5, "", 0, 0, 1, 0},
        {{12e-3, 13e-3, 12.4e-3, 12.5e-3, 700, 0, -1, 1}, true, 12, 12, 13, "", 0, 1, 0, 1},
        {{12e-3, 13e-3, 12e-3, 13e-3, -1, 1, -1, 0}, false, 12, 12, 13, "", 0, 0, 1, 0},
        /* the search ended at its cap, or began above what is stable */
        {{50e-3, NAN_, 50e-3, NAN_, -1, 0, -1, 0}, false, 50, 50, TRAMA_INFINITY, "", 1, 0, 0, 0},
        {{NAN_, 1e-3, NAN_, 1e-3, -1, 0, -1, 0}, false, NAN_, 0, 1, "none stable", 0, 0, 0, 0},
        {{NAN_, 1e-3, 0, 0.25e-3, -1, 0, -1, 0}, false, NAN_, 0, 0.25, "none stable", 0, 0, 0, 0},
        {{NAN_, NAN_, NAN_, NAN_, -1, 0, -1, 0}, false, NAN_, NAN_, NAN_, "none", 0, 0, 0, 0},
        {{NAN_, 1e-3, 0.25e-3, 0.5e-3, -1, 0, -1, 0}, false, 0.25, 0.25, 0.5, "", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const study_answer a = answer_of_search("ok", table[i].of, table[i].held_to_grid);
        const bool same = is_number(a.value, table[i].value) &&
                          is_number(a.lower, table[i].lower) && is_number(a.upper, table[i].upper);
        if (!same || a.at_least != table[i].at_least || a.late != table[i].late ||
            a.energy != table[i].energy || a.grid != table[i].grid ||
            strcmp(a.word, table[i].word) != 0)
            fail_msg("row %zu: %g ms, %g to %g, '%s', %d %d %d %d", i, a.value, a.lower, a.upper,
                     a.word, a.at_least, a.late, a.energy, a.grid);
    }
}

static void a_search_that_broke_off_has_no_number(void **state)
{
    (void)state;
    const limits whole = {12e-3, 13e-3, 12.4e-3, 12.5e-3, -1, 0, -1, 0};
    const study_answer a = answer_of_search("timeout", whole, false);
    assert_true(isnan(a.value) && isnan(a.lower) && isnan(a.upper));
    assert_string_equal(a.word, "timeout");
    assert_false(a.at_least || a.late || a.energy || a.grid);
}

/* --- words --- */

static study_answer answer_of_run(const study_block *block, const char *task, const char *status,
                                  const char *outcome, const results_column *column, double value)
{
    static bundle b;
    bundle_free(&b);
    bundle_put_text(&b, &column_case_status, status);
    if (*outcome)
        bundle_put_text(&b, &column_outcome, outcome);
    if (column)
        bundle_put_real(&b, column, value);
    const measured_case m = {.data = &b};
    const study_response of = study_response_of(block, task);
    return study_answer_of(&of, &m, false);
}

static void a_case_without_a_number_says_how_it_ended(void **state)
{
    (void)state;
    const study_block named = {.column = "push/after", .unit = ""};
    const results_column *after = &column_push_after;
    static const struct {
        const char *status, *outcome, *usual, *named;
    } table[] = {
        {"unstable", "unstable", "unstable", "unstable"},
        {"timeout", "", "timeout", "timeout"},
        {"crashed", "", "crashed", "crashed"},
        {"missing", "", "missing", "missing"},
        {"ok", "completed", "completed", "none"},
        {"ok", "", "none", "none"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const study_answer usual =
            answer_of_run(&nothing, "run", table[i].status, table[i].outcome, NULL, 0.0);
        assert_true(isnan(usual.value));
        assert_string_equal(usual.word, table[i].usual);
        const study_answer asked =
            answer_of_run(&named, "run", table[i].status, table[i].outcome, NULL, 0.0);
        assert_string_equal(asked.word, table[i].named);
    }
    /* what the study names, an unstable run may have; what is usual it has not */
    study_answer a = answer_of_run(&named, "run", "unstable", "unstable", after, 2.385);
    assert_true(a.value == 2.385);
    assert_string_equal(a.word, "");
    a = answer_of_run(&nothing, "drift", "unstable", "unstable", &column_drift_change, 2.385);
    assert_true(isnan(a.value));
    assert_string_equal(a.word, "unstable");
    a = answer_of_run(&nothing, "memory", "ok", "", NULL, 0.0);
    assert_string_equal(a.word, "ok"); /* nothing is asked: how it ended */
}

static void a_rest_that_is_not_reached_says_so(void **state)
{
    (void)state;
    static const char *const name = "displacement", *const unit = "m";
    static const double threshold = 1e-6;
    const study_response of = study_response_of(&nothing, "equilibrium");
    for (int64_t reached = -1; reached < 500; reached += 500) {
        bundle b = {0};
        bundle_put_text(&b, &column_case_status, "ok");
        bundle_put_text(&b, &column_outcome, "completed");
        bundle_put_texts(&b, &column_criteria_name, &name, 1);
        bundle_put_texts(&b, &column_criteria_unit, &unit, 1);
        bundle_put_reals(&b, &column_criteria_threshold, &threshold, 1);
        bundle_put_integers(&b, &column_criteria_iteration, &reached, 1);
        const measured_case m = measured_of(&b);
        const study_answer a = study_answer_of(&of, &m, false);
        assert_string_equal(a.word, reached > 0 ? "" : "not reached");
        assert_true(reached > 0 ? a.value == 499 : isnan(a.value));
        const study_answer told = study_answer_with(&of, &m, false, TRAMA_NAN, "buckles later");
        assert_string_equal(told.word, "buckles later");
        bundle_free(&b);
    }
}

/* A method that loses stability nowhere up to where it was sought. */
static void a_limit_of_stability_may_be_a_bound(void **state)
{
    (void)state;
    const study_block named = {.column = "z", .unit = ""};
    const study_response of = study_response_of(&named, "stability_map");
    for (int lost = 0; lost < 2; lost++) {
        bundle b = {0};
        bundle_put_text(&b, &column_case_status, "ok");
        bundle_put_real(&b, &column_map_z, 64);
        bundle_put_text(&b, &column_map_loss, lost ? "flip" : "none");
        const measured_case m = measured_of(&b);
        const study_answer a = study_answer_of(&of, &m, false);
        assert_true(a.value == 64 && a.at_least == !lost);
        bundle_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_study_is_asked_for_what_it_names),
        cmocka_unit_test(else_a_task_says_it_unless_one_other_is_compared),
        cmocka_unit_test(the_next_usual_quantity_is_asked_where_none_has_the_first),
        cmocka_unit_test(a_search_answers_with_its_bracket_before_its_grid),
        cmocka_unit_test(a_search_that_broke_off_has_no_number),
        cmocka_unit_test(a_case_without_a_number_says_how_it_ended),
        cmocka_unit_test(a_rest_that_is_not_reached_says_so),
        cmocka_unit_test(a_limit_of_stability_may_be_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
