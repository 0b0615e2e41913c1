/* Registries of named types: models, integrators, tasks, tables. A registry lists the types that
 * the program is built with, in the order of their .def file, then those that plugins add. Every
 * entry points to a const struct whose first member is its name. */
#ifndef TRAMA_CORE_REGISTRY_H
#define TRAMA_CORE_REGISTRY_H

#include "core/field.h"
#include "core/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_REGISTERED_MAX = 64 }; /* most types that plugins can add to one registry */

typedef struct trama_registered {
    const void *type[TRAMA_REGISTERED_MAX];
    size_t count;
} trama_registered;

typedef struct trama_registry {
    const char *kind; /* what messages call an entry: "model" */
    const void *const *built_in;
    size_t built_in_count;
    trama_registered *registered; /* by plugins; NULL: plugins cannot add this kind */
} trama_registry;

/* Initialises a registry from an array of entries. */
#define TRAMA_REGISTRY(kind, entries, registered)                                                  \
    {                                                                                              \
        kind, entries, sizeof(entries) / sizeof *(entries), registered                             \
    }

size_t trama_registry_count(const trama_registry *registry);
const void *trama_registry_at(const trama_registry *registry, size_t index);
const void *trama_registry_find(const trama_registry *registry, const char *name); /* or NULL */
const char *trama_registry_name(const trama_registry *registry, size_t index);

/* Defines PREFIX_count, PREFIX_at and PREFIX_find, whose entries are of PREFIX_type. */
#define TRAMA_REGISTRY_LOOKUP(prefix, registry)                                                    \
    size_t prefix##_count(void)                                                                    \
    {                                                                                              \
        return trama_registry_count(&(registry));                                                  \
    }                                                                                              \
    const prefix##_type *prefix##_at(size_t index)                                                 \
    {                                                                                              \
        return trama_registry_at(&(registry), index);                                              \
    }                                                                                              \
    const prefix##_type *prefix##_find(const char *name)                                           \
    {                                                                                              \
        return trama_registry_find(&(registry), name);                                             \
    }

/* A type that a plugin offers to a registry. */
typedef struct trama_candidate {
    const void *type; /* whose first member is its name */
    const char *summary, *reference;
    trama_fields parameters;
    const char *lacks; /* what it is missing that its kind requires, in words; NULL: nothing */
} trama_candidate;

/* Adds the candidate's type. TRAMA_BAD_INPUT if its name is invalid or taken, the registry is full,
 * its table of fields is invalid, or `lacks` is set. */
trama_status trama_registry_add(const trama_registry *registry, const trama_candidate *candidate,
                                trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
