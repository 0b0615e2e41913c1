/* trama new: writes an experiment file that runs as it stands. */
#include "command/command.h"
#include "command/templates.h"
#include "core/field.h"
#include "results/door.h"
#include "results/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct template
{
    const char *name;
    const unsigned char *text;
    const size_t *size;
}
template;

static const template templates[] = {
#define TEMPLATE(name) {#name, template_##name, &template_##name##_size},
#include "command/templates.def"
#undef TEMPLATE
};
enum { TEMPLATES = sizeof templates / sizeof templates[0] };

static const template *find_template(const char *name);
static int list_templates(void);
static int write_template(const template *which, const char *file);

int command_new(int argc, char **argv)
{
    const char *file = NULL;
    char usual[PATH_MAX];
    const command_option options[] = {{"--output", "-o", &file, NULL}};
    const int operands = command_options(argc, argv, options, 1);
    if (operands < 0)
        return EXIT_USAGE;
    if (operands == 0 && !file)
        return list_templates();
    if (operands != 1) {
        fprintf(stderr, "trama new: one name is needed; `trama new` lists them\n");
        return EXIT_USAGE;
    }
    const template *which = find_template(argv[1]);
    if (!which)
        return EXIT_USAGE;
    snprintf(usual, sizeof usual, "%s.yaml", which->name);
    return write_template(which, file ? file : usual);
}

/* NULL, and a line, if there is none. */
static const template *find_template(const char *name)
{
    const char *names[TEMPLATES];
    for (size_t i = 0; i < TEMPLATES; i++) {
        names[i] = templates[i].name;
        if (strcmp(name, names[i]) == 0)
            return &templates[i];
    }
    const char *nearest = trama_nearest(name, names, TEMPLATES);
    fprintf(stderr, "trama new: unknown experiment '%s'%s%s; `trama new` lists them\n", name,
            nearest ? "; nearest: " : "", nearest ? nearest : "");
    return NULL;
}

/* Its name, and what the first line of its file says. */
static int list_templates(void)
{
    for (size_t i = 0; i < TEMPLATES; i++) {
        const char *line = (const char *)templates[i].text + strlen("# ");
        printf("%-12s %.*s\n", templates[i].name, (int)strcspn(line, "\n"), line);
    }
    return EXIT_OK;
}

/* Whether all of it is in the file, and the file is closed. */
static bool write_all(int file, const template *which)
{
    size_t done = 0;
    while (done < *which->size) {
        const ssize_t written = write(file, which->text + done, *which->size - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    const int reason = errno;
    const bool closed = close(file) == 0;
    errno = closed ? reason : errno;
    return closed && done == *which->size;
}

static int say_failure(const char *file, int reason)
{
    if (reason == EEXIST) {
        fprintf(stderr,
                "trama new: '%s' exists already and was left alone; -o FILE names another\n", file);
        return EXIT_USAGE;
    }
    fprintf(stderr, "trama new: '%s' cannot be written: %s\n", file, strerror(reason));
    return EXIT_IO;
}

/* A file that is there already is never written to. */
static int write_template(const template *which, const char *file)
{
    const int made = door_open(file, O_WRONLY | O_CREAT | O_EXCL);
    if (made < 0)
        return say_failure(file, errno);
    if (!write_all(made, which)) {
        const int reason = errno;
        door_remove(file);
        return say_failure(file, reason);
    }
    printf("next: trama run ");
    print_word(file, stdout);
    printf("\n");
    return EXIT_OK;
}
