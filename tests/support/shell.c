#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/shell.h"

#include <dirent.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Pauses of 2 ms, 20 minutes; a test that waits longer waits for ever. What takes longest is some
 * seconds on an idle machine, and took more than 3 minutes on one with 14 programs a processor. */
enum { PATIENCE = 600000 };

static void sleep_ms(long milliseconds)
{
    nanosleep(&(struct timespec){0, milliseconds * 1000000}, NULL);
}

void shell_pause(long *waited)
{
    if (++*waited > PATIENCE)
        fail_msg("nothing has happened for 20 minutes");
    sleep_ms(2);
}

static const char *ordinary = TRAMA_PROGRAM, *program = TRAMA_PROGRAM;

void shell_use(const char *other)
{
    program = other ? other : ordinary;
}

void shell_use_ordinarily(const char *other)
{
    ordinary = program = other;
}

/* Signals as a terminal leaves them, whatever the test itself was started with. */
static void set_attributes(posix_spawnattr_t *attributes)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    sigset_t standard, none;
    sigemptyset(&none);
    sigemptyset(&standard);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaddset(&standard, numbers[i]);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setsigdefault(attributes, &standard);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                             POSIX_SPAWN_SETPGROUP);
}

shell_process shell_start(const char *const *arguments)
{
    shell_process process = {.out = tmpfile(), .err = tmpfile()};
    char *argv[SHELL_ARGUMENTS_MAX + 2] = {(char *)program};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 1] = (char *)arguments[i];
    assert_true(process.out && process.err);
    set_attributes(&attributes);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&files, fileno(process.out), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(process.err), STDERR_FILENO);
    const int failed = posix_spawn(&process.pid, program, &files, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    assert_int_equal(failed, 0);
    return process;
}

/* All that was written to the file, which is closed; the last four texts stay. */
static const char *text_of(FILE *file)
{
    static char *texts[4];
    static size_t next;
    char **text = &texts[next++ % 4];
    free(*text);
    fseek(file, 0, SEEK_END);
    const size_t length = (size_t)ftell(file);
    *text = calloc(length + 1, 1);
    rewind(file);
    assert_non_null(*text);
    assert_int_equal(fread(*text, 1, length, file), length);
    fclose(file);
    return *text;
}

shell_end shell_wait(shell_process process)
{
    int status = 0;
    for (long waited = 0; waitpid(process.pid, &status, WNOHANG) == 0; shell_pause(&waited))
        if (waited == PATIENCE)
            kill(-process.pid, SIGKILL);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return (shell_end){code, WIFSIGNALED(status) ? WTERMSIG(status) : 0, text_of(process.out),
                       text_of(process.err)};
}

shell_end shell_run(const char *const *arguments)
{
    return shell_wait(shell_start(arguments));
}

shell_end shell_run_by(const char *script, const char *const *arguments)
{
    const char *argv[SHELL_ARGUMENTS_MAX + 1] = {"-c", script, ordinary};
    for (size_t i = 0; arguments[i]; i++)
        argv[i + 3] = arguments[i];
    shell_use("/bin/sh");
    const shell_end end = shell_run(argv);
    shell_use(NULL);
    return end;
}

shell_end shell_run_limited(size_t file_bytes, const char *const *arguments)
{
    struct rlimit before, limited;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limited = (struct rlimit){file_bytes, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limited), 0);
    const shell_process process = shell_start(arguments);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    return shell_wait(process);
}

/* True if the process has a handler for the signal, or is no more. */
static bool handles(pid_t pid, int number)
{
    char path[64], line[256];
    unsigned long long caught = ~0ULL;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "State:\tZ", 8) == 0)
            break;
        if (strncmp(line, "SigCgt:", 7) == 0)
            caught = strtoull(line + 7, NULL, 16);
    }
    if (file)
        fclose(file);
    return caught >> (number - 1) & 1;
}

void shell_await_handler(pid_t pid, int number)
{
    for (long waited = 0; !handles(pid, number);)
        shell_pause(&waited);
}

/* The parent of a process as /proc has it, "pid (name) state parent ...", or 0. */
static pid_t parent_of(const char *pid)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file && !fgets(line, sizeof line, file))
        line[0] = '\0';
    if (file)
        fclose(file);
    const char *end = strrchr(line, ')');
    return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

/* The first child of a process, or 0; signals all of them, unless `number` is 0. */
static pid_t find_children(pid_t parent, int number)
{
    pid_t first = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry = processes ? readdir(processes) : NULL; entry;
         entry = readdir(processes)) {
        if (parent_of(entry->d_name) != parent)
            continue;
        const pid_t child = (pid_t)strtol(entry->d_name, NULL, 10);
        first = first ? first : child;
        if (number != 0)
            kill(child, number);
    }
    if (processes)
        closedir(processes);
    return first;
}

void shell_await_child(pid_t parent)
{
    for (long waited = 0; !find_children(parent, 0);)
        shell_pause(&waited);
    sleep_ms(20);
}

void shell_signal_children(pid_t parent, int number)
{
    shell_await_child(parent);
    find_children(parent, number);
}
