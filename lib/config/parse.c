/* Events of libfyaml -> a tree of nodes. Refuses YAML that a configuration does not need: anchors
 * and aliases (which can expand without bound), tags, directives, several documents, keys that are
 * not scalars. */
#include "config/inside.h"
#include "core/memory.h"

#include <libfyaml.h>

#include <stdlib.h>
#include <string.h>

typedef struct reading {
    config_store *store;
    struct fy_diag *diagnostics;
    struct fy_parser *parser;
    config_node place; /* of the newest event that has one */
    size_t *nodes_left;
    config_node **open; /* children of the collections that are not complete */
    size_t count, capacity;
    config_error *error;
} reading;

/* libfyaml prints nothing: what it would print is collected as well. */
static void discard(struct fy_diag *diagnostics, void *user, const char *text, size_t length)
{
    (void)diagnostics, (void)user, (void)text, (void)length;
}

static bool start(reading *in, const config_file *file)
{
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = discard;
    quiet.colorize = false;
    in->diagnostics = fy_diag_create(&quiet);
    if (!in->diagnostics)
        return config_fail_memory(in->error, NULL);
    fy_diag_set_collect_errors(in->diagnostics, true);
    const struct fy_parse_cfg options = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG |
                                                  FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
                                         .diag = in->diagnostics};
    in->parser = fy_parser_create(&options);
    if (!in->parser || fy_parser_set_string(in->parser, file->text, file->length) != 0)
        return config_fail_memory(in->error, NULL);
    return true;
}

static void finish(reading *in)
{
    if (in->parser)
        fy_parser_destroy(in->parser);
    if (in->diagnostics)
        fy_diag_destroy(in->diagnostics);
    free(in->open);
}

/* The first fault that libfyaml has found, as our line. */
static bool fail_syntax(reading *in)
{
    void *iterator = NULL;
    const struct fy_diag_error *fault = fy_diag_errors_iterate(in->diagnostics, &iterator);
    if (fault && fault->line > 0) {
        in->place.line = fault->line;
        in->place.column = fault->column > 0 ? fault->column : 1;
    }
    return config_fail(in->error, &in->place, "%s; allowed: YAML 1.2, a mapping of 'key: value'",
                       fault && fault->msg ? fault->msg : "cannot be understood as YAML");
}

static void stand_at(reading *in, const struct fy_mark *mark)
{
    if (!mark)
        return;
    in->place.line = mark->line + 1;
    in->place.column = mark->column + 1;
}

/* A value that is not there, as in `key:` before the next line. */
static bool is_absent(const struct fy_event *event)
{
    if (event->type != FYET_SCALAR)
        return false;
    struct fy_token *token = event->scalar.value;
    size_t length = 0;
    if (token)
        fy_token_get_text(token, &length);
    return !token || (length == 0 && fy_token_scalar_style(token) == FYSS_PLAIN);
}

/* The next event, or NULL and the error. Give it back with drop(). An absent value stands where its
 * key does, the event before it: libfyaml 0.7 gives it no place, 0.8 the file's beginning. */
static struct fy_event *next_event(reading *in)
{
    struct fy_event *event = fy_parser_parse(in->parser);
    if (event && !is_absent(event))
        stand_at(in, fy_event_start_mark(event));
    else if (!event)
        fail_syntax(in);
    return event;
}

static void drop(reading *in, struct fy_event *event)
{
    fy_parser_event_free(in->parser, event);
}

static bool push(reading *in, config_node *node)
{
    config_node **grown = trama_with_room(in->open, in->count, &in->capacity, sizeof *grown);
    if (!grown)
        return config_fail_memory(in->error, NULL);
    in->open = grown;
    in->open[in->count++] = node;
    return true;
}

/* Moves the children above `base` into a collection of their own. */
static config_node *close_collection(reading *in, config_kind kind, const config_node *place,
                                     size_t base)
{
    const size_t stride = kind == CONFIG_MAPPING ? 2 : 1;
    config_node *node = config_node_create(in->store, kind, place, (in->count - base) / stride);
    if (!node) {
        config_fail_memory(in->error, NULL);
        return NULL;
    }
    for (size_t i = 0; i < node->count; i++) {
        node->item[i] = in->open[base + stride * i + stride - 1];
        if (kind == CONFIG_MAPPING)
            node->key[i] = in->open[base + stride * i];
    }
    in->count = base;
    return node;
}

static bool check_key(reading *in, const config_node *key, size_t earlier)
{
    if (key->kind != CONFIG_SCALAR)
        return config_fail(in->error, key, "a key that is a %s; allowed: a text as key",
                           key->kind == CONFIG_MAPPING ? "mapping" : "list");
    if (key->text[0] == '\0')
        return config_fail(in->error, key, "empty key; allowed: a text as key");
    if (!key->quoted && strcmp(key->text, "<<") == 0)
        return config_fail(in->error, key, "merge key '<<'; allowed: 'include: FILE' instead");
    if (earlier >= CONFIG_KEYS_MAX)
        return config_fail(in->error, key, "too many keys; allowed: %d keys in a mapping",
                           CONFIG_KEYS_MAX);
    return true;
}

static int by_text_and_place(const void *left, const void *right)
{
    const config_node *a = *(config_node *const *)left, *b = *(config_node *const *)right;
    const int order = strcmp(a->text, b->text);
    if (order != 0)
        return order;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
                              : (a->column > b->column) - (a->column < b->column);
}

static bool stands_before(const config_node *a, const config_node *b)
{
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

static bool check_duplicates(reading *in, const config_node *mapping)
{
    if (mapping->count < 2)
        return true;
    config_node **sorted = malloc(mapping->count * sizeof *sorted);
    if (!sorted)
        return config_fail_memory(in->error, NULL);
    memcpy(sorted, mapping->key, mapping->count * sizeof *sorted);
    qsort(sorted, mapping->count, sizeof *sorted, by_text_and_place);
    const config_node *first = NULL, *second = NULL;
    for (size_t i = 1; i < mapping->count; i++) {
        if (strcmp(sorted[i - 1]->text, sorted[i]->text) == 0 &&
            (!second || stands_before(sorted[i], second))) {
            first = sorted[i - 1];
            second = sorted[i];
        }
    }
    free(sorted);
    if (second)
        return config_fail(in->error, second,
                           "duplicate key '%s', first given at line %d; allowed: once",
                           second->text, first->line);
    return true;
}

static config_node *read_node(reading *in, struct fy_event *event, int depth);

/* Pushes children until the collection's end. */
static bool read_children(reading *in, enum fy_event_type end, int depth)
{
    const size_t base = in->count;
    for (;;) {
        struct fy_event *event = next_event(in);
        if (!event)
            return false;
        const bool ended = event->type == end;
        config_node *child = ended ? NULL : read_node(in, event, depth);
        drop(in, event);
        if (ended)
            return true;
        const size_t index = in->count - base;
        if (!child || !push(in, child))
            return false;
        if (end == FYET_MAPPING_END && index % 2 == 0 && !check_key(in, child, index / 2))
            return false;
    }
}

static config_node *read_collection(reading *in, config_kind kind, enum fy_event_type end,
                                    int depth)
{
    const config_node place = in->place;
    const size_t base = in->count;
    if (depth >= CONFIG_DEPTH_MAX) {
        config_fail(in->error, &place, "too deep; allowed: %d collections inside each other",
                    CONFIG_DEPTH_MAX);
        return NULL;
    }
    if (!read_children(in, end, depth + 1))
        return NULL;
    config_node *node = close_collection(in, kind, &place, base);
    return node && (kind != CONFIG_MAPPING || check_duplicates(in, node)) ? node : NULL;
}

/* libfyaml's marks of quoted scalars, anchors and aliases stand behind the first character. */
static void step_back(reading *in)
{
    in->place.column -= in->place.column > 1;
}

static config_node *read_scalar(reading *in, struct fy_token *token)
{
    const enum fy_scalar_style style = token ? fy_token_scalar_style(token) : FYSS_PLAIN;
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : "";
    if (style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED)
        step_back(in);
    if (text && memchr(text, '\0', length)) {
        config_fail(in->error, &in->place,
                    "text with the character U+0000; allowed: text without it");
        return NULL;
    }
    config_node *node = config_node_create(in->store, CONFIG_SCALAR, &in->place, 0);
    if (node && text)
        node->text = config_copy(in->store, text, length);
    if (!node || !node->text) {
        config_fail_memory(in->error, NULL);
        return NULL;
    }
    node->quoted = style != FYSS_PLAIN;
    return node;
}

/* Anchors, aliases and tags. */
static bool refuse_extras(reading *in, struct fy_event *event)
{
    const bool alias = event->type == FYET_ALIAS;
    struct fy_token *anchor = alias ? NULL : fy_event_get_anchor_token(event);
    struct fy_token *tag = alias ? NULL : fy_event_get_tag_token(event);
    if (anchor || tag)
        stand_at(in, fy_token_start_mark(anchor ? anchor : tag));
    if (alias || anchor) {
        step_back(in);
        return config_fail(in->error, &in->place, "%s; allowed: 'include: FILE' instead",
                           anchor ? "anchor '&'" : "alias '*'");
    }
    if (tag)
        return config_fail(in->error, &in->place, "tag '!'; allowed: values without tags");
    return true;
}

static config_node *read_node(reading *in, struct fy_event *event, int depth)
{
    if (!refuse_extras(in, event))
        return NULL;
    if (*in->nodes_left == 0) {
        config_fail(in->error, &in->place, "too large; allowed: %d values and keys",
                    CONFIG_NODES_MAX);
        return NULL;
    }
    --*in->nodes_left;
    if (event->type == FYET_MAPPING_START)
        return read_collection(in, CONFIG_MAPPING, FYET_MAPPING_END, depth);
    if (event->type == FYET_SEQUENCE_START)
        return read_collection(in, CONFIG_SEQUENCE, FYET_SEQUENCE_END, depth);
    return read_scalar(in, event->scalar.value);
}

/* Takes the next event, which must be of that type; else an error at `place` that says `otherwise`.
 */
static bool expect(reading *in, enum fy_event_type type, const config_node *place,
                   const char *otherwise)
{
    struct fy_event *event = next_event(in);
    if (!event)
        return false;
    const bool expected = event->type == type;
    drop(in, event);
    return expected || config_fail(in->error, place, "%s", otherwise);
}

static config_node *read_root(reading *in)
{
    struct fy_event *event = next_event(in);
    if (!event)
        return NULL;
    config_node *root = read_node(in, event, 0);
    drop(in, event);
    if (root && root->kind != CONFIG_MAPPING) {
        config_fail(in->error, root, "not a mapping; allowed: a file of 'key: value'");
        return NULL;
    }
    return root;
}

static config_node *read_document(reading *in)
{
    const config_node beginning = in->place;
    static const char empty[] = "empty file; allowed: a mapping of 'key: value'";
    static const char several[] = "another document; allowed: one document in a file";
    if (!expect(in, FYET_STREAM_START, &beginning, empty) ||
        !expect(in, FYET_DOCUMENT_START, &beginning, empty))
        return NULL;
    config_node *root = read_root(in);
    if (!root || !expect(in, FYET_DOCUMENT_END, &in->place, several) ||
        !expect(in, FYET_STREAM_END, &in->place, several))
        return NULL;
    /* A warning, as about an unknown directive, is a fault too: nothing is passed over. */
    void *iterator = NULL;
    if (fy_diag_errors_iterate(in->diagnostics, &iterator)) {
        fail_syntax(in);
        return NULL;
    }
    return root;
}

config_node *config_parse(config_store *store, const config_file *file, size_t *nodes_left,
                          config_error *error)
{
    reading in = {.store = store,
                  .place = {.file = file->name, .line = 1, .column = 1},
                  .nodes_left = nodes_left,
                  .error = error};
    config_node *root = start(&in, file) ? read_document(&in) : NULL;
    finish(&in);
    return root;
}

bool config_load(config_store *store, const char *path, config_node **root, config_error *error)
{
    size_t nodes_left = CONFIG_NODES_MAX;
    const config_file *file = config_read_file(store, path, CONFIG_YAML, NULL, error);
    *root = file ? config_parse(store, file, &nodes_left, error) : NULL;
    return *root != NULL;
}

bool config_read(config_store *store, const char *name, const char *text, config_node **root,
                 config_error *error)
{
    size_t nodes_left = CONFIG_NODES_MAX;
    const config_file *file = config_keep_text(store, name, text, error);
    *root = file ? config_parse(store, file, &nodes_left, error) : NULL;
    return *root != NULL;
}
