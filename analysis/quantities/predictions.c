#include "analysis/quantities/predictions.h"

double predicted_number(const study_case *c, const results_column *column, size_t place)
{
    return prediction_number(&c->data, column, place);
}

const char *predicted_place(size_t place)
{
    static const char *const names[PREDICTED] = {"start", "worst", "end"};
    return names[place];
}

double predicted_by_source(const study_case *c)
{
    return prediction_by_source(&c->data);
}

double predicted_measured(const study_case *c)
{
    return prediction_measured(&c->data);
}

double predicted_worst(const study_case *c)
{
    return predicted_number(c, &column_predicted_dt, PREDICTED_WORST);
}

double predicted_start(const study_case *c)
{
    return predicted_number(c, &column_predicted_dt, PREDICTED_START);
}

double predicted_off(const study_case *c)
{
    const double dt = predicted_number(c, &column_horizon_dt, PREDICTED_WORST);
    return 100 * (dt / predicted_measured(c) - 1);
}
