#include "core/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *trama_parameters_create(trama_fields fields, const char *settings, trama_error *error)
{
    void *parameters = calloc(1, fields.size + 1);
    if (!parameters) {
        trama_fail_memory(error);
        return NULL;
    }
    trama_fields_default(fields, parameters);
    if (trama_fields_set(fields, parameters, settings, error) == TRAMA_OK)
        return parameters;
    free(parameters);
    return NULL;
}

static trama_status refuse_value(const trama_field *field, const char *value, trama_error *error)
{
    char range[256];
    trama_field_range(field, range, sizeof range);
    return trama_fail(error, TRAMA_BAD_INPUT, field->name, "%s is %s; allowed: %s", field->name,
                      value, range);
}

static trama_status refuse_name(trama_fields fields, const char *name, trama_error *error)
{
    const char **known = calloc(fields.count + 1, sizeof *known);
    for (size_t i = 0; known && i < fields.count; i++)
        known[i] = fields.field[i].name;
    const char *nearest = known ? trama_nearest(name, known, fields.count) : NULL;
    free(known);
    return trama_fail(error, TRAMA_BAD_INPUT, name, "unknown parameter \"%s\"%s%s%s", name,
                      nearest ? "; nearest allowed: \"" : "", nearest ? nearest : "",
                      nearest ? "\"" : "");
}

/* "name=value", which is cut in two. */
static trama_status set(trama_fields fields, void *parameters, char *setting, trama_error *error)
{
    char *value = strchr(setting, '=');
    if (!value)
        return trama_fail(error, TRAMA_BAD_INPUT, setting, "\"%s\" has no =value", setting);
    *value++ = '\0';
    const trama_field *field = trama_fields_find(fields, setting);
    if (!field)
        return refuse_name(fields, setting, error);
    return trama_field_read(field, parameters, value) ? TRAMA_OK
                                                      : refuse_value(field, value, error);
}

trama_status trama_fields_set(trama_fields fields, void *parameters, const char *settings,
                              trama_error *error)
{
    char *copy = strdup(settings ? settings : ""), *rest = NULL;
    trama_status status = copy ? TRAMA_OK : trama_fail_memory(error);
    for (char *setting = copy ? strtok_r(copy, " ", &rest) : NULL; setting && status == TRAMA_OK;
         setting = strtok_r(NULL, " ", &rest))
        status = set(fields, parameters, setting, error);
    free(copy);
    return status;
}
