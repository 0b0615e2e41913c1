/* For fopencookie. */
#define _GNU_SOURCE
#include "results/terminal.h"
#include "core/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t terminal_columns(FILE *out)
{
    struct winsize window = {0};
    const int at = fileno(out);
    if (at < 0 || !isatty(at) || ioctl(at, TIOCGWINSZ, &window) != 0)
        return 0;
    return window.ws_col > 0 ? window.ws_col : 80;
}

/* Characters, of which only the first byte of each counts. */
static size_t characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

void print_wrapped(const char *text, size_t width, size_t indent, FILE *out)
{
    size_t column = 0;
    while (*text) {
        const size_t bytes = strcspn(text, " "), word = characters(text, bytes);
        if (width > 0 && column > 0 && column + 1 + word > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = 0;
        }
        fprintf(out, "%s%.*s", column > 0 ? " " : "", (int)bytes, text);
        column += word + (column > 0);
        text += bytes;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* --- what may come from elsewhere --- */

/* One character as it is shown; line feeds and tabs stay. */
static size_t show(const char *text, size_t left, char shown[TRAMA_SHOWN])
{
    if (*text != '\n' && *text != '\t')
        return trama_show_character(text, left, shown);
    snprintf(shown, TRAMA_SHOWN, "%c", *text);
    return 1;
}

void print_shown(const char *text, size_t size, FILE *out)
{
    char shown[TRAMA_SHOWN];
    while (size > 0) {
        const size_t bytes = show(text, size, shown);
        fputs(shown, out);
        text += bytes;
        size -= bytes;
    }
}

/* What is written at a time goes on as a whole, as the outputs of several processes may be one
 * terminal; a character may come in two parts. */
typedef struct shown {
    FILE *out;
    char part[4];
    size_t count; /* bytes of it */
    char text[4096];
    size_t used;
    struct shown *next; /* of those that are open */
} shown;

/* Whoever ends in the middle of a command leaves them to the system: they are known until then, and
 * no leak. */
static shown *open_streams;

static bool send(shown *s)
{
    const bool sent = fwrite(s->text, 1, s->used, s->out) == s->used;
    s->used = 0;
    return sent;
}

/* The part, which is a character or broken. */
static bool take_part(shown *s)
{
    const bool sent = s->used + sizeof s->part * TRAMA_SHOWN <= sizeof s->text || send(s);
    for (size_t at = 0; at < s->count; s->used += strlen(s->text + s->used))
        at += show(s->part + at, s->count - at, s->text + s->used);
    s->count = 0;
    return sent;
}

static size_t whole_length(char first)
{
    const unsigned char byte = (unsigned char)first;
    return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
}

static ssize_t write_shown(void *cookie, const char *bytes, size_t size)
{
    shown *s = cookie;
    bool sent = true;
    for (size_t i = 0; i < size; i++) {
        s->part[s->count++] = bytes[i];
        const bool goes_on = (unsigned char)bytes[i] >= 0x80;
        if (s->count >= whole_length(s->part[0]) || !goes_on)
            sent = take_part(s) && sent;
    }
    sent = send(s) && sent;
    return fflush(s->out) == 0 && sent ? (ssize_t)size : 0;
}

static int close_shown(void *cookie)
{
    shown *s = cookie;
    const bool sent = take_part(s) && send(s);
    const int closed = fflush(s->out);
    shown **at = &open_streams;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    free(s);
    return sent ? closed : EOF;
}

FILE *shown_stream(FILE *out)
{
    shown *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->out = out;
    FILE *stream =
        fopencookie(s, "w", (cookie_io_functions_t){.write = write_shown, .close = close_shown});
    if (!stream) {
        free(s);
        return NULL;
    }
    s->next = open_streams;
    open_streams = s;
    return stream;
}

char word_quote(const char *text)
{
    if (trama_is_name(text, SIZE_MAX, "_-./=+,:@%"))
        return '\0';
    return *text && !strpbrk(text, "\"$`\\!") ? '"' : '\'';
}

void print_word(const char *text, FILE *out)
{
    const char quote = word_quote(text);
    if (quote == '\0') {
        fputs(text, out);
    } else if (quote == '"') {
        fprintf(out, "\"%s\"", text);
    } else {
        fputc('\'', out);
        for (; *text; text++)
            fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, out);
        fputc('\'', out);
    }
}
