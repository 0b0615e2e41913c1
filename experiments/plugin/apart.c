#include "plugin/apart.h"
#include "clock.h"

#include "process/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child says, in one write each. */
typedef struct note {
    enum { BEGUN, REFUSED, FORKED, DONE } kind;
    char text[APART_TEXT];
} note;

/* ---- The child. */

static void say(int line, note *what)
{
    if (write(line, what, sizeof *what) != (ssize_t)sizeof *what)
        _exit(EXIT_FAILURE);
}

/* True of a copy of the process, and of a process that has children, dead ones too. */
static bool has_forked(pid_t self)
{
    return getpid() != self || waitpid(-1, NULL, WNOHANG) >= 0;
}

/* What it is to do. */
typedef struct steps {
    apart_step *step;
    void *context;
    size_t count;
} steps;

static void work(const void *context, int line)
{
    const steps *s = context;
    const pid_t self = getpid();
    note what;
    memset(&what, 0, sizeof what);
    for (size_t i = 0; i < s->count; i++) {
        what.kind = BEGUN;
        say(line, &what);
        const bool done = s->step(s->context, i, what.text, sizeof what.text);
        if (done && !has_forked(self))
            continue;
        what.kind = done || getpid() != self ? FORKED : REFUSED;
        say(line, &what);
        return;
    }
    what.kind = DONE;
    say(line, &what);
}

/* ---- The parent. */

static void name_end(process_end end, char *why, size_t size)
{
    if (end.how == PROCESS_EXITED)
        snprintf(why, size, "exits (code %d)", end.code);
    else
        snprintf(why, size, "crashes (signal %d, %s)", end.code, strsignal(end.code));
}

static apart_end listen(process *child, double seconds, size_t *index, char *why, size_t size)
{
    note what = {.kind = BEGUN};
    size_t begun = 0;
    process_talk talk = PROCESS_DONE;
    while (what.kind == BEGUN && talk == PROCESS_DONE) {
        talk = process_receive(child, &what, sizeof what, seconds_now() + seconds);
        begun += talk == PROCESS_DONE && what.kind == BEGUN;
    }
    *index = begun > 0 ? begun - 1 : 0;
    if (talk == PROCESS_GONE)
        name_end(process_wait(child, seconds_now() + seconds), why, size);
    else
        process_kill(child);
    if (talk == PROCESS_SILENT)
        snprintf(why, size, "does not end within %g s", seconds);
    else if (talk == PROCESS_DONE)
        snprintf(why, size, "%s", what.kind == FORKED ? "starts another process" : what.text);
    return talk != PROCESS_DONE || what.kind == FORKED ? APART_LOST
           : what.kind == REFUSED                      ? APART_REFUSED
                                                       : APART_DONE;
}

apart_end apart_each(apart_step *step, void *context, size_t count, double seconds, size_t *index,
                     char *why, size_t size)
{
    const steps all = {step, context, count};
    process child;
    if (!process_start(&(process_plan){.work = work,
                                       .context = &all,
                                       .in = PROCESS_SAME,
                                       .error = PROCESS_SAME,
                                       .line = PROCESS_BYTES,
                                       .group = true,
                                       .plain_crashes = true},
                       &child)) {
        *index = 0;
        snprintf(why, size, "%s", strerror(errno));
        return APART_UNABLE;
    }
    const apart_end end = listen(&child, seconds, index, why, size);
    process_close(&child);
    return end;
}
