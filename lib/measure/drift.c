#include "measure/drift.h"
#include "core/numbers.h"
#include "core/sort.h"
#include "measure/line.h"

#include <math.h>
#include <stdbool.h>

enum { BLOCKS = TRAMA_DRIFT_BLOCKS };

/* Two neighbouring means may go against the trend by this share of all that the means go: a motion
 * that has died out keeps its last energy but for round-off. */
static const double slack = 1e-3;

/* What is left of a quantity of 1 when its digits are gone. */
static const double lost = 1e-13;

const char *const trama_drift_names[] = {
    [TRAMA_DRIFT_UNKNOWN] = "unknown", [TRAMA_DRIFT_ROUND_OFF] = "round-off",
    [TRAMA_DRIFT_BOUNDED] = "bounded", [TRAMA_DRIFT_IRREGULAR] = "irregular",
    [TRAMA_DRIFT_LINEAR] = "linear",   [TRAMA_DRIFT_EXPONENTIAL] = "exponential",
};

typedef struct blocks {
    double time[BLOCKS], mean[BLOCKS], spread[BLOCKS]; /* spread: half the range */
} blocks;

static void take_block(const double *time, const double *error, size_t first, size_t end, size_t b,
                       blocks *to)
{
    double low = error[first], high = error[first], sum = 0.0, sum_of_times = 0.0;
    for (size_t i = first; i < end; i++) {
        low = fmin(low, error[i]);
        high = fmax(high, error[i]);
        sum += error[i];
        sum_of_times += time[i];
    }
    to->time[b] = sum_of_times / (double)(end - first);
    to->mean[b] = sum / (double)(end - first);
    to->spread[b] = 0.5 * (high - low);
}

static blocks blocks_of(const double *time, const double *error, size_t count)
{
    blocks b;
    for (size_t i = 0; i < BLOCKS; i++)
        take_block(time, error, i * count / BLOCKS, (i + 1) * count / BLOCKS, i, &b);
    return b;
}

static double median_spread(const blocks *b)
{
    double sorted[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++)
        sorted[i] = b->spread[i];
    trama_sort(sorted, BLOCKS);
    return 0.5 * (sorted[BLOCKS / 2 - 1] + sorted[BLOCKS / 2]);
}

static double range_of_means(const blocks *b)
{
    double low = b->mean[0], high = b->mean[0];
    for (size_t i = 1; i < BLOCKS; i++) {
        low = fmin(low, b->mean[i]);
        high = fmax(high, b->mean[i]);
    }
    return high - low;
}

/* Whether every mean goes on from the one before it in the direction of the whole. */
static bool goes_one_way(const blocks *b)
{
    const double against = slack * range_of_means(b);
    const double way = copysign(1.0, b->mean[BLOCKS - 1] - b->mean[0]);
    for (size_t i = 1; i < BLOCKS; i++)
        if (way * (b->mean[i] - b->mean[i - 1]) < -against)
            return false;
    return true;
}

/* ln(1 + mean) in time, while it is not lost in the round-off of the mean: of a motion that dies
 * out, the first blocks. Explains nothing if they are fewer than three. */
static trama_line exponent_of(const blocks *b)
{
    double logarithm[BLOCKS];
    size_t count = 0;
    for (; count < BLOCKS && 1.0 + b->mean[count] > lost; count++)
        logarithm[count] = log1p(b->mean[count]);
    return count < 3 ? (trama_line){.determination = 0.0}
                     : trama_line_fit(b->time, logarithm, count);
}

/* Means that go one way: in a straight line, or, if they went far and that fits better, as an
 * exponential. */
static trama_line trend_of(const blocks *b, trama_drift_kind *kind)
{
    const trama_line line = trama_line_fit(b->time, b->mean, BLOCKS);
    *kind = TRAMA_DRIFT_LINEAR;
    if (range_of_means(b) <= TRAMA_DRIFT_SMALL)
        return line;
    const trama_line exponent = exponent_of(b);
    if (!(exponent.determination > line.determination))
        return line;
    *kind = TRAMA_DRIFT_EXPONENTIAL;
    return exponent;
}

static trama_line classify(const blocks *b, double amplitude, double largest, double floor,
                           trama_drift_kind *kind)
{
    if (largest > floor && goes_one_way(b))
        return trend_of(b, kind);
    *kind = largest <= floor                ? TRAMA_DRIFT_ROUND_OFF
            : range_of_means(b) > amplitude ? TRAMA_DRIFT_IRREGULAR
                                            : TRAMA_DRIFT_BOUNDED;
    return trama_line_fit(b->time, b->mean, BLOCKS);
}

static double largest_of(const double *error, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(error[i]));
    return largest;
}

trama_drift trama_drift_classify(const double *time, const double *error, size_t count,
                                 double floor)
{
    trama_drift drift = {.kind = TRAMA_DRIFT_UNKNOWN,
                         .amplitude = TRAMA_NAN,
                         .change = TRAMA_NAN,
                         .rate = TRAMA_NAN,
                         .low = TRAMA_NAN,
                         .high = TRAMA_NAN,
                         .largest = largest_of(error, count)};
    if (count < TRAMA_DRIFT_SAMPLES_MIN)
        return drift;
    const blocks b = blocks_of(time, error, count);
    drift.amplitude = median_spread(&b);
    drift.change = b.mean[BLOCKS - 1] - b.mean[0];
    const trama_line line = classify(&b, drift.amplitude, drift.largest, floor, &drift.kind);
    drift.rate = line.slope;
    drift.low = line.low;
    drift.high = line.high;
    return drift;
}
