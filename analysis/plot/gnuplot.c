#include "analysis/plot/gnuplot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/plot/work.h"
#include "results/process.h"

static void take_away(const void *folder)
{
    work_remove(folder);
}

/* No start-up file. Without a UTF-8 locale gnuplot complains of its own degree sign. */
static process_ending run(const char *folder, const char *script, double seconds, text_buffer *said,
                          int *code)
{
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    static const char *const variable[] = {"LC_ALL", "C.UTF-8", NULL};
    return process_run(&(process){.argument = argument,
                                  .folder = folder,
                                  .variable = variable,
                                  .seconds = seconds,
                                  .abandoned = take_away,
                                  .context = folder},
                       said, code);
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
static void describe(process_ending ending, int code, double seconds, char *message, size_t size)
{
    message[0] = '\0';
    if (ending == PROCESS_NOT_FOUND)
        snprintf(message, size, "gnuplot is not installed (Debian: gnuplot-nox)");
    else if (ending == PROCESS_NOT_STARTED)
        snprintf(message, size, "gnuplot cannot be started");
    else if (ending == PROCESS_LATE)
        snprintf(message, size, "gnuplot had not ended after %g s, and was killed", seconds);
    else if (ending == PROCESS_SIGNALLED)
        snprintf(message, size, "gnuplot was killed: %s", strsignal(code));
    else if (code != 0)
        snprintf(message, size, "gnuplot ended with status %d", code);
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
    int code = 0;
    text_buffer said = {0};
    snprintf(script, sizeof script, "%s.gp", name);
    if (!text_begin(&said)) {
        text_free(&said);
        snprintf(message, size, "no memory");
        return GNUPLOT_FAILED;
    }
    const process_ending ending = run(folder, script, seconds, &said, &code);
    const bool heard = text_end(&said);
    complaint(said.data, message, size);
    if (ending == PROCESS_LATE || message[0] == '\0')
        describe(ending, code, seconds, message, size);
    if (message[0] == '\0' && !heard)
        snprintf(message, size, "no memory");
    if (message[0] == '\0')
        look_at_pictures(folder, name, message, size);
    text_free(&said);
    return ending == PROCESS_LATE ? GNUPLOT_LATE : message[0] ? GNUPLOT_FAILED : GNUPLOT_DREW;
}
