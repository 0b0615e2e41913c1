#include "analysis/quantities/air.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/history.h"
#include "core/numbers.h"

/* The last sample of a run that came to its end. */
static double last_of(const study_case *c, const char *name)
{
    size_t count;
    const double *value = history_observed(c, name, &count);
    return value && case_failure(c)[0] == '\0' ? value[count - 1] : TRAMA_NAN;
}

static double least_of(const study_case *c, const char *name)
{
    size_t count;
    const double *value = history_observed(c, name, &count);
    double least = value ? value[0] : TRAMA_NAN;
    for (size_t i = 1; value && i < count; i++)
        least = fmin(least, value[i]);
    return least;
}

static const struct {
    const char *name, *observed;
    double (*of)(const study_case *c, const char *name);
} quantities[] = {
    {"air_left", "air", last_of},          {"air_leaked", "leaked", last_of},
    {"air_pressure", "highest", last_of},  {"air_pressure_most", "highest", history_largest},
    {"air_distance", "distance", last_of}, {"air_distance_least", "distance", least_of},
};

bool air_quantity(const study_case *c, const char *name, double *value)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(quantities[i].name, name) == 0) {
            *value = quantities[i].of(c, quantities[i].observed);
            return true;
        }
    return false;
}

bool air_is_part(const study_case *c)
{
    return strstr(case_text(c, &column_config_resolved), "air_layer") != NULL;
}
