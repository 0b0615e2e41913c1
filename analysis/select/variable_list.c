/* A list whose elements vary, by its own path: scene.grid.points of [[5, 5], [7, 9]]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "analysis/select/variable_sources.h"

enum { LIST_TEXT = 512 };

/* A list of the study, and what each case has in it. */
typedef struct list {
    struct list *next;
    char path[VARIABLE_PATH]; /* of its elements' columns, without [i] */
    bool alike;               /* it has several elements, and in each case they are the same */
    datum at[];
} list;

static const list *list_at(const study *s, const char *path);
static variable_value list_value;

bool variable_from_list(const study *s, const char *name, variable *v)
{
    char path[VARIABLE_PATH], element[VARIABLE_PATH + 4];
    snprintf(path, sizeof path, "%s/%.600s", group_swept, name);
    snprintf(element, sizeof element, "%s[1]", path);
    if (!variable_column(s, element))
        return false;
    snprintf(element, sizeof element, "%s[0]", path);
    const bundle_column *first = variable_column(s, element);
    if (!first || !list_at(s, path))
        return false;
    swept_name(name, v->title, sizeof v->title);
    variable_take_unit(s, name, first->unit ? first->unit : "", v);
    memcpy(v->path, path, sizeof path);
    v->of = list_value;
    return true;
}

static datum list_value(const study *s, const variable *v, const study_case *c)
{
    const list *of = list_at(s, v->path);
    return of ? of->at[c - s->item] : no_datum;
}

bool variable_of_alike(const study *s, const char *column, variable *v)
{
    const size_t length = strlen(column);
    const char *bracket = strrchr(column, '[');
    if (!bracket || column[length - 1] != ']' || length >= VARIABLE_PATH)
        return false;
    char path[VARIABLE_PATH];
    snprintf(path, sizeof path, "%.*s", (int)(bracket - column), column);
    const list *of = list_at(s, path);
    const char *name = group_rest(group_swept, path);
    if (!of || !of->alike || !name)
        return false;
    snprintf(v->name, sizeof v->name, "%.*s", VARIABLE_NAME - 1, name);
    return variable_from_list(s, v->name, v);
}

/* --- all lists of a study, made once --- */

static void *make_lists(const study *s);
static void free_lists(void *made);

static const list *list_at(const study *s, const char *path)
{
    const list *const *first = study_made(s, make_lists, free_lists);
    const list *of = first ? *first : NULL;
    while (of && strcmp(of->path, path) != 0)
        of = of->next;
    return of;
}

/* The value of element `i`; false: it does not vary, or the list is shorter. */
static bool element_of(const study_case *c, const char *path, size_t i, swept_value *value)
{
    char column[VARIABLE_PATH + 32];
    snprintf(column, sizeof column, "%s[%zu]", path, i);
    return coordinate_of(c, column, value);
}

/* "(5, 9)", as factors of lists are told. False where all elements are the first. */
static bool elements_differ(const study_case *c, const char *path, char text[LIST_TEXT])
{
    char first[LIST_TEXT], next[LIST_TEXT];
    swept_value value;
    bool differ = false;
    size_t used = 0;
    for (size_t i = 0; used < LIST_TEXT && element_of(c, path, i, &value); i++) {
        swept_exact_text(&value, next, sizeof next);
        if (i == 0)
            memcpy(first, next, sizeof first);
        differ |= strcmp(next, first) != 0;
        used += (size_t)snprintf(text + used, LIST_TEXT - used, "%s%s", i ? ", " : "(", next);
    }
    if (used + 1 < LIST_TEXT)
        memcpy(text + used, ")", 2);
    return differ;
}

/* The number that all elements are, or else their text. Sets *alike to false where they differ, or
 * where there is one alone. */
static datum datum_of_list(const study *s, const char *path, const study_case *c, bool *alike)
{
    char text[LIST_TEXT];
    swept_value first, second;
    const bool there = element_of(c, path, 0, &first),
               differ = there && elements_differ(c, path, text);
    *alike &= !differ && there == element_of(c, path, 1, &second);
    if (!differ)
        return datum_of_swept(there, &first);
    char *kept = study_keep(s, strlen(text) + 1);
    return kept ? datum_of_text(strcpy(kept, text)) : no_datum;
}

bool variable_list_path(const char *column, char path[VARIABLE_PATH])
{
    const size_t length = strlen(column);
    if (!group_rest(group_swept, column) || length < 3 || length >= VARIABLE_PATH ||
        strcmp(column + length - 3, "[0]") != 0)
        return false;
    snprintf(path, VARIABLE_PATH, "%.*s", (int)length - 3, column);
    return true;
}

static bool is_listed(const list *of, const char *path)
{
    while (of && strcmp(of->path, path) != 0)
        of = of->next;
    return of != NULL;
}

static bool add_list(const study *s, const char *path, list **first)
{
    list *of = calloc(1, sizeof *of + s->count * sizeof *of->at);
    if (!of)
        return false;
    memcpy(of->path, path, sizeof of->path);
    of->alike = true;
    for (size_t i = 0; i < s->count; i++)
        of->at[i] = datum_of_list(s, path, &s->item[i], &of->alike);
    of->next = *first;
    *first = of;
    return true;
}

/* The first of them, or NULL, in a block of its own. */
static void *make_lists(const study *s)
{
    list **first = calloc(1, sizeof(*first));
    bool done = first != NULL;
    for (size_t i = 0; done && i < s->count; i++)
        for (size_t k = 0; done && k < s->item[i].data.count; k++) {
            char path[VARIABLE_PATH];
            if (variable_list_path(s->item[i].data.column[k].path, path) &&
                !is_listed(*first, path))
                done = add_list(s, path, first);
        }
    if (done)
        return first;
    if (first)
        free_lists(first);
    return NULL;
}

static void free_lists(void *made)
{
    list **first = made;
    for (list *next; *first; *first = next) {
        next = (*first)->next;
        free(*first);
    }
    free(first);
}
