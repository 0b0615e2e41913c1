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

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char case_text[] =
    "experiment: long\n"
    "limits: {checkpoint_every: 7LIMITS}\n"
    "case:\n"
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"
    "  scene:\n"
    "    grid: {points: [24, 8], side: [3, 1]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 0.2\n"
    "    pins:\n"
    "      - {k: 0, l: 0}\n"
    "      - {k: 0, l: -1, iterations: [1, 40]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  task: {name: run, dt: 0.0005, horizon: HORIZON, every: 7, frames_every: 3}\n";

void long_run_write(const char *file, const char *limits, long horizon)
{
    char count[32];
    snprintf(count, sizeof count, "%ld", horizon);
    experiment_write(file, case_text, EDITS("LIMITS", limits, "HORIZON", count));
}

int long_run_find(const char *folder, const char *suffix, char *path, size_t size)
{
    char cases[256];
    snprintf(cases, sizeof cases, "%s/long/cases", folder);
    const experiment_names *names = experiment_list(cases, suffix);
    if (names->count == 0)
        return 0;
    snprintf(path, size, "%s/%s", cases, names->name[0]);
    return 1;
}

char *long_run_digests(const char *folder)
{
    static const char *const groups[] = {"/case", "/result", "/frames"};
    char path[512], *digests = calloc(4, 80);
    assert_non_null(digests);
    if (!long_run_find(folder, ".h5", path, sizeof path))
        return digests;
    bundle b = experiment_read(path);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        char digest[65];
        record_digest(&b, groups[i], digest);
        sprintf(digests + strlen(digests), "%s %s\n", groups[i], digest);
    }
    bundle_free(&b);
    return digests;
}

static int run_whole(void **state)
{
    long_run_write("sweep.yaml", "", 60);
    const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", "whole", "--quiet"));
    if (end.code != 0)
        fail_msg("%s", end.err);
    *state = long_run_digests("whole");
    return 0;
}

int long_run_enter(void **state)
{
    return folder_enter(state) == 0 ? run_whole(state) : -1;
}

int long_run_enter_in_memory(void **state)
{
    return folder_enter_in_memory(state) == 0 ? run_whole(state) : -1;
}

int long_run_leave(void **state)
{
    free(*state);
    return folder_leave(state);
}

/* What the head of a journal says, in a text of its own; false without a whole head. */
static bool read_head(const char *path, char head_text[2300], record_journal_head *head)
{
    FILE *file = fopen(path, "r");
    if (file && fread(head_text, 1, 2299, file) < 48)
        head_text[0] = '\0';
    if (file)
        fclose(file);
    char *id =
        memcmp(head_text, "trama journal 1\n", 16) == 0 ? strstr(head_text + 48, "case ") : NULL;
    char *build = id ? strstr(id, "\nbuild ") : NULL;
    if (!build || !strchr(build + 1, '\n'))
        return false;
    *build = *strchr(build + 1, '\n') = '\0';
    *head = (record_journal_head){id + 5, build + 7};
    return true;
}

record_journal *long_run_open(const char *path, const record_journal_head *head)
{
    record_journal *j;
    record_error error;
    long waited = 0; /* for a case whose parent was killed, which ends a moment later */
    while (record_journal_open(path, head, &j, &error) == RECORD_BUSY)
        shell_pause(&waited);
    if (!j)
        fail_msg("%s", error.text);
    return j;
}

long long_run_records(const char *folder, record_journal_kind kind)
{
    char path[512], head_text[2300] = "";
    record_journal_head own;
    if (!long_run_find(folder, ".part", path, sizeof path))
        return -1;
    if (!read_head(path, head_text, &own))
        return 0;
    record_journal *j = long_run_open(path, &own);
    const long records = (long)record_journal_count(j, kind);
    record_journal_close(j);
    return records;
}

void long_run_assert_resumes(const char *folder, const char *expected)
{
    char path[512];
    const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", folder, "--quiet"));
    if (end.code != 0)
        fail_msg("the resumed run ended with %d: %s", end.code, end.err);
    char *digests = long_run_digests(folder);
    assert_string_equal(digests, expected);
    free(digests);
    assert_false(long_run_find(folder, ".part", path, sizeof path));
    assert_false(long_run_find(folder, ".tmp", path, sizeof path));
    const shell_end verified = shell_run(SHELL("verify", folder));
    assert_int_equal(verified.code, 0);
}
