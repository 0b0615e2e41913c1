#include "engine/signals.h"

#include <string.h>
#include <unistd.h>

/* SIGCHLD is last. */
static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD};
enum { COUNT = sizeof numbers / sizeof numbers[0], ENDS = COUNT - 1 };

static volatile sig_atomic_t came, child_came;

/* What signals_end_at_once was given. */
static const char *last_words;
static int last_code;

/* As they were when they were first held. */
static struct {
    bool known;
    sigset_t mask;
    struct sigaction action[COUNT];
} before;

static void note(int number)
{
    if (number == SIGCHLD)
        child_came = 1;
    else
        came = 1;
}

static void end_at_once(int number)
{
    (void)number;
    if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
        _exit(last_code); /* and nobody hears it */
    _exit(last_code);
}

static void look_around(const sigset_t *mask)
{
    for (size_t i = 0; i < COUNT; i++)
        sigaction(numbers[i], NULL, &before.action[i]);
    before.mask = *mask;
    before.known = true;
}

/* An ignored SIGCHLD would take away how children ended. */
static bool stays_ignored(size_t i)
{
    return numbers[i] != SIGCHLD && before.action[i].sa_handler == SIG_IGN;
}

void signals_hold(void)
{
    const struct sigaction action = {.sa_handler = note};
    sigset_t all, mask;
    sigemptyset(&all);
    for (size_t i = 0; i < COUNT; i++)
        sigaddset(&all, numbers[i]);
    sigprocmask(SIG_BLOCK, &all, &mask);
    if (!before.known)
        look_around(&mask);
    for (size_t i = 0; i < COUNT; i++)
        if (!stays_ignored(i))
            sigaction(numbers[i], &action, NULL);
}

void signals_end_at_once(const char *message, int code)
{
    const struct sigaction action = {.sa_handler = end_at_once};
    last_words = message;
    last_code = code;
    for (size_t i = 0; i < COUNT; i++) {
        const bool ends = i < ENDS && numbers[i] != SIGPIPE && !stays_ignored(i);
        sigaction(numbers[i], ends ? &action : &before.action[i], NULL);
    }
    sigprocmask(SIG_SETMASK, &before.mask, NULL);
}

void signals_release(void)
{
    came = child_came = 0;
    for (size_t i = 0; i < COUNT; i++)
        sigaction(numbers[i], &before.action[i], NULL);
    sigprocmask(SIG_SETMASK, &before.mask, NULL);
    before.known = false;
}

static void let_in(sigset_t mask)
{
    sigset_t held;
    if (!before.known)
        return;
    sigprocmask(SIG_SETMASK, &mask, &held);
    sigprocmask(SIG_SETMASK, &held, NULL);
}

/* A child's end stays to be noted, as it has to end a waiting. */
bool signals_came(void)
{
    sigset_t mask = before.mask;
    sigaddset(&mask, SIGCHLD);
    let_in(mask);
    return came;
}

bool signals_child_came(void)
{
    let_in(signals_let_in());
    const bool ended = child_came;
    child_came = 0;
    return ended;
}

sigset_t signals_let_in(void)
{
    sigset_t mask = before.mask;
    sigdelset(&mask, SIGCHLD);
    return mask;
}
