/* Quantities of predicted and measured largest stable steps. */
#include "quantities/prediction.h"

#include "core/numbers.h"
#include "quantities/quantity.h"

double prediction_number(const bundle *b, const results_column *column, size_t place)
{
    const double *real = bundle_get_reals(b, column, PREDICTED);
    const int64_t *integer = bundle_get_integers(b, column, PREDICTED);
    if (real)
        return real[place];
    return integer ? (double)integer[place] : TRAMA_NAN;
}

double prediction_by_source(const bundle *b)
{
    column_member m;
    return bundle_get_number(b, column_named(&column_model_derived, "published_dt", &m));
}

double prediction_measured(const bundle *b)
{
    return 0.5 * (bundle_get_number(b, &column_bisected_stable) +
                  bundle_get_number(b, &column_bisected_unstable));
}

double quantity_measured_limit(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return prediction_measured(m->data);
}

double quantity_estimate_over_measured(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return prediction_by_source(m->data) / prediction_measured(m->data);
}

double quantity_predicted_over_measured(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return prediction_number(m->data, &column_predicted_ratio, PREDICTED_WORST);
}
