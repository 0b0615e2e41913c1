/* For RLIM_NLIMITS and environ. */
#define _GNU_SOURCE
#include "plugin/surroundings.h"

#include "core/fnv.h"

#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

enum { FILES = 256, SIGNALS = 65, LIMITS = RLIM_NLIMITS, LOCALE = 256 };

/* Which file it is; 0, 0: none. */
typedef struct file_id {
    dev_t device;
    ino_t number;
} file_id;

typedef struct surroundings {
    file_id folder, file[FILES]; /* file: by descriptor */
    struct rlimit limit[LIMITS];
    mode_t mask;
    void (*handler[SIGNALS])(int);
    int handled[SIGNALS]; /* flags */
    sigset_t blocked;
    bool timer[3];
    uint64_t environment; /* digest of its strings */
    char locale[LOCALE];
} surroundings;

/* --- what is now --- */

static file_id id_of(int found, const struct stat *about)
{
    return found == 0 ? (file_id){about->st_dev, about->st_ino} : (file_id){0};
}

static void look_at_files(surroundings *s)
{
    struct stat about;
    s->folder = id_of(stat(".", &about), &about);
    for (int i = 0; i < FILES; i++)
        s->file[i] = id_of(fstat(i, &about), &about);
    s->mask = umask(0);
    umask(s->mask);
}

static void look_at_limits(surroundings *s)
{
    for (unsigned i = 0; i < LIMITS; i++)
        getrlimit(i, &s->limit[i]);
}

static void look_at_signals(surroundings *s)
{
    static const unsigned timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    for (int i = 1; i < SIGNALS; i++) {
        struct sigaction action = {0};
        if (sigaction(i, NULL, &action) == 0) {
            s->handler[i] = action.sa_handler;
            s->handled[i] = action.sa_flags;
        }
    }
    sigprocmask(SIG_SETMASK, NULL, &s->blocked);
    for (int i = 0; i < 3; i++) {
        struct itimerval timer = {0};
        getitimer(timers[i], &timer);
        s->timer[i] = timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
    }
}

static void look_at_words(surroundings *s)
{
    const char *locale = setlocale(LC_ALL, NULL);
    s->environment = TRAMA_FNV_BEGIN;
    for (char *const *next = environ; next && *next; next++)
        s->environment = trama_fnv(s->environment, *next, strlen(*next) + 1);
    snprintf(s->locale, sizeof s->locale, "%s", locale ? locale : "");
}

static void look(surroundings *s)
{
    memset(s, 0, sizeof *s);
    look_at_files(s);
    look_at_limits(s);
    look_at_signals(s);
    look_at_words(s);
}

/* --- what is different --- */

static bool same_file(const file_id *a, const file_id *b)
{
    return a->device == b->device && a->number == b->number;
}

static bool other_folder(const surroundings *a, const surroundings *b)
{
    return !same_file(&a->folder, &b->folder);
}

static bool other_limits(const surroundings *a, const surroundings *b)
{
    return memcmp(a->limit, b->limit, sizeof a->limit) != 0;
}

static bool other_mask(const surroundings *a, const surroundings *b)
{
    return a->mask != b->mask;
}

static bool other_handlers(const surroundings *a, const surroundings *b)
{
    for (int i = 1; i < SIGNALS; i++)
        if (a->handler[i] != b->handler[i] || a->handled[i] != b->handled[i])
            return true;
    return false;
}

static bool other_blocked(const surroundings *a, const surroundings *b)
{
    for (int i = 1; i < SIGNALS; i++)
        if (sigismember(&a->blocked, i) != sigismember(&b->blocked, i))
            return true;
    return false;
}

static bool other_timers(const surroundings *a, const surroundings *b)
{
    return memcmp(a->timer, b->timer, sizeof a->timer) != 0;
}

static bool other_environment(const surroundings *a, const surroundings *b)
{
    return a->environment != b->environment;
}

static bool other_locale(const surroundings *a, const surroundings *b)
{
    return strcmp(a->locale, b->locale) != 0;
}

/* What was opened since then changes nothing. */
static bool other_files(const surroundings *a, const surroundings *b)
{
    for (int i = 0; i < FILES; i++)
        if (a->file[i].number != 0 && !same_file(&a->file[i], &b->file[i]))
            return true;
    return false;
}

static const struct {
    bool (*differs)(const surroundings *a, const surroundings *b);
    const char *words;
} changes[] = {
    {other_folder, "the current folder (chdir)"},
    {other_limits, "its limits (setrlimit)"},
    {other_mask, "the permissions of new files (umask)"},
    {other_handlers, "the handling of signals (signal, sigaction)"},
    {other_blocked, "the blocked signals (sigprocmask)"},
    {other_timers, "a timer (alarm, setitimer)"},
    {other_environment, "environment variables (setenv)"},
    {other_locale, "the locale (setlocale)"},
    {other_files, "open files, closed or replaced (close, dup2)"},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static surroundings before;

void surroundings_note(void)
{
    look(&before);
}

int surroundings_changed(void)
{
    surroundings now;
    look(&now);
    for (int i = 0; i < CHANGES; i++)
        if (changes[i].differs(&before, &now))
            return i + 1;
    return 0;
}

const char *surroundings_words(int change)
{
    return change > 0 && change <= CHANGES ? changes[change - 1].words : NULL;
}
