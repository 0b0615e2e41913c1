#include "main_shown.h"

#include "results/terminal.h"

#include <unistd.h>

static FILE *streams[2];

bool shown_begin(void)
{
    FILE *out = isatty(STDOUT_FILENO) ? shown_stream(stdout) : stdout, *err = shown_stream(stderr);
    if (out && out != stdout)
        setvbuf(out, NULL, _IOLBF, BUFSIZ);
    if (err)
        setvbuf(err, NULL, _IONBF, 0);
    streams[0] = out;
    streams[1] = err;
    return out && err;
}

bool shown_end(void)
{
    fclose(streams[1]); /* of what cannot be said nothing can be said */
    return streams[0] == stdout || fclose(streams[0]) == 0;
}

FILE *shown_out(void)
{
    return streams[0];
}

FILE *shown_err(void)
{
    return streams[1];
}
