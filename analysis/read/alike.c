/* Whether cases simulate the same system with the same settings. */
#include "analysis/read/alike.h"

#include <stdlib.h>
#include <string.h>

/* The digest that the file of a case has; or else one of its configuration, which is kept. */
static const char *digest_of(const study_case *c, config_part part)
{
    static const results_column *const column[CONFIG_PARTS] = {
        [CONFIG_SYSTEM] = &column_config_system, [CONFIG_BOUNDS] = &column_config_bounds};
    const char *recorded = case_text(c, column[part]);
    char *made = ((study_case *)(uintptr_t)c)->alike[part]; /* what it says does not change */
    if (recorded[0])
        return recorded;
    if (!made[0])
        config_part_digest(case_text(c, &column_config_resolved), part, made);
    return made;
}

int alike_order(const study_case *a, const study_case *b)
{
    return strcmp(digest_of(a, CONFIG_SYSTEM), digest_of(b, CONFIG_SYSTEM));
}

bool alike_with_bounds(const study_case *a, const study_case *b)
{
    return alike_order(a, b) == 0 &&
           strcmp(digest_of(a, CONFIG_BOUNDS), digest_of(b, CONFIG_BOUNDS)) == 0;
}

const study_case *alike_find(const case_list *cases, const study_case *c)
{
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *other = cases->item[i];
        if (strcmp(case_simulation(other), case_simulation(c)) == 0 &&
            strcmp(case_integrator(other), case_integrator(c)) == 0 && alike_order(other, c) == 0)
            return other;
    }
    return NULL;
}

/* --- sources --- */

static int by_source(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left, *b = *(const study_case *const *)right;
    const int order =
        strcmp(case_text(a, &column_config_sources), case_text(b, &column_config_sources));
    return order ? order : (a > b) - (a < b);
}

/* Of each case the first of its sources. */
static void *list_sources(const study *s)
{
    const study_case **ordered = calloc(s->count + 1, sizeof *ordered);
    const study_case **first = calloc(s->count + 1, sizeof *first);
    for (size_t i = 0; ordered && i < s->count; i++)
        ordered[i] = &s->item[i];
    if (ordered && first && s->count > 0)
        qsort(ordered, s->count, sizeof *ordered, by_source);
    for (size_t i = 0; ordered && first && i < s->count; i++) {
        const study_case *c = ordered[i], *before = i > 0 ? first[ordered[i - 1] - s->item] : NULL;
        const char *digest = case_text(c, &column_config_sources);
        const bool same =
            before && digest[0] && strcmp(case_text(before, &column_config_sources), digest) == 0;
        first[c - s->item] = same ? before : c;
    }
    if (!ordered) {
        free(first);
        first = NULL;
    }
    free(ordered);
    return first;
}

const study_case *alike_source(const study *s, const study_case *c)
{
    const study_case *const *first = study_made(s, list_sources, free);
    return first ? first[c - s->item] : c;
}
