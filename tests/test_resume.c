/* Long runs that are killed, out of time or on a full disk keep what is in the journal, and the
 * next run continues to the same bits. A journal that cannot be continued is reported and kept.
 * slow_resume.c tries every call and random instants. */
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
#include "support/sanitizer.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 9 };

static long calls_of(const char *kinds)
{
    long calls;
    assert_int_equal(fault_run("counted", kinds, 0, "", &calls).code, 0);
    folder_remove("counted");
    return calls;
}

static void a_run_killed_at_any_call_goes_on_to_the_same_bits(void **state)
{
    const long calls = calls_of(FAULT_CHANGES);
    assert_in_range(calls, 50, 100);
    for (long at = 1; at <= calls; at += STRIDE) {
        long none;
        fault_run("killed", FAULT_CHANGES, at, "kill", &none);
        long_run_assert_resumes("killed", *state);
        folder_remove("killed");
    }
}

/* Run after run in one folder, each killed some calls later: no frame is ever lost. */
static void a_run_killed_again_and_again_comes_to_its_end(void **state)
{
    long frames = -1, none;
    int killed = 0;
    while (killed < 100 && fault_run("again", "write", 12, "kill", &none).code != 0) {
        const long now = long_run_records("again", RECORD_JOURNAL_FRAME);
        assert_true(now >= frames);
        frames = now;
        killed++;
    }
    assert_in_range(killed, 2, 20);
    long_run_assert_resumes("again", *state);
    folder_remove("again");
}

static void a_full_disk_is_said_and_nothing_is_lost(void **state)
{
    const long calls = calls_of("write");
    for (long at = 2; at <= calls; at += STRIDE) {
        long none;
        const shell_end end = fault_run("full", "write", at, "ENOSPC+", &none);
        if (end.code != 4 || text_count(end.err, "No space left on device") != 1)
            fail_msg("write %ld: exit code %d: %s", at, end.code, end.err);
        if (long_run_records("full", RECORD_JOURNAL_FRAME) > 0)
            text_assert_has(end.err, "and interrupted ones have journals; the same command");
        long_run_assert_resumes("full", *state);
        folder_remove("full");
    }
}

/* 60 iterations with a checkpoint every 7: each is synced once, before anything is put after it. So
 * of all runs that are killed at a sync just one leaves a journal whose last checkpoint is the
 * k-th, with the frames of every third iteration before it. Where the sync fails, the run says so.
 */
static void every_checkpoint_is_synced_before_the_run_goes_on(void **state)
{
    enum { CHECKPOINTS = 60 / 7 };
    long at[CHECKPOINTS + 1] = {0}, none;
    const long calls = calls_of("fsync");
    for (long call = 1; call <= calls; call++) {
        fault_run("killed", "fsync", call, "kill", &none);
        const long k = long_run_records("killed", RECORD_JOURNAL_CHECKPOINT);
        if (k > 0 && k < CHECKPOINTS) {
            assert_int_equal(at[k], 0);
            at[k] = call;
            assert_int_equal(long_run_records("killed", RECORD_JOURNAL_FRAME), 7 * k / 3 + 1);
        }
        folder_remove("killed");
    }
    for (long k = 1; k < CHECKPOINTS; k++)
        assert_true(at[k] > 0 && (k == 1 || at[k] == at[k - 1] + 1));
    const shell_end end = fault_run("failed", "fsync", at[3], "EIO", &none);
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, "the journal cannot be written: Input/output error");
    assert_int_equal(long_run_records("failed", RECORD_JOURNAL_CHECKPOINT), 3);
    long_run_assert_resumes("failed", *state);
    folder_remove("failed");
}

/* A case that stands still is ended in time, recorded so, and goes on. */
static void a_case_out_of_time_goes_on_when_it_is_run_again(void **state)
{
    long none;
    long_run_write("sweep.yaml", ", timeout: 4", 60);
    const shell_end end = fault_run("late", "write", 20, "stop_state", &none);
    assert_int_equal(end.code, 3);
    text_assert_has(end.err, "the same command resumes those with a journal");
    char path[512];
    assert_true(long_run_find("late", ".h5", path, sizeof path));
    assert_string_equal(experiment_text(path, &column_case_status), "timeout");
    assert_true(long_run_records("late", RECORD_JOURNAL_FRAME) > 2);
    long_run_write("sweep.yaml", "", 60);
    const shell_end next = shell_run(SHELL("run", "sweep.yaml", "-o", "late"));
    assert_int_equal(next.code, 0);
    text_assert_has(next.err, "1 case goes on from its journal\n");
    char *digests = long_run_digests("late");
    assert_string_equal(digests, *state);
    free(digests);
    folder_remove("late");
}

/* limits.resume: as often as there are checkpoints. */
static void a_run_broken_off_at_every_checkpoint_has_the_same_bits(void **state)
{
    char path[512];
    long_run_write("sweep.yaml", ", resume: true", 60);
    assert_int_equal(shell_run(SHELL("run", "sweep.yaml", "-o", "parts", "--quiet")).code, 0);
    assert_true(long_run_find("parts", ".h5", path, sizeof path));
    bundle parts = experiment_read(path);
    const bundle_column *continued = bundle_get(&parts, &column_case_continued);
    assert_non_null(continued);
    assert_int_equal(*continued->integer, 60 / 7);
    bundle_free(&parts);
    char *digests = long_run_digests("parts");
    assert_string_equal(digests, *state);
    free(digests);
    long_run_write("sweep.yaml", "", 60);
    folder_remove("parts");
}

/* ---- Journals that cannot be gone on with. */

static void cut_short(const char *folder, char *path, size_t size)
{
    long none;
    fault_run(folder, "write", 20, "kill", &none);
    assert_true(long_run_find(folder, ".part", path, size));
}

/* As a file system leaves it where a machine stops: the run goes on, and says so. */
static void a_torn_journal_is_said_and_gone_on_with(void **state)
{
    char path[512];
    cut_short("torn", path, sizeof path);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    for (int i = 0; i < 4096; i++)
        fputc(0, file);
    assert_int_equal(fclose(file), 0);
    const shell_end verified = shell_run(SHELL("verify", "torn"));
    assert_int_equal(verified.code, 0);
    text_assert_has(verified.out, " bytes of this journal are an incomplete record");
    const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "torn", "--quiet"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, " bytes are an incomplete record, as after a crash of the machine: ");
    long_run_assert_resumes("torn", *state);
    folder_remove("torn");
}

static void a_damaged_journal_is_said_and_kept(void **state)
{
    char path[512];
    cut_short("damaged", path, sizeof path);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 3000, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, 3000, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    const shell_end verified = shell_run(SHELL("verify", "damaged"));
    assert_int_equal(verified.code, 4);
    text_assert_has(verified.out, "the journal is damaged: ");
    for (int i = 0; i < 2; i++) {
        const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "damaged"));
        assert_int_equal(end.code, 4);
        text_assert_has(end.err, "the journal is damaged: ");
        text_assert_has(end.err, "; `--again bad` removes it and restarts the case\n");
    }
    const shell_end anew =
        shell_run(SHELL("run", "sweep.yaml", "-o", "damaged", "--again", "bad", "--quiet"));
    assert_int_equal(anew.code, 0);
    long_run_assert_resumes("damaged", *state);
    folder_remove("damaged");
}

/* A journal by another build, at the path of one, or beside the results file of its case. */
static void plant_journal(char *path)
{
    char id[33] = "";
    record_journal *j;
    record_error error;
    memcpy(id, strrchr(path, '/') + 1, 32);
    strcpy(strrchr(path, '.'), ".part");
    remove(path);
    assert_int_equal(
        record_journal_open(path, &(record_journal_head){id, "another build"}, &j, &error),
        RECORD_OK);
    record_journal_close(j);
}

static void the_journal_of_another_build_is_said_and_kept(void **state)
{
    char path[512];
    cut_short("other", path, sizeof path);
    plant_journal(path);
    assert_int_equal(shell_run(SHELL("verify", "other")).code, 0);
    for (int i = 0; i < 2; i++) {
        const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "other"));
        assert_int_equal(end.code, 4);
        text_assert_has(end.err, "is the journal of another build: another build; that build can "
                                 "resume it; `--again stale` removes it");
    }
    const shell_end anew =
        shell_run(SHELL("run", "sweep.yaml", "-o", "other", "--again", "stale", "--quiet"));
    assert_int_equal(anew.code, 0);
    long_run_assert_resumes("other", *state);
    folder_remove("other");
}

/* A case that the experiment plans no more: its journal is named, kept, and removed when that is
 * asked for. */
static void the_journal_of_a_case_that_is_not_planned_is_said_and_kept(void **state)
{
    char path[512];
    static const char said[] = ".part: the journal of a case that is no longer planned; ";
    cut_short("former", path, sizeof path);
    long_run_write("sweep.yaml", "", 61);
    for (int i = 0; i < 2; i++) {
        const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "former", "--quiet"));
        assert_int_equal(end.code, 0);
        assert_int_equal(text_count(end.err, said), 1);
        const shell_end verified = shell_run(SHELL("verify", "former"));
        assert_int_equal(verified.code, 0);
        assert_int_equal(text_count(verified.out, said), 1);
    }
    const shell_end tidied =
        shell_run(SHELL("run", "sweep.yaml", "-o", "former", "--quiet", "--again", "stale"));
    assert_int_equal(tidied.code, 0);
    text_assert_has(tidied.err, "no longer planned is removed\n");
    assert_false(long_run_find("former", ".part", path, sizeof path));
    assert_int_equal(text_count(shell_run(SHELL("verify", "former")).out, said), 0);
    folder_remove("former");
    long_run_write("sweep.yaml", "", 60);
    (void)state;
}

/* Killed between the two: the file that is whole counts. */
static void a_journal_beside_a_whole_file_is_removed(void **state)
{
    char path[512];
    assert_int_equal(shell_run(SHELL("run", "sweep.yaml", "-o", "both", "--quiet")).code, 0);
    assert_true(long_run_find("both", ".h5", path, sizeof path));
    plant_journal(path);
    long_run_assert_resumes("both", *state);
    folder_remove("both");
}

/* Cases that are not long, and do not ask for it, keep none. */
static void a_short_case_keeps_no_journal(void **state)
{
    (void)state;
    long calls;
    experiment_write("sweep.yaml", experiment_spring, NULL);
    assert_int_equal(fault_run("short", "write", 0, "", &calls).code, 0);
    assert_in_range(calls, 3, 20);
    long_run_write("sweep.yaml", "", 60);
    folder_remove("short");
}

/* ---- Memory. */

/* 134 MB of frames of 4000 nodes, which a program of 150 MiB could hold only once. */
static void a_long_run_takes_no_more_memory_than_a_short_one(void **state)
{
    (void)state;
#ifdef ADDRESS_SANITIZER
    skip(); /* which takes terabytes of addresses */
#endif
    static const char search[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("frames.yaml", experiment_cloth,
                     EDITS("experiment: cloth\n", "experiment: long\nlimits: {memory: 150}\n",
                           "points: [6, 6]", "points: [100, 40]", search,
                           "run, dt: 1e-5, horizon: 1400, frames_every: 1"));
    char path[512];
    const shell_end end = shell_run(SHELL("run", "frames.yaml", "-o", "frames", "--quiet"));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    assert_true(long_run_find("frames", ".h5", path, sizeof path));
    static const char *const columns[] = {"/frames/y", "/frames/iteration", NULL};
    bundle read = {0};
    record_error error;
    assert_int_equal(record_read_rows(path, columns, (const size_t[]){1400}, 1, &read, &error),
                     RECORD_OK);
    assert_int_equal(bundle_integer(&read, "/frames/iteration", -1), 1400);
    assert_int_equal(bundle_find(&read, "/frames/y")->columns, 4000);
    bundle_free(&read);
    assert_false(long_run_find("frames", ".part", path, sizeof path));
    folder_remove("frames");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_any_call_goes_on_to_the_same_bits),
        cmocka_unit_test(a_run_killed_again_and_again_comes_to_its_end),
        cmocka_unit_test(a_full_disk_is_said_and_nothing_is_lost),
        cmocka_unit_test(every_checkpoint_is_synced_before_the_run_goes_on),
        cmocka_unit_test(a_case_out_of_time_goes_on_when_it_is_run_again),
        cmocka_unit_test(a_run_broken_off_at_every_checkpoint_has_the_same_bits),
        cmocka_unit_test(a_torn_journal_is_said_and_gone_on_with),
        cmocka_unit_test(a_damaged_journal_is_said_and_kept),
        cmocka_unit_test(the_journal_of_another_build_is_said_and_kept),
        cmocka_unit_test(the_journal_of_a_case_that_is_not_planned_is_said_and_kept),
        cmocka_unit_test(a_journal_beside_a_whole_file_is_removed),
        cmocka_unit_test(a_short_case_keeps_no_journal),
        cmocka_unit_test(a_long_run_takes_no_more_memory_than_a_short_one),
    };
    record_begin();
    return cmocka_run_group_tests_name("long runs that are cut short", tests, long_run_enter,
                                       long_run_leave);
}
