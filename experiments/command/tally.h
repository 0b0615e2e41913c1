/* How many cases ended with each status. */
#ifndef COMMAND_TALLY_H
#define COMMAND_TALLY_H

#include <stddef.h>

enum { TALLY_KINDS = 16 };

typedef struct tally {
    size_t kinds;
    struct {
        char status[24];
        size_t count;
    } kind[TALLY_KINDS]; /* ok first, then in order of name */
} tally;

void tally_add(tally *t, const char *status, size_t count);

/* "case" or "cases" */
const char *tally_cases(size_t count);

/* "5 ok, 2 unstable" */
void tally_text(const tally *t, char *text, size_t size);

#endif
