/* Look-up in a tree, and replacement of a value in a copy of it. */
#include "config/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step of a path such as scene.pins[0].k: a key, or an index in brackets. */
typedef struct step {
    const char *name; /* NULL: an index */
    size_t length;
    size_t index;
} step;

/* Takes the first step off `path`; returns the rest, or NULL if that is no path. */
static const char *take_step(const char *path, step *taken)
{
    if (path[0] == '[') {
        const size_t digits = strspn(path + 1, "0123456789");
        *taken = (step){.index = strtoul(path + 1, NULL, 10)};
        path += digits + 2;
        if (digits == 0 || path[-1] != ']' || (path[0] && path[0] != '.' && path[0] != '['))
            return NULL;
    } else {
        taken->name = path;
        taken->length = strcspn(path, ".[]");
        path += taken->length;
        if (taken->length == 0 || path[0] == ']')
            return NULL;
    }
    if (path[0] != '.')
        return path;
    return path[1] == '[' || path[1] == '\0' ? NULL : path + 1;
}

static size_t find(const config_node *mapping, const char *name, size_t length)
{
    size_t i = 0;
    while (i < mapping->count && (strncmp(mapping->key[i]->text, name, length) != 0 ||
                                  mapping->key[i]->text[length] != '\0'))
        i++;
    return i;
}

config_node *config_key(const config_node *mapping, const char *key)
{
    if (!mapping || mapping->kind != CONFIG_MAPPING)
        return NULL;
    const size_t i = find(mapping, key, strlen(key));
    return i < mapping->count ? mapping->key[i] : NULL;
}

config_node *config_get(const config_node *mapping, const char *key)
{
    if (!mapping || mapping->kind != CONFIG_MAPPING)
        return NULL;
    const size_t i = find(mapping, key, strlen(key));
    return i < mapping->count ? mapping->item[i] : NULL;
}

/* The index of the child that a step leads to; the number of children if it leads nowhere. */
static size_t child_of(const config_node *node, const step *to)
{
    if (node->kind != (to->name ? CONFIG_MAPPING : CONFIG_SEQUENCE))
        return node->count;
    if (to->name)
        return find(node, to->name, to->length);
    return to->index < node->count ? to->index : node->count;
}

config_node *config_at(const config_node *root, const char *path)
{
    const config_node *above = root;
    config_node *at = NULL;
    do {
        step to = {NULL, 0, 0};
        path = take_step(path, &to);
        const size_t child = above && path ? child_of(above, &to) : 0;
        at = above && path && child < above->count ? above->item[child] : NULL;
        above = at;
    } while (at && path[0]);
    return at;
}

/* A key that is written has its value behind it in its line; one that a sweep adds stands where the
 * value does. */
const config_node *config_laid_name(const config_node *mapping)
{
    const config_node *key = config_key(mapping, "name"), *name = config_get(mapping, "name");
    if (!key || name->kind != CONFIG_SCALAR)
        return mapping;
    const bool written =
        key->file == name->file && key->line == name->line && key->column < name->column;
    return written ? mapping : name;
}

bool config_leads_through(const char *path, const char *upper)
{
    bool same = true;
    while (same && path && upper && path[0] && upper[0]) {
        step a = {NULL, 0, 0}, b = {NULL, 0, 0};
        path = take_step(path, &a);
        upper = take_step(upper, &b);
        same = a.index == b.index && a.length == b.length && !a.name == !b.name &&
               (!a.name || strncmp(a.name, b.name, a.length) == 0);
    }
    return same && path && upper && !upper[0];
}

const char *config_nearest_key(const config_node *mapping, const char *name)
{
    if (!mapping || mapping->kind != CONFIG_MAPPING)
        return NULL;
    const char **known = malloc((mapping->count + 1) * sizeof *known);
    for (size_t i = 0; known && i < mapping->count; i++)
        known[i] = mapping->key[i]->text;
    const char *nearest = known ? trama_nearest(name, known, mapping->count) : NULL;
    free(known);
    return nearest;
}

config_node *config_scalar(config_store *store, const char *text, const config_node *where)
{
    config_node *node = config_node_create(store, CONFIG_SCALAR, where, 0);
    if (node)
        node->text = config_copy(store, text, strlen(text));
    return node && node->text ? node : NULL;
}

config_node *config_computed(config_store *store, double number, int digits,
                             const config_node *where)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, number);
    config_node *node = config_scalar(store, text, where);
    if (node)
        node->computed = true;
    return node;
}

config_node *config_list(config_store *store, const config_node *where, size_t count)
{
    return config_node_create(store, CONFIG_SEQUENCE, where, count);
}

config_node *config_with_item(config_store *store, const config_node *collection, size_t i,
                              config_node *item)
{
    config_node *copy = config_node_create(store, collection->kind, collection, collection->count);
    for (size_t k = 0; copy && k < collection->count; k++) {
        copy->item[k] = k == i ? item : collection->item[k];
        if (copy->key)
            copy->key[k] = collection->key[k];
    }
    return copy;
}

/* An override on its way down a tree. */
typedef struct laying {
    config_store *store;
    const char *path; /* whole, for messages */
    config_node *value;
    bool fills; /* a list may get its next element */
    config_error *error;
} laying;

/* Says why the step after the first `length` characters of the path leads nowhere. */
static config_node *refuse_step(const laying *lay, const config_node *node, const step *to,
                                size_t length)
{
    const int shown = length > 0 ? (int)length : (int)strlen("top level");
    const char *from = length > 0 ? lay->path : "top level";
    if (to->name)
        config_fail(lay->error, lay->value,
                    "'%s': '%.*s' is not a mapping; allowed: keys of mappings", lay->path, shown,
                    from);
    else if (!node || node->kind != CONFIG_SEQUENCE)
        config_fail(lay->error, lay->value, "'%s': '%.*s' is not a list; allowed: indices of lists",
                    lay->path, shown, from);
    else
        config_fail(lay->error, lay->value,
                    "'%s': index %zu of '%.*s' is out of range; allowed: "
                    "indices from 0, %s %zu",
                    lay->path, to->index, shown, from, lay->fills ? "at most" : "below",
                    node->count);
    return NULL;
}

/* A copy of `node` (not of its children), with room for the child that a step leads to. */
static config_node *copy_with(const laying *lay, const config_node *node, const step *to,
                              size_t child)
{
    const config_kind kind = to->name ? CONFIG_MAPPING : CONFIG_SEQUENCE;
    const size_t count = node ? node->count : 0;
    config_node *copy = config_node_create(lay->store, kind, node ? node : lay->value,
                                           child == count ? count + 1 : count);
    for (size_t i = 0; copy && i < count; i++) {
        copy->item[i] = node->item[i];
        if (kind == CONFIG_MAPPING)
            copy->key[i] = node->key[i];
    }
    if (!copy || child < count || !to->name)
        return copy;
    config_node *key = config_node_create(lay->store, CONFIG_SCALAR, lay->value, 0);
    if (key)
        key->text = config_copy(lay->store, to->name, to->length);
    copy->key[child] = key;
    return key && key->text ? copy : NULL;
}

/* Whether a step leads to a child, or to where one may be made. */
static bool leads_on(const laying *lay, const config_node *node, const step *to, size_t child)
{
    if (to->name)
        return !node || node->kind == CONFIG_MAPPING;
    const size_t count = node ? node->count : 0;
    const bool is_next =
        lay->fills && (!node || node->kind == CONFIG_SEQUENCE) && to->index == count;
    return (node && child < count) || is_next;
}

/* `node` (NULL: there is none yet) with the value at `path` below it. */
static config_node *lay_at(const laying *lay, const config_node *node, const char *path, int depth)
{
    if (path[0] == '\0')
        return lay->value;
    step to = {NULL, 0, 0};
    const char *rest = take_step(path, &to);
    if (!rest || depth >= CONFIG_DEPTH_MAX) {
        config_fail(lay->error, lay->value,
                    "'%s' is not a path; allowed: names and indices such as "
                    "scene.pins[0].k, at most %d",
                    lay->path, CONFIG_DEPTH_MAX);
        return NULL;
    }
    const size_t child = node ? child_of(node, &to) : 0;
    const size_t length = (size_t)(path - lay->path) - (path > lay->path && path[-1] == '.');
    if (!leads_on(lay, node, &to, child))
        return refuse_step(lay, node, &to, length);
    config_node *laid =
        lay_at(lay, node && child < node->count ? node->item[child] : NULL, rest, depth + 1);
    config_node *copy = laid ? copy_with(lay, node, &to, child) : NULL;
    if (copy)
        copy->item[child] = laid;
    else if (laid)
        config_fail_memory(lay->error, NULL);
    return copy;
}

static bool lay(config_store *store, const config_node *root, const char *path,
                const config_node *value, bool fills, config_node **changed, config_error *error)
{
    const laying lay = {store, path, (config_node *)value, fills, error};
    *changed = NULL;
    if (path[0] == '\0')
        return config_fail(error, value,
                           "empty path; allowed: names and indices such as "
                           "scene.pins[0].k");
    *changed = lay_at(&lay, root, path, 0);
    return *changed != NULL;
}

bool config_override(config_store *store, const config_node *root, const char *path,
                     const config_node *value, config_node **changed, config_error *error)
{
    return lay(store, root, path, value, false, changed, error);
}

bool config_fill(config_store *store, const config_node *root, const char *path,
                 const config_node *value, config_node **changed, config_error *error)
{
    return lay(store, root, path, value, true, changed, error);
}
