/* tolerance: the allowed difference from a baseline, for each quantity. It affects how a result is
 * judged, not how it is computed, and so is not part of a case's identity. */
#include "core/text.h"
#include "plan/typed.h"

#include <stdlib.h>
#include <string.h>

static const trama_field table[] = {
    {TRAMA_FIELD_OF(plan_tolerance, relative), .unit = "1", .minimum = 0, .maximum = 1,
     .summary = "relative to the baseline's value"},
    {TRAMA_FIELD_OF(plan_tolerance, absolute), .unit = "the quantity's", .minimum = 0,
     .maximum = 1e300, .summary = "beside it"},
};
static const trama_fields fields = TRAMA_FIELDS(table, plan_tolerance);

static bool is_quantity(const char *name)
{
    const size_t length = trama_name_span(name, "_/");
    return *name && *name != '/' &&
           (name[length] == '\0' || (name[length] == '*' && name[length + 1] == '\0'));
}

static bool read_one(const config_node *key, const config_node *value, plan_tolerance *t,
                     config_error *error)
{
    if (!is_quantity(key->text))
        return config_fail(error, key,
                           "tolerance of '%s'; allowed: a quantity below /result, as in "
                           "runs/value, or with * at its end, the start of several",
                           key->text);
    if (!config_fields(value, fields, NULL, t, error))
        return false;
    t->quantity = key->text;
    if (t->relative > 0.0 || t->absolute > 0.0)
        return true;
    return config_fail(error, value,
                       "the tolerance of '%s' is empty; allowed: relative or absolute above 0",
                       key->text);
}

bool tolerance_read(const config_node *root, plan_experiment *experiment, config_error *error)
{
    const config_node *node = config_get(root, "tolerance");
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node,
                           "tolerance is a mapping, as in {runs/value: {relative: 1e-9}}");
    experiment->tolerance = calloc(node->count + 1, sizeof *experiment->tolerance);
    if (!experiment->tolerance)
        return config_fail_memory(error, node);
    for (; experiment->tolerance_count < node->count; experiment->tolerance_count++)
        if (!read_one(node->key[experiment->tolerance_count],
                      node->item[experiment->tolerance_count],
                      &experiment->tolerance[experiment->tolerance_count], error))
            return false;
    return true;
}
