#include "registration.h"

#include <string.h>

static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return name && *name && strlen(name) <= 64 && strspn(name, letters) == strlen(name);
}

/* Every field lies in the struct, and says what it is. */
static const trama_field *faulty_field(trama_fields fields)
{
    for (size_t f = 0; f < fields.count; f++) {
        const trama_field *field = &fields.field[f];
        if (!is_name(field->name) || !field->unit || !field->summary || field->count < 1 ||
            field->count > 4 || field->offset >= fields.size ||
            (field->kind == TRAMA_CHOICE && !field->choices))
            return field;
    }
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
    const trama_field *faulty = faulty_field(fields);
    if (faulty)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the %s %s has a field '%s' without name, unit, summary or place", what,
                          name, faulty->name ? faulty->name : "");
    return TRAMA_OK;
}
