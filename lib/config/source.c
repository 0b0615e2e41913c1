/* The only reader of text files: reads a file whole and checks that it is text, UTF-8 without
 * control characters. Meshes and tables come from other programs, which write Latin-1 too: their
 * comments may contain it, and are converted to UTF-8. */
#include "config/inside.h"
#include "core/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Placed at the include that names the file, or else at the file's beginning. */
static bool refuse_file(config_error *error, const config_node *where, const char *path,
                        const char *reason, const char *detail)
{
    const config_node beginning = {.file = path, .line = 1, .column = 1};
    return config_fail(error, where ? where : &beginning,
                       "file '%s' %s%s; allowed: a readable text file of at most 4 MiB", path,
                       reason, detail);
}

/* Of two that are as near the first of the alphabet: folders are read in any order. */
static bool is_nearer(const char *name, const char *candidate, const char *best)
{
    const bool first = !*best || strcmp(candidate, best) < 0;
    const char *pair[] = {first ? candidate : best, first ? best : candidate};
    return trama_nearest(name, pair, *best ? 2 : 1) == candidate;
}

void config_nearest_file(const char *path, char *best, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *folder = slash ? strndup(path, (size_t)(name - path)) : strdup(".");
    DIR *open = folder ? opendir(folder) : NULL;
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
        if (entry->d_name[0] != '.' && is_nearer(name, entry->d_name, best))
            snprintf(best, size, "%s", entry->d_name);
    if (open)
        closedir(open);
    free(folder);
}

static void refuse_open(config_error *error, const config_node *where, const char *path, int reason)
{
    char detail[NAME_MAX + 128], best[NAME_MAX + 1] = "";
    if (reason == ENOENT)
        config_nearest_file(path, best, sizeof best);
    snprintf(detail, sizeof detail, "%s%s%s%s", strerror(reason), *best ? ", nearest there: '" : "",
             best, *best ? "'" : "");
    refuse_file(error, where, path, "cannot be opened: ", detail);
}

/* O_NONBLOCK: a FIFO must not hang, it is refused. */
static int open_regular(const char *path, const config_node *where, struct stat *status,
                        config_error *error)
{
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, status) != 0)
        refuse_open(error, where, path, errno);
    else if (S_ISDIR(status->st_mode))
        refuse_file(error, where, path, "is a directory", "");
    else if (!S_ISREG(status->st_mode))
        refuse_file(error, where, path, "is not a regular file", "");
    else if (status->st_size > CONFIG_BYTES_MAX)
        refuse_file(error, where, path, "is too large", "");
    else
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

/* Returns the number of bytes read, at most `size`; -1 if reading fails. */
static ssize_t read_all(int descriptor, char *buffer, size_t size)
{
    size_t length = 0;
    while (length < size) {
        const ssize_t got = read(descriptor, buffer + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

/* The length of a byte order mark at the beginning. */
static size_t mark_length(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Writes the character of a byte of Latin-1. Bytes below 0xA0 are letters and quotation marks in
 * other encodings only: nobody knows which, so they become U+FFFD. */
static size_t put_latin1(unsigned char byte, char *out)
{
    static const char unknown[] = {'\xEF', '\xBF', '\xBD'};
    if (byte < 0xA0) {
        memcpy(out, unknown, sizeof unknown);
        return sizeof unknown;
    }
    out[0] = (char)(0xC0 | byte >> 6);
    out[1] = (char)(0x80 | (byte & 0x3F));
    return 2;
}

/* Whether a line may have Latin-1. */
static bool may_have_latin1(config_format format, const char *line)
{
    return format == CONFIG_MESH || (format == CONFIG_TABLE && line[strspn(line, " \t")] == '#');
}

/* The text with every byte of Latin-1 that may be there as UTF-8: an array that the caller frees,
 * of *length characters and a zero; NULL: no memory. */
static char *decoded(config_format format, const char *text, size_t *length)
{
    char *made = malloc(3 * *length + 1);
    size_t out = 0;
    bool latin1 = may_have_latin1(format, text);
    for (size_t i = 0, bytes; made && i < *length; i += bytes) {
        uint32_t code = 0;
        bytes = trama_utf8(text + i, *length - i, &code);
        const bool known = bytes > 0;
        bytes = known ? bytes : 1;
        if (!known && latin1) {
            out += put_latin1((unsigned char)text[i], made + out);
            continue;
        }
        memcpy(made + out, text + i, bytes);
        out += bytes;
        if (code == '\n' || code == '\r')
            latin1 = may_have_latin1(format, text + i + 1);
    }
    if (made)
        made[ *length = out] = '\0';
    return made;
}

/* YAML 1.2, [1] c-printable, and no byte order mark but at the beginning. */
static bool is_printable(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code < 0x7F) ||
           code == 0x85 || (code >= 0xA0 && code != 0xFEFF && code != 0xFFFE && code != 0xFFFF);
}

static bool refuse_byte(config_error *error, const config_node *here, const char *text,
                        size_t length, size_t at)
{
    const unsigned byte = (unsigned char)text[at];
    if (at == 0 && length >= 2 &&
        (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return config_fail(error, here, "the file is UTF-16; allowed: UTF-8 text");
    if (memchr(text, '\0', length))
        return config_fail(error, here, "byte 0x%02x: the file is binary; allowed: text", byte);
    return config_fail(error, here, "byte 0x%02x is not UTF-8; allowed: UTF-8 text", byte);
}

static bool check_text(const char *path, const char *text, size_t length, config_error *error)
{
    config_node here = {.file = path, .line = 1, .column = 1};
    for (size_t i = mark_length(text, length); i < length;) {
        uint32_t code = 0;
        const size_t bytes = trama_utf8(text + i, length - i, &code);
        if (bytes == 0 || code == 0 || (!is_printable(code) && memchr(text, '\0', length)))
            return refuse_byte(error, &here, text, length, i);
        if (!is_printable(code))
            return config_fail(error, &here,
                               "character U+%04X; allowed: printable text, tabs and newlines",
                               (unsigned)code);
        const bool ends_line = code == '\n' || (code == '\r' && text[i + 1] != '\n');
        here.line += ends_line;
        here.column = ends_line ? 1 : here.column + 1;
        i += bytes;
    }
    return true;
}

/* The bytes of an open file of `size` bytes into a buffer of one more; false and the error if that
 * cannot be. */
static bool read_bytes(int descriptor, const char *path, const config_node *where, char *text,
                       size_t size, config_error *error)
{
    const ssize_t length = read_all(descriptor, text, size + 1);
    if (length < 0)
        return refuse_file(error, where, path, "cannot be read: ", strerror(errno));
    if ((size_t)length != size)
        return refuse_file(error, where, path, "has changed while it was read", "");
    text[size] = '\0';
    return true;
}

/* Checks the bytes as text and notes them. */
static const config_file *note_text(config_store *store, const char *path, config_format format,
                                    const char *bytes, const struct stat *status,
                                    config_error *error)
{
    config_file file = {.name = path,
                        .length = (size_t)status->st_size,
                        .device = status->st_dev,
                        .inode = status->st_ino};
    const config_file *noted = NULL;
    /* UTF-16 is full of zeros and not of Latin-1; its mark is seen where nothing is decoded. */
    const bool binary = memchr(bytes, '\0', file.length) != NULL;
    char *text = decoded(binary ? CONFIG_YAML : format, bytes, &file.length);
    if (!text) {
        config_fail_memory(error, NULL);
    } else if (check_text(path, text, file.length, error)) {
        file.text = text;
        noted = config_store_note(store, file);
        if (!noted)
            config_fail_memory(error, NULL);
    }
    free(text);
    return noted;
}

const config_file *config_read_file(config_store *store, const char *path, config_format format,
                                    const config_node *where, config_error *error)
{
    struct stat status;
    const int descriptor = open_regular(path, where, &status, error);
    if (descriptor < 0)
        return NULL;
    const config_file *noted = NULL;
    char *bytes = malloc((size_t)status.st_size + 1);
    if (!bytes)
        config_fail_memory(error, NULL);
    else if (read_bytes(descriptor, path, where, bytes, (size_t)status.st_size, error))
        noted = note_text(store, path, format, bytes, &status, error);
    free(bytes);
    close(descriptor);
    return noted;
}

const config_file *config_keep_text(config_store *store, const char *name, const char *text,
                                    config_error *error)
{
    const config_file file = {.name = name, .text = text, .length = strlen(text)};
    const config_node beginning = {.file = name, .line = 1, .column = 1};
    if (file.length > CONFIG_BYTES_MAX) {
        config_fail(error, &beginning, "too large; allowed: %d bytes", CONFIG_BYTES_MAX);
        return NULL;
    }
    if (!check_text(name, text, file.length, error))
        return NULL;
    const config_file *kept = config_store_note(store, file);
    if (!kept)
        config_fail_memory(error, NULL);
    return kept;
}

const char *config_file_body(const config_file *file)
{
    return file->text + mark_length(file->text, file->length);
}
