#include "analysis/file.h"

#include <errno.h>
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

static bool write_whole(const char *path, const text_buffer *text)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    const bool written = fwrite(text->data, 1, text->size, file) == text->size;
    const bool flushed = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return (fclose(file) == 0) && written && flushed;
}

bool file_replace(const char *folder, const char *name, const text_buffer *text, FILE *err)
{
    char hidden[300];
    snprintf(hidden, sizeof hidden, ".%.250s.%ld", name, (long)getpid());
    char *path = path_join(folder, name), *temporary = path_join(folder, hidden);
    const bool done =
        path && temporary && write_whole(temporary, text) && rename(temporary, path) == 0;
    if (!done) {
        fprintf(err, "%s/%s: not written: %s\n", folder, name, strerror(errno));
        if (temporary)
            unlink(temporary);
    }
    free(temporary);
    free(path);
    return done;
}

bool file_write(const char *path, const text_buffer *text, FILE *err)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    const bool written = folder && file_replace(folder, slash ? slash + 1 : path, text, err);
    if (!folder)
        fprintf(err, "%s: not written: %s\n", path, strerror(errno));
    free(folder);
    return written;
}
