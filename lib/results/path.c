#include "results/path.h"
#include "results/door.h"

#include <stdbool.h>
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

char *path_of_sidecar(const char *file)
{
    const size_t length = strlen(file);
    const bool named = length > 3 && strcmp(file + length - 3, ".h5") == 0;
    const size_t stem = named ? length - 3 : length, size = stem + sizeof ".xdmf2";
    char *sidecar = malloc(size);
    if (sidecar)
        snprintf(sidecar, size, "%.*s.xdmf2", (int)stem, file);
    return sidecar;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int path_entries(const char *folder, struct dirent ***entry)
{
    return door_entries(folder, entry, is_shown, alphasort);
}
