/* The criteria of rest, from the columns of the task equilibrium. */
#include "quantities/criteria.h"

bool criterion_of(const bundle *b, size_t i, criterion *found)
{
    const size_t rows = bundle_get_rows(b, &column_criteria_name);
    char *const *name = bundle_get_texts(b, &column_criteria_name, rows);
    char *const *unit = bundle_get_texts(b, &column_criteria_unit, rows);
    const double *threshold = bundle_get_reals(b, &column_criteria_threshold, rows);
    const int64_t *iteration = bundle_get_integers(b, &column_criteria_iteration, rows);
    if (!name || !unit || !threshold || !iteration || i >= rows)
        return false;
    char *const *state = bundle_get_texts(b, &column_criteria_state, rows);
    *found = (criterion){.name = name[i],
                         .unit = unit[i],
                         .threshold = threshold[i],
                         .iteration = (long)iteration[i],
                         .state = state ? state[i] : ""};
    return true;
}
