#include "analysis/quantities/history.h"

#include <math.h>
#include <string.h>

#include "core/numbers.h"

/* Whether a path is of a family's member that is called `name`, or ends so: "touch/deepest". */
static bool is_called(const results_column *family, const char *path, const char *name)
{
    char member[128];
    if (!column_takes(family, path, member, sizeof member))
        return false;
    const size_t length = strlen(member), end = strlen(name);
    return length > end && member[length - end - 1] == '/' &&
           strcmp(member + length - end, name) == 0;
}

const double *history_observed_by(const study_case *c, const char *name, size_t which,
                                  size_t *count)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const bundle_column *column = &c->data.column[i];
        if (column->type != BUNDLE_REAL || column->columns != 1 ||
            !is_called(&column_series_observed, column->path, name) || which-- > 0)
            continue;
        *count = column->rows;
        return *count ? column->real : NULL;
    }
    *count = 0;
    return NULL;
}

const double *history_observed(const study_case *c, const char *name, size_t *count)
{
    size_t others;
    const double *only = history_observed_by(c, name, 0, count);
    if (!only || !history_observed_by(c, name, 1, &others))
        return only;
    *count = 0;
    return NULL;
}

const double *history_of(const study_case *c, const results_column *column, size_t *count)
{
    const char *name = strrchr(column->path, '/') + 1;
    *count = case_rows(c, column);
    if (*count == 0 && column->family)
        return history_observed(c, name, count);
    return *count ? case_reals(c, column, *count) : NULL;
}

double history_last(const study_case *c, const results_column *column)
{
    size_t count;
    const double *value = history_of(c, column, &count);
    const bool whole = strcmp(case_outcome(c), "completed") == 0;
    return value && whole ? value[count - 1] : TRAMA_NAN;
}

double history_largest(const study_case *c, const char *name)
{
    size_t count;
    const double *value = history_observed(c, name, &count);
    double largest = TRAMA_NAN;
    for (size_t i = 0; value && i < count; i++)
        largest = fmax(largest, value[i]);
    return largest;
}
