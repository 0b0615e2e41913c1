#include "core/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

trama_status trama_fail(trama_error *error, trama_status status, const char *path,
                        const char *format, ...)
{
    assert(error && status != TRAMA_OK);
    error->status = status;
    snprintf(error->path, sizeof error->path, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}
