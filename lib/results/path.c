#include "results/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *path_join(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int path_entries(const char *folder, struct dirent ***entry)
{
    return scandir(folder, entry, is_shown, alphasort);
}
