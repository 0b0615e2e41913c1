#include "analysis/plot/fonts.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "process/process.h"

enum { CODES = 0x110000, SAID_MOST = 1 << 24, SECONDS = 20 };

/* A bit a character. */
static unsigned char drawn[CODES / 8];

static bool ask(void);

bool fonts_have(uint32_t code)
{
    static enum { NOT_ASKED, UNKNOWN, KNOWN } state = NOT_ASKED;
    if (code < 128 || code >= CODES)
        return true;
    if (state == NOT_ASKED)
        state = ask() ? KNOWN : UNKNOWN;
    return state == UNKNOWN || (drawn[code / 8] >> code % 8 & 1);
}

void fonts_code(uint32_t code, char text[FONTS_CODE])
{
    snprintf(text, FONTS_CODE, "U+%04X", (unsigned)code);
}

/* "20-7e a0-17f 192": the characters of a font, a line each; whether there were any. */
static bool note(const char *said)
{
    bool any = false;
    while (*said) {
        char *end;
        const unsigned long first = strtoul(said, &end, 16);
        const bool is_number = end > said, is_range = is_number && *end == '-';
        const unsigned long last = is_range ? strtoul(end + 1, &end, 16) : first;
        for (unsigned long code = first; is_number && code <= last && code < CODES; code++)
            drawn[code / 8] |= (unsigned char)(1U << code % 8);
        any |= is_number;
        said = is_number ? end : said + 1;
    }
    return any;
}

static bool ask(void)
{
    static const char *const argument[] = {"fc-list", "--format", "%{charset}\n", NULL};
    process p;
    struct timespec now;
    char *said = calloc(SAID_MOST + 1, 1);
    const process_plan plan = {.argument = argument, .out = PROCESS_PIPE, .group = true};
    bool known = said && process_start(&plan, &p);
    if (known) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        known = process_receive(&p, said, SAID_MOST, (double)now.tv_sec + SECONDS) == PROCESS_GONE;
        process_kill(&p);
        process_close(&p);
    }
    known = known && note(said);
    free(said);
    return known;
}
