#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/quantities/timing.h"

bool cost_law_fit(const case_list *cases, size_t first, size_t end, power_law *law)
{
    double *vertices = calloc(2 * (end - first) + 1, sizeof *vertices);
    double *seconds = vertices ? vertices + (end - first) : NULL;
    size_t count = 0;
    for (size_t i = first; vertices && i < end; i++) {
        const double median = timing_processor_median(cases->item[i]);
        if (isnan(median))
            continue;
        vertices[count] = case_number(cases->item[i], &column_nodes);
        seconds[count++] = median;
    }
    const bool fits = vertices && statistics_power_law(vertices, seconds, count, law);
    free(vertices);
    return fits;
}
