/* One run, or the shards of one run, works in a folder at a time, and a later run removes only what
 * dead runs have left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/lock.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static record_status take(const char *folder, long shard, long shards, record_lock *lock)
{
    record_error error;
    const record_status status = record_lock_take(folder, shard, shards, lock, &error);
    assert_int_equal(status, error.status);
    return status;
}

static void one_run_at_a_time_has_a_folder(void **state)
{
    (void)state;
    record_lock first, second;
    char host[256] = "", says[400];
    record_error error;
    mkdir("one", 0777);
    assert_int_equal(take("one", 1, 1, &first), RECORD_OK);
    assert_int_equal(record_lock_take("one", 1, 1, &second, &error), RECORD_BUSY);
    assert_int_equal(second.file, -1);
    gethostname(host, 64);
    snprintf(says, sizeof says, "one: another run is at work in it: process %ld on %s, since 20",
             (long)getpid(), host);
    assert_ptr_equal(strstr(error.text, says), error.text);
    record_lock_release(&first);
    assert_int_equal(take("one", 1, 1, &second), RECORD_OK);
    record_lock_release(&second);
}

/* A shard is in its own way, and in that of everything else: of a whole run, and of shards that are
 * counted otherwise, which have cases in common. */
static void shards_of_one_count_live_side_by_side(void **state)
{
    (void)state;
    static const struct {
        long shard, shards;
        record_status status;
    } table[] = {
        {2, 3, RECORD_OK},   {3, 3, RECORD_OK},   {1, 3, RECORD_BUSY},
        {1, 1, RECORD_BUSY}, {3, 4, RECORD_BUSY}, {1, 2, RECORD_BUSY},
    };
    record_lock first, other[sizeof table / sizeof table[0]];
    mkdir("shards", 0777);
    assert_int_equal(take("shards", 1, 3, &first), RECORD_OK);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_int_equal(take("shards", table[i].shard, table[i].shards, &other[i]),
                         table[i].status);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        record_lock_release(&other[i]);
    assert_int_equal(take("shards", 4, 4, &other[0]), RECORD_BUSY);
    record_lock_release(&first);
    assert_int_equal(take("shards", 4, 4, &other[0]), RECORD_OK);
    record_lock_release(&other[0]);
}

/* A holder that dies leaves forked cases for a moment; they are waited for. */
static void a_lock_ends_with_all_processes_of_its_holder(void **state)
{
    (void)state;
    record_lock lock;
    int status;
    mkdir("dead", 0777);
    const pid_t holder = fork();
    if (holder == 0) {
        if (take("dead", 1, 1, &lock) != RECORD_OK)
            _exit(1);
        if (fork() == 0) { /* a case that outlives it by a while */
            nanosleep(&(struct timespec){0, 300000000}, NULL);
            _exit(0);
        }
        _exit(0);
    }
    assert_int_equal(waitpid(holder, &status, 0), holder);
    assert_int_equal(status, 0);
    assert_int_equal(take("dead", 1, 1, &lock), RECORD_OK);
    record_lock_release(&lock);
}

static void a_folder_that_cannot_be_locked_is_said_so(void **state)
{
    (void)state;
    record_lock lock;
    record_error error;
    assert_int_equal(record_lock_take("nowhere", 1, 1, &lock, &error), RECORD_IO);
    assert_string_equal(error.text,
                        "nowhere: its file .lock cannot be opened: No such file or directory");
    mkdir("linked", 0777);
    assert_int_equal(symlink("/dev/null", "linked/.lock"), 0);
    assert_int_equal(record_lock_take("linked", 1, 1, &lock, &error), RECORD_IO);
    assert_int_equal(lock.file, -1);
}

/* A process that is no more. */
static long dead_process(void)
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return (long)pid;
}

static void only_temporaries_of_dead_runs_are_removed(void **state)
{
    (void)state;
    char host[256] = "", name[10][512];
    const long dead = dead_process(), alive = (long)getppid();
    gethostname(host, 64);
    /* these go */
    snprintf(name[0], 512, "tidy/cases/.a.h5.%s.%ld.tmp", host, dead);
    snprintf(name[1], 512, "tidy/cases/deep/.a.h5.%s.%ld.tmp", host, dead);
    snprintf(name[2], 512, "tidy/.index.h5.%s.%ld.tmp", host, dead);
    /* these go for who is alone */
    snprintf(name[3], 512, "tidy/cases/.a.h5.elsewhere.7.tmp");
    snprintf(name[4], 512, "tidy/cases/.a.h5.%s.%ld.tmp", host, alive);
    /* these stay */
    snprintf(name[5], 512, "tidy/cases/.a.txt.%s.%ld.tmp", host, dead);
    snprintf(name[6], 512, "tidy/cases/a.h5.%s.%ld.tmp", host, dead);
    snprintf(name[7], 512, "tidy/cases/.a.h5.%s.%ldx.tmp", host, dead);
    snprintf(name[8], 512, "tidy/cases/.a.h5.%s.tmp", host);
    snprintf(name[9], 512, "tidy/.lock");
    mkdir("tidy", 0777);
    mkdir("tidy/cases", 0777);
    mkdir("tidy/cases/deep", 0777);
    for (size_t i = 0; i < 10; i++)
        folder_write(name[i], "half");
    record_tidy("tidy", false);
    for (size_t i = 0; i < 10; i++)
        if (experiment_stands(name[i]) != (i >= 3))
            fail_msg("%s %s", name[i], i >= 3 ? "is gone" : "stands");
    record_tidy("tidy", true);
    for (size_t i = 0; i < 10; i++)
        if (experiment_stands(name[i]) != (i >= 5))
            fail_msg("%s %s", name[i], i >= 5 ? "is gone" : "stands");
    record_tidy("nowhere", true);
}

/* Two cases that never end. */
static void write_endless(void)
{
    experiment_write(
        "endless.yaml", experiment_spring,
        EDITS("experiment: spring\n", "experiment: endless\n",
              "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              "run, dt: 0.001, horizon: 1000000000, every: 1000000000, energy: false",
              "{integrator.name: [verlet, symplectic_euler, rk4]}",
              "{task.horizon: [1000000000, 900000000]}\nderive: {task.every: task.horizon}"));
}

static void a_second_run_in_a_folder_is_refused(void **state)
{
    (void)state;
    char says[64];
    write_endless();
    const shell_process first = shell_start(SHELL("run", "endless.yaml", "-o", "both", "-j1"));
    shell_await_child(first.pid);
    const shell_end second = shell_run(SHELL("run", "endless.yaml", "-o", "both"));
    assert_int_equal(second.code, 4);
    snprintf(says, sizeof says, "another run is at work in it: process %ld on ", (long)first.pid);
    if (!strstr(second.err, says) || !strstr(second.err, "choose another folder (-o)\n") ||
        strchr(second.err, '\n')[1] != '\0')
        fail_msg("one line is to say '%s': %s", says, second.err);
    kill(first.pid, SIGINT);
    assert_int_equal(shell_wait(first).code, 130);
}

/* Two files may add cases to one experiment. */
static void a_run_is_not_in_its_own_way(void **state)
{
    (void)state;
    experiment_write("a.yaml", experiment_spring, NULL);
    experiment_write("b.yaml", experiment_spring, EDITS("omega: 10", "omega: 11"));
    assert_int_equal(shell_run(SHELL("run", "a.yaml", "b.yaml", "-o", "shared")).code, 0);
    assert_int_equal(experiment_list("shared/spring/cases", ".h5")->count, 6);
}

/* The next run does not wait for cases that nobody wants any more. */
static void the_cases_of_a_killed_run_end_with_it(void **state)
{
    (void)state;
    write_endless();
    const shell_process killed = shell_start(SHELL("run", "endless.yaml", "-o", "killed", "-j2"));
    shell_await_child(killed.pid);
    kill(killed.pid, SIGKILL);
    assert_int_equal(shell_wait(killed).code, 128 + SIGKILL);
    const shell_process next = shell_start(SHELL("run", "endless.yaml", "-o", "killed", "-j1"));
    shell_await_child(next.pid);
    kill(next.pid, SIGTERM);
    assert_int_equal(shell_wait(next).code, 130);
    assert_int_equal(experiment_list("killed/endless/cases", "")->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_run_at_a_time_has_a_folder),
        cmocka_unit_test(shards_of_one_count_live_side_by_side),
        cmocka_unit_test(a_lock_ends_with_all_processes_of_its_holder),
        cmocka_unit_test(a_folder_that_cannot_be_locked_is_said_so),
        cmocka_unit_test(only_temporaries_of_dead_runs_are_removed),
        cmocka_unit_test(a_second_run_in_a_folder_is_refused),
        cmocka_unit_test(a_run_is_not_in_its_own_way),
        cmocka_unit_test(the_cases_of_a_killed_run_end_with_it),
    };
    record_begin();
    return cmocka_run_group_tests_name("lock", tests, folder_enter, folder_leave);
}
