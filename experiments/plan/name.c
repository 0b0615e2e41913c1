#include "plan/name.h"

#include "core/fnv.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE = 256 };

const char *plan_label(const plan_case *c, const char *name)
{
    for (size_t i = 0; i < c->label_count; i++)
        if (strcmp(c->label[i].name, name) == 0)
            return c->label[i].text;
    return "";
}

/* --- which paths are told --- */

/* A case by what is told of it so far, and by its value of one path more. */
typedef struct keyed {
    uint64_t told, value;
} keyed;

/* With the text's end. */
static uint64_t digest_text(uint64_t digest, const char *text)
{
    return trama_fnv(digest, text, strlen(text) + 1);
}

static const swept_value *value_of(const plan_case *c, const char *path)
{
    for (size_t i = 0; i < c->swept_count; i++)
        if (strcmp(c->swept[i].path, path) == 0)
            return &c->swept[i];
    return NULL;
}

static uint64_t digest_value(const plan_case *c, const char *path)
{
    const swept_value *value = value_of(c, path);
    uint64_t digest = TRAMA_FNV_BEGIN;
    char text[VALUE];
    if (!value)
        return digest;
    if (value->type != BUNDLE_REAL)
        swept_text(value, text, sizeof text);
    else
        snprintf(text, sizeof text, "%a", value->real);
    return digest_text(digest, text);
}

static int by_key(const void *left, const void *right)
{
    const keyed *a = left, *b = right;
    if (a->told != b->told)
        return a->told < b->told ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* Whether cases that are told alike differ in the path. `sorted` is room for as many keys. */
static bool tells(const keyed *key, size_t count, keyed *sorted)
{
    memcpy(sorted, key, count * sizeof *key);
    qsort(sorted, count, sizeof *sorted, by_key);
    for (size_t i = 1; i < count; i++)
        if (sorted[i].told == sorted[i - 1].told && sorted[i].value != sorted[i - 1].value)
            return true;
    return false;
}

static void try_path(const plan_case *cases, size_t count, const char *path, keyed *key,
                     plan_experiment *experiment)
{
    for (size_t i = 0; i < count; i++)
        key[i].value = digest_value(&cases[i], path);
    if (!tells(key, count, key + count))
        return;
    experiment->told[experiment->told_count++] = path;
    for (size_t i = 0; i < count; i++)
        key[i].told = trama_fnv(key[i].told, &key[i].value, sizeof key[i].value);
}

/* Finds what tells the cases of one file apart. They stand together, and all have the paths of the
 * first, except below its mappings. */
static bool find_told(const plan_case *cases, size_t count, plan_experiment *experiment)
{
    const plan_case *first = cases;
    keyed *key = calloc(2 * count, sizeof *key);
    experiment->told = calloc(first->swept_count + 1, sizeof(*experiment->told));
    const bool found = key && experiment->told;
    for (size_t i = 0; found && i < count; i++)
        key[i].told = digest_text(TRAMA_FNV_BEGIN, cases[i].integrator->name);
    for (size_t k = 0; found && k < first->swept_count; k++)
        try_path(cases, count, first->swept[k].path, key, experiment);
    free(key);
    return found;
}

bool name_find_told(plan *p)
{
    bool found = true;
    for (size_t e = 0, i = 0; found && e < p->experiment_count; e++) {
        const size_t first = i;
        while (i < p->case_count && p->cases[i].experiment == &p->experiment[e])
            i++;
        if (i > first)
            found = find_told(&p->cases[first], i - first, &p->experiment[e]);
    }
    return found;
}

/* --- the name --- */

void name_of_case(const plan_case *c, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s %s", c->experiment->name, c->integrator->name);
    for (size_t i = 0; i < c->experiment->told_count && used < size; i++) {
        char name[VALUE], value[VALUE];
        const swept_value *swept = value_of(c, c->experiment->told[i]);
        if (!swept)
            continue;
        swept_name(swept->path, name, sizeof name);
        swept_text(swept, value, sizeof value);
        if (strcmp(value, c->integrator->name) == 0)
            continue; /* a label that says the method again */
        used += (size_t)snprintf(text + used, size - used, ", %s %s", name, value);
    }
}
