#include "analysis/quantities/contact.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/history.h"
#include "core/numbers.h"

static double last_of(const study_case *c, const char *name)
{
    size_t count;
    const double *value = history_observed(c, name, &count);
    return value ? value[count - 1] : TRAMA_NAN;
}

/* Seen from the response: the largest of all samples, or the last, which counts from the start. */
static const struct {
    const char *name;
    double (*of)(const study_case *c, const char *name);
} observed[] = {
    {"contacts", history_largest}, {"crossings", history_largest}, {"deepest", history_largest},
    {"unresolved_steps", last_of}, {"impact_lost", last_of},       {"impact_gained", last_of},
    {"momentum_error", last_of},
};

bool contact_quantity(const study_case *c, const char *name, double *value)
{
    const double time = case_number(c, &column_contact_step_s);
    const double points = case_number(c, &column_contact_points);
    const double steps = case_number(c, &column_contact_steps);
    for (size_t i = 0; i < sizeof observed / sizeof *observed; i++)
        if (strcmp(observed[i].name, name) == 0) {
            *value = observed[i].of(c, name);
            return true;
        }
    if (strcmp(name, "contact_time") == 0)
        *value = time;
    else if (strcmp(name, "contact_step_time") == 0)
        *value = time / steps;
    else if (strcmp(name, "detection_share") == 0)
        *value = case_number(c, &column_contact_search_s) / time;
    else if (strcmp(name, "ns_per_vertex_step") == 0)
        *value = 1e9 * time / (points * steps);
    else
        return false;
    return true;
}
