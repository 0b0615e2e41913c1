/* The quantities of one case: computed, recorded, and taken from its record. */
#include "quantities/quantity.h"

#include "core/numbers.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static double value_of(const measured_case *m, const quantity_entry *q)
{
    return q->of ? q->of(m, q) : TRAMA_NAN;
}

/* The derived quantity of a name; NULL: there is none. */
static const quantity_entry *derived(const char *name)
{
    static const char group[] = "/quantity/"; /* of the list's paths */
    for (const quantity_entry *q = quantity_list; q->column.path; q++)
        if (strcmp(q->column.path + sizeof group - 1, name) == 0)
            return q;
    return NULL;
}

/* A run that is found to have exploded was recorded with the quantities of one that has not. */
static bool is_recorded(const measured_case *m)
{
    return !m->exploded &&
           bundle_get_number(m->data, &column_quantities_version) == QUANTITIES_VERSION;
}

bool quantity_needs_others(const char *name)
{
    const quantity_entry *q = derived(name);
    return q && !q->of;
}

bool quantity_is_imported(const char *name)
{
    static const char group[] = "imported/";
    return strncmp(name, group, sizeof group - 1) == 0;
}

static double imported(const measured_case *m, const char *name)
{
    column_member member;
    const results_column *column = column_named(&column_imported, strchr(name, '/') + 1, &member);
    return column ? bundle_get_number(m->data, column) : TRAMA_NAN;
}

double quantity_of_case(const measured_case *m, const char *name)
{
    if (quantity_is_imported(name))
        return imported(m, name);
    const results_column *column = quantity_find(name);
    const quantity_entry *q = derived(name);
    if (q && !is_recorded(m))
        return value_of(m, q);
    return column ? bundle_get_number(m->data, column) : TRAMA_NAN;
}

/* An accurate step above which none was tried. */
static bool is_largest_tried(const measured_case *m, const char *name)
{
    static const struct {
        const char *name;
        const results_column *step, *failed;
    } steps[] = {{"accurate_step", &column_accurate_step, &column_accurate_step_failed},
                 {"nearly_step", &column_nearly_step, &column_nearly_step_failed}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(name, steps[i].name) == 0)
            return !isnan(bundle_get_number(m->data, steps[i].step)) &&
                   isnan(bundle_get_number(m->data, steps[i].failed));
    return false;
}

bool quantity_is_bound(const measured_case *m, const char *name)
{
    static const struct {
        const char *name;
        const results_column *loss;
    } limits[] = {{"z", &column_map_loss},
                  {"z_tolerated", &column_map_loss},
                  {"z_damped", &column_map_loss_damped}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(name, limits[i].name) == 0 &&
            strcmp(bundle_get_text(m->data, limits[i].loss), "none") == 0)
            return true;
    return is_largest_tried(m, name);
}

void quantities_put(bundle *results)
{
    history_buffers buffers = {.next = 0};
    const measured_case m = {.data = results, .buffers = &buffers};
    errno = 0; /* a quantity for which there is no memory is NAN, as one that the case has not */
    for (const quantity_entry *q = quantity_list; q->column.path; q++) {
        const double value = value_of(&m, q);
        if (!isnan(value))
            bundle_put_real(results, &q->column, value);
    }
    results->no_memory |= errno == ENOMEM;
    bundle_put_integer(results, &column_quantities_version, QUANTITIES_VERSION);
    history_buffers_free(&buffers);
}
