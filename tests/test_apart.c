/* plugin/: steps in a process apart, which is ended and leaves nothing behind, whatever signals the
 * program takes meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plugin/apart.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void note_interruption(int number)
{
    (void)number;
    interrupted = 1;
}

/* A signal every millisecond, which interrupts what waits. */
static void interrupt_every(long microseconds)
{
    struct sigaction action = {.sa_handler = note_interruption};
    const struct itimerval timer = {{0, microseconds}, {0, microseconds}};
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void assert_no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static bool wait_for_ever(void *context, size_t i, char *why, size_t size)
{
    (void)context;
    (void)why;
    (void)size;
    for (;;)
        if (i > 0)
            pause();
        else
            return true;
}

static void a_step_that_does_not_end_is_ended_whatever_interrupts(void **state)
{
    (void)state;
    char why[APART_TEXT];
    size_t index = 9;
    interrupt_every(1000);
    const apart_end end = apart_each(wait_for_ever, NULL, 3, 0.2, &index, why, sizeof why);
    interrupt_every(0);
    assert_true(interrupted);
    assert_int_equal(end, APART_LOST);
    assert_int_equal(index, 1);
    assert_string_equal(why, "does not end within 0.2 s");
    assert_no_child_is_left();
}

static bool refuse_the_second(void *context, size_t i, char *why, size_t size)
{
    (void)context;
    if (i == 1)
        memcpy(why, "no", size < 3 ? size : 3);
    return i != 1;
}

static void a_step_that_refuses_says_why(void **state)
{
    (void)state;
    char why[APART_TEXT];
    size_t index = 9;
    interrupt_every(1000);
    const apart_end end = apart_each(refuse_the_second, NULL, 3, 60, &index, why, sizeof why);
    interrupt_every(0);
    assert_int_equal(end, APART_REFUSED);
    assert_int_equal(index, 1);
    assert_string_equal(why, "no");
    assert_no_child_is_left();
}

/* A process whose parent has ended; it has the channel for as long as it lives. */
static bool leave_an_orphan(void *context, size_t i, char *why, size_t size)
{
    (void)context, (void)i, (void)why, (void)size;
    const pid_t parent = fork();
    if (parent == 0) {
        if (fork() == 0)
            for (alarm(60);;)
                pause();
        _exit(0);
    }
    return waitpid(parent, NULL, 0) == parent;
}

static void an_orphan_of_a_step_is_noticed_and_ended(void **state)
{
    (void)state;
    char why[APART_TEXT];
    size_t index = 9;
    int channel[2];
    assert_int_equal(pipe(channel), 0);
    const apart_end end = apart_each(leave_an_orphan, NULL, 2, 60, &index, why, sizeof why);
    close(channel[1]);
    struct pollfd at = {.fd = channel[0], .events = POLLIN};
    assert_int_equal(end, APART_LOST);
    assert_int_equal(index, 0);
    assert_string_equal(why, "starts another process");
    assert_int_equal(poll(&at, 1, 30000), 1);
    assert_true(at.revents & POLLHUP);
    close(channel[0]);
    assert_no_child_is_left();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_does_not_end_is_ended_whatever_interrupts),
        cmocka_unit_test(a_step_that_refuses_says_why),
        cmocka_unit_test(an_orphan_of_a_step_is_noticed_and_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
