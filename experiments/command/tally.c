#include "command/tally.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What went well comes first; the rest by name. */
static bool comes_before(const char *a, const char *b)
{
    const bool ok_a = strcmp(a, "ok") == 0, ok_b = strcmp(b, "ok") == 0;
    return ok_a != ok_b ? ok_a : strcmp(a, b) < 0;
}

void tally_add(tally *t, const char *status, size_t count)
{
    size_t i = 0;
    while (i < t->kinds && comes_before(t->kind[i].status, status))
        i++;
    const bool is_there = i < t->kinds && strcmp(t->kind[i].status, status) == 0;
    if (!is_there && t->kinds == TALLY_KINDS)
        return;
    if (!is_there) {
        memmove(&t->kind[i + 1], &t->kind[i], (t->kinds++ - i) * sizeof t->kind[0]);
        t->kind[i].count = 0;
        snprintf(t->kind[i].status, sizeof t->kind[i].status, "%s", status);
    }
    t->kind[i].count += count;
}

const char *tally_cases(size_t count)
{
    return count == 1 ? "case" : "cases";
}

void tally_text(const tally *t, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < t->kinds && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%zu %s", i ? ", " : "",
                                 t->kind[i].count, t->kind[i].status);
}
