/* Messages: `file:line:column: sentence`, always one line, whatever characters names contain. */
#include "config/inside.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SHOWN = 300 }; /* bytes of a file's name that a message shows, its end */

/* A copy with control characters and bytes that are not UTF-8 escaped; the caller frees it. */
static char *escaped(const char *text)
{
    size_t left = strlen(text);
    char *copy = malloc(4 * left + 8), *end = copy;
    while (copy && left > 0) {
        const size_t bytes = trama_show_character(text, left, end);
        end += strlen(end);
        text += bytes;
        left -= bytes;
    }
    if (copy)
        *end = '\0';
    return copy;
}

static bool inside_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Appends `text` to `line`, or its beginning and its end if it is too long: the end says what is
 * allowed. */
static void append_shortened(char *line, size_t size, const char *text)
{
    const size_t used = strlen(line), length = strlen(text), room = size - 1 - used;
    if (length <= room) {
        memcpy(line + used, text, length + 1);
        return;
    }
    size_t head = (room - 3) / 2, tail = length - (room - 3 - head);
    while (head > 0 && inside_character(text[head]))
        head--;
    while (inside_character(text[tail]))
        tail++;
    snprintf(line + used, room + 1, "%.*s...%s", (int)head, text, text + tail);
}

static void write_place(char *line, size_t size, const config_node *where)
{
    char *file = escaped(where->file ? where->file : "");
    const char *end = file ? file : "";
    const bool shortened = strlen(end) > FILE_SHOWN;
    if (shortened)
        end += strlen(end) - FILE_SHOWN;
    while (inside_character(*end))
        end++;
    snprintf(line, size, "%s%s:%d:%d: ", shortened ? "..." : "", end, where->line, where->column);
    free(file);
}

/* The line as it is, behind its place. */
static bool fail(config_error *error, const config_node *where, trama_status status,
                 const char *line)
{
    *error = (config_error){.status = (int)status};
    if (where) {
        error->file = where->file;
        error->line = where->line;
        error->column = where->column;
        write_place(error->text, sizeof error->text, where);
    }
    append_shortened(error->text, sizeof error->text, line);
    return false;
}

bool config_fail(config_error *error, const config_node *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *message = trama_format(format, arguments);
    va_end(arguments);
    char *line = message ? escaped(message) : NULL;
    if (line)
        fail(error, where, TRAMA_BAD_INPUT, line);
    else
        config_fail_memory(error, where);
    free(line);
    free(message);
    return false;
}

bool config_fail_memory(config_error *error, const config_node *where)
{
    return fail(error, where, TRAMA_NO_MEMORY, "out of memory");
}

bool config_unknown(config_error *error, const char *what, const config_node *name,
                    const char *const *known, size_t count)
{
    const char *nearest = trama_nearest(name->text, known, count);
    if (nearest)
        return config_fail(error, name, "unknown %s '%s'; nearest allowed: '%s'", what, name->text,
                           nearest);
    char list[4096] = ""; /* more than a message holds, which marks what it leaves out */
    for (size_t i = 0, used = 0; i < count && used < sizeof list; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", known[i]);
    return config_fail(error, name, "unknown %s '%s'; allowed: %s", what, name->text, list);
}

bool config_refuse(config_error *error, const config_node *node, const char *name,
                   const char *reason, const char *allowed)
{
    static const char *const collections[] = {
        [CONFIG_SCALAR] = "nothing", [CONFIG_SEQUENCE] = "a list", [CONFIG_MAPPING] = "a mapping"};
    const bool shown = node->kind == CONFIG_SCALAR && (node->quoted || node->text[0]);
    const char *quote = shown ? "'" : "";
    return config_fail(error, node, "%s%s%s%s%s %s; allowed: %s", name ? name : "",
                       name ? ": " : "", quote, shown ? node->text : collections[node->kind], quote,
                       reason, allowed);
}
