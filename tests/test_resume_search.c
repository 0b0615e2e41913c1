/* Searches for the largest stable step, runs to equilibrium after them, and predictions that are
 * cut short continue after the last finished trial, or within a run after its last checkpoint, and
 * end with the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/journal.h"
#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"
#include "support/long_run.h"
#include "support/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "experiment: long\n"
                           "limits: {checkpoint_every: 15}\n"
                           "case:\n"
                           "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"
                           "  scene:\n"
                           "    grid: {points: [9, 6], side: [3, 1]}\n"
                           "    gravity: [0, -9.8, 0]\n"
                           "    damping: 40\n"
                           "    pins: [{k: 0, l: 0}, {k: 0, l: -1, iterations: [1, 40]}]\n"
                           "  integrator: {name: velocity_verlet}\n"
                           "  bounds: {strain: 1.0}\n"
                           "  task: {name: TASK}\n";

#define SEARCH "search: {first: 0.005, increment: 0.005, cap: 1, scan: 1, late: 3, tolerance: 0.1, "

/* The tasks that go on. */
static const char *const tasks[] = {
    "stable_step, horizon: 40, " SEARCH "below: 2}",
    "equilibrium, horizon: 300, search_horizon: 40, shape_at: 20, " SEARCH
    "below: 0}, criteria: {displacement: [1e-2], window: 5}",
    "predict, horizon: 40, every: 20, " SEARCH "below: 0}",
};
enum { TASKS = sizeof tasks / sizeof tasks[0], STRIDE = 11 };

/* What the case holds when it was never cut, to be freed; sweep.yaml is the task's from now on. */
static char *begin(size_t task)
{
    folder_remove("whole");
    experiment_write("sweep.yaml", text, EDITS("TASK", tasks[task]));
    const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "whole", "--quiet"));
    if (end.code != 0)
        fail_msg("%s: %s", tasks[task], end.err);
    return long_run_digests("whole");
}

static void a_case_killed_at_any_call_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    for (size_t task = 0; task < TASKS; task++) {
        char *expected = begin(task);
        long calls, none, left = 0;
        assert_int_equal(fault_run("counted", FAULT_CHANGES, 0, "", &calls).code, 0);
        folder_remove("counted");
        assert_in_range(calls, 30, 300);
        for (long at = 1; at <= calls; at += STRIDE) {
            fault_run("killed", FAULT_CHANGES, at, "kill", &none);
            left += long_run_records("killed", RECORD_JOURNAL_TRIAL) > 0;
            long_run_assert_resumes("killed", expected);
            folder_remove("killed");
        }
        assert_true(left >= 2);
        free(expected);
    }
}

/* Process after process in one folder, each killed some calls later: no finished trial is lost, and
 * the case says how often it went on. */
static void a_case_killed_again_and_again_comes_to_its_end(void **state)
{
    (void)state;
    for (size_t task = 0; task < TASKS; task++) {
        char *expected = begin(task), path[512];
        long trials = -1, none;
        int killed = 0;
        while (killed < 100 && fault_run("again", "write", 9, "kill", &none).code != 0) {
            const long now = long_run_records("again", RECORD_JOURNAL_TRIAL);
            assert_true(now < 0 || now >= trials); /* none: the case has ended */
            trials = now;
            killed++;
        }
        assert_in_range(killed, 2, 20);
        long_run_assert_resumes("again", expected);
        assert_true(long_run_find("again", ".h5", path, sizeof path));
        bundle b = experiment_read(path);
        assert_in_range(bundle_integer(&b, column_case_continued.path, 0), 1, killed);
        bundle_free(&b);
        folder_remove("again");
        free(expected);
    }
}

/* ---- What a trial of the journal is worth. */

/* A trial's record, as docs/results-format.md has it. */
enum { TRIAL_H = 16, TRIAL_ENDING = 33, TRIAL_BYTES = 113 };

/* The first trial of a journal that ended so. */
static void read_trial(const record_journal *j, bool unstable, unsigned char trial[TRIAL_BYTES])
{
    long ending = -1;
    for (size_t i = 0; ending != unstable; i++) {
        assert_true(i < record_journal_count(j, RECORD_JOURNAL_TRIAL));
        assert_int_equal(record_journal_length(j, RECORD_JOURNAL_TRIAL, i), TRIAL_BYTES);
        assert_true(record_journal_read(j, RECORD_JOURNAL_TRIAL, i, 0, trial, TRIAL_BYTES));
        memcpy(&ending, trial + TRIAL_ENDING, sizeof ending);
    }
}

static record_journal *open_journal(const char *path)
{
    char whole[512], id[33] = "", build[2048];
    assert_true(long_run_find("whole", ".h5", whole, sizeof whole));
    memcpy(id, strrchr(path, '/') + 1, 32);
    snprintf(build, sizeof build, "%s", experiment_text(whole, &column_run_build));
    return long_run_open(path, &(record_journal_head){id, build});
}

/* Leaves a journal with one trial in `folder`: an unstable one, said to be of the first step, or of
 * its own. */
static void plant_trial(const char *folder, bool of_first)
{
    char path[512];
    unsigned char first[TRIAL_BYTES], trial[TRIAL_BYTES];
    long none;
    record_error error;
    fault_run(folder, "write", 25, "kill", &none);
    assert_true(long_run_find(folder, ".part", path, sizeof path));
    record_journal *j = open_journal(path);
    read_trial(j, false, first);
    read_trial(j, true, trial);
    record_journal_close(j);
    if (of_first)
        memcpy(trial + TRIAL_H, first + TRIAL_H, sizeof(double));
    assert_int_equal(remove(path), 0);
    j = open_journal(path);
    assert_int_equal(record_journal_put(j, RECORD_JOURNAL_TRIAL, trial, TRIAL_BYTES, &error),
                     RECORD_OK);
    record_journal_close(j);
}

static void a_finished_trial_is_not_made_again(void **state)
{
    (void)state;
    char path[512];
    free(begin(0));
    plant_trial("planted", true);
    assert_int_equal(shell_run(SHELL("run", "sweep.yaml", "-o", "planted", "--quiet")).code, 0);
    assert_true(long_run_find("planted", ".h5", path, sizeof path));
    assert_true(experiment_real(path, &column_dt_unstable) == 0.005);
    folder_remove("planted");
}

static void a_trial_of_another_step_is_refused_and_kept(void **state)
{
    (void)state;
    char path[512];
    free(begin(0));
    plant_trial("other", false);
    for (int i = 0; i < 2; i++) {
        const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "other", "--quiet"));
        assert_int_equal(end.code, 4);
        text_assert_has(end.err, "trial 0 of this journal does not belong to this case");
        assert_true(long_run_find("other", ".part", path, sizeof path));
    }
    folder_remove("other");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_killed_at_any_call_goes_on_to_the_same_bits),
        cmocka_unit_test(a_case_killed_again_and_again_comes_to_its_end),
        cmocka_unit_test(a_finished_trial_is_not_made_again),
        cmocka_unit_test(a_trial_of_another_step_is_refused_and_kept),
    };
    record_begin();
    return cmocka_run_group_tests_name("searches that are cut short", tests, folder_enter,
                                       folder_leave);
}
