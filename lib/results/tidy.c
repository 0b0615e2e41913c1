/* Removes files left by dead processes: `.<name>.<host>.<pid>.tmp`, as replace.c names them. */
#include "results/door.h"
#include "results/internal.h"
#include "results/lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS_DEEP = 4 };

static bool ends_with(const char *text, size_t length, const char *end)
{
    const size_t size = strlen(end);
    return length >= size && memcmp(text + length - size, end, size) == 0;
}

/* True if it is a temporary of ours; *length is then that of its name before the process, which is
 * *pid. */
static bool is_temporary(const char *name, size_t *length, long *pid)
{
    *length = strlen(name);
    if (name[0] != '.' || !ends_with(name, *length, ".tmp") ||
        !(strstr(name, ".h5.") || strstr(name, ".xdmf2.")))
        return false;
    *length -= strlen(".tmp");
    size_t digits = 0;
    while (digits < *length && strchr("0123456789", name[*length - digits - 1]))
        digits++;
    if (digits == 0 || digits > 10 || digits + 1 >= *length || name[*length - digits - 1] != '.')
        return false;
    *pid = strtol(name + *length - digits, NULL, 10);
    *length -= digits + 1;
    return *pid > 0;
}

/* A run that is alone in the folder need not ask whether the process lives, which is safer, because
 * process numbers are used again. A shard knows nothing of the processes of another host. */
static bool is_stale(const char *name, bool alone)
{
    char host[RECORD_HOST_MAX + 2] = ".";
    size_t length;
    long pid;
    if (!is_temporary(name, &length, &pid))
        return false;
    if (alone)
        return true;
    record_host(host + 1);
    return ends_with(name, length, host) && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* What cannot be opened or removed is left: it harms nobody. */
static void tidy(int folder, bool alone, int depth)
{
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (is_stale(entry->d_name, alone))
            unlinkat(folder, entry->d_name, 0);
        const bool hidden = entry->d_name[0] == '.', results = strstr(entry->d_name, ".h5") != NULL;
        if (hidden || results || depth == 0)
            continue;
        const int inner =
            openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0)
            tidy(inner, alone, depth - 1);
    }
    closedir(entries);
}

void record_tidy(const char *folder, bool alone)
{
    const int descriptor = door_folder(folder);
    if (descriptor >= 0)
        tidy(descriptor, alone, FOLDERS_DEEP);
}
