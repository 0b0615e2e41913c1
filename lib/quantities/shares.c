/* Quantities that are shares: of an energy, and of the time of a step. */
#include "quantities/quantity.h"

#include "core/numbers.h"

#include <math.h>

double quantity_bending_share(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    /* of the only object, which has no name */
    const double bending = history_last_state_of(m, &column_series_energy, "bending"),
                 stretching = history_last_state_of(m, &column_series_energy, "stretching");
    return bending + stretching > 0.0 ? bending / (bending + stretching) : TRAMA_NAN;
}

/* Of all types of interactions. */
static double interactions_time(const bundle *b)
{
    const char *path;
    column_member member;
    char type[64];
    double sum = 0.0;
    for (size_t i = 0; (path = bundle_path(b, i)) != NULL; i++)
        if (column_takes(&column_interaction_s, path, type, sizeof type))
            sum += bundle_get_number(b, column_named(&column_interaction_s, type, &member));
    return sum;
}

double quantity_interaction_share(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const double time = interactions_time(m->data);
    return time > 0.0 ? time / bundle_get_number(m->data, &column_contact_step_s) : TRAMA_NAN;
}

double quantity_traversal_share(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    column_member member;
    const results_column *of = column_named(&column_interaction_s, "surface_traversal", &member);
    return bundle_get_number(m->data, of) / interactions_time(m->data);
}
