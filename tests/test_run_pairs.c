/* Runs just below and just above a limit are found, and left to the report where there are others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/run_pairs.h"

static void plant_in(const char *folder, const char *experiment, const char *id, double dt,
                     bool broken)
{
    bundle b = planted_case(experiment, "run", "verlet", broken ? "unstable" : "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_run(&b, dt, broken ? "unstable" : "completed", 20);
    planted_frames(&b, 3, 4, 36, 3, 0);
    planted_write(&b, folder, id);
}

static void plant(const char *folder, const char *id, double dt, bool broken)
{
    plant_in(folder, "limit", id, dt, broken);
}

/* Of S1: stable at 11 and 12 ms, unstable at 13 and 14. */
static void plant_steps(const char *folder)
{
    plant(folder, "00", 0.011, false);
    plant(folder, "01", 0.012, false);
    plant(folder, "02", 0.013, true);
    plant(folder, "03", 0.014, true);
}

static void the_nearest_steps_on_both_sides_are_a_pair(void **state)
{
    (void)state;
    study s;
    plant_steps("steps");
    study_read(sample_path("steps"), &s, stderr);
    assert_int_equal(s.count, 4);
    for (size_t i = 0; i < s.count; i++) {
        const double dt = case_number(&s.item[i], &column_dt);
        const study_case *below = run_just_below(&s, &s.item[i]);
        assert_int_equal(run_is_paired(&s, &s.item[i]), dt == 0.012 || dt == 0.013);
        assert_int_equal(below != NULL, dt == 0.013);
        assert_true(!below || case_number(below, &column_dt) == 0.012);
    }
    study_free(&s);
}

static void pairs_are_left_out_where_there_are_others(void **state)
{
    (void)state;
    study s;
    plant_steps("others");
    study_read(sample_path("others"), &s, stderr);
    case_list all = study_select(&s, "run", NULL);
    assert_int_equal(runs_leave_pairs_out(&s, &all), 2);
    assert_int_equal(all.count, 2);
    for (size_t i = 0; i < all.count; i++)
        assert_false(run_is_paired(&s, all.item[i]));
    free(all.item);
    study_free(&s);
}

static void a_pair_alone_is_kept(void **state)
{
    (void)state;
    study s;
    plant("alone", "00", 0.012, false);
    plant("alone", "01", 0.013, true);
    study_read(sample_path("alone"), &s, stderr);
    case_list all = study_select(&s, "run", NULL);
    assert_int_equal(runs_leave_pairs_out(&s, &all), 0);
    assert_int_equal(all.count, 2);
    free(all.item);
    study_free(&s);
}

/* In another experiment, and with a step that is another sum of the same numbers. */
static void the_same_pair_is_shown_once(void **state)
{
    (void)state;
    study s;
    size_t pairs = 0;
    plant("twice", "00", 0.012, false);
    plant("twice", "01", 0.013, true);
    plant_in("twice", "once more", "02", 0.012, false);
    plant_in("twice", "once more", "03", 0.012 + 0.001, true);
    assert_true(0.012 + 0.001 != 0.013);
    study_read(sample_path("twice"), &s, stderr);
    for (size_t i = 0; i < s.count; i++)
        pairs += run_just_below(&s, &s.item[i]) != NULL;
    assert_int_equal(pairs, 1);
    study_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_steps_on_both_sides_are_a_pair),
        cmocka_unit_test(pairs_are_left_out_where_there_are_others),
        cmocka_unit_test(a_pair_alone_is_kept),
        cmocka_unit_test(the_same_pair_is_shown_once),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
