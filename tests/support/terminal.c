#define _GNU_SOURCE
#include "support/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 14 };

/* In the child. */
static void run_at(const char *path, const struct winsize *window, const char *const *arguments)
{
    char *whole[ARGUMENTS_MOST + 2] = {"trama"};
    for (size_t i = 0; i < ARGUMENTS_MOST && arguments[i]; i++)
        whole[i + 1] = (char *)arguments[i];
    setsid();
    const int at = open(path, O_RDWR);
    if (at < 0 || ioctl(at, TIOCSWINSZ, window) != 0 || dup2(at, STDERR_FILENO) < 0 ||
        dup2(at, STDOUT_FILENO) < 0)
        _exit(99);
    execv(TRAMA_PROGRAM, whole);
    _exit(98);
}

int terminal_run(int columns, int rows, const char *const *arguments, char *text, size_t size)
{
    const struct winsize window = {.ws_row = (unsigned short)rows,
                                   .ws_col = (unsigned short)columns};
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    size_t used = 0;
    int status;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return -1;
    const pid_t pid = fork();
    if (pid == 0)
        run_at(ptsname(master), &window, arguments);
    for (ssize_t n; used + 1 < size && (n = read(master, text + used, size - 1 - used)) > 0;)
        used += (size_t)n;
    text[used] = '\0';
    const pid_t ended = waitpid(pid, &status, 0);
    close(master);
    return ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
