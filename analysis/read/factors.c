#include <string.h>

#include "analysis/read/factors.h"
#include "analysis/read/partition.h"

bool factor_value(const study_case *c, const bundle_column *factor, swept_value *value)
{
    const bundle_column *own = bundle_find(&c->data, factor->path);
    return own && swept_of(own, 0, value);
}

/* By a factor, or (NULL) by the method. */
static void text_of(const study_case *c, const void *of, char text[PARTITION_TEXT])
{
    const bundle_column *factor = of;
    swept_value value;
    text[0] = '\0';
    if (!factor)
        snprintf(text, PARTITION_TEXT, "%s", case_integrator(c));
    else if (factor_value(c, factor, &value) && value.type == BUNDLE_REAL)
        snprintf(text, PARTITION_TEXT, "%a", value.real);
    else if (factor_value(c, factor, &value))
        swept_text(&value, text, PARTITION_TEXT);
}

static bool divide(const case_list *cases, const bundle_column *factor, partition *p)
{
    return partition_make(cases->item, cases->count, text_of, factor, p);
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
        if (a != b && !gone[a] && partition_settles(&by[a], &by[b], cases) &&
            (comes_before(f, a, b) || !partition_settles(&by[b], &by[a], cases)))
            return true;
    return false;
}

static void drop_settled(factors *f, const partition *by, const partition *method, size_t cases)
{
    bool gone[FACTORS_MOST] = {false};
    for (size_t b = 0; b < f->count; b++)
        gone[b] = partition_settles(method, &by[b], cases); /* also what does not vary */
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
        partition_free(&by[i]);
    partition_free(&method);
    return divided;
}

bool factors_go_with_a_text(const case_list *cases, const bundle_column *number, bool *goes)
{
    partition by_number, by_text;
    factors all = {0};
    list_columns(cases, &all);
    *goes = false;
    bool divided = divide(cases, number, &by_number);
    for (size_t i = 0; divided && i < all.count && !*goes; i++) {
        if (all.is_number[i])
            continue;
        divided = divide(cases, all.column[i], &by_text);
        *goes = divided && partition_settles(&by_text, &by_number, cases->count);
        partition_free(&by_text);
    }
    partition_free(&by_number);
    return divided;
}

/* ", points 20", or ", Δt = 10 ms" of a step. */
static int write_factor(const swept_value *value, char *text, size_t size)
{
    char name[64], written[64];
    swept_name(value->path, name, sizeof name);
    if (strcmp(name, "dt") == 0 && value->type == BUNDLE_REAL)
        return snprintf(text, size, ", Δt = %.4g ms", 1e3 * value->real);
    swept_text(value, written, sizeof written);
    return snprintf(text, size, ", %s %s", name, written);
}

void factors_text(const study_case *c, const factors *all, const bundle_column *besides, char *text,
                  size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < all->count && used < size; i++) {
        swept_value value;
        if (all->column[i] != besides && factor_value(c, all->column[i], &value))
            used += (size_t)write_factor(&value, text + used, size - used);
    }
}
