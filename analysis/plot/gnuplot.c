#include "analysis/plot/gnuplot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/plot/work.h"
#include "process/process.h"

static void take_away(const void *folder)
{
    work_remove(folder);
}

/* No start-up file. Without a UTF-8 locale gnuplot complains of its own degree sign. False, with
 * errno, if it cannot be started. */
static bool run(const char *folder, const char *script, double seconds, process_said *said,
                process_end *end)
{
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    static const char *const variable[] = {"LC_ALL", "C.UTF-8", NULL};
    return process_run(&(process_plan){.argument = argument,
                                       .folder = folder,
                                       .variable = variable,
                                       .error = PROCESS_HEARD,
                                       .said = said,
                                       .group = true,
                                       .abandoned = take_away,
                                       .context = folder},
                       seconds, end);
}

static FILE *open_in(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    FILE *file = path ? door_read(path) : NULL;
    free(path);
    return file;
}

/* What is no fault of the figure: what fontconfig says of its cache when a home cannot be written,
 * and what gnuplot says of turned names in a narrow panel, for which it would move margins if the
 * script did not set them. */
static bool counts(const char *line)
{
    return line[strspn(line, " \t\r\n^")] != '\0' && strncmp(line, "Fontconfig", 10) != 0 &&
           !strstr(line, "warning: difficulty making room for xtic labels");
}

/* The line that says most: the last that gnuplot itself wrote. "" if there is none. */
static void complaint(char *said, char *message, size_t size)
{
    char *rest = NULL;
    message[0] = '\0';
    for (char *line = strtok_r(said, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest))
        if (counts(line))
            snprintf(message, size, "gnuplot: %s", line + strspn(line, " \t"));
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

/* What an ending by itself says; "" if it is a good one. */
static void describe(process_end end, double seconds, char *message, size_t size)
{
    message[0] = '\0';
    if (end.how == PROCESS_LATE)
        snprintf(message, size, "gnuplot had not ended after %g s, and was killed", seconds);
    else if (end.how == PROCESS_SIGNALLED)
        snprintf(message, size, "gnuplot was killed: %s", strsignal(end.code));
    else if (end.code != 0)
        snprintf(message, size, "gnuplot ended with status %d", end.code);
}

static gnuplot_result fail_to_start(int reason, char *message, size_t size)
{
    snprintf(message, size, "%s",
             reason == ENOENT ? "gnuplot is not installed (Debian: gnuplot-nox)"
                              : "gnuplot cannot be started");
    return GNUPLOT_FAILED;
}

static void look_at_pictures(const char *folder, const char *name, char *message, size_t size)
{
    if (!ends_with(folder, name, "svg", "</svg>"))
        snprintf(message, size, "gnuplot left no whole %s.svg", name);
    else if (!ends_with(folder, name, "pdf", "%%EOF"))
        snprintf(message, size, "gnuplot left no whole %s.pdf", name);
}

gnuplot_result gnuplot_run(const char *folder, const char *name, double seconds, char *message,
                           size_t size)
{
    char script[300];
    process_said said;
    process_end end;
    snprintf(script, sizeof script, "%s.gp", name);
    if (!run(folder, script, seconds, &said, &end))
        return fail_to_start(errno, message, size);
    complaint(said.text, message, size);
    if (end.how == PROCESS_LATE || message[0] == '\0')
        describe(end, seconds, message, size);
    if (message[0] == '\0')
        look_at_pictures(folder, name, message, size);
    return end.how == PROCESS_LATE ? GNUPLOT_LATE : message[0] ? GNUPLOT_FAILED : GNUPLOT_DREW;
}
