/* trama history: what changed, at which commit; levels of times; which commit did it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/history/history.h"
#include "core/numbers.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shell_end add(const char *folder, const char *commit)
{
    char path[128];
    snprintf(path, sizeof path, "%s/spring", folder);
    const shell_end end =
        shell_run(SHELL("history", "add", "history.h5", path, "--commit", commit));
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    return end;
}

static void halve_the_limit(bundle *b)
{
    springs_column(b, &column_bisected_stable)->real[0] *= 0.5;
}

/* Three commits: the second halves a limit, the third has it again. */
static void what_changed_is_named_with_the_commits_around_it(void **state)
{
    (void)state;
    springs_run("one", NULL);
    springs_run("two", NULL);
    springs_edit("two", "rk4", halve_the_limit);
    text_assert_has(add("one", "first").out, "1 commit, 3 cases, 0 changes.");
    text_assert_has(add("two", "second").out, "| first..second |");
    text_assert_has(add("one", "third").out, "| second..third |");
    const shell_end end = shell_run(SHELL("history", "show", "history.h5", "--format", "csv"));
    assert_int_equal(end.code, 0);
    assert_int_equal(text_count(end.out, "\nsecond,third,"),
                     3); /* the answer, the value, the digest */
    assert_int_equal(text_count(end.out, "\nfirst,second,"), 3);
    text_assert_has(end.out, "first,second,answer,");
    text_assert_has(end.out, ",-0.5,,yes");
    text_assert_has(end.out, "second,third,answer,");
    text_assert_has(end.out, ",1,,yes");
}

/* An entry without the case says nothing of it: the change lies between those that have it. */
static void a_commit_without_the_case_is_passed_over(void **state)
{
    (void)state;
    springs_run("part", NULL);
    remove(springs_file("part", "rk4"));
    add("part", "fourth");
    add("two", "fifth");
    const shell_end end = shell_run(SHELL("history", "show", "history.h5", "--format", "csv"));
    text_assert_has(end.out, "\nthird,fifth,answer,");
    text_assert_lacks(end.out, "fourth");
}

static void bad_input_is_refused_and_loses_nothing(void **state)
{
    (void)state;
    char *before = text_of_file("history.h5");
    shell_end end = shell_run(SHELL("history", "add", "history.h5", "nowhere"));
    assert_int_equal(end.code, 2);
    end = shell_run(SHELL("history", "show", springs_file("one", "rk4")));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, "is no history");
    end = shell_run(SHELL("history", "show", "none.h5"));
    assert_int_equal(end.code, 4);
    end = shell_run(SHELL("history", "shoe", "history.h5"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "add, show, check, reference or bisect is needed");
    char *after = text_of_file("history.h5");
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* --- levels --- */

/* Noise of 1 %: the fractional parts of multiples of the golden section, which fill [-1, 1]. */
static double noise(size_t i)
{
    return 0.01 * (2.0 * fmod(0.6180339887498949 * (double)(i + 1), 1.0) - 1.0);
}

static size_t steps_of(const double *level, size_t count, size_t *at)
{
    size_t steps = 0;
    for (size_t i = 1; i < count; i++)
        if (fabs(level[i] - level[i - 1]) > 1e-9) {
            *at = i;
            steps++;
        }
    return steps;
}

static void a_step_is_found_where_it_is_and_noise_is_none(void **state)
{
    (void)state;
    enum { COUNT = 60, AT = 37 };
    double value[COUNT], level[COUNT];
    size_t at = 0;
    for (size_t i = 0; i < COUNT; i++)
        value[i] = noise(i);
    assert_true(history_levels(value, COUNT, 0.001, level));
    assert_int_equal(steps_of(level, COUNT, &at), 0);
    for (size_t i = AT; i < COUNT; i++)
        value[i] += 0.05;
    assert_true(history_levels(value, COUNT, 0.001, level));
    assert_int_equal(steps_of(level, COUNT, &at), 1);
    assert_int_equal(at, AT);
    assert_true(fabs(level[COUNT - 1] - level[0] - 0.05) < 0.004);
}

/* One value far out is no level: it costs more to leave than to be passed over. */
static void one_slow_measurement_in_many_is_no_step(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    double value[COUNT], level[COUNT];
    size_t at = 0;
    for (size_t i = 0; i < COUNT; i++)
        value[i] = noise(i) + (i == 20 ? 0.03 : 0.0);
    assert_true(history_levels(value, COUNT, 0.001, level));
    assert_int_equal(steps_of(level, COUNT, &at), 0);
}

/* Steps of a time, whose points are at every entry, and of another machine, which begins anew. */
static void times_of_two_machines_are_two_series(void **state)
{
    (void)state;
    history h = {0};
    const size_t of = history_add_case(&h, "key", "case");
    for (size_t m = 0; m < 2; m++) {
        const size_t series =
            history_add_series(&h, &(history_series){.of = of,
                                                     .quantity = "time",
                                                     .unit = "s",
                                                     .kind = HISTORY_TIME,
                                                     .machine = m ? "slow" : "fast"});
        for (size_t i = 0; i < 10; i++) {
            const size_t entry = history_add_entry(&h, "c", "");
            history_add_covered(&h, entry, of);
            const double value = (m ? 3.0 : 1.0) * (m == 1 && i >= 6 ? 1.3 : 1.0) * exp(noise(i));
            history_add_point(&h, &(history_point){.entry = entry,
                                                   .series = series,
                                                   .value = value,
                                                   .low = TRAMA_NAN,
                                                   .high = TRAMA_NAN,
                                                   .word = ""});
        }
    }
    history_steps steps = history_find_steps(&h, 0.05);
    assert_int_equal(steps.count, 1);
    assert_int_equal(steps.item[0].at, 16);
    assert_int_equal(steps.item[0].after, 15);
    assert_true(fabs(steps.item[0].relative - 0.3) < 0.02);
    history_steps_free(&steps);
    history_free(&h);
}

/* --- times of files --- */

static void set_times(bundle *b, double seconds)
{
    const bundle_column *sample = springs_column(b, &column_sample);
    for (size_t i = 0; i < sample->rows; i++)
        sample->real[i] = seconds;
}

static void take_a_second(bundle *b)
{
    set_times(b, 1.0);
}

static void take_two_seconds(bundle *b)
{
    set_times(b, 2.0);
}

static void be_elsewhere(bundle *b)
{
    springs_column(b, &column_run_host)->text[0][0] ^= 1;
}

static shell_end add_times(const char *commit)
{
    return shell_run(SHELL("history", "add", "times.h5", "times/spring", "--commit", commit));
}

/* Twice the time is a change where the machine is the same. */
static void a_time_is_compared_with_those_of_its_machine(void **state)
{
    static const char searched[] = "{name: stable_step, horizon: 100, search: {first: 0.05, "
                                   "increment: 0.05, cap: 0.5}}";
    static const char timed[] = "{name: timing, dt: 0.01, iterations: 10, repeats: 3, warmup: 0}";
    (void)state;
    springs_run("times", EDITS(searched, timed, "[verlet, symplectic_euler, rk4]", "[rk4]"));
    springs_edit("times", "rk4", take_a_second);
    text_assert_has(add_times("first").out, "0 changes");
    springs_edit("times", "rk4", take_two_seconds);
    springs_edit("times", "rk4", be_elsewhere);
    text_assert_has(add_times("second").out, "0 changes");
    springs_edit("times", "rk4", be_elsewhere);
    text_assert_has(add_times("third").out, "| first..third | time ");
}

/* --- references --- */

static void take_a_second_and_a_half(bundle *b)
{
    set_times(b, 1.5);
}

static shell_end check_times(const char *file, int code)
{
    const shell_end end = shell_run(SHELL("history", "check", "times.h5", file));
    if (end.code != code)
        fail_msg("%d: %s%s", end.code, end.out, end.err);
    return end;
}

/* After the test before, the last commit took 2 s. */
static void a_time_beyond_its_tolerance_is_named(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("history", "reference", "times.h5", "times.csv"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "rows of third: 1, of all machines: 1");
    text_assert_has(check_times("times.csv", 0).out,
                    "third: 0 slower, 0 not measured, 0 faster, 1 within tolerance, 0 without");
    springs_edit("times", "rk4", take_a_second_and_a_half);
    add_times("fourth");
    text_assert_has(check_times("times.csv", 0).out,
                    "| faster  |  -25 % | 1.5 |         2 |      10 % | time ");
    shell_run(SHELL("history", "reference", "times.h5", "times.csv", "--slower", "30"));
    springs_edit("times", "rk4", take_two_seconds);
    add_times("fifth");
    text_assert_has(check_times("times.csv", 1).out,
                    "| slower  |  +33 % |   2 |       1.5 |      30 % | time ");
}

/* Here times are the slower, and there is no reference of the other machine: nothing is judged, and
 * the exit code tells. Once it has references, each machine is held to its own. */
static void a_machine_is_held_to_its_own_references(void **state)
{
    (void)state;
    springs_edit("times", "rk4", be_elsewhere);
    add_times("sixth");
    shell_end end = check_times("times.csv", 3);
    text_assert_has(end.out,
                    "sixth: 0 slower, 0 not measured, 0 faster, 0 within tolerance, 1 without");
    text_assert_has(end.err, "times.csv has no reference for a time of the last commit");
    end = shell_run(SHELL("history", "reference", "times.h5", "times.csv"));
    text_assert_has(end.out, "rows of sixth: 1, of all machines: 2");
    text_assert_has(check_times("times.csv", 0).out, "1 within tolerance");
    springs_edit("times", "rk4", be_elsewhere);
    add_times("seventh");
    text_assert_has(check_times("times.csv", 1).out,
                    "| slower  |  +33 % |   2 |       1.5 |      30 % |");
}

/* A reference whose case is not run any more would never fail again. Each row once more, of a case
 * that nobody has: that of the machine at work is missed, that of the other is not. */
static void a_reference_without_a_time_fails(void **state)
{
    (void)state;
    const shell_end made =
        shell_run_by("sed -n '2,3s/$/x/p' times.csv >x; cat times.csv x >more.csv", SHELL("x"));
    assert_int_equal(made.code, 0);
    springs_edit("times", "rk4", take_a_second);
    add_times("eighth");
    text_assert_has(check_times("more.csv", 1).out,
                    "eighth: 0 slower, 1 not measured, 1 faster, 0 within tolerance, 0 without");
}

static void bad_references_are_refused(void **state)
{
    (void)state;
#define HEADER "machine,case,quantity,seconds,tolerance,digest\n"
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"machine,case,quantity,seconds,digest\n",
         "bad.csv: the header has no column \"tolerance\""},
        {HEADER "m,c,time,0,0.1,d\n",
         "bad.csv: row 1, column seconds: \"0\"; allowed: a number above 0"},
        {HEADER "m,c,time,1,10 %,d\n",
         "bad.csv: row 1, column tolerance: \"10 %\"; allowed: a number of at least 0"},
        {HEADER "m,c,time,1,0,d\nm,c,time,2,0,d\n", "bad.csv: rows 1 and 2 are of one time"},
        {HEADER "m,c\n", "bad.csv: line 2: 2 fields where the header has 6"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        folder_write("bad.csv", bad[i].text);
        text_assert_has(check_times("bad.csv", 2).err, bad[i].says);
    }
    text_assert_has(check_times("nowhere.csv", 4).err, "nowhere.csv");
}

/* --- which commit did it --- */

static void the_commit_that_changed_results_is_found(void **state)
{
    (void)state;
    /* From the fourth commit on it has other results; the fifth does not run. */
    folder_write("program", "#!/bin/sh\nstep=$(cat $(dirname $0)/step)\n[ $step != 5 ] || exit 9\n"
                            "[ $step -ge 4 ] && from=two || from=one\n"
                            "mkdir -p $3 && cp -r $HERE/$from/* $3\n");
    shell_end end = shell_run_by(
        "mkdir repository && mv program repository && cd repository && chmod +x program && git "
        "init -q . && "
        "git config user.email a@b && git config user.name me && for i in 1 2 3 4 5 6; do "
        "echo $i >step; git add -A; git commit -qm \"commit $i\"; done; git tag good HEAD~5",
        SHELL("x"));
    if (end.code != 0)
        fail_msg("%s", end.err);
    end = shell_run_by("export HERE=$PWD; cd repository; \"$0\" history bisect good HEAD "
                       "--program program --build true -- any",
                       SHELL("x"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "commit 4");
    text_assert_lacks(end.out, "commit 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changed_is_named_with_the_commits_around_it),
        cmocka_unit_test(a_commit_without_the_case_is_passed_over),
        cmocka_unit_test(bad_input_is_refused_and_loses_nothing),
        cmocka_unit_test(a_step_is_found_where_it_is_and_noise_is_none),
        cmocka_unit_test(one_slow_measurement_in_many_is_no_step),
        cmocka_unit_test(times_of_two_machines_are_two_series),
        cmocka_unit_test(a_time_is_compared_with_those_of_its_machine),
        cmocka_unit_test(a_time_beyond_its_tolerance_is_named),
        cmocka_unit_test(a_machine_is_held_to_its_own_references),
        cmocka_unit_test(a_reference_without_a_time_fails),
        cmocka_unit_test(bad_references_are_refused),
        cmocka_unit_test(the_commit_that_changed_results_is_found),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
