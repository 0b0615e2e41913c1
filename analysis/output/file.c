#include "analysis/output/file.h"

#include "results/door.h"
#include "results/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    char *folder = named[0] == '/' ? NULL : path_folder(path);
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

/* Whole or not at all. */
static bool replace(const char *path, const text_buffer *text)
{
    record_error error = {0};
    char *target = door_below(path) ? strdup(path) : resolve(path);
    const bool done = target && record_replace(target, text->data, text->size, &error) == RECORD_OK;
    const int reason = errno;
    free(target);
    errno = reason;
    return done;
}

static bool is_the_file_of(int descriptor, const char *path)
{
    struct stat named, opened;
    return door_stat(path, &named) && fstat(descriptor, &opened) == 0 &&
           named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

bool file_is_output(const char *path)
{
    return is_the_file_of(STDOUT_FILENO, path);
}

/* A file to write into what the path names: a device or a pipe, which stays what it is, or the file
 * of standard output or error, behind what stands there. -1 with errno. */
static int open_into(const char *path)
{
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++)
        if (is_the_file_of(stream, path))
            return fflush(NULL) == 0 ? fcntl(stream, F_DUPFD_CLOEXEC, 0) : -1;
    return open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

static bool write_into(const char *path, const text_buffer *text)
{
    const int file = open_into(path);
    if (file < 0)
        return false;
    const bool written = record_write_all(file, text->data, text->size);
    const int reason = errno;
    const bool closed = close(file) == 0;
    if (!written)
        errno = reason;
    return written && closed;
}

/* A regular file that is replaced while standard output or error is open on it would take what is
 * written to them along. Of what stands below a results folder nothing else is written into. */
static bool is_replaced(const char *path)
{
    struct stat about;
    return !door_stat(path, &about) ||
           ((S_ISREG(about.st_mode) || door_below(path)) && !is_the_file_of(STDOUT_FILENO, path) &&
            !is_the_file_of(STDERR_FILENO, path));
}

bool file_write(const char *path, const text_buffer *text, FILE *err)
{
    const bool done = is_replaced(path) ? replace(path, text) : write_into(path, text);
    if (!done)
        fprintf(err, "%s: not written: %s\n", path, door_reason(errno));
    return done;
}

bool file_digest(const char *path, char digest[FILE_DIGEST], long long *bytes)
{
    uint8_t part[1 << 14];
    SHA2_CTX hash;
    FILE *in = door_read(path);
    SHA256Init(&hash);
    for (size_t read; in && (read = fread(part, 1, sizeof part, in)) > 0;) {
        SHA256Update(&hash, part, read);
        if (bytes)
            *bytes += (long long)read;
    }
    SHA256End(&hash, digest);
    const bool whole = in && !ferror(in);
    if (in)
        fclose(in);
    return whole;
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

enum { READ_MOST = 1 << 28 };

/* False with errno. */
static bool read_all(FILE *in, FILE *out)
{
    struct stat about;
    char bytes[1 << 14];
    if (fstat(fileno(in), &about) != 0)
        return false;
    errno = EFBIG;
    if (about.st_size > READ_MOST)
        return false;
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, count, out);
    return !ferror(in);
}

bool file_read(const char *folder, const char *name, text_buffer *text, FILE *err)
{
    char *path = path_join(folder, name);
    FILE *in = path ? door_read(path) : NULL;
    const bool read = text_begin(text) && in && read_all(in, text->stream);
    if (!read && err)
        fprintf(err, "%s/%s: %s\n", folder, name, door_reason(errno));
    if (in)
        fclose(in);
    free(path);
    return text_end(text) && read;
}
