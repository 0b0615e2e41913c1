/* Error messages: "path: what is wrong". */
#include "core/text.h"
#include "results/door.h"
#include "results/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One line, whatever the names in it contain; what there is no room for is left out. */
static void show(const char *text, char *line, size_t size)
{
    size_t used = 0;
    for (size_t left = strlen(text); left > 0 && used + TRAMA_SHOWN <= size;) {
        const size_t bytes = trama_show_character(text, left, line + used);
        used += strlen(line + used);
        text += bytes;
        left -= bytes;
    }
    line[used] = '\0';
}

record_status record_fail(record_error *error, record_status status, const char *path,
                          const char *format, ...)
{
    /* A path that leaves no room for the sentence is told by its two ends. */
    enum { WHOLE = 640, END = 300 };
    char said[sizeof error->text];
    const size_t size = sizeof said, length = strlen(path);
    const int used = length <= WHOLE
                         ? snprintf(said, size, "%s: ", path)
                         : snprintf(said, size, "%.*s[...]%s: ", END, path, path + length - END);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said + used, size - (size_t)used, format, arguments);
    va_end(arguments);
    show(said, error->text, sizeof error->text);
    error->status = (int)status;
    return status;
}

record_status record_fail_memory(record_error *error, const char *path)
{
    return record_fail(error, RECORD_NO_MEMORY, path, "there is not enough memory");
}

record_status record_clear(record_error *error)
{
    error->status = RECORD_OK;
    error->text[0] = '\0';
    return RECORD_OK;
}

record_status record_fail_open(record_error *error, const char *path, int reason)
{
    const bool missing = reason == ENOENT || reason == ENOTDIR,
               other = reason == EISDIR || reason == ENODEV;
    return record_fail(error,
                       missing ? RECORD_MISSING
                       : other ? RECORD_NOT_OURS
                               : RECORD_IO,
                       path, "%s", other ? "is not a file" : door_reason(reason));
}
