#include "analysis/plot/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/output/file.h"

static const char said[] = "gnuplot.log"; /* its standard error */

enum { NOT_FOUND = 127, NOT_STARTED = 126 };

static bool redirect(const char *path, int flags, int to)
{
    const int file = open(path, flags, 0666);
    return file >= 0 && dup2(file, to) == to;
}

/* In the child: no shell, no start-up file, nothing of the caller's input and output. */
static void become_gnuplot(const char *folder, const char *script)
{
    char program[] = "gnuplot", defaults[] = "-d", file[300];
    char *const arguments[] = {program, defaults, file, NULL};
    snprintf(file, sizeof file, "%s", script);
    const bool ready = chdir(folder) == 0 && redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
                       redirect("/dev/null", O_WRONLY, STDOUT_FILENO) &&
                       redirect(said, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (!ready)
        _exit(NOT_STARTED);
    /* Without a UTF-8 locale gnuplot complains of its own degree sign on stderr. */
    setenv("LC_ALL", "C.UTF-8", 1);
    execvp(program, arguments);
    _exit(errno == ENOENT ? NOT_FOUND : NOT_STARTED);
}

/* gnuplot's exit status, or NOT_STARTED; a signal counts as 1. */
static int run(const char *folder, const char *script)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        become_gnuplot(folder, script);
    if (child < 0)
        return NOT_STARTED;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return NOT_STARTED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static FILE *open_in(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    FILE *file = path ? door_read(path) : NULL;
    free(path);
    return file;
}

/* What fontconfig says of its cache when a home cannot be written is no fault of the figure. */
static bool counts(const char *line)
{
    return line[strspn(line, " \t\r\n^")] != '\0' && strncmp(line, "Fontconfig", 10) != 0;
}

/* The line of the log that says most: the last that gnuplot itself wrote. "" if there is none. */
static void complaint(const char *folder, char *message, size_t size)
{
    char line[512];
    FILE *log = open_in(folder, said);
    message[0] = '\0';
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (counts(line))
            snprintf(message, size, "gnuplot: %s", line + strspn(line, " \t"));
    }
    if (log)
        fclose(log);
}

static bool ends_with(const char *folder, const char *name, const char *suffix, const char *mark)
{
    char file[300], tail[64] = "";
    snprintf(file, sizeof file, "%s.%s", name, suffix);
    FILE *picture = open_in(folder, file);
    if (!picture)
        return false;
    if (fseek(picture, -32, SEEK_END) != 0)
        rewind(picture);
    tail[fread(tail, 1, sizeof tail - 1, picture)] = '\0';
    fclose(picture);
    return strstr(tail, mark) != NULL;
}

bool gnuplot_run(const char *folder, const char *name, char *message, size_t size)
{
    char script[300];
    snprintf(script, sizeof script, "%s.gp", name);
    const int status = run(folder, script);
    complaint(folder, message, size);
    if (message[0] != '\0')
        return false;
    if (status == NOT_FOUND)
        snprintf(message, size, "gnuplot is not installed (Debian: gnuplot-nox)");
    else if (status != 0)
        snprintf(message, size, "gnuplot ended with status %d", status);
    else if (!ends_with(folder, name, "svg", "</svg>"))
        snprintf(message, size, "gnuplot left no whole %s.svg", name);
    else if (!ends_with(folder, name, "pdf", "%%EOF"))
        snprintf(message, size, "gnuplot left no whole %s.pdf", name);
    return message[0] == '\0';
}
