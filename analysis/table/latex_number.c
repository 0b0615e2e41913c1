/* Which cells of a LaTeX table are numbers, which siunitx sets. */
#include <string.h>

#include "analysis/table/latex.h"

static int digits_at(const char *text)
{
    return (int)strspn(text, "0123456789");
}

static bool is_mark(const char *text)
{
    static const char *const mark[] = {" ≠", " †", " ‡", " ✓", " †‡", " ✓ †"};
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        if (strcmp(text, mark[i]) == 0)
            return true;
    return *text == '\0';
}

bool latex_number_read(const char *cell, latex_number *n)
{
    const char *at = cell;
    *n = (latex_number){.sign = *at == '-' || *at == '+'};
    at += n->sign;
    n->before = digits_at(at);
    at += n->before;
    if (*at == '.') {
        n->after = digits_at(at + 1);
        at += 1 + n->after;
    }
    if (n->before + n->after > 0 && *at == 'e') {
        const char *digits = at + 1 + (at[1] == '-' || at[1] == '+');
        n->negative_exponent = at[1] == '-';
        const int all = digits_at(digits), zeros = (int)strspn(digits, "0");
        n->exponent = all > zeros ? all - zeros : 1;
        at = digits + all;
    }
    n->bytes = (size_t)(at - cell);
    return n->before + n->after > 0 && is_mark(at);
}
