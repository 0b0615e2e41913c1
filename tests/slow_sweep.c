/* A sweep of two thousand cases, which are committed together, is spread over folders, killed in
 * the middle, resumed and indexed without loss. tools/scaling.sh measures a hundred thousand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/columns/columns.h"
#include "results/record.h"
#include "support/folder.h"
#include "support/shell.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CASES = 2000 };

static void write_sweep(void)
{
    char text[4096] = "experiment: many\ncase:\n  model: {name: oscillator, omega: 10}\n"
                      "  integrator: {name: verlet}\n  task: {name: one_step}\n"
                      "sweep:\n  - grid: {integrator.name: [verlet, rk4], model.damping: [0, 1, "
                      "2, 3, 4], task.number: [0";
    for (size_t i = 1; i < CASES / 10; i++)
        sprintf(text + strlen(text), ", %zu", i);
    strcat(text, "]}\n");
    folder_write("many.yaml", text);
}

/* Files that stand below the folder of the experiment; none before there is one. */
static size_t standing(const char *folder)
{
    record_names names;
    record_error error;
    record_list(folder, &names, &error);
    const size_t count = names.count;
    record_names_free(&names);
    return count;
}

/* How many entries, hidden ones too; *most: of a folder in it. */
static size_t entries(const char *path, size_t *most)
{
    DIR *open = opendir(path);
    assert_non_null(open);
    size_t count = 0;
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        char inner[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        const size_t below = most ? entries(inner, NULL) : 0;
        if (most && below > *most)
            *most = below;
    }
    closedir(open);
    return count;
}

static bundle index_of(const char *folder)
{
    char path[128];
    bundle index = {0};
    record_error error;
    snprintf(path, sizeof path, "%s/many/index.h5", folder);
    if (record_read(path, NULL, &index, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    return index;
}

static void assert_same_value(const bundle_column *is, const bundle_column *must, size_t i)
{
    if (must->text)
        assert_string_equal(is->text[i], must->text[i]);
    else if (must->integer)
        assert_int_equal(is->integer[i], must->integer[i]);
    else
        assert_true(is->real[i] == must->real[i] || (isnan(is->real[i]) && isnan(must->real[i])));
}

/* When and where a case ran, how long that took, and what its file is like because of it. */
static bool is_of_the_run(const char *path)
{
    return group_rest(group_run, path) || group_rest(group_timing, path) ||
           strcmp(path, column_index_size.path) == 0 || strcmp(path, column_index_time.path) == 0 ||
           strcmp(path, column_index_seal.path) == 0;
}

static void assert_whole(const char *folder)
{
    bundle index = index_of(folder), expected = index_of("whole");
    assert_int_equal(index.count, expected.count);
    for (size_t c = 0; c < index.count; c++) {
        const bundle_column *is = &index.column[c], *must = &expected.column[c];
        assert_string_equal(is->path, must->path);
        assert_int_equal(is->type, must->type);
        assert_int_equal(is->rows, CASES);
        for (size_t i = 0; i < CASES && !is_of_the_run(is->path); i++)
            assert_same_value(is, must, i);
    }
    bundle_free(&index);
    bundle_free(&expected);
}

static int begin(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    record_begin();
    write_sweep();
    return shell_run(SHELL("run", "many.yaml", "-o", "whole", "-q")).code;
}

/* 7.8 a folder on average. No folder has anything else in it. */
static void files_are_spread_over_folders(void **state)
{
    (void)state;
    size_t most = 0;
    const size_t folders = entries("whole/many/cases", &most);
    assert_in_range(folders, 200, 256);
    assert_in_range(most, 8, 40);
    assert_int_equal(standing("whole/many"), CASES);
}

/* In the planned order. */
static void the_index_has_a_row_of_every_case(void **state)
{
    (void)state;
    bundle index = index_of("whole");
    const bundle_column *number = bundle_find(&index, "/swept/task.number"),
                        *status = bundle_get(&index, &column_index_status);
    assert_int_equal(number->rows, CASES);
    for (size_t i = 0; i < CASES; i++) {
        assert_string_equal(status->text[i], "ok");
        assert_int_equal(number->integer[i], i % (CASES / 10));
    }
    bundle_free(&index);
    assert_int_equal(shell_run(SHELL("index", "whole")).code, 0);
    assert_whole("whole");
}

/* It is killed when some cases stand and some have ended, whose files wait for their names. */
static void a_sweep_killed_in_the_middle_is_resumed_to_the_same_index(void **state)
{
    (void)state;
    const shell_process process =
        shell_start(SHELL("run", "many.yaml", "-o", "killed", "-q", "-j2"));
    for (int i = 0; i < 5000 && standing("killed/many") == 0; i++)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    kill(-process.pid, SIGKILL);
    shell_wait(process);
    const size_t stood = standing("killed/many");
    assert_in_range(stood, 1, CASES);
    const shell_end end = shell_run(SHELL("run", "many.yaml", "-o", "killed"));
    assert_int_equal(end.code, 0);
    char said[64];
    snprintf(said, sizeof said, "%zu cases exist already\n", stood);
    assert_ptr_equal(strstr(end.err, said), end.err);
    assert_whole("killed");
    size_t most = 0;
    entries("killed/many/cases", &most);
    assert_in_range(most, 8, 40); /* no temporaries */
    assert_int_equal(standing("killed/many"), CASES);
}

static void a_sweep_that_stands_runs_nothing(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("run", "many.yaml", "-o", "whole"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "2000 cases exist already\n2000 cases done, results in whole\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_spread_over_folders),
        cmocka_unit_test(the_index_has_a_row_of_every_case),
        cmocka_unit_test(a_sweep_killed_in_the_middle_is_resumed_to_the_same_index),
        cmocka_unit_test(a_sweep_that_stands_runs_nothing),
    };
    return cmocka_run_group_tests_name("sweep", tests, begin, folder_leave);
}
