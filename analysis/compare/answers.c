/* Whether two matched cases have the same answer: a limit, a count, a verdict. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/quantities/response.h"
#include "core/numbers.h"

static answer answer_of_side(const side_group *g, response of)
{
    return answer_as(g->study, g->item[0], of);
}

/* "4.195 ms", "at least 30 ms", "unstable" */
static void print_answer(const answer *a, char text[80])
{
    enum { SIZE = 80 };
    const char *unit = response_unit(&a->of);
    if (isnan(a->measured))
        snprintf(text, SIZE, "%.79s", a->end);
    else
        snprintf(text, SIZE, "%s%.6g%s%.40s", a->at_least ? "at least " : "", a->measured,
                 unit[0] ? " " : "", unit);
}

static bool says_the_same(const answer *a, const answer *b)
{
    if (isnan(a->measured) || isnan(b->measured))
        return isnan(a->measured) && isnan(b->measured) && strcmp(a->end, b->end) == 0;
    return a->measured == b->measured && a->at_least == b->at_least;
}

bool answers_differ(const match *m, change *c)
{
    const response of = response_of(m->fresh->item[0]);
    const answer old = answer_of_side(m->baseline, of), new = answer_of_side(m->fresh, of);
    *c = (change){.kind = CHANGE_ANSWER, .of = m, .what = of.quantity};
    c->relative = (new.measured - old.measured) / fabs(old.measured);
    if (!isfinite(c->relative))
        c->relative = TRAMA_INFINITY;
    print_answer(&old, c->was);
    print_answer(&new, c->now);
    return of.quantity[0] && !says_the_same(&old, &new);
}
