/* Other processes are started, heard, spoken to, bound in time and memory, and reaped, and nothing
 * of them outlives that (lib/process/process.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "clock.h"
#include "core/numbers.h"
#include "process/process.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/stand_in.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static process_said said;

/* A line of the shell, in a group of its own. */
static process_end run(const char *line, double seconds)
{
    const char *const argument[] = {"sh", "-c", line, NULL};
    const char *const variable[] = {"GREETING", "hello", NULL};
    process_end end = {.code = -1};
    assert_true(process_run(&(process_plan){.argument = argument,
                                            .folder = "inside",
                                            .variable = variable,
                                            .error = PROCESS_HEARD,
                                            .said = &said,
                                            .group = true},
                            seconds, &end));
    return end;
}

static void a_program_is_heard_and_its_code_is_told(void **state)
{
    (void)state;
    const process_end end =
        run("echo nothing; pwd > where; echo \"$GREETING\" >&2; exit 127", 1000);
    assert_int_equal(end.how, PROCESS_EXITED);
    assert_int_equal(end.code, 127);
    assert_string_equal(said.text, "hello\n");
    assert_int_equal(access("inside/where", F_OK), 0);
}

static void both_outputs_are_heard_as_one(void **state)
{
    (void)state;
    const char *const argument[] = {"sh", "-c", "echo one; echo two >&2; echo three", NULL};
    process_end end;
    assert_true(process_run(
        &(process_plan){
            .argument = argument, .out = PROCESS_HEARD, .error = PROCESS_HEARD, .said = &said},
        1000, &end));
    assert_string_equal(said.text, "one\ntwo\nthree\n");
}

static void other_endings_are_told_apart(void **state)
{
    (void)state;
    const process_end killed = run("kill -KILL $$", 1000);
    assert_int_equal(killed.how, PROCESS_SIGNALLED);
    assert_int_equal(killed.code, SIGKILL);
    const process_end aborted = run("kill -ABRT $$", 1000);
    assert_int_equal(aborted.how, PROCESS_SIGNALLED);
    assert_int_equal(aborted.code, SIGABRT);
    assert_int_equal(run("exit 137", 1000).how, PROCESS_EXITED);
}

static int reason_of(const char *program, const char *folder, bool group)
{
    const char *const argument[] = {program, NULL};
    process p;
    errno = 0;
    assert_false(
        process_start(&(process_plan){.argument = argument, .folder = folder, .group = group}, &p));
    const int reason = errno;
    assert_int_equal(p.pid, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    return reason;
}

static void a_program_that_cannot_be_started_says_why(void **state)
{
    (void)state;
    for (int group = 0; group < 2; group++) {
        assert_int_equal(reason_of("no-such-program", NULL, group), ENOENT);
        assert_int_equal(reason_of("./inside", NULL, group), EACCES);
        assert_int_equal(reason_of("true", "no-such-folder", group), ENOTDIR);
    }
}

/* It is asked for more than a pipe holds, and is not kept from ending. */
static void the_last_that_is_said_is_kept(void **state)
{
    (void)state;
    const process_end end = run("seq 100000 199999 >&2", 1000);
    assert_int_equal(end.how, PROCESS_EXITED);
    assert_int_equal(said.size, PROCESS_SAID_MAX);
    char expected[16]; /* a number takes 7 bytes; 65536 = 9362 * 7 + 2 */
    for (long number = 199999, at = PROCESS_SAID_MAX - 7; at >= 0; number--, at -= 7) {
        snprintf(expected, sizeof expected, "%ld\n", number);
        assert_memory_equal(said.text + at, expected, 7);
    }
}

static void a_program_that_comes_to_no_end_is_killed_with_what_it_started(void **state)
{
    (void)state;
    double seconds = 0.25;
    do { /* on a machine that has no time for it, it has not come to what it starts */
        assert_int_equal(run(stand_in_hangs, seconds *= 2).how, PROCESS_LATE);
    } while (access("pid", F_OK) != 0);
    stand_in_await_end("pid");
    stand_in_await_end("child");
}

/* The one that goes on has its output still open. */
static void what_a_program_leaves_behind_is_killed(void **state)
{
    (void)state;
    const process_end end = run("sleep 1000 & echo $! > ../child; exit 0", 1000);
    assert_int_equal(end.how, PROCESS_EXITED);
    stand_in_await_end("child");
}

static void start_and_be_killed(const void *context, int line)
{
    (void)context, (void)line;
    run(stand_in_hangs, 1000);
}

static void a_program_of_a_group_ends_with_the_process_that_started_it(void **state)
{
    (void)state;
    process p;
    long waited = 0;
    struct stat written;
    unlink("pid");
    unlink("child");
    assert_true(process_start(&(process_plan){.work = start_and_be_killed}, &p));
    while (stat("pid", &written) != 0 || written.st_size == 0) /* written last */
        shell_pause(&waited);
    const process_end end = process_kill(&p);
    assert_int_equal(end.how, PROCESS_SIGNALLED);
    assert_int_equal(end.code, SIGKILL);
    stand_in_await_end("pid");
    stand_in_await_end("child");
}

/* --- messages both ways, of a size that no pipe holds --- */

enum { BYTES = 1 << 20 };

static process start_solver(const char *line)
{
    const char *const argument[] = {"sh", "-c", line, NULL};
    process p;
    assert_true(process_start(&(process_plan){.argument = argument,
                                              .in = PROCESS_PIPE,
                                              .out = PROCESS_PIPE,
                                              .error = PROCESS_HEARD,
                                              .said = &said,
                                              .group = true},
                              &p));
    return p;
}

/* It says on the side more than a pipe holds, which nobody but these calls hears. */
static void messages_go_both_ways_while_it_is_heard(void **state)
{
    (void)state;
    static unsigned char sent[BYTES], got[BYTES];
    for (size_t i = 0; i < BYTES; i++)
        sent[i] = (unsigned char)(i * 2654435761u >> 13);
    process p = start_solver("head -c 200000 /dev/zero >&2; head -c 1048576 > message; "
                             "head -c 200000 /dev/zero >&2; cat message; echo done >&2; exit 3");
    const double until = seconds_now() + 1000.0;
    assert_int_equal(process_send(&p, sent, sizeof sent, until), PROCESS_DONE);
    assert_int_equal(process_receive(&p, got, sizeof got, until), PROCESS_DONE);
    assert_memory_equal(sent, got, sizeof sent);
    assert_int_equal(process_receive(&p, got, 1, until), PROCESS_GONE);
    const process_end end = process_wait(&p, until);
    process_close(&p);
    assert_int_equal(end.code, 3);
    assert_string_equal(said.text + said.size - 5, "done\n");
}

/* SIGPIPE, which ends this test by default, does not come. */
static void a_program_that_reads_no_more_is_gone(void **state)
{
    (void)state;
    static const char sent[BYTES];
    process p = start_solver("exec <&-; exit 0");
    assert_int_equal(process_send(&p, sent, sizeof sent, seconds_now() + 1000.0), PROCESS_GONE);
    process_wait(&p, TRAMA_INFINITY);
    process_close(&p);
}

static void a_program_that_does_not_answer_is_silent_and_killed(void **state)
{
    (void)state;
    static char bytes[BYTES];
    process p = start_solver("sleep 1000");
    assert_int_equal(process_send(&p, bytes, sizeof bytes, seconds_now() + 0.05), PROCESS_SILENT);
    assert_int_equal(process_receive(&p, bytes, 1, seconds_now() + 0.05), PROCESS_SILENT);
    assert_int_equal(process_wait(&p, seconds_now() + 0.05).how, PROCESS_LATE);
    process_close(&p);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void memory_is_bound(void **state)
{
    (void)state;
    const char *const argument[] = {"sh", "-c", "ulimit -v", NULL};
    process_end end;
    assert_true(process_run(
        &(process_plan){.argument = argument, .out = PROCESS_HEARD, .said = &said, .memory = 300},
        1000, &end));
#ifdef __SANITIZE_ADDRESS__
    assert_string_equal(said.text, "unlimited\n");
#else
    assert_string_equal(said.text, "307200\n");
#endif
}

/* --- what it has, and what it leaves --- */

static size_t descriptors(void)
{
    size_t count = 0;
    DIR *open_files = opendir("/proc/self/fd");
    assert_non_null(open_files);
    while (readdir(open_files))
        count++;
    closedir(open_files);
    return count;
}

/* Its streams, its line, and the folder that it lists. */
static void a_program_has_its_streams_and_its_line_alone(void **state)
{
    (void)state;
    const char *const argument[] = {"ls", "/proc/self/fd", NULL};
    const size_t before = descriptors();
    const int stray = dup(STDERR_FILENO);
    process_end end;
    for (int line = PROCESS_NO_LINE; line <= PROCESS_MESSAGES; line++) {
        assert_true(process_run(&(process_plan){.argument = argument,
                                                .out = PROCESS_HEARD,
                                                .said = &said,
                                                .line = (process_line)line},
                                1000, &end));
        assert_string_equal(said.text, line ? "0\n1\n2\n3\n4\n" : "0\n1\n2\n3\n");
    }
    close(stray);
    assert_int_equal(descriptors(), before);
}

static void answer_double(const void *context, int line)
{
    int number;
    while (read(line, &number, sizeof number) == (ssize_t)sizeof number) {
        number *= *(const int *)context;
        if (write(line, &number, sizeof number) < 0)
            _exit(9);
    }
}

static void work_is_spoken_to_over_its_line_and_ends_with_it(void **state)
{
    (void)state;
    const int factor = 17;
    int number = 4;
    process p;
    assert_true(process_start(
        &(process_plan){
            .work = answer_double, .context = &factor, .line = PROCESS_BYTES, .bare = true},
        &p));
    assert_int_equal(process_send(&p, &number, sizeof number, TRAMA_INFINITY), PROCESS_DONE);
    assert_int_equal(process_receive(&p, &number, sizeof number, TRAMA_INFINITY), PROCESS_DONE);
    assert_int_equal(number, 68);
    process_close(&p);
    const process_end end = process_wait(&p, TRAMA_INFINITY);
    assert_int_equal(end.how, PROCESS_EXITED);
    assert_int_equal(end.code, 0);
}

/* Where children that end are ignored, the system would reap them. */
static void endings_are_told_where_they_were_ignored(void **state)
{
    (void)state;
    signal(SIGCHLD, SIG_IGN);
    const process_end end = run("exit 5", 1000);
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(end.how, PROCESS_EXITED);
    assert_int_equal(end.code, 5);
}

static int enter(void **state)
{
    const int entered = folder_enter(state);
    char here[4096];
    mkdir("inside", 0777);
    setenv("STAND_IN", getcwd(here, sizeof here), 1);
    return entered;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_is_heard_and_its_code_is_told),
        cmocka_unit_test(both_outputs_are_heard_as_one),
        cmocka_unit_test(other_endings_are_told_apart),
        cmocka_unit_test(a_program_that_cannot_be_started_says_why),
        cmocka_unit_test(the_last_that_is_said_is_kept),
        cmocka_unit_test(a_program_that_comes_to_no_end_is_killed_with_what_it_started),
        cmocka_unit_test(what_a_program_leaves_behind_is_killed),
        cmocka_unit_test(a_program_of_a_group_ends_with_the_process_that_started_it),
        cmocka_unit_test(messages_go_both_ways_while_it_is_heard),
        cmocka_unit_test(a_program_that_reads_no_more_is_gone),
        cmocka_unit_test(a_program_that_does_not_answer_is_silent_and_killed),
        cmocka_unit_test(memory_is_bound),
        cmocka_unit_test(a_program_has_its_streams_and_its_line_alone),
        cmocka_unit_test(work_is_spoken_to_over_its_line_and_ends_with_it),
        cmocka_unit_test(endings_are_told_where_they_were_ignored),
    };
    return cmocka_run_group_tests_name("process", tests, enter, folder_leave);
}
