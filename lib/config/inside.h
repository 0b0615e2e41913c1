/* Shared by the files of config/ only: memory, texts, errors. */
#ifndef CONFIG_INSIDE_H
#define CONFIG_INSIDE_H

#include "config/config.h"

#include <stdint.h>
#include <sys/types.h>

enum {
    CONFIG_DEPTH_MAX = 64,      /* collections inside each other */
    CONFIG_NODES_MAX = 1000000, /* of a file, and of a resolved tree */
    CONFIG_KEYS_MAX = 10000,    /* of one mapping, since lookups are linear */
    CONFIG_BYTES_MAX = 4 << 20, /* of a file */
    CONFIG_INCLUDES_MAX = 1000, /* of a resolved tree */
};

/* A file that was read, with its identity in the file system, to detect cycles of includes under
 * any name. */
typedef struct config_file config_file;
struct config_file {
    const char *name, *text;
    size_t length;
    dev_t device;
    ino_t inode;
    config_file *next;
};

/* store.c: a copy that lives as long as the store; NULL if there is no memory. */
char *config_copy(config_store *store, const char *text, size_t length);

/* A new node with the position of `place`, and zeroed room for `count` items (and keys). */
config_node *config_node_create(config_store *store, config_kind kind, const config_node *place,
                                size_t count);

/* Records a file that was read; the same name with the same text is recorded once. */
const config_file *config_store_note(config_store *store, config_file file);
const config_file *config_store_find(const config_store *store, const char *name);

/* The key for which `key` is a synonym; else `key` itself. */
const char *config_store_name(const config_store *store, const char *key);

/* message.c */
/* `name: 'text' reason; allowed: ...`, or without a name if it is NULL. */
bool config_refuse(config_error *error, const config_node *node, const char *name,
                   const char *reason, const char *allowed);

/* source.c: reads a whole file and checks that it is text of its kind. Errors about the whole file
 * are placed at `where`, or at the file's beginning if that is NULL. */
const config_file *config_read_file(config_store *store, const char *path, config_format format,
                                    const config_node *where, config_error *error);
/* Checks a text in memory as YAML, and stores a copy; NULL with an error. */
const config_file *config_keep_text(config_store *store, const char *name, const char *text,
                                    config_error *error);
/* The text after a byte order mark. */
const char *config_file_body(const config_file *file);

/* parse.c: the tree of a file; takes its nodes off `*nodes_left`. */
config_node *config_parse(config_store *store, const config_file *file, size_t *nodes_left,
                          config_error *error);

/* csv.c: the rows of a file, sequences of scalars in a sequence; takes its nodes off
 * `*nodes_left`. */
config_node *config_csv(config_store *store, const config_file *file, size_t *nodes_left,
                        config_error *error);

/* tree.c: the key of a mapping that is nearest to `name`, or NULL if none is near. */
const char *config_nearest_key(const config_node *mapping, const char *name);

/* scalars.c: NULL, or why the node cannot be read ("is not a number"). */
const char *config_read_real(const config_node *node, double *value);
const char *config_read_integer(const config_node *node, long *value);
const char *config_read_boolean(const config_node *node, bool *value);
const char *config_read_text(const config_node *node, const char **value);

/* Length of the unsigned number at the beginning of `text`, decimal or hexadecimal, 0 if none. */
size_t config_scan_number(const char *text);

/* True if a plain scalar is written as a number, whether or not a double can hold it. */
bool config_is_number(const config_node *node);

#endif
