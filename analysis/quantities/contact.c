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

/* The sum of what all interactions have observed of a name at a sample; NAN: none has. */
static double sum_at(const study_case *c, const char *name, size_t sample)
{
    size_t count;
    const double *value = history_observed_by(c, name, 0, &count);
    double sum = value ? 0.0 : TRAMA_NAN;
    for (size_t i = 0; (value = history_observed_by(c, name, i, &count)) != NULL; i++)
        sum += sample < count ? value[sample] : TRAMA_NAN;
    return sum;
}

static double last_sum(const study_case *c, const char *name)
{
    size_t count;
    return history_observed_by(c, name, 0, &count) ? sum_at(c, name, count - 1) : TRAMA_NAN;
}

static double largest_sum(const study_case *c, const char *name)
{
    size_t count;
    double largest = TRAMA_NAN;
    history_observed_by(c, name, 0, &count);
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, sum_at(c, name, i));
    return largest;
}

/* Seen from the response: the largest of all samples, or the last, which counts from the start. Of
 * several responses in one scene there is the sum, where a sum has a meaning. */
static const struct {
    const char *name, *observed;
    double (*of)(const study_case *c, const char *name);
} quantities[] = {
    {"contacts", "contacts", largest_sum},
    {"crossings", "crossings", largest_sum},
    {"deepest", "deepest", history_largest},
    {"unresolved_steps", "unresolved_steps", last_sum},
    {"impact_lost", "impact_lost", last_sum},
    {"impact_gained", "impact_gained", last_sum},
    {"momentum_error", "momentum_error", last_of},
    {"friction_lost", "friction_lost", last_sum},
    {"triangles_visited", "visited", last_of},
    {"vertices_inside", "inside", largest_sum},
};

bool contact_quantity(const study_case *c, const char *name, double *value)
{
    const double time = case_number(c, &column_contact_step_s);
    const double points = case_number(c, &column_contact_points);
    const double steps = case_number(c, &column_contact_steps);
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(quantities[i].name, name) == 0) {
            *value = quantities[i].of(c, quantities[i].observed);
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
