#include "analysis/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool text_begin(text_buffer *text)
{
    *text = (text_buffer){0};
    text->stream = open_memstream(&text->data, &text->size);
    return text->stream != NULL;
}

bool text_end(text_buffer *text)
{
    const bool whole = !ferror(text->stream);
    const bool closed = fclose(text->stream) == 0;
    text->stream = NULL;
    return whole && closed;
}

bool text_finish(text_buffer *text, const char *what, FILE *err)
{
    const bool whole = text->stream && text_end(text);
    if (!whole)
        fprintf(err, "no memory for %s\n", what);
    return whole;
}

void text_free(text_buffer *text)
{
    if (text->stream)
        fclose(text->stream);
    free(text->data);
    *text = (text_buffer){0};
}

bool folder_make(const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return true;
    return errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Closes the file, too; false leaves errno. */
static bool write_all(int file, const text_buffer *text)
{
    struct stat about;
    FILE *out = file < 0 ? NULL : fdopen(file, "wb");
    if (!out) {
        if (file >= 0)
            close(file);
        return false;
    }
    const bool written = fwrite(text->data, 1, text->size, out) == text->size && fflush(out) == 0;
    const bool on_disk = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    const bool synced = written && (!on_disk || fsync(file) == 0);
    const int reason = errno;
    const bool closed = fclose(out) == 0;
    if (!synced)
        errno = reason;
    return synced && closed;
}

/* The folder that a path names something in, "a" of "a/b", to be freed; NULL: no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
}

/* What the link `path` names, seen from where `path` is seen from; to be freed. NULL with errno. */
static char *follow(const char *path)
{
    char named[PATH_MAX];
    const ssize_t length = readlink(path, named, sizeof named);
    if (length < 0 || length == sizeof named) {
        errno = length < 0 ? errno : ENAMETOOLONG;
        return NULL;
    }
    named[length] = '\0';
    char *folder = named[0] == '/' ? NULL : folder_of(path);
    char *target = named[0] == '/' ? strdup(named) : folder ? path_join(folder, named) : NULL;
    free(folder);
    return target;
}

/* The path behind all links, also behind one that leads to nothing yet; to be freed. NULL with
 * errno. */
static char *resolve(const char *path)
{
    enum { LINKS_MAX = 40 };
    struct stat about;
    char *at = strdup(path);
    for (int links = 0; at && lstat(at, &about) == 0 && S_ISLNK(about.st_mode); links++) {
        char *next = links < LINKS_MAX ? follow(at) : NULL;
        const int reason = links < LINKS_MAX ? errno : ELOOP;
        free(at);
        at = next;
        errno = reason;
    }
    return at;
}

/* As `.trama.<process>.tmp` beside it, and then under its name; false leaves errno, and no
 * temporary. */
static bool write_aside(const char *path, const text_buffer *text)
{
    char name[64];
    snprintf(name, sizeof name, ".trama.%ld.tmp", (long)getpid());
    char *folder = folder_of(path), *temporary = folder ? path_join(folder, name) : NULL;
    free(folder);
    if (!temporary)
        return false;
    const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
    const bool done = write_all(open(temporary, flags, 0666), text) && rename(temporary, path) == 0;
    const int reason = errno;
    if (!done)
        unlink(temporary);
    free(temporary);
    errno = reason;
    return done;
}

static bool write_regular(const char *path, const text_buffer *text)
{
    char *target = resolve(path);
    const bool done = target && write_aside(target, text);
    const int reason = errno;
    free(target);
    errno = reason;
    return done;
}

/* A device or a pipe takes what is written to it and stays what it is. */
static bool write_path(const char *path, const text_buffer *text)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return write_all(open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), text);
    return write_regular(path, text);
}

bool file_write(const char *path, const text_buffer *text, FILE *err)
{
    const bool done = write_path(path, text);
    if (!done)
        fprintf(err, "%s: not written: %s\n", path, strerror(errno));
    return done;
}

bool file_replace(const char *folder, const char *name, const text_buffer *text, FILE *err)
{
    char *path = path_join(folder, name);
    const bool done = path && file_write(path, text, err);
    if (!path)
        fprintf(err, "%s/%s: not written: %s\n", folder, name, strerror(errno));
    free(path);
    return done;
}
