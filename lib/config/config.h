/* Configuration files: a YAML document (libfyaml) as a tree with file, line and column of every
 * value. Only this folder uses YAML. */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include "core/field.h"
#include "core/file_error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum config_kind { CONFIG_SCALAR, CONFIG_SEQUENCE, CONFIG_MAPPING } config_kind;

typedef struct config_node config_node;
struct config_node {
    config_kind kind;
    const char *text; /* scalar: its text */
    bool quoted;      /* scalar: in quotes, so never a number */
    bool computed;    /* scalar: a computed number, with the rounding of doubles */
    const char *file; /* its position; line and column from 1 */
    int line, column;
    size_t count;       /* sequence: items; mapping: pairs */
    config_node **item; /* items, or the pairs' values */
    config_node **key;  /* mapping: the pairs' keys, scalars */
};

/* The first error: `file:line:column: what, and what is allowed`. */
typedef trama_file_error config_error;

/* Owns all nodes, and the texts of the files read. */
typedef struct config_store config_store;
config_store *config_store_create(void);        /* NULL if there is no memory */
void config_store_destroy(config_store *store); /* accepts NULL */

/* Makes the key `from` a synonym of `to` in mappings passed to config_resolve, and in the files
 * that they include. Both texts outlive the store. */
void config_store_synonym(config_store *store, const char *from, const char *to);

/* Reads a file: one document, a mapping. Duplicate keys, syntax faults, a missing file, anchors and
 * aliases, tags: false and one line. A file above 4 MiB, a tree too deep (64) or too large (1e6
 * nodes), a mapping of more than 10000 keys is refused. */
bool config_load(config_store *store, const char *path, config_node **root, config_error *error);

/* The same for a text in memory, called `name` in messages. It is copied. Files that it includes
 * are read by config_resolve. */
bool config_read(config_store *store, const char *name, const char *text, config_node **root,
                 config_error *error);

/* Writes a mapping as YAML that reads back as the same tree, without comments; plain scalars are
 * quoted if they would read back as something else. */
void config_write(const config_node *mapping, FILE *out);

/* The texts of all files read so far, for the record: count, then name and text of each. */
size_t config_store_files(const config_store *store);
const char *config_store_file_name(const config_store *store, size_t index);
const char *config_store_file_text(const config_store *store, size_t index);

/* Sets a formatted message at a node (NULL: without a place), on one line: control characters are
 * escaped, and long text is cut in the middle. Returns false, so that callers can return it. */
bool config_fail(config_error *error, const config_node *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for lack of memory: `out of memory`, and status TRAMA_NO_MEMORY. */
bool config_fail_memory(config_error *error, const config_node *where);

/* `unknown WHAT 'name'` at the scalar `name`, with the nearest of the known names, or with all of
 * them if none is near. */
bool config_unknown(config_error *error, const char *what, const config_node *name,
                    const char *const *known, size_t count);

/* Sets `best` to the name in the folder of `path` that is nearest to its last component, if that is
 * nearer than the current `best` ("": none). Hidden files are ignored. */
void config_nearest_file(const char *path, char *best, size_t size);

/* The value of a key of a mapping, or NULL. The key's own node, or NULL. */
config_node *config_get(const config_node *mapping, const char *key);
config_node *config_key(const config_node *mapping, const char *key);

/* The node at a dotted path from a mapping ("integrator.name", "scene.pins[0].k"), or NULL. */
config_node *config_at(const config_node *root, const char *path);

/* The node for messages about a model or a method: its name if that comes from a sweep, else the
 * mapping. */
const config_node *config_laid_name(const config_node *mapping);

/* True if `path` is equal to `upper` or below it: "model.omega" and "model", "pins[0].k" and
 * "pins[00]". */
bool config_leads_through(const char *path, const char *upper);

/* A copy of the tree in which the mappings of the named files replace every `include: FILE` or
 * `include: [FILE, ...]`. File names are relative to the file that names them. Later files override
 * earlier ones, and the mapping's own keys override all. Mappings merge key by key; anything else
 * replaces. Returns false and one line for a file that includes itself, is missing or is not a
 * mapping, and for a mapping with both a key and its synonym. A mapping `{csv: FILE}` becomes a
 * list of rows: the lines of the file after the first, which names the columns; each value has its
 * position in that file. */
bool config_resolve(config_store *store, const config_node *root, config_node **resolved,
                    config_error *error);

/* Kinds of text files. All are UTF-8, with or without a byte order mark. Since other programs write
 * Latin-1, it is allowed in comment lines of a table, and anywhere in a mesh (comments, names of
 * groups), and converted to UTF-8. */
typedef enum config_format { CONFIG_YAML, CONFIG_TABLE, CONFIG_MESH } config_format;

/* A file that was read: its name, and its text without a byte order mark. */
typedef struct config_attached {
    const char *name, *text;
} config_attached;

/* Reads the data file named by a scalar, relative to the file of the scalar, or else to the folder
 * `shipped` (if not NULL) of some folder above, and adds it to the store's files; *file lives as
 * long as the store. */
bool config_attach(config_store *store, const config_node *name, const char *shipped,
                   config_format format, config_attached *file, config_error *error);

/* Sets `value` at a dotted path below the mapping `root` (made if absent), on a copy of the changed
 * nodes: `root` itself does not change. An index must exist ("scene.pins[0].k"). */
bool config_override(config_store *store, const config_node *root, const char *path,
                     const config_node *value, config_node **changed, config_error *error);
/* The same, but an index may also be that of a list's next element; a missing list counts as empty.
 * For derived values: in a sweep, a missing element is a typing error. */
bool config_fill(config_store *store, const config_node *root, const char *path,
                 const config_node *value, config_node **changed, config_error *error);

/* A sequence of `count` items, to be filled, with the position of `where`; NULL without memory. */
config_node *config_list(config_store *store, const config_node *where, size_t count);

/* A copy of a mapping or sequence (not of its children) with item `i` replaced; NULL without
   memory. */
config_node *config_with_item(config_store *store, const config_node *collection, size_t i,
                              config_node *item);

/* A scalar node of the given text, with the position of `where`. */
config_node *config_scalar(config_store *store, const char *text, const config_node *where);
/* The same for a computed number, with `digits` significant digits. Read as an integer, it is
 * rounded if it is within 1e-9 (relative to the larger of it and 1) of one: 0.3 / 1e-5 is
 * 29999.999999999996. */
config_node *config_computed(config_store *store, double number, int digits,
                             const config_node *where);

/* Whole-token conversions in the C locale; false and one line for any other text. Reals accept .inf
 * and -.inf. Booleans: true, false. */
bool config_real(const config_node *node, double *value, config_error *error);
bool config_integer(const config_node *node, long *value, config_error *error);
bool config_boolean(const config_node *node, bool *value, config_error *error);
bool config_text(const config_node *node, const char **value, config_error *error);

/* Reads a mapping into a struct through its table: defaults first, then every key. Keys in `others`
 * (NULL-terminated, may be NULL) and `assumed` are left to the caller. The message for an unknown
 * key names the nearest known one; for a value out of range, the range and the unit; for a missing
 * required field, the place of the mapping. `assumed: {field: reason, ...}` must name keys that are
 * given here. */
bool config_fields(const config_node *mapping, trama_fields fields, const char *const *others,
                   void *parameters, config_error *error);

#endif
