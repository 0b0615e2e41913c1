/* Child processes: all of this program's are started, read, limited in time and memory, and reaped
 * here.
 *
 * A process is either a program, started without a shell, or work of this program in a copy of it.
 *
 *     process p;
 *     process_said said;
 *     const process_plan plan = {.argument = argument, .in = PROCESS_PIPE, .out = PROCESS_PIPE,
 *                                .error = PROCESS_HEARD, .said = &said, .group = true};
 *     if (!process_start(&plan, &p)) ...          errno says why
 *     process_send(&p, request, size, until);     its output is read while these wait
 *     process_receive(&p, answer, size, until);
 *     const process_end end = process_wait(&p, until);
 *     process_close(&p);
 */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* --- plan --- */

typedef enum process_stream {
    PROCESS_NOWHERE, /* /dev/null */
    PROCESS_SAME,    /* that of this program */
    PROCESS_PIPE,    /* a pipe to this program */
    PROCESS_HEARD,   /* output: stored in `said` */
} process_stream;

/* A socket between the two, for both directions. */
typedef enum process_line {
    PROCESS_NO_LINE,
    PROCESS_BYTES,    /* SOCK_STREAM */
    PROCESS_MESSAGES, /* SOCK_SEQPACKET: each arrives whole or not at all */
} process_line;

/* The last bytes of a process's output, and a zero. */
enum { PROCESS_SAID_MAX = 1 << 16 };
typedef struct process_said {
    size_t size;
    char text[PROCESS_SAID_MAX + 1];
} process_said;

/* Returning ends the process with exit code 0. `line`: its end of the line, -1: none. */
typedef void process_work(const void *context, int line);

typedef struct process_plan {
    const char *const *argument; /* NULL-terminated; the first is the program, searched in PATH */
    process_work *work;          /* if there is no program */
    const void *context;         /* of work and abandoned */
    const char *folder;          /* working folder; NULL: that of this program */
    const char *const *variable; /* name, value, ... of its environment, NULL-terminated; or NULL */
    process_stream in, out, error;
    process_said *said; /* needed with PROCESS_HEARD; must live as long as the process */
    process_line line;  /* a program has it as descriptor 3 */
    double memory;      /* MiB of address space; 0 or more than an exabyte: no bound */
    /* Runs in its own process group, and all of the group ends when it is reaped; a program also
     * when this program is killed. If false, a program receives the signals of the terminal and may
     * outlive this program; work never does. */
    bool group;
    /* Work only: crashes end it by their signal even with a sanitizer, without a core. */
    bool plain_crashes;
    /* Work only: closes all descriptors except its streams and its line, as for a program. */
    bool bare;
    /* Programs with a group only: removes leftovers if this program is killed meanwhile. Called in
     * a separate process, after the program was killed too. NULL: nothing to remove. */
    void (*abandoned)(const void *context);
} process_plan;

/* --- the process --- */

typedef struct process {
    pid_t pid;        /* 0: it has been reaped */
    int in, out;      /* the other ends of pipes; -1: none */
    int heard;        /* descriptor of the output that is stored; -1: closed */
    int line;         /* -1: none */
    bool group, kept; /* kept: `pid` is a keeper's (keeper.c), which ends as the program did */
    process_said *said;
} process;

typedef enum process_how {
    PROCESS_EXITED,    /* code: its exit code */
    PROCESS_SIGNALLED, /* code: the signal */
    PROCESS_LATE,      /* it took longer, and was killed */
} process_how;

typedef struct process_end {
    process_how how;
    int code;
} process_end;

/* False, with errno, if it cannot be started (ENOENT: no such program). Its signal mask is empty.
 * Work ignores SIGINT, SIGTERM, SIGHUP and SIGQUIT: they reach every process of a terminal or a
 * batch job, and this program decides which processes end. */
bool process_start(const process_plan *plan, process *p);

/* Each process that was started must be reaped by one of the following. Times (`until`) are s by
 * CLOCK_MONOTONIC.
 *
 * Waits for its end until that time (INFINITY: forever), then kills it. */
process_end process_wait(process *p, double until);
/* Kills it, even a stopped one; one that has ended before is only reaped. */
process_end process_kill(process *p);
/* Without waiting: true if it has ended, and reaps it. */
bool process_has_ended(process *p, process_end *end);

/* Sends SIGTERM; a program of a group is killed by it. */
void process_ask_to_end(const process *p);

/* Closes this program's ends, at any time; sets them to -1. */
void process_close(process *p);

/* Starts it, waits for `seconds`, closes. False, with errno, as process_start. */
bool process_run(const process_plan *plan, double seconds, process_end *end);

/* --- messages of a known size, over the line (PROCESS_BYTES) if there is one, else the pipes ---
 */

typedef enum process_talk {
    PROCESS_DONE,
    PROCESS_GONE,   /* it has closed its end */
    PROCESS_SILENT, /* no answer until that time */
} process_talk;

process_talk process_send(process *p, const void *bytes, size_t size, double until);
process_talk process_receive(process *p, void *bytes, size_t size, double until);
/* Waits until there is something to receive, or it has gone (PROCESS_DONE); does not receive. */
process_talk process_listen(process *p, double until);

/* --- the memory of this process --- */

/* Limits its address space to `memory` MiB (0, or more than an exabyte: no limit), unless a lower
 * limit is set. Returns the bound before, in bytes, which process_release_memory sets again. */
unsigned long long process_bound_memory(double memory);
void process_release_memory(unsigned long long before);

#endif
