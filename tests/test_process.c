/* Another program is run to its end, heard, bound in time and reaped, and nothing of it outlives
 * the call (lib/results/process.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/process.h"
#include "support/folder.h"
#include "support/stand_in.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct ended {
    process_ending how;
    int code;
    size_t heard;
    char said[256]; /* its beginning */
} ended;

static ended run(const char *program, const char *line, double seconds)
{
    const char *const argument[] = {program, "-c", line, NULL};
    const char *const variable[] = {"GREETING", "hello", NULL};
    text_buffer said;
    ended e = {.code = -1};
    assert_true(text_begin(&said));
    e.how = process_run(
        &(process){
            .argument = argument, .folder = "inside", .variable = variable, .seconds = seconds},
        &said, &e.code);
    assert_true(text_end(&said));
    e.heard = said.size;
    snprintf(e.said, sizeof e.said, "%s", said.data);
    text_free(&said);
    return e;
}

static void a_program_is_heard_and_its_code_is_told(void **state)
{
    (void)state;
    const ended e = run("sh", "echo nothing; pwd > where; echo \"$GREETING\" >&2; exit 7", 1000);
    assert_int_equal(e.how, PROCESS_EXITED);
    assert_int_equal(e.code, 7);
    assert_string_equal(e.said, "hello\n");
    assert_int_equal(access("inside/where", F_OK), 0);
}

static void other_endings_are_told_apart(void **state)
{
    (void)state;
    const ended killed = run("sh", "kill -KILL $$", 1000);
    assert_int_equal(killed.how, PROCESS_SIGNALLED);
    assert_int_equal(killed.code, 9);
    assert_int_equal(run("no-such-program", "", 1000).how, PROCESS_NOT_FOUND);
    assert_int_equal(run("./here", "", 1000).how, PROCESS_NOT_STARTED);
}

/* It is asked for more than a pipe holds, and is not kept from ending. */
static void what_is_said_has_a_bound(void **state)
{
    (void)state;
    const ended e = run("sh", "head -c 300000 /dev/zero >&2", 1000);
    assert_int_equal(e.how, PROCESS_EXITED);
    assert_int_equal(e.heard, 1 << 16);
}

static void a_program_that_comes_to_no_end_is_killed_with_what_it_started(void **state)
{
    (void)state;
    double seconds = 0.25;
    do { /* on a machine that has no time for it, it has not come to what it starts */
        assert_int_equal(run("sh", stand_in_hangs, seconds *= 2).how, PROCESS_LATE);
    } while (access("pid", F_OK) != 0);
    stand_in_await_end("pid");
    stand_in_await_end("child");
}

/* The one that goes on has its output still open. */
static void what_a_program_leaves_behind_is_killed(void **state)
{
    (void)state;
    const ended e = run("sh", "sleep 1000 & echo $! > ../child; exit 0", 1000);
    assert_int_equal(e.how, PROCESS_EXITED);
    stand_in_await_end("child");
}

static int enter(void **state)
{
    const int entered = folder_enter(state);
    char here[4096];
    mkdir("inside", 0777);
    mkdir("inside/here", 0777);
    setenv("STAND_IN", getcwd(here, sizeof here), 1);
    return entered;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_is_heard_and_its_code_is_told),
        cmocka_unit_test(other_endings_are_told_apart),
        cmocka_unit_test(what_is_said_has_a_bound),
        cmocka_unit_test(a_program_that_comes_to_no_end_is_killed_with_what_it_started),
        cmocka_unit_test(what_a_program_leaves_behind_is_killed),
    };
    return cmocka_run_group_tests_name("process", tests, enter, folder_leave);
}
