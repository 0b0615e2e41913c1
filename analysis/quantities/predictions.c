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
