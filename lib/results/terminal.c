#include "results/terminal.h"

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
