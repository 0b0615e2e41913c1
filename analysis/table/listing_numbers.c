#include "analysis/table/listing_numbers.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/statistics.h"
#include "core/numbers.h"
#include "core/text.h"

double listing_value(const study *s, const study_case *c, const listing_quantity *q)
{
    return q->published ? case_published(c, q->name) : quantity_of(s, c, q->name);
}

/* Of the first case that has the value. */
static double first_of(const study *s, const study_case *const *row, size_t count,
                       const listing_source *of)
{
    for (size_t i = 0; i < count; i++) {
        const double value = listing_value(s, row[i], &of->quantity[0]);
        if (!isnan(value))
            return value;
    }
    return TRAMA_NAN;
}

static double error_of(const study *s, const study_case *const *row, size_t count,
                       const listing_source *of)
{
    for (size_t i = 0; i < count; i++) {
        const double error = limit_error(s, row[i], of->quantity[0].name);
        if (!isnan(error))
            return error;
    }
    return TRAMA_NAN;
}

static double count_of(const study *s, const study_case *const *row, size_t count,
                       const listing_source *of)
{
    double ended = 0.0;
    (void)s, (void)of;
    for (size_t i = 0; i < count; i++)
        ended += case_ended(row[i]);
    return ended;
}

static double largest_of(const study *s, const study_case *const *row, size_t count,
                         const listing_source *of)
{
    double largest = TRAMA_NAN;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, listing_value(s, row[i], &of->quantity[0]));
    return largest;
}

/* A case that has no such value, as one that became unstable, leaves no spread to be told. */
static double spread_of(const study *s, const study_case *const *row, size_t count,
                        const listing_source *of)
{
    double square = 0.0;
    for (size_t k = 0; k < of->count; k++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = 0; i < count; i++) {
            const double value = listing_value(s, row[i], &of->quantity[k]);
            if (isnan(value))
                return TRAMA_NAN;
            low = fmin(low, value);
            high = fmax(high, value);
        }
        square += (high - low) * (high - low);
    }
    return count > 0 ? sqrt(square) : TRAMA_NAN;
}

/* |QUANTITY| = c FACTOR^p over the cases of a row that have both. */
static bool law_of(const study *s, const study_case *const *row, size_t count,
                   const listing_source *of, power_law *law)
{
    double *x = calloc(count + 1, sizeof *x), *y = calloc(count + 1, sizeof *y);
    size_t points = 0;
    for (size_t i = 0; x && y && i < count; i++) {
        const double value = fabs(listing_value(s, row[i], &of->quantity[0]));
        if (!isnan(value) &&
            trama_read_real(case_factor(row[i], of->factor), 0.0, TRAMA_INFINITY, &x[points]))
            y[points++] = value;
    }
    const bool fitted = x && y && statistics_power_law(x, y, points, law);
    free(x);
    free(y);
    return fitted;
}

static double exponent_of(const study *s, const study_case *const *row, size_t count,
                          const listing_source *of)
{
    power_law law;
    return law_of(s, row, count, of, &law) ? law.p : TRAMA_NAN;
}

static double reached_of(const study *s, const study_case *const *row, size_t count,
                         const listing_source *of)
{
    power_law law;
    return law_of(s, row, count, of, &law) ? pow(of->number / law.c, 1.0 / law.p) : TRAMA_NAN;
}

static double (*const number_of[])(const study *s, const study_case *const *row, size_t count,
                                   const listing_source *of) = {
    [LISTING_FIRST] = first_of,     [LISTING_ERROR] = error_of,   [LISTING_COUNT] = count_of,
    [LISTING_LARGEST] = largest_of, [LISTING_SPREAD] = spread_of, [LISTING_EXPONENT] = exponent_of,
    [LISTING_REACHED] = reached_of,
};

double listing_number(const study *s, const study_case *const *row, size_t count,
                      const listing_source *of)
{
    return number_of[of->kind](s, row, count, of);
}

size_t listing_extreme(const study *s, const study_case *const *row, size_t count,
                       const extreme_source *of)
{
    const double sign = of->least ? 1.0 : -1.0;
    double least = TRAMA_NAN;
    size_t at = count;
    for (size_t i = 0; i < count; i++) {
        const double value = sign * listing_value(s, row[i], &of->quantity);
        if (isnan(value) || value >= least)
            continue;
        least = value;
        at = i;
    }
    return at;
}

size_t listing_without(const study *s, const study_case *const *row, size_t count,
                       const listing_quantity *q)
{
    size_t without = 0;
    for (size_t i = 0; i < count; i++)
        without += isnan(listing_value(s, row[i], q)) ? 1 : 0;
    return without;
}
