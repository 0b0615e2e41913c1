/* Prints one entry of `trama list`, for each kind with a registry. On a terminal lines are wrapped
 * to its width; otherwise each item is one line. */
#ifndef COMMAND_LIST_ENTRY_H
#define COMMAND_LIST_ENTRY_H

#include "core/field.h"
#include "core/registry.h"

#include <stdio.h>

enum { LIST_KINDS = 6 };
typedef struct list_kind {
    const trama_registry *registry;
    void (*print)(const void *entry, FILE *out);
} list_kind;
extern const list_kind list_kinds[LIST_KINDS];

/* What it says behind `indent`, and further lines a little further in. */
void __attribute__((format(printf, 3, 4)))
list_entry(FILE *out, const char *indent, const char *format, ...);
/* One line per field: name, unit, summary, range and default. */
void list_fields(FILE *out, trama_fields fields, const char *indent);

#endif
