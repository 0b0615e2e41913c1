/* Reads a mapping into a struct, by the struct's Field table. */
#include "config/inside.h"

#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each kind's elements: their size, and how one is read; NULL or the reason why it is not one. */
typedef const char *read_element(const trama_field *field, const config_node *node, void *element);

static const char *read_real(const trama_field *field, const config_node *node, void *element)
{
    double *value = element;
    const char *reason = config_read_real(node, value);
    return reason ? reason : trama_field_allows(field, *value) ? NULL : "is out of range";
}

static const char *read_integer(const trama_field *field, const config_node *node, void *element)
{
    long *value = element;
    const char *reason = config_read_integer(node, value);
    return reason ? reason : trama_field_allows(field, (double)*value) ? NULL : "is out of range";
}

static const char *read_boolean(const trama_field *field, const config_node *node, void *element)
{
    (void)field;
    return config_read_boolean(node, element);
}

static const char *read_choice(const trama_field *field, const config_node *node, void *element)
{
    const char *name = NULL;
    const char *reason = config_read_text(node, &name);
    if (reason)
        return reason;
    int *choice = element;
    for (*choice = 0; field->choices[*choice]; ++*choice)
        if (strcmp(field->choices[*choice], name) == 0)
            return NULL;
    return "is unknown";
}

static const char *read_name(const trama_field *field, const config_node *node, void *element)
{
    trama_name *to = element;
    const char *name = NULL, *reason = config_read_text(node, &name);
    (void)field;
    if (reason)
        return reason;
    if (!trama_is_name(name, TRAMA_NAME_MAX - 1, "_[]"))
        return "is no name";
    memcpy(to->text, name, strlen(name) + 1);
    return NULL;
}

static const struct {
    size_t size;
    read_element *read;
} kinds[] = {[TRAMA_REAL] = {sizeof(double), read_real},
             [TRAMA_INTEGER] = {sizeof(long), read_integer},
             [TRAMA_BOOLEAN] = {sizeof(bool), read_boolean},
             [TRAMA_CHOICE] = {sizeof(int), read_choice},
             [TRAMA_NAME] = {sizeof(trama_name), read_name}};

/* What the field is on the way from the mapping to the struct. */
typedef struct target {
    const trama_field *field;
    const config_node *node; /* its value in the mapping */
    config_error *error;
} target;

static const char *nearest_choice(const trama_field *field, const config_node *node)
{
    size_t count = 0;
    while (field->choices && field->choices[count])
        count++;
    return node->kind == CONFIG_SCALAR && count > 0
               ? trama_nearest(node->text, field->choices, count)
               : NULL;
}

/* `name: 'value' reason; allowed: range`; choices also name the nearest one. */
static bool refuse_element(const target *to, const char *name, const config_node *node,
                           const char *reason)
{
    char range[512], allowed[768];
    const char *nearest = to->field->kind == TRAMA_CHOICE ? nearest_choice(to->field, node) : NULL;
    trama_field_range(to->field, range, sizeof range);
    snprintf(allowed, sizeof allowed, "%s%s%s%s", range, nearest ? " (nearest: '" : "",
             nearest ? nearest : "", nearest ? "')" : "");
    return config_refuse(to->error, node, name, reason, allowed);
}

static bool store_element(const target *to, const config_node *node, size_t index,
                          unsigned char *base)
{
    const char *reason =
        kinds[to->field->kind].read(to->field, node, base + index * kinds[to->field->kind].size);
    if (!reason)
        return true;
    char name[128];
    if (to->node->kind == CONFIG_SEQUENCE)
        snprintf(name, sizeof name, "%s[%zu]", to->field->name, index);
    else
        snprintf(name, sizeof name, "%s", to->field->name);
    return refuse_element(to, name, node, reason);
}

/* `count` elements from a sequence, or all from one scalar. */
static bool store_elements(const target *to, size_t count, unsigned char *base)
{
    const bool each = to->node->kind == CONFIG_SEQUENCE;
    for (size_t i = 0; i < count; i++)
        if (!store_element(to, each ? to->node->item[i] : to->node, i, base))
            return false;
    return true;
}

static bool is_rows(const config_node *node)
{
    return node->kind == CONFIG_SEQUENCE && node->count == 2 &&
           (node->item[0]->kind == CONFIG_SEQUENCE || node->item[1]->kind == CONFIG_SEQUENCE);
}

/* [[11, 12], [21, 22]]. */
static bool store_matrix(const target *to, unsigned char *base)
{
    const size_t row_size = 2 * kinds[to->field->kind].size;
    for (size_t i = 0; i < 2; i++) {
        const target row = {to->field, to->node->item[i], to->error};
        if (row.node->kind != CONFIG_SEQUENCE || row.node->count != 2)
            return config_fail(row.error, row.node,
                               "%s[%zu] is no row; allowed: [[11, 12], [21, 22]]", row.field->name,
                               i);
        if (!store_elements(&row, 2, base + i * row_size))
            return false;
    }
    return true;
}

static bool store_array(const target *to, unsigned char *base)
{
    const trama_field *field = to->field;
    const bool is_list = to->node->kind == CONFIG_SEQUENCE;
    if (field->matrix && is_rows(to->node))
        return store_matrix(to, base);
    char allowed[128];
    snprintf(allowed, sizeof allowed, "a list of %zu values%s%s", field->count,
             field->matrix ? ", two rows of 2" : "",
             field->broadcast ? ", or one value for all" : "");
    if (!is_list && !(field->broadcast && to->node->kind == CONFIG_SCALAR))
        return config_refuse(to->error, to->node, field->name, "is not a list", allowed);
    if (is_list && to->node->count != field->count)
        return config_fail(to->error, to->node, "%s: a list of %zu values; allowed: %s",
                           field->name, to->node->count, allowed);
    return store_elements(to, field->count, base);
}

/* A list of arrays: each item is a list of `count` values. */
static bool store_rows(const target *to, trama_reals *list)
{
    const trama_field *field = to->field;
    const config_node *rows = to->node;
    const size_t most = TRAMA_LIST_MAX / field->count;
    if (rows->kind != CONFIG_SEQUENCE || rows->count == 0 || rows->count > most)
        return config_fail(to->error, rows,
                           "%s: is not a list of 1 to %zu; allowed: lists of %zu values each",
                           field->name, most, field->count);
    list->count = rows->count * field->count;
    for (size_t i = 0; i < rows->count; i++) {
        const target row = {field, rows->item[i], to->error};
        if (row.node->kind != CONFIG_SEQUENCE || row.node->count != field->count)
            return config_fail(to->error, row.node, "%s[%zu]: allowed: a list of %zu values",
                               field->name, i, field->count);
        if (!store_elements(&row, field->count, (unsigned char *)(list->value + i * field->count)))
            return false;
    }
    return true;
}

/* The values of a list: a table of one row, as a file of values with names has it, is that row. */
static const config_node *only_row(const config_node *node)
{
    const bool one = node->kind == CONFIG_SEQUENCE && node->count == 1;
    return one && node->item[0]->kind == CONFIG_SEQUENCE ? node->item[0] : node;
}

static bool store_list(const target *given, trama_reals *list)
{
    if (given->field->count > 1)
        return store_rows(given, list);
    const target values = {given->field, only_row(given->node), given->error}, *to = &values;
    const char *name = to->field->name;
    const size_t count = to->node->kind == CONFIG_SEQUENCE ? to->node->count : 1;
    if (count == 0)
        return config_fail(to->error, to->node,
                           "%s: empty list; allowed: one value or a list of 1 to %d", name,
                           TRAMA_LIST_MAX);
    if (count > TRAMA_LIST_MAX)
        return config_fail(to->error, to->node, "%s: a list of %zu values; allowed: at most %d",
                           name, count, TRAMA_LIST_MAX);
    list->count = count;
    return store_elements(to, count, (unsigned char *)list->value);
}

static bool store_field(const target *to, void *parameters)
{
    void *at = trama_field_at(to->field, parameters);
    if (to->field->list)
        return store_list(to, at);
    if (to->field->count > 1)
        return store_array(to, at);
    if (to->node->kind != CONFIG_SCALAR)
        return refuse_element(to, to->field->name, to->node, "is not a single value");
    return store_element(to, to->node, 0, at);
}

static bool is_other(const char *name, const char *const *others)
{
    while (others && *others && strcmp(*others, name) != 0)
        others++;
    return (others && *others) || strcmp(name, "assumed") == 0;
}

static size_t count_names(const char *const *names)
{
    size_t count = 0;
    while (names && names[count])
        count++;
    return count;
}

static bool fail_unknown(const config_node *key, trama_fields fields, const char *const *others,
                         config_error *error)
{
    const size_t more = count_names(others);
    const char **known = malloc((fields.count + more + 1) * sizeof *known);
    if (!known)
        return config_fail_memory(error, NULL);
    for (size_t i = 0; i < fields.count; i++)
        known[i] = fields.field[i].name;
    for (size_t i = 0; i < more; i++)
        known[fields.count + i] = others[i];
    known[fields.count + more] = "assumed";
    config_unknown(error, "key", key, known, fields.count + more + 1);
    free(known);
    return false;
}

static bool check_required(const config_node *mapping, trama_fields fields, config_error *error)
{
    for (size_t i = 0; i < fields.count; i++) {
        const trama_field *field = &fields.field[i];
        char range[256];
        if (!field->required || config_get(mapping, field->name))
            continue;
        trama_field_range(field, range, sizeof range);
        return config_fail(error, config_laid_name(mapping),
                           "required key '%s' is missing; allowed: %s", field->name, range);
    }
    return true;
}

/* `assumed` names values that are given beside it, each with the reason for the assumption. */
static bool check_assumed(const config_node *mapping, config_error *error)
{
    const config_node *assumed = config_get(mapping, "assumed");
    if (assumed && assumed->kind != CONFIG_MAPPING)
        return config_refuse(error, assumed, "assumed", "is not a mapping",
                             "'key: reason' of keys given here");
    for (size_t i = 0; assumed && i < assumed->count; i++) {
        const config_node *key = assumed->key[i];
        const char *text = NULL, *reason = config_read_text(assumed->item[i], &text);
        if (reason || text[0] == '\0')
            return config_refuse(error, assumed->item[i], key->text, reason ? reason : "is empty",
                                 "the reason for the assumption, a text");
        if (!config_get(mapping, key->text) || strcmp(key->text, "assumed") == 0)
            return config_fail(
                error, key, "assumed: '%s' is not given here; allowed: keys given here", key->text);
    }
    return true;
}

bool config_fields(const config_node *mapping, trama_fields fields, const char *const *others,
                   void *parameters, config_error *error)
{
    if (mapping->kind != CONFIG_MAPPING)
        return config_refuse(error, mapping, NULL, "is not a mapping", "'key: value'");
    trama_fields_default(fields, parameters);
    for (size_t i = 0; i < mapping->count; i++) {
        const config_node *key = mapping->key[i];
        const target to = {trama_fields_find(fields, key->text), mapping->item[i], error};
        if (!to.field && !is_other(key->text, others))
            return fail_unknown(key, fields, others, error);
        if (to.field && !store_field(&to, parameters))
            return false;
    }
    return check_required(mapping, fields, error) && check_assumed(mapping, error);
}
