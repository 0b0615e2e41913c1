#include "registration.h"

#include <string.h>

static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return name && *name && strlen(name) <= 64 && strspn(name, letters) == strlen(name);
}

/* Bytes of its storage; 0 if its kind is none. */
static size_t size_of(const trama_field *field)
{
    static const size_t sizes[] = {[TRAMA_REAL] = sizeof(double),
                                   [TRAMA_INTEGER] = sizeof(long),
                                   [TRAMA_BOOLEAN] = sizeof(bool),
                                   [TRAMA_CHOICE] = sizeof(int)};
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

trama_status trama_registration_check(const char *what, const char *name, const char *summary,
                                      const char *reference, bool taken, size_t registered,
                                      trama_fields fields, trama_error *error)
{
    if (!is_name(name))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "a %s is named '%s'; allowed: 1 to 64 letters, digits and _", what,
                          name ? name : "");
    if (taken)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "the %s %s is there already", what, name);
    if (registered >= TRAMA_REGISTERED_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "more than %d %ss are added",
                          TRAMA_REGISTERED_MAX, what);
    if (!summary || !reference)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "the %s %s has no summary or no reference",
                          what, name);
    if (fields.count > 0 && !fields.field)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the %s %s says that it has %zu fields, but their table is NULL", what,
                          name, fields.count);
    const trama_field *faulty = faulty_field(fields);
    if (faulty)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "",
            "the %s %s has a field '%s' without name, kind, unit, summary, choices or a "
            "place in its struct",
            what, name, faulty->name ? faulty->name : "");
    return TRAMA_OK;
}
