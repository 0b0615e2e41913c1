/* The springs of Provot's cloth one by one. */
#include "model/provot/sheet.h"

#include <assert.h>

/* How many of a family there are along l, and in all. */
static size_t across(const provot_sheet *s, provot_family family)
{
    const ptrdiff_t dl = trama_provot_steps[family].dl;
    const size_t reach = (size_t)(dl < 0 ? -dl : dl);
    return s->n > reach ? s->n - reach : 0;
}

static size_t count_of(const provot_sheet *s, provot_family family)
{
    const size_t reach = (size_t)trama_provot_steps[family].dk;
    return s->m > reach ? (s->m - reach) * across(s, family) : 0;
}

size_t trama_provot_springs(const provot_sheet *s)
{
    size_t count = 0;
    for (provot_family f = 0; f < PROVOT_FAMILIES; f++)
        count += s->stiffness[trama_provot_steps[f].kind] > 0.0 ? count_of(s, f) : 0;
    return count;
}

/* Without springs that have no stiffness. */
trama_spring trama_provot_spring(const provot_sheet *s, size_t index)
{
    provot_family f = 0;
    for (;; f++) {
        const size_t count = s->stiffness[trama_provot_steps[f].kind] > 0.0 ? count_of(s, f) : 0;
        if (index < count)
            break;
        index -= count;
    }
    const provot_step *step = &trama_provot_steps[f];
    const size_t row = across(s, f);
    assert(row > 0); /* the family has springs */
    const size_t k = index / row, l = index % row + (step->dl < 0 ? (size_t)-step->dl : 0);
    trama_spring spring = {
        .node = {k * s->n + l}, .stiffness = s->stiffness[step->kind], .rest = s->rest[f]};
    trama_provot_end(s, f, k, l, &spring.node[1]);
    return spring;
}
