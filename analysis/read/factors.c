#include "analysis/read/factors.h"

#include <stdlib.h>
#include <string.h>

bool factor_value(const study_case *c, const bundle_column *factor, swept_value *value)
{
    const bundle_column *own = bundle_find(&c->data, factor->path);
    return own && swept_of(own, 0, value);
}

/* --- classes: the cases with the same value of a path are one --- */

typedef struct partition {
    size_t *class_of; /* of each case, from 0 */
    size_t classes;
} partition;

static void text_of(const study_case *c, const bundle_column *factor, char *text, size_t size)
{
    swept_value value;
    text[0] = '\0';
    if (!factor)
        snprintf(text, size, "%s", case_integrator(c));
    else if (factor_value(c, factor, &value) && value.type == BUNDLE_REAL)
        snprintf(text, size, "%a", value.real);
    else if (factor_value(c, factor, &value))
        swept_text(&value, text, size);
}

/* By a factor, or (NULL) by the method. False without memory. */
static bool divide(const case_list *cases, const bundle_column *factor, partition *p)
{
    char(*seen)[128] = calloc(cases->count + 1, sizeof *seen);
    *p = (partition){.class_of = calloc(cases->count + 1, sizeof *p->class_of)};
    for (size_t i = 0; seen && p->class_of && i < cases->count; i++) {
        size_t at = 0;
        text_of(cases->item[i], factor, seen[p->classes], sizeof *seen);
        while (strcmp(seen[at], seen[p->classes]) != 0)
            at++;
        p->class_of[i] = at;
        p->classes += at == p->classes;
    }
    free(seen);
    return seen && p->class_of;
}

/* Whether the class of `a` says that of `b`. */
static bool settles(const partition *a, const partition *b, size_t cases)
{
    size_t *first = calloc(a->classes + 1, sizeof *first); /* class of b, from 1 */
    bool settled = first != NULL;
    for (size_t i = 0; settled && i < cases; i++) {
        size_t *known = &first[a->class_of[i]];
        settled = *known == 0 || *known == b->class_of[i] + 1;
        *known = b->class_of[i] + 1;
    }
    free(first);
    return settled;
}

/* --- factors --- */

static bool is_listed(const factors *f, const char *path)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->column[i]->path, path) == 0)
            return true;
    return false;
}

static void list_columns(const case_list *cases, factors *f)
{
    swept_value value;
    for (size_t i = 0; i < cases->count; i++) {
        const bundle *b = &cases->item[i]->data;
        for (size_t k = 0; k < b->count && f->count < FACTORS_MOST; k++)
            if (swept_of(&b->column[k], 0, &value) && !is_listed(f, b->column[k].path)) {
                f->is_number[f->count] = value.type != BUNDLE_TEXT;
                f->column[f->count++] = &b->column[k];
            }
    }
}

static bool comes_before(const factors *f, size_t a, size_t b)
{
    return f->is_number[a] != f->is_number[b] ? f->is_number[a] : a < b;
}

/* If two factors settle each other, the first one stands for both. */
static bool is_settled(const factors *f, const partition *by, const bool *gone, size_t b,
                       size_t cases)
{
    for (size_t a = 0; a < f->count; a++)
        if (a != b && !gone[a] && settles(&by[a], &by[b], cases) &&
            (comes_before(f, a, b) || !settles(&by[b], &by[a], cases)))
            return true;
    return false;
}

static void drop_settled(factors *f, const partition *by, const partition *method, size_t cases)
{
    bool gone[FACTORS_MOST] = {false};
    for (size_t b = 0; b < f->count; b++)
        gone[b] = settles(method, &by[b], cases); /* also what does not vary */
    for (size_t b = f->count; b-- > 0;)
        gone[b] = gone[b] || is_settled(f, by, gone, b, cases);
    size_t left = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (gone[i])
            continue;
        f->column[left] = f->column[i];
        f->is_number[left++] = f->is_number[i];
    }
    f->count = left;
}

bool factors_of(const case_list *cases, factors *found)
{
    partition by[FACTORS_MOST] = {{0}}, method;
    *found = (factors){0};
    list_columns(cases, found);
    const size_t listed = found->count;
    bool divided = divide(cases, NULL, &method);
    for (size_t i = 0; i < listed; i++)
        divided = divide(cases, found->column[i], &by[i]) && divided;
    if (divided)
        drop_settled(found, by, &method, cases->count);
    for (size_t i = 0; i < listed; i++)
        free(by[i].class_of);
    free(method.class_of);
    return divided;
}

void factors_text(const study_case *c, const factors *all, const bundle_column *besides, char *text,
                  size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < all->count && used < size; i++) {
        char name[64], written[64];
        swept_value value;
        if (all->column[i] == besides || !factor_value(c, all->column[i], &value))
            continue;
        swept_name(value.path, name, sizeof name);
        swept_text(&value, written, sizeof written);
        used += (size_t)snprintf(text + used, size - used, ", %s %s", name, written);
    }
}
