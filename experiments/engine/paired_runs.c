#include "engine/paired_runs.h"

#include "core/random.h"
#include "engine/channel.h"
#include "engine/signals.h"

#include "process/process.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* As of trama run; command.h is not this room's. */
enum { CODE_OK = 0, CODE_USAGE = 2, CODE_CASES = 3, CODE_IO = 4, CODE_INTERRUPTED = 130 };

static const char *const side_names[PAIRED_RUNS_SIDES] = {"baseline", "new"};

/* The environment of a program tells it which descriptor its channel is. */
#define LINE_VARIABLE "TRAMA_TURNS"
enum { LINE_DESCRIPTOR = 3 };

int paired_runs_line(void)
{
    const char *text = getenv(LINE_VARIABLE);
    const long number = text ? strtol(text, NULL, 10) : 0;
    return number == LINE_DESCRIPTOR ? LINE_DESCRIPTOR : 0;
}

static void send_byte(int channel)
{
    while (send(channel, "", 1, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

/* False at the end of the channel. */
static bool receive_byte(int channel)
{
    char byte;
    ssize_t got;
    while ((got = recv(channel, &byte, 1, 0)) < 0 && errno == EINTR)
        ;
    return got == 1;
}

bool paired_runs_ask(int channel)
{
    send_byte(channel);
    return receive_byte(channel);
}

/* --- one program --- */

typedef struct player {
    process process; /* pid 0: none; its line, -1: none, or it needs no more turns */
    const char **argument;
    char output[PATH_MAX + 64];
} player;

static void fill_arguments(const paired_runs *r, int side, player *p)
{
    const char *const head[] = {r->program[side], "run",    "--quiet", "-o",
                                p->output,        "--only", r->only};
    const size_t count = sizeof head / sizeof *head - (r->only ? 0 : 2);
    memcpy(p->argument, head, count * sizeof *head);
    p->argument[count] = "--";
    for (size_t i = 0; i < r->file_count; i++)
        p->argument[count + 1 + i] = r->files[i];
}

static bool prepare(const paired_runs *r, int side, const char *name, player *p)
{
    *p = (player){.argument = calloc(r->file_count + 9, sizeof *p->argument)};
    if (!p->argument) {
        fprintf(stderr, "trama: out of memory\n");
        return false;
    }
    snprintf(p->output, sizeof p->output, "%s/%s%s", r->folder, side_names[side], name);
    fill_arguments(r, side, p);
    return true;
}

static int start(player *p, bool in_turns)
{
    static const char *const variable[] = {LINE_VARIABLE, "3", NULL};
    const process_plan run = {.argument = p->argument,
                              .variable = in_turns ? variable : NULL,
                              .error = PROCESS_SAME,
                              .line = in_turns ? PROCESS_MESSAGES : PROCESS_NO_LINE};
    if (process_start(&run, &p->process))
        return CODE_OK;
    fprintf(stderr, "%s: cannot be run: %s\n", p->argument[0], strerror(errno));
    return CODE_IO;
}

/* Says how the program ended if not well. */
static int code_of(const char *program, process_end end)
{
    const int ended = end.how == PROCESS_EXITED ? end.code : 128 + end.code;
    if (signals_came() || ended == CODE_INTERRUPTED)
        return CODE_INTERRUPTED;
    if (ended == CODE_OK || ended == CODE_CASES)
        return CODE_OK;
    fprintf(stderr, "%s: `run` ended with exit code %d\n", program, ended);
    return ended == CODE_USAGE ? CODE_USAGE : CODE_IO;
}

/* Waits for the program's end. */
static int finish(player *p)
{
    const sigset_t mask = signals_let_in();
    process_end end;
    bool told = false;
    int code = CODE_OK;
    if (p->process.pid) {
        process_close(&p->process);
        while (!process_has_ended(&p->process, &end)) {
            if (signals_came() && !told)
                process_ask_to_end(&p->process);
            told = signals_came();
            sigsuspend(&mask); /* its end comes in here, or an interruption */
        }
        code = code_of(p->argument[0], end);
    }
    free(p->argument);
    return code;
}

/* --- turns --- */

/* Waits until a program asks for a turn; its channel is closed if it will ask for none. */
static void await_request(player *p)
{
    const sigset_t mask = signals_let_in();
    int ready = 0;
    while (p->process.line >= 0 && ready <= 0 && !signals_came()) {
        int channel = p->process.line;
        ready = channel_wait(&channel, 1, -1.0, &mask);
    }
    if (p->process.line >= 0 && (ready <= 0 || !receive_byte(p->process.line)))
        process_close(&p->process);
}

/* What a program does with a turn has ended when it asks for the next one, or ends. */
static void give_turn(player *p)
{
    if (p->process.line < 0)
        return;
    send_byte(p->process.line);
    await_request(p);
}

static void take_turns(player both[PAIRED_RUNS_SIDES], trama_random *random)
{
    await_request(&both[0]);
    await_request(&both[1]);
    while (both[0].process.line >= 0 || both[1].process.line >= 0) {
        const int first = (int)(trama_random_bits(random) >> 63);
        give_turn(&both[first]);
        give_turn(&both[!first]);
    }
}

/* --- rounds --- */

/* Both at once, by turns. */
static int play(const paired_runs *r, const char *name, trama_random *random)
{
    player both[PAIRED_RUNS_SIDES];
    int code = CODE_OK;
    for (int side = 0; side < PAIRED_RUNS_SIDES; side++)
        if (!prepare(r, side, name, &both[side]))
            code = CODE_IO;
    for (int side = 0; side < PAIRED_RUNS_SIDES && code == CODE_OK; side++)
        code = start(&both[side], true);
    if (code == CODE_OK)
        take_turns(both, random);
    for (int side = 0; side < PAIRED_RUNS_SIDES; side++) {
        const int ended = finish(&both[side]);
        code = code == CODE_OK ? ended : code;
    }
    return code;
}

/* One after the other. */
static int run_once(const paired_runs *r)
{
    int code = CODE_OK;
    for (int side = 0; side < PAIRED_RUNS_SIDES && code == CODE_OK; side++) {
        player p;
        code = prepare(r, side, "", &p) ? start(&p, false) : CODE_IO;
        const int ended = finish(&p);
        code = code == CODE_OK ? ended : code;
    }
    return code;
}

static void show(const paired_runs *r, size_t round)
{
    if (r->quiet || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[Kround %zu of %zu", round, r->count);
    if (round == r->count)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

static int run_rounds(const paired_runs *r)
{
    trama_random random = {r->seed};
    int code = CODE_OK;
    for (size_t i = 1; i <= r->count && code == CODE_OK; i++) {
        char name[32];
        snprintf(name, sizeof name, "/round-%03zu", i);
        code = play(r, name, &random);
        show(r, i);
    }
    return code;
}

int paired_runs_run(const paired_runs *r)
{
    return r->count ? run_rounds(r) : run_once(r);
}
