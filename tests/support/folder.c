#include "support/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[256];
static int before = -1;

bool folder_temporary(const char *below, char *path, size_t size)
{
    const char *wanted = getenv("TMPDIR");
    if (!below)
        below = wanted && *wanted ? wanted : "/tmp";
    const int length = snprintf(path, size, "%s/trama-test-XXXXXX", below);
    return length > 0 && (size_t)length < size && mkdtemp(path) != NULL;
}

static int enter(bool made)
{
    before = open(".", O_RDONLY | O_DIRECTORY);
    return made && before >= 0 && chdir(folder) == 0 ? 0 : -1;
}

int folder_enter(void **state)
{
    (void)state;
    return enter(folder_temporary(NULL, folder, sizeof folder));
}

int folder_enter_in_memory(void **state)
{
    (void)state;
    return enter(folder_temporary("/dev/shm", folder, sizeof folder) ||
                 folder_temporary(NULL, folder, sizeof folder));
}

int folder_remove(const char *path)
{
    DIR *open = opendir(path);
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open)) {
        char inner[512];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            remove(inner) != 0)
            folder_remove(inner);
    }
    if (open)
        closedir(open);
    return remove(path);
}

int folder_leave(void **state)
{
    (void)state;
    const int back = fchdir(before);
    close(before);
    return back == 0 ? folder_remove(folder) : -1;
}

void folder_write_bytes(const char *name, const char *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
        perror(name);
        abort();
    }
}

void folder_write(const char *name, const char *text)
{
    folder_write_bytes(name, text, strlen(text));
}
