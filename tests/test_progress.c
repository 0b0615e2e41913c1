/* The line of progress on a terminal: it fits, names no more cases than run, and goes when the run
 * ends. The estimate of the time left goes by the experiment's own cases, and does not jump. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "command/progress_estimate.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/springs.h"
#include "support/text.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COLUMNS = 60 };

static void run_at(const char *terminal, const char *folder)
{
    const struct winsize window = {.ws_row = 24, .ws_col = COLUMNS};
    setsid();
    const int at = open(terminal, O_RDWR);
    if (at < 0 || ioctl(at, TIOCSWINSZ, &window) != 0 || dup2(at, STDERR_FILENO) < 0)
        _exit(99);
    execl(TRAMA_PROGRAM, "trama", "run", "spring.yaml", "-j1", "-o", folder, (char *)NULL);
    _exit(98);
}

/* What a run writes to its standard error, a terminal of COLUMNS columns. */
static void run_on_terminal(const char *folder, char *text, size_t size)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    size_t used = 0;
    int status;
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const pid_t pid = fork();
    if (pid == 0)
        run_at(ptsname(master), folder);
    for (ssize_t n; used + 1 < size && (n = read(master, text + used, size - 1 - used)) > 0;)
        used += (size_t)n;
    text[used] = '\0';
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(master);
}

static void a_line_fits_and_names_what_runs(void **state)
{
    (void)state;
    static char text[65536];
    size_t lines = 0, named = 0;
    springs_first("whole");
    run_on_terminal("watched", text, sizeof text);
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        if (strncmp(line, "\033[K", 3) != 0)
            continue;
        line += 3;
        assert_true(strlen(line) < COLUMNS);
        lines += strstr(line, " of 3 cases, 0:0") != NULL;
        named += strstr(line, ": verlet") || strstr(line, ": symplectic") || strstr(line, ": rk4");
        assert_null(strchr(line, ';')); /* -j1 */
    }
    assert_true(lines >= 4); /* as the first begins, and as each ends */
    assert_true(named >= 1);
}

/* --- the estimate --- */

static plan_experiment slow = {.name = "slow"}, fast = {.name = "fast"};

static void end_one(progress_estimate *e, const engine_job *job, double seconds, double elapsed)
{
    const engine_end end = {.job = job, .seconds = seconds};
    progress_estimate_add(e, &end, elapsed);
}

static void cases_to_come_take_what_their_experiment_took(void **state)
{
    (void)state;
    enum { EACH = 10 };
    plan_case a = {.experiment = &slow}, b = {.experiment = &fast};
    engine_job job[2 * EACH];
    progress_estimate e;
    char text[64];
    for (size_t i = 0; i < 2 * EACH; i++)
        job[i] = (engine_job){.the_case = i < EACH ? &a : &b};
    progress_estimate_begin(&e, job, 2 * EACH);
    progress_estimate_text(&e, 5.0, text, sizeof text);
    assert_string_equal(text, "");
    /* one at a time, all slow ones and then one fast one: nine more of 1 s are to come */
    for (size_t i = 0; i < EACH; i++)
        end_one(&e, &job[i], 600.0, 600.0 * (double)(i + 1));
    assert_near(e.end, 12000.0, 1e-6);
    end_one(&e, &job[EACH], 1.0, 6001.0);
    assert_near(e.end, 12000.0 + 0.25 * (6010.0 - 12000.0), 1e-6);
    progress_estimate_text(&e, 6001.0, text, sizeof text);
    assert_string_equal(text, "about 1 h 10 min left");
    progress_estimate_end(&e);
}

static void two_at_a_time_take_half_as_long(void **state)
{
    (void)state;
    plan_case a = {.experiment = &slow};
    engine_job job[4];
    progress_estimate e;
    char text[64];
    for (size_t i = 0; i < 4; i++)
        job[i] = (engine_job){.the_case = &a};
    progress_estimate_begin(&e, job, 4);
    end_one(&e, &job[0], 100.0, 100.0);
    end_one(&e, &job[1], 100.0, 100.0);
    /* 400 s told after the first, when two seemed to run one after another; then 200 s */
    assert_near(e.end, 400.0 + 0.25 * (200.0 - 400.0), 1e-6);
    progress_estimate_text(&e, 300.0, text, sizeof text);
    assert_string_equal(text, "about 50 s left");
    progress_estimate_text(&e, 400.0, text, sizeof text);
    assert_string_equal(text, "some seconds left");
    progress_estimate_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_fits_and_names_what_runs),
        cmocka_unit_test(cases_to_come_take_what_their_experiment_took),
        cmocka_unit_test(two_at_a_time_take_half_as_long),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
