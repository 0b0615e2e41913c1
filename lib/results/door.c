/* For O_PATH and scandirat. */
#define _GNU_SOURCE
#include "results/door.h"
#include "core/memory.h"
#include "results/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folders that were named, without slashes at their ends. */
static struct {
    char **folder;
    size_t count, capacity;
} named;

bool door_name(const char *folder)
{
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/')
        length--;
    for (size_t i = 0; i < named.count; i++)
        if (strlen(named.folder[i]) == length && strncmp(named.folder[i], folder, length) == 0)
            return true;
    /* What is below a folder that was named stays so. The root of the file system is no folder of
     * results. */
    if (door_below(folder) || length == 0)
        return true;
    char **grown = trama_with_room(named.folder, named.count, &named.capacity, sizeof *grown);
    if (grown)
        named.folder = grown;
    char *copy = grown ? strndup(folder, length) : NULL;
    if (copy)
        named.folder[named.count++] = copy;
    return copy != NULL;
}

const char *door_below(const char *path)
{
    size_t longest = 0;
    for (size_t i = 0; i < named.count; i++) {
        const size_t length = strlen(named.folder[i]);
        if (strncmp(path, named.folder[i], length) != 0)
            continue;
        if (path[length + strspn(path + length, "/")] == '\0')
            return NULL; /* the folder itself */
        if (path[length] == '/' && length > longest)
            longest = length;
    }
    return longest > 0 ? path + longest : NULL;
}

/* Closes a descriptor and keeps errno. */
static int closed(int file)
{
    const int reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return -1;
}

/* openat without following; a link is ENOLINK, also where a folder is wanted. */
static int open_at(int folder, const char *name, int flags)
{
    struct stat about;
    const int file = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0 || (errno != ENOTDIR && errno != ELOOP))
        return file;
    const int reason = errno;
    const bool is_link =
        fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode);
    errno = is_link ? ENOLINK : reason;
    return -1;
}

/* The folder that was named, as the user means it. */
static int open_named(const char *path, const char *below)
{
    char *folder = strndup(path, (size_t)(below - path));
    const int opened = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    const int reason = errno;
    free(folder);
    errno = reason;
    return opened;
}

/* From the open folder into the one of that name, which is not followed and does not lead up. */
static int enter(int folder, const char *name, size_t length)
{
    char part[NAME_MAX + 1];
    if (length == 1 && name[0] == '.')
        return folder;
    if (length > NAME_MAX || (length == 2 && strncmp(name, "..", 2) == 0)) {
        errno = length > NAME_MAX ? ENAMETOOLONG : EXDEV;
        return closed(folder);
    }
    memcpy(part, name, length);
    part[length] = '\0';
    const int inner = open_at(folder, part, O_PATH | O_DIRECTORY);
    closed(folder);
    return inner;
}

/* Opens the folder of the last part, for what is done to names in it. */
static int walk(const char *path, const char *below, const char **name)
{
    int folder = open_named(path, below);
    const char *at = below + strspn(below, "/");
    for (size_t length = strcspn(at, "/"); folder >= 0 && at[length] == '/';
         length = strcspn(at, "/")) {
        folder = enter(folder, at, length);
        at += length;
        at += strspn(at, "/");
    }
    *name = at;
    if (folder >= 0 && (strcmp(at, "..") == 0 || *at == '\0')) {
        errno = *at ? EXDEV : EISDIR;
        return closed(folder);
    }
    return folder;
}

/* A file that can be read to its end and has nothing behind it. */
static int regular(int file)
{
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0)
        return closed(file);
    if (S_ISREG(about.st_mode))
        return file;
    errno = S_ISDIR(about.st_mode) ? EISDIR : ENODEV;
    return closed(file);
}

int door_open(const char *path, int flags)
{
    const char *name, *below = door_below(path);
    if (!below)
        return open(path, flags | O_CLOEXEC, 0666);
    const int folder = walk(path, below, &name);
    /* Without O_NONBLOCK, to open a pipe would wait for its other end. */
    const int file = folder >= 0 ? open_at(folder, name, flags | O_NONBLOCK) : -1;
    closed(folder);
    return regular(file);
}

FILE *door_read(const char *path)
{
    const int file = door_open(path, O_RDONLY);
    FILE *in = file >= 0 ? fdopen(file, "rb") : NULL;
    if (!in)
        closed(file);
    return in;
}

int door_folder(const char *path)
{
    const int flags = O_RDONLY | O_DIRECTORY;
    const char *name, *below = door_below(path);
    if (!below)
        return open(path, flags | O_CLOEXEC);
    const int parent = walk(path, below, &name);
    const int folder = parent >= 0 ? open_at(parent, name, flags) : -1;
    closed(parent);
    return folder;
}

int door_parent(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    char *folder = path_folder(path);
    const int parent = folder ? door_folder(folder) : -1;
    const int reason = errno;
    free(folder);
    errno = reason;
    return parent;
}

/* What is done to a name in an open folder; of paths that are the user's own, in AT_FDCWD. */
typedef bool action(int folder, const char *name, void *data);

static bool act_on(const char *path, action *act, void *data)
{
    const char *name, *below = door_below(path);
    if (!below)
        return act(AT_FDCWD, path, data);
    const int folder = walk(path, below, &name);
    const bool done = folder >= 0 && act(folder, name, data);
    closed(folder);
    return done;
}

static bool look_at(int folder, const char *name, void *about)
{
    return fstatat(folder, name, about, folder == AT_FDCWD ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
}

bool door_stat(const char *path, struct stat *about)
{
    return act_on(path, look_at, about);
}

bool door_stands(const char *path)
{
    struct stat about;
    return door_stat(path, &about);
}

static bool remove_name(int folder, const char *name, void *flags)
{
    return unlinkat(folder, name, *(int *)flags) == 0;
}

bool door_remove(const char *path)
{
    return act_on(path, remove_name, &(int){0});
}

bool door_remove_folder(const char *path)
{
    return act_on(path, remove_name, &(int){AT_REMOVEDIR});
}

/* A place that something is moved to. */
static bool move_to(int folder, const char *name, void *from)
{
    const char *last;
    const int source = door_parent(*(const char *const *)from, &last);
    const bool moved = source >= 0 && renameat(source, last, folder, name) == 0;
    closed(source);
    return moved;
}

bool door_rename(const char *from, const char *to)
{
    return act_on(to, move_to, &from);
}

static bool make_folder(int folder, const char *name, void *data)
{
    struct stat about;
    (void)data;
    if (mkdirat(folder, name, 0777) == 0)
        return true;
    if (errno != EEXIST || !look_at(folder, name, &about) || S_ISDIR(about.st_mode))
        return errno == EEXIST;
    errno = S_ISLNK(about.st_mode) ? ENOLINK : ENOTDIR;
    return false;
}

bool door_make(const char *path)
{
    return act_on(path, make_folder, NULL);
}

bool door_may_write(const char *folder)
{
    const int opened = door_folder(folder);
    const bool may = opened >= 0 && faccessat(opened, ".", W_OK, 0) == 0;
    closed(opened);
    return may;
}

/* Fills in the Xs at the end of `data`, the whole path, of which `name` is the end. */
static bool make_temporary(int folder, const char *name, void *data)
{
    enum { ATTEMPTS = 1000, XS = 6 };
    char *xs = (char *)data + strlen(data) - XS;
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        snprintf(xs, XS + 1, "%0*x", XS, ((unsigned)getpid() * ATTEMPTS + i) & 0xFFFFFFu);
        if (mkdirat(folder, name, 0700) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool door_make_temporary(char *path)
{
    return act_on(path, make_temporary, path);
}

int door_entries(const char *folder, struct dirent ***entry, door_filter *wanted, door_order *order)
{
    const int opened = door_folder(folder);
    const int count = opened >= 0 ? scandirat(opened, ".", entry, wanted, order) : -1;
    closed(opened);
    return count;
}

bool door_is_link(const char *path)
{
    struct stat link, behind;
    return door_below(path) && door_stat(path, &link) && S_ISLNK(link.st_mode) &&
           stat(path, &behind) == 0 && S_ISDIR(behind.st_mode);
}

const char *door_reason(int error)
{
    return error == ENOLINK  ? "is a link, and below a results folder no link is followed"
           : error == EXDEV  ? "leads out of the results folder"
           : error == ENODEV ? "is not a file"
                             : strerror(error);
}
