#include "analysis/quantities/predictions.h"

#include "core/numbers.h"

double predicted_number(const study_case *c, const results_column *column, size_t place)
{
    const double *real = case_reals(c, column, PREDICTED);
    const int64_t *integer = case_integers(c, column, PREDICTED);
    if (real)
        return real[place];
    return integer ? (double)integer[place] : TRAMA_NAN;
}

const char *predicted_place(size_t place)
{
    static const char *const names[PREDICTED] = {"start", "worst", "end"};
    return names[place];
}

double predicted_by_source(const study_case *c)
{
    column_member m;
    return case_number(c, column_named(&column_model_derived, "published_dt", &m));
}

double predicted_measured(const study_case *c)
{
    return 0.5 *
           (case_number(c, &column_bisected_stable) + case_number(c, &column_bisected_unstable));
}
