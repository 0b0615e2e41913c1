#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/quantities/timing.h"

bool cost_law_fit(const study_case *const *item, size_t count, power_law *law)
{
    double *vertices = calloc(2 * count + 1, sizeof *vertices);
    double *seconds = vertices ? vertices + count : NULL;
    size_t points = 0;
    for (size_t i = 0; vertices && i < count; i++) {
        const double median = timing_processor_median(item[i]);
        if (isnan(median))
            continue;
        vertices[points] = case_number(item[i], &column_nodes);
        seconds[points++] = median;
    }
    const bool fits = vertices && statistics_power_law(vertices, seconds, points, law);
    free(vertices);
    return fits;
}
