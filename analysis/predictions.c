#include "analysis/predictions.h"

#include <stdio.h>

#include "core/numbers.h"

double predicted_number(const study_case *c, const char *column, size_t place)
{
    char path[128];
    snprintf(path, sizeof path, "/result/%s", column);
    const double *real = case_reals(c, path, PREDICTED);
    const int64_t *integer = case_integers(c, path, PREDICTED);
    if (real)
        return real[place];
    return integer ? (double)integer[place] : TRAMA_NAN;
}

const char *predicted_place(size_t place)
{
    static const char *const names[PREDICTED] = {"start", "worst", "end"};
    return names[place];
}

double predicted_measured(const study_case *c)
{
    return 0.5 * (case_number(c, "/result/bisected_stable") +
                  case_number(c, "/result/bisected_unstable"));
}
