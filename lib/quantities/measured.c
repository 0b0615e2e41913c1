/* How the run of a case ended. */
#include "quantities/measured.h"

#include "quantities/quantities.h"
#include "results/layout.h"

#include <math.h>
#include <string.h>

measured_case measured_of(const bundle *data)
{
    return (measured_case){.data = data, .exploded = record_has_exploded(data)};
}

const char *measured_status(const measured_case *m)
{
    return m->exploded ? "unstable" : bundle_get_text(m->data, &column_case_status);
}

const char *measured_outcome(const measured_case *m)
{
    return m->exploded ? "unstable" : bundle_get_text(m->data, &column_outcome);
}

const char *measured_failure(const measured_case *m)
{
    return m->exploded ? "explosion" : bundle_get_text(m->data, &column_failure);
}

bool measured_has_ended(const measured_case *m)
{
    static const char *const broken[] = {"timeout", "crashed", "failed",
                                         "missing", "damaged", "unread"};
    const char *status = measured_status(m);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strcmp(status, broken[i]) == 0)
            return false;
    return status[0] != '\0';
}

bool measured_is_complete(const measured_case *m)
{
    return strcmp(measured_outcome(m), "completed") == 0;
}

const char *measured_end(const measured_case *m)
{
    const char *outcome = measured_outcome(m);
    return measured_has_ended(m) && *outcome ? outcome : measured_status(m);
}

/* Whether a search failed at its first step. */
static bool has_no_stable_step(const measured_case *m)
{
    return isnan(bundle_get_number(m->data, &column_dt_stable)) &&
           !isnan(bundle_get_number(m->data, &column_dt_unstable));
}

const char *measured_why_not(const measured_case *m, const char *quantity)
{
    if (!measured_has_ended(m) || strcmp(measured_outcome(m), "unstable") == 0)
        return measured_end(m);
    const bool is_limit = strcmp(quantity, quantity_name(&column_dt_stable)) == 0;
    return is_limit && has_no_stable_step(m) ? "none stable" : NULL;
}
