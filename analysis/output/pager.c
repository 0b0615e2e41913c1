#include "analysis/output/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "core/numbers.h"
#include "process/process.h"
#include "results/terminal.h"

void pager_open(pager *p, FILE *out)
{
    *p = (pager){.out = out, .stream = out};
    if (terminal_columns(out) > 0 && text_begin(&p->text))
        p->stream = p->text.stream;
}

static bool is_long(const pager *p)
{
    struct winsize window = {0};
    size_t lines = 0;
    for (size_t i = 0; i < p->text.size; i++)
        lines += p->text.data[i] == '\n';
    return ioctl(fileno(p->out), TIOCGWINSZ, &window) == 0 && window.ws_row > 0 &&
           lines >= window.ws_row;
}

/* What $PAGER names is a line for the shell. False if there is no pager: a shell that finds no
 * program ends with 127. */
static bool page(const pager *p)
{
    const char *wanted = getenv("PAGER");
    const char *const argument[] = {"/bin/sh", "-c", wanted && *wanted ? wanted : "less -FRX",
                                    NULL};
    const process_plan plan = {
        .argument = argument, .in = PROCESS_PIPE, .out = PROCESS_SAME, .error = PROCESS_SAME};
    process reader;
    if (!process_start(&plan, &reader))
        return false;
    FILE *in = fdopen(reader.in, "w");
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    if (in) {
        print_shown(p->text.data, p->text.size, in);
        fclose(in);
        reader.in = -1;
    }
    process_close(&reader);
    const process_end end = process_wait(&reader, TRAMA_INFINITY);
    signal(SIGPIPE, before);
    return in && (end.how != PROCESS_EXITED || end.code != 127);
}

bool pager_close(pager *p)
{
    bool written = true;
    if (p->stream != p->out) {
        written = text_end(&p->text);
        if (written && !(is_long(p) && page(p)))
            print_shown(p->text.data, p->text.size, p->out);
    }
    text_free(&p->text);
    return fflush(p->out) == 0 && !ferror(p->out) && written;
}
