#include "core/registry.h"
#include "core/text.h"

#include <string.h>

static size_t registered_count(const trama_registry *registry)
{
    return registry->registered ? registry->registered->count : 0;
}

size_t trama_registry_count(const trama_registry *registry)
{
    return registry->built_in_count + registered_count(registry);
}

const void *trama_registry_at(const trama_registry *registry, size_t index)
{
    return index < registry->built_in_count
               ? registry->built_in[index]
               : registry->registered->type[index - registry->built_in_count];
}

static const char *name_of(const void *type)
{
    return *(const char *const *)type;
}

const char *trama_registry_name(const trama_registry *registry, size_t index)
{
    return name_of(trama_registry_at(registry, index));
}

const void *trama_registry_find(const trama_registry *registry, const char *name)
{
    for (size_t i = 0; i < trama_registry_count(registry); i++)
        if (strcmp(trama_registry_name(registry, i), name) == 0)
            return trama_registry_at(registry, i);
    return NULL;
}

/* ---- What plugins add. */

/* As a configuration writes names. */
static bool is_name(const char *name)
{
    return trama_is_name(name, 64, "_");
}

/* Bytes of its storage; 0 if its kind is none. */
static size_t size_of(const trama_field *field)
{
    static const size_t sizes[] = {[TRAMA_REAL] = sizeof(double),
                                   [TRAMA_INTEGER] = sizeof(long),
                                   [TRAMA_BOOLEAN] = sizeof(bool),
                                   [TRAMA_CHOICE] = sizeof(int),
                                   [TRAMA_NAME] = sizeof(trama_name)};
    if (field->list)
        return field->kind == TRAMA_REAL ? sizeof(trama_reals) : 0;
    return (size_t)field->kind < sizeof sizes / sizeof sizes[0] ? field->count * sizes[field->kind]
                                                                : 0;
}

/* It says what it is, and lies in the struct. */
static bool is_sound(const trama_field *field, size_t struct_size)
{
    const size_t size = field->count >= 1 && field->count <= 4 ? size_of(field) : 0;
    return is_name(field->name) && field->unit && field->summary && size > 0 &&
           size <= struct_size && field->offset <= struct_size - size &&
           (field->kind != TRAMA_CHOICE || (field->choices && field->choices[0]));
}

static const trama_field *faulty_field(trama_fields fields)
{
    for (size_t f = 0; f < fields.count; f++)
        if (!is_sound(&fields.field[f], fields.size))
            return &fields.field[f];
    return NULL;
}

static trama_status check_fields(const char *kind, const char *name, trama_fields fields,
                                 trama_error *error)
{
    if (fields.count > 0 && !fields.field)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the %s %s states that it has %zu fields, but their table is NULL", kind,
                          name, fields.count);
    const trama_field *faulty = faulty_field(fields);
    if (faulty)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "",
            "the %s %s has a field '%s' without name, kind, unit, summary, choices or a "
            "place in its struct",
            kind, name, faulty->name ? faulty->name : "");
    return TRAMA_OK;
}

static trama_status check(const trama_registry *registry, const trama_candidate *c,
                          trama_error *error)
{
    const char *kind = registry->kind, *name = name_of(c->type);
    if (!is_name(name))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "%s %s is named '%s'; allowed: 1 to 64 letters, digits and _",
                          trama_article(kind), kind, name ? name : "");
    if (trama_registry_find(registry, name))
        return trama_fail(error, TRAMA_BAD_INPUT, "", "the %s %s already exists", kind, name);
    if (registered_count(registry) >= TRAMA_REGISTERED_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "more than %d %ss are added",
                          TRAMA_REGISTERED_MAX, kind);
    if (!c->summary || !c->reference)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "the %s %s has no summary or no reference",
                          kind, name);
    const trama_status status = check_fields(kind, name, c->parameters, error);
    if (status == TRAMA_OK && c->lacks)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "the %s %s lacks %s", kind, name, c->lacks);
    return status;
}

trama_status trama_registry_add(const trama_registry *registry, const trama_candidate *candidate,
                                trama_error *error)
{
    const trama_status status = check(registry, candidate, error);
    if (status == TRAMA_OK)
        registry->registered->type[registry->registered->count++] = candidate->type;
    return status;
}
