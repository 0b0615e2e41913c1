/* Gives many files their names at once. Syncing one file costs a disk some milliseconds, more than
 * a small case takes; syncing its file system costs little more, for all files together. */
/* For syncfs, which says since Linux 5.8 whether something could not be written. */
#define _GNU_SOURCE
#include "results/door.h"
#include "results/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file system may hold much of other programs: few files are better synced by themselves. */
enum { FEW = 4, SYSTEMS = 8 };

/* What is to be done with the file of `path`, in its folder; false leaves errno. */
typedef bool action(int folder, const char *name, const char *temporary);

static bool sync_file(int folder, const char *name, const char *temporary)
{
    (void)name;
    const int file = openat(folder, temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const bool synced = file >= 0 && fsync(file) == 0;
    const int reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return synced;
}

static bool sync_name(int folder, const char *name, const char *temporary)
{
    (void)name, (void)temporary;
    return record_sync_folder(folder);
}

static bool give_name(int folder, const char *name, const char *temporary)
{
    return renameat(folder, temporary, folder, name) == 0;
}

static bool remove_temporary(int folder, const char *name, const char *temporary)
{
    (void)name;
    return unlinkat(folder, temporary, 0) == 0;
}

static bool act_on(const char *path, action *act)
{
    char temporary[NAME_MAX + 1];
    const char *name;
    const int folder = door_parent(path, &name);
    if (folder < 0)
        return false;
    record_temporary_name(temporary, sizeof temporary, name, (long)getpid());
    const bool done = act(folder, name, temporary);
    const int reason = errno;
    close(folder);
    errno = reason;
    return done;
}

/* For how many of them it is done, up to the first where it fails, which `error` says. */
static size_t act_on_each(const char *const *paths, size_t count, action *act, record_error *error)
{
    size_t done = 0;
    while (done < count && act_on(paths[done], act))
        done++;
    if (done < count)
        record_fail_write(error, paths[done], errno);
    return done;
}

/* The file systems synced so far; any beyond are synced again and again. */
typedef struct systems {
    dev_t synced[SYSTEMS];
    size_t count;
} systems;

static bool is_synced(const systems *s, dev_t device)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->synced[i] == device)
            return true;
    return false;
}

static bool sync_system(systems *s, const char *path)
{
    struct stat about;
    const char *name;
    const int folder = door_parent(path, &name);
    const bool known = folder >= 0 && fstat(folder, &about) == 0;
    const bool again = known && is_synced(s, about.st_dev);
    const bool synced = again || (known && syncfs(folder) == 0);
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    if (synced && !again && s->count < SYSTEMS)
        s->synced[s->count++] = about.st_dev;
    errno = reason;
    return synced;
}

static bool sync_systems(const char *const *paths, size_t count, record_error *error)
{
    systems s = {0};
    for (size_t i = 0; i < count; i++)
        if (!sync_system(&s, paths[i])) {
            record_fail_write(error, paths[i], errno);
            return false;
        }
    return true;
}

/* `each` if they are few. */
static bool sync_all(const char *const *paths, size_t count, action *each, record_error *error)
{
    return count < FEW ? act_on_each(paths, count, each, error) == count
                       : sync_systems(paths, count, error);
}

/* A file that has its name keeps it, even if the name cannot be synced: its bytes are synced, and
 * it may have replaced a file that stood before. */
static size_t commit_all(const char *const *paths, size_t count, record_error *error)
{
    record_error ignored;
    size_t named = 0;
    if (sync_all(paths, count, sync_file, error))
        named = act_on_each(paths, count, give_name, error);
    for (size_t i = named; i < count; i++)
        act_on(paths[i], remove_temporary);
    if (!sync_all(paths, named, sync_name, &ignored) && named == count)
        record_fail(error, RECORD_IO, paths[0], "stands, but its name cannot be synced: %s",
                    strerror(errno));
    return named;
}

size_t record_commit(const char *const *paths, size_t count, record_error *error)
{
    sigset_t before;
    record_clear(error);
    record_hold_signals(&before);
    const size_t standing = commit_all(paths, count, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return standing;
}
