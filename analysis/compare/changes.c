/* The changes, most important first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"

static const char *model_of(const change *c)
{
    return case_text(c->of->fresh->item[0], &column_case_model);
}

/* By what they are of where neither is larger, so that the order is the same on any machine. */
static int by_weight(const void *left, const void *right)
{
    const change *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? 1 : -1;
    if (fabs(a->relative) < fabs(b->relative) || fabs(a->relative) > fabs(b->relative))
        return fabs(a->relative) < fabs(b->relative) ? 1 : -1;
    const int order = strcmp(a->what, b->what);
    return order ? order : (a->of > b->of) - (a->of < b->of);
}

void changes_sort(findings *found)
{
    if (found->changes > 1)
        qsort(found->change, found->changes, sizeof *found->change, by_weight);
}

static bool same_model(const change *a, const change *b)
{
    return strcmp(model_of(a), model_of(b)) == 0;
}

/* A column that one side alone has is one thing to say, whichever models have it. */
static bool same_quantity(const change *a, const change *b)
{
    if (strcmp(a->what, b->what) != 0 || !a->was[0] != !b->was[0])
        return false;
    return a->was[0] ? same_model(a, b) : strcmp(a->now, b->now) == 0;
}

static changed_quantity *entry_of(changed_quantity *list, size_t *count, const change *c)
{
    size_t at = 0;
    while (at < *count && !same_quantity(list[at].largest, c))
        at++;
    if (at == *count)
        list[(*count)++] = (changed_quantity){.largest = c};
    return &list[at];
}

/* Whether no change before is of the same quantity and model. */
static bool is_first_of_model(const findings *found, const change *c)
{
    for (const change *other = found->change; other < c; other++)
        if (same_quantity(other, c) && same_model(other, c))
            return false;
    return true;
}

changed_quantity *changes_by_quantity(const findings *found, size_t *count)
{
    changed_quantity *list = found->changes ? calloc(found->changes, sizeof *list) : NULL;
    *count = 0;
    for (size_t i = 0; list && i < found->changes; i++) {
        const change *c = &found->change[i];
        if (c->kind != CHANGE_VALUE)
            continue;
        changed_quantity *entry = entry_of(list, count, c);
        entry->cases++;
        entry->models += is_first_of_model(found, c);
    }
    return list;
}
