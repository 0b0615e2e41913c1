/* Quantities of a shape: of cloths and their folds. */
#include "quantities/quantity.h"

#include "core/numbers.h"

#include <math.h>

/* What the only object, which has no name, observes of itself. */
double quantity_stretch(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return history_last_state_of(m, &column_series_observed, "stretch_structural");
}

double quantity_turn(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return history_last_state_of(m, &column_series_observed, "turn");
}

double quantity_fold_lines(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history k = history_of(m, &column_series_fold_lines_k);
    const history l = history_of(m, &column_series_fold_lines_l);
    return history_last_state(m, &k) + history_last_state(m, &l);
}

/* Slope of log(y) over time by least squares, where y lies between low and high; NAN of fewer than
 * five samples. */
static double log_slope(const history *time, const history *y, double low, double high)
{
    double n = 0, t = 0, l = 0, tt = 0, tl = 0;
    for (size_t i = 0; i < y->count; i++) {
        if (!(y->value[i] >= low && y->value[i] <= high))
            continue;
        const double log_y = log(y->value[i]);
        n++;
        t += time->value[i];
        l += log_y;
        tt += time->value[i] * time->value[i];
        tl += time->value[i] * log_y;
    }
    return n >= 5 ? (n * tl - t * l) / (n * tt - t * t) : TRAMA_NAN;
}

/* While a fold is small it grows exponentially; before that, what it grows from has many modes. */
double quantity_fold_growth(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const history y = history_of(m, &column_series_out_of_plane);
    const history time = history_of(m, &column_series_time);
    double least = TRAMA_INFINITY, largest = 0.0;
    for (size_t i = 0; i < y.count; i++) {
        least = y.value[i] > 0.0 ? fmin(least, y.value[i]) : least;
        largest = fmax(largest, y.value[i]);
    }
    return y.value && time.count == y.count ? log_slope(&time, &y, 100 * least, 1e-3 * largest)
                                            : TRAMA_NAN;
}
