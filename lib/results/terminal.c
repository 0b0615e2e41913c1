/* For fopencookie. */
#define _GNU_SOURCE
#include "results/terminal.h"
#include "core/text.h"

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

static size_t print_character(const char *text, size_t left, FILE *out)
{
    char shown[TRAMA_SHOWN];
    if (*text == '\n' || *text == '\t') {
        fputc(*text, out);
        return 1;
    }
    const size_t bytes = trama_show_character(text, left, shown);
    fputs(shown, out);
    return bytes;
}

void print_shown(const char *text, size_t size, FILE *out)
{
    while (size > 0) {
        const size_t bytes = print_character(text, size, out);
        text += bytes;
        size -= bytes;
    }
}

/* A character may come in two parts. */
typedef struct shown {
    FILE *out;
    char part[4];
    size_t count; /* bytes of it */
} shown;

static size_t whole_length(char first)
{
    const unsigned char byte = (unsigned char)first;
    return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
}

static ssize_t write_shown(void *cookie, const char *bytes, size_t size)
{
    shown *s = cookie;
    for (size_t i = 0; i < size; i++) {
        s->part[s->count++] = bytes[i];
        if (s->count < whole_length(s->part[0]) && (unsigned char)bytes[i] >= 0x80)
            continue;
        print_shown(s->part, s->count, s->out);
        s->count = 0;
    }
    return fflush(s->out) == 0 ? (ssize_t)size : 0;
}

static int close_shown(void *cookie)
{
    shown *s = cookie;
    print_shown(s->part, s->count, s->out);
    const int closed = fflush(s->out);
    free(s);
    return closed;
}

FILE *shown_stream(FILE *out)
{
    shown *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->out = out;
    FILE *stream =
        fopencookie(s, "w", (cookie_io_functions_t){.write = write_shown, .close = close_shown});
    if (!stream)
        free(s);
    return stream;
}

void print_word(const char *text, FILE *out)
{
    if (trama_is_name(text, SIZE_MAX, "_-./=+,:@%")) {
        fputs(text, out);
    } else if (*text && !strpbrk(text, "\"$`\\!")) {
        fprintf(out, "\"%s\"", text);
    } else {
        fputc('\'', out);
        for (; *text; text++)
            fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, out);
        fputc('\'', out);
    }
}
