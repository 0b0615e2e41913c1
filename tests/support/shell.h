/* The program under test, run as a user runs it: arguments, exit code, both outputs. */
#ifndef SUPPORT_SHELL_H
#define SUPPORT_SHELL_H

#include <stdio.h>
#include <sys/types.h>

/* A run that has ended. The texts are valid until the next two runs end. */
typedef struct shell_end {
    int code;   /* exit code; 128 + its number if a signal ended it */
    int signal; /* that ended it; 0: it came to its own end */
    const char *out, *err;
} shell_end;

typedef struct shell_process {
    pid_t pid; /* and its process group, as under a terminal */
    FILE *out, *err;
} shell_process;

enum { SHELL_ARGUMENTS_MAX = 24 };
#define SHELL(...) ((const char *const[SHELL_ARGUMENTS_MAX + 1]){__VA_ARGS__})

/* Another program than the ordinary one from now on; NULL: that one again. */
void shell_use(const char *other);
/* What the ordinary one is instead of TRAMA_PROGRAM: of a room, before its test. */
void shell_use_ordinarily(const char *other);

/* Runs the program with the arguments, as in shell_run(SHELL("run", "a.yaml")). */
shell_end shell_run(const char *const *arguments);

/* The same where no file, and no output, may grow beyond `file_bytes`. */
shell_end shell_run_limited(size_t file_bytes, const char *const *arguments);

/* The same through a script of the shell's, in which "$0" is the ordinary program and "$@" the
 * arguments. */
shell_end shell_run_by(const char *script, const char *const *arguments);

/* The two halves, for tests that act in between. */
shell_process shell_start(const char *const *arguments);
shell_end shell_wait(shell_process process);

/* Waits until the program has come to its first lines, and so has a handler for the signal; or has
 * ended. */
void shell_await_handler(pid_t pid, int number);

/* Waits until `parent` has a child, and 20 ms more, in which it will have begun its work. */
void shell_await_child(pid_t parent);

/* The same, and sends the signal to all its children. */
void shell_signal_children(pid_t parent, int number);

/* For tests that wait for something: sleeps 2 ms, and fails the test the 10000th time in a row that
 * `waited`, which begins at 0, is counted up. */
void shell_pause(long *waited);

#endif
