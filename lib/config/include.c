/* `include`: mappings of other files, merged key by key; the mapping's own keys take precedence.
 * And `{csv: FILE}`: the rows of a table in another file. */
#include "config/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct resolving {
    config_store *store;
    size_t nodes_left, includes_left;
    config_error *error;
} resolving;

/* The files that are being included, innermost first. */
typedef struct chain {
    const config_file *file; /* NULL: not a file of the store */
    const struct chain *from;
} chain;

static config_node *resolve(resolving *in, const config_node *node, const chain *from, int depth);

static config_node *create(resolving *in, config_kind kind, const config_node *place, size_t count)
{
    if (count >= in->nodes_left) {
        config_fail(in->error, place,
                    "too large with what it includes; allowed: %d values and keys",
                    CONFIG_NODES_MAX);
        return NULL;
    }
    in->nodes_left -= count + 1;
    config_node *node = config_node_create(in->store, kind, place, count);
    if (!node)
        config_fail_memory(in->error, NULL);
    return node;
}

/* `over` on `base` (NULL: nothing): mappings merge key by key, anything else replaces. */
static config_node *merge(resolving *in, const config_node *base, config_node *over)
{
    if (!base || base->kind != CONFIG_MAPPING || over->kind != CONFIG_MAPPING)
        return over;
    config_node *merged = create(in, CONFIG_MAPPING, over, base->count + over->count);
    if (!merged)
        return NULL;
    merged->count = base->count;
    for (size_t i = 0; i < base->count; i++) {
        merged->key[i] = base->key[i];
        merged->item[i] = base->item[i];
    }
    for (size_t i = 0; i < over->count; i++) {
        size_t at = 0;
        while (at < base->count && strcmp(base->key[at]->text, over->key[i]->text) != 0)
            at++;
        config_node *item = merge(in, at < base->count ? base->item[at] : NULL, over->item[i]);
        if (!item)
            return NULL;
        const size_t to = at < base->count ? at : merged->count++;
        merged->key[to] = over->key[i];
        merged->item[to] = item;
    }
    return merged;
}

/* `file` as seen from the file in which `where` stands. */
static char *path_from(const config_node *where, const char *file)
{
    const char *slash = file[0] == '/' ? NULL : strrchr(where->file, '/');
    const size_t folder = slash ? (size_t)(slash - where->file) + 1 : 0;
    char *path = malloc(folder + strlen(file) + 1);
    if (path) {
        memcpy(path, where->file, folder);
        strcpy(path + folder, file);
    }
    return path;
}

/* Writes "outermost -> ... -> innermost". */
static void name_chain(const chain *at, char *text, size_t size)
{
    if (!at || !at->file)
        return;
    name_chain(at->from, text, size);
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s -> ", at->file->name);
}

/* True if the file is not one of those that are being included, by any name. */
static bool check_cycle(resolving *in, const config_file *file, const chain *from,
                        const config_node *where)
{
    for (const chain *at = from; at && at->file; at = at->from) {
        if (at->file->device == file->device && at->file->inode == file->inode) {
            char names[512] = "";
            name_chain(from, names, sizeof names);
            return config_fail(in->error, where,
                               "include of itself: %s%s; allowed: files that do not "
                               "include each other",
                               names, file->name);
        }
    }
    return true;
}

static const config_file *read_included(resolving *in, const config_node *where, const char *name,
                                        config_format format, const chain *from)
{
    if (in->includes_left == 0) {
        config_fail(in->error, where, "too many includes; allowed: %d", CONFIG_INCLUDES_MAX);
        return NULL;
    }
    in->includes_left--;
    char *path = path_from(where, name);
    const config_file *file = NULL;
    if (path)
        file = config_read_file(in->store, path, format, where, in->error);
    else
        config_fail_memory(in->error, NULL);
    free(path);
    return file && check_cycle(in, file, from, where) ? file : NULL;
}

/* The resolved mapping of the file that `where` names. */
static config_node *included(resolving *in, const config_node *where, const chain *from, int depth)
{
    const char *name = NULL;
    const char *reason = config_read_text(where, &name);
    if (reason || name[0] == '\0') {
        config_refuse(in->error, where, "include", reason ? reason : "is empty",
                      "a file name or a list of file names");
        return NULL;
    }
    const config_file *file = read_included(in, where, name, CONFIG_YAML, from);
    config_node *root = file ? config_parse(in->store, file, &in->nodes_left, in->error) : NULL;
    const chain here = {file, from};
    return root ? resolve(in, root, &here, depth) : NULL;
}

/* What a mapping with `include` includes, later files over earlier. */
static config_node *included_all(resolving *in, const config_node *mapping, const chain *from,
                                 int depth)
{
    config_node *include = config_get(mapping, "include"), *merged = NULL;
    const bool is_list = include->kind == CONFIG_SEQUENCE;
    if (is_list && include->count == 0) {
        config_refuse(in->error, include, "include", "is empty",
                      "a file name or a list of file names");
        return NULL;
    }
    for (size_t i = 0; i < (is_list ? include->count : 1); i++) {
        config_node *next = included(in, is_list ? include->item[i] : include, from, depth);
        merged = next ? merge(in, merged, next) : NULL;
        if (!merged)
            return NULL;
    }
    return merged;
}

static bool is_csv(const config_node *mapping)
{
    return mapping->count == 1 && strcmp(mapping->key[0]->text, "csv") == 0;
}

static config_node *resolve_csv(resolving *in, const config_node *where, const chain *from)
{
    const char *name = NULL;
    const char *reason = config_read_text(where, &name);
    if (reason || name[0] == '\0') {
        config_refuse(in->error, where, "csv", reason ? reason : "is empty", "a file name");
        return NULL;
    }
    const config_file *file = read_included(in, where, name, CONFIG_TABLE, from);
    return file ? config_csv(in->store, file, &in->nodes_left, in->error) : NULL;
}

/* The key, or what it stands for in a mapping that is resolved as such; NULL: the mapping has both,
 * or memory is short. */
static config_node *name_key(resolving *in, const config_node *mapping, size_t i, int depth)
{
    config_node *key = mapping->key[i];
    const char *name = depth == 0 ? config_store_name(in->store, key->text) : key->text;
    if (name == key->text)
        return key;
    if (config_key(mapping, name)) {
        config_fail(in->error, key,
                    "'%s' is a synonym of '%s', which is given too; allowed: one of the two",
                    key->text, name);
        return NULL;
    }
    key = config_scalar(in->store, name, key);
    if (!key)
        config_fail_memory(in->error, NULL);
    return key;
}

static config_node *resolve_mapping(resolving *in, const config_node *mapping, const chain *from,
                                    int depth)
{
    if (is_csv(mapping))
        return resolve_csv(in, mapping->item[0], from);
    const bool includes = config_get(mapping, "include") != NULL;
    config_node *base = includes ? included_all(in, mapping, from, depth) : NULL;
    if (includes && !base)
        return NULL;
    config_node *own = create(in, CONFIG_MAPPING, mapping, mapping->count);
    if (!own)
        return NULL;
    own->count = 0;
    for (size_t i = 0; i < mapping->count; i++) {
        if (strcmp(mapping->key[i]->text, "include") == 0)
            continue;
        config_node *item = resolve(in, mapping->item[i], from, depth + 1);
        config_node *key = item ? name_key(in, mapping, i, depth) : NULL;
        if (!key)
            return NULL;
        own->key[own->count] = key;
        own->item[own->count++] = item;
    }
    return merge(in, base, own);
}

static config_node *resolve_sequence(resolving *in, const config_node *sequence, const chain *from,
                                     int depth)
{
    config_node *copy = create(in, CONFIG_SEQUENCE, sequence, sequence->count);
    for (size_t i = 0; copy && i < sequence->count; i++) {
        copy->item[i] = resolve(in, sequence->item[i], from, depth + 1);
        if (!copy->item[i])
            return NULL;
    }
    return copy;
}

static config_node *resolve(resolving *in, const config_node *node, const chain *from, int depth)
{
    if (node->kind == CONFIG_SCALAR)
        return (config_node *)node;
    if (depth >= CONFIG_DEPTH_MAX) {
        config_fail(in->error, node,
                    "too deep with what it includes; allowed: %d collections inside "
                    "each other",
                    CONFIG_DEPTH_MAX);
        return NULL;
    }
    if (node->kind == CONFIG_SEQUENCE)
        return resolve_sequence(in, node, from, depth);
    return resolve_mapping(in, node, from, depth);
}

bool config_resolve(config_store *store, const config_node *root, config_node **resolved,
                    config_error *error)
{
    resolving in = {store, CONFIG_NODES_MAX, CONFIG_INCLUDES_MAX, error};
    const chain top = {config_store_find(store, root->file), NULL};
    *resolved = resolve(&in, root, &top, 0);
    return *resolved != NULL;
}

/* The file that is meant: relative to the file that names it, or else in the folder `shipped` of a
 * folder above it. To be freed; NULL without memory. */
static char *attached_path(const config_node *name, const char *file_name, const char *shipped)
{
    enum { ABOVE_MOST = 8 };
    char *beside = path_from(name, file_name);
    char above[512] = "";
    if (!shipped || !beside || file_name[0] == '/' || access(beside, F_OK) == 0)
        return beside;
    for (size_t i = 0; i < ABOVE_MOST; i++) {
        char inside[512];
        const int length = snprintf(inside, sizeof inside, "%s%s/%s", above, shipped, file_name);
        char *path = length > 0 && (size_t)length < sizeof inside ? path_from(name, inside) : NULL;
        if (path && access(path, F_OK) == 0) {
            free(beside);
            return path;
        }
        free(path);
        strcat(above, "../");
    }
    return beside;
}

bool config_attach(config_store *store, const config_node *name, const char *shipped,
                   config_format format, config_attached *attached, config_error *error)
{
    const char *file_name;
    if (!config_text(name, &file_name, error))
        return false;
    char *path = attached_path(name, file_name, shipped);
    if (!path)
        return config_fail_memory(error, NULL);
    const config_file *file = config_read_file(store, path, format, name, error);
    free(path);
    if (file)
        *attached = (config_attached){file->name, config_file_body(file)};
    return file != NULL;
}
