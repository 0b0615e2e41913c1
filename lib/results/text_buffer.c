/* For fopencookie. */
#define _GNU_SOURCE
#include "results/text_buffer.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 512 };

/* Room for `more` bytes and the end. */
static bool reserve(text_buffer *text, size_t more)
{
    if (more < text->capacity - text->size)
        return true;
    if (more > SIZE_MAX / 4 - text->size)
        return false;
    const size_t capacity = 2 * (text->size + more + 1);
    char *grown = realloc(text->data, capacity);
    if (!grown)
        return false;
    text->data = grown;
    text->capacity = capacity;
    return true;
}

static ssize_t append(void *cookie, const char *bytes, size_t size)
{
    text_buffer *text = cookie;
    if (!reserve(text, size)) {
        errno = ENOMEM;
        return 0; /* the error of the stream, which stays */
    }
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
    return (ssize_t)size;
}

/* The stream is asked where it is (ftell), and is always at its end. */
static int seek(void *cookie, off64_t *offset, int whence)
{
    const text_buffer *text = cookie;
    const off64_t end = (off64_t)text->size;
    if (*offset != (whence == SEEK_SET ? end : 0))
        return -1;
    *offset = end;
    return 0;
}

bool text_begin(text_buffer *text)
{
    *text = (text_buffer){.data = malloc(FIRST_BYTES), .capacity = FIRST_BYTES};
    if (!text->data)
        return false;
    text->data[0] = '\0';
    text->stream = fopencookie(text, "w", (cookie_io_functions_t){.write = append, .seek = seek});
    return text->stream != NULL;
}

bool text_end(text_buffer *text)
{
    if (!text->stream)
        return false;
    const bool whole = !ferror(text->stream);
    const bool closed = fclose(text->stream) == 0;
    text->stream = NULL;
    return whole && closed;
}

bool text_finish(text_buffer *text, const char *what, FILE *err)
{
    const bool whole = text_end(text);
    if (!whole)
        fprintf(err, "no memory for %s\n", what);
    return whole;
}

char *text_take(text_buffer *text, size_t *size)
{
    char *taken = text_end(text) ? text->data : NULL;
    if (size)
        *size = text->size;
    if (taken)
        text->data = NULL;
    text_free(text);
    return taken;
}

void text_free(text_buffer *text)
{
    if (text->stream)
        fclose(text->stream);
    free(text->data);
    *text = (text_buffer){0};
}
