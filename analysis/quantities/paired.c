#include "analysis/quantities/paired.h"

#include <string.h>

/* What the case beside must have: a value of a factor. */
typedef struct wanted {
    const study *s;
    const experiment_study *of;
    size_t factor;
    const char *value;
} wanted;

static bool read_words(const study *s, const study_case *c, const char *words, wanted *w);
static bool is_beside(const wanted *w, const study_case *c, const study_case *other);

const study_case *paired_case(const study *s, const study_case *c, const char *words)
{
    const study_case *found = NULL;
    wanted w;
    if (!read_words(s, c, words, &w))
        return NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (!is_beside(&w, c, &s->item[i]))
            continue;
        if (found)
            return NULL;
        found = &s->item[i];
    }
    return found;
}

static bool read_words(const study *s, const study_case *c, const char *words, wanted *w)
{
    static const char is[] = " is ";
    const study_block *block = case_block(c);
    const char *end = strstr(words, is);
    *w = (wanted){.s = s, .of = c->of};
    if (!end)
        return false;
    w->value = end + strlen(is);
    while (w->factor < block->factor_count &&
           (strncmp(block->factor[w->factor].name, words, (size_t)(end - words)) != 0 ||
            block->factor[w->factor].name[end - words] != '\0'))
        w->factor++;
    return w->factor < block->factor_count;
}

static bool has_value(const wanted *w, const study_case *c)
{
    return c->of == w->of && strcmp(c->factor[w->factor], w->value) == 0;
}

/* Whether a factor has several values among the cases with the wanted one. */
static bool varies(const wanted *w, size_t factor)
{
    const char *first = NULL;
    for (size_t i = 0; i < w->s->count; i++) {
        const study_case *c = &w->s->item[i];
        if (!has_value(w, c))
            continue;
        if (first && strcmp(first, c->factor[factor]) != 0)
            return true;
        first = c->factor[factor];
    }
    return false;
}

static bool is_beside(const wanted *w, const study_case *c, const study_case *other)
{
    if (!has_value(w, other))
        return false;
    for (size_t i = 0; i < case_block(c)->factor_count; i++)
        if (i != w->factor && strcmp(c->factor[i], other->factor[i]) != 0 && varies(w, i))
            return false;
    return true;
}
