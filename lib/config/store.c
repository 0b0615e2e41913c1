/* The store: memory blocks that are freed together, and the files that were read into them. */
#include "config/inside.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 << 10 };

typedef struct block {
    struct block *next;
    alignas(max_align_t) unsigned char bytes[];
} block;

struct config_store {
    block *blocks;
    unsigned char *rest; /* of the newest ordinary block */
    size_t left;
    config_file *first, *last;
    size_t files;
    const char *synonym[2]; /* a key, and what it stands for; NULL: there is none */
};

void config_store_synonym(config_store *store, const char *from, const char *to)
{
    store->synonym[0] = from;
    store->synonym[1] = to;
}

const char *config_store_name(const config_store *store, const char *key)
{
    return store->synonym[0] && strcmp(key, store->synonym[0]) == 0 ? store->synonym[1] : key;
}

config_store *config_store_create(void)
{
    return calloc(1, sizeof(config_store));
}

void config_store_destroy(config_store *store)
{
    if (!store)
        return;
    for (block *at = store->blocks; at;) {
        block *next = at->next;
        free(at);
        at = next;
    }
    free(store);
}

static unsigned char *add_block(config_store *store, size_t size)
{
    block *added = size < SIZE_MAX - sizeof(block) ? calloc(1, sizeof(block) + size) : NULL;
    if (!added)
        return NULL;
    added->next = store->blocks;
    store->blocks = added;
    return added->bytes;
}

/* Memory that lives as long as the store; NULL if there is none left. */
static void *allocate(config_store *store, size_t size)
{
    const size_t line = alignof(max_align_t);
    if (size > BLOCK_BYTES / 8)
        return add_block(store, size);
    size = (size + line - 1) / line * line;
    if (size > store->left) {
        unsigned char *bytes = add_block(store, BLOCK_BYTES);
        if (!bytes)
            return NULL;
        store->rest = bytes;
        store->left = BLOCK_BYTES;
    }
    void *taken = store->rest;
    store->rest += size;
    store->left -= size;
    return taken;
}

char *config_copy(config_store *store, const char *text, size_t length)
{
    char *copy = allocate(store, length + 1);
    if (copy && length > 0)
        memcpy(copy, text, length);
    return copy;
}

config_node *config_node_create(config_store *store, config_kind kind, const config_node *place,
                                size_t count)
{
    config_node *node = allocate(store, sizeof *node);
    const size_t arrays = kind == CONFIG_MAPPING ? 2 : kind == CONFIG_SEQUENCE ? 1 : 0;
    config_node **children =
        arrays * count > 0 ? allocate(store, arrays * count * sizeof *children) : NULL;
    if (!node || (arrays * count > 0 && !children))
        return NULL;
    node->kind = kind;
    node->file = place->file;
    node->line = place->line;
    node->column = place->column;
    node->count = arrays > 0 ? count : 0;
    node->item = children;
    node->key = arrays == 2 && children ? children + count : NULL;
    return node;
}

const config_file *config_store_find(const config_store *store, const char *name)
{
    const config_file *found = NULL;
    for (const config_file *file = store->first; file; file = file->next)
        if (strcmp(file->name, name) == 0)
            found = file;
    return found;
}

const config_file *config_store_note(config_store *store, config_file file)
{
    const config_file *known = config_store_find(store, file.name);
    if (known && known->device == file.device && known->inode == file.inode &&
        strcmp(known->text, file.text) == 0)
        return known;
    config_file *noted = allocate(store, sizeof *noted);
    if (!noted)
        return NULL;
    *noted = file;
    noted->name = config_copy(store, file.name, strlen(file.name));
    noted->text = config_copy(store, file.text, file.length);
    noted->next = NULL;
    if (!noted->name || !noted->text)
        return NULL;
    *(store->last ? &store->last->next : &store->first) = noted;
    store->last = noted;
    store->files++;
    return noted;
}

size_t config_store_files(const config_store *store)
{
    return store->files;
}

static const config_file *file_at(const config_store *store, size_t index)
{
    const config_file *file = store->first;
    while (file && index-- > 0)
        file = file->next;
    return file;
}

const char *config_store_file_name(const config_store *store, size_t index)
{
    const config_file *file = file_at(store, index);
    return file ? file->name : NULL;
}

const char *config_store_file_text(const config_store *store, size_t index)
{
    const config_file *file = file_at(store, index);
    return file ? file->text : NULL;
}
