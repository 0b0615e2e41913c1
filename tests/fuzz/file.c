#include "fuzz.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 4 };

static char folder[PATH_MAX - 64];
static char path[FILES_MAX][PATH_MAX];
static size_t count;

static void remove_all(void)
{
    for (size_t i = 0; i < count; i++)
        unlink(path[i]);
    rmdir(folder);
}

static void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/trama-fuzz-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(folder))
        abort();
    atexit(remove_all);
}

/* The path of that name; a new one for a name that is new. */
static const char *path_of(const char *name)
{
    if (!folder[0])
        make_folder();
    for (size_t i = 0; i < count; i++)
        if (strcmp(strrchr(path[i], '/') + 1, name) == 0)
            return path[i];
    if (count == FILES_MAX)
        abort();
    snprintf(path[count], sizeof path[count], "%s/%s", folder, name);
    return path[count++];
}

const char *fuzz_file(const char *name, const void *data, size_t size)
{
    const char *where = path_of(name);
    const int file = open(where, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, data, size) != (ssize_t)size || close(file) != 0)
        abort();
    return where;
}

void fuzz_expect_line(const char *text)
{
    if (!text[0] || strchr(text, '\n'))
        abort();
}
