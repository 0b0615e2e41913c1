/* Common parts of several quantities: a value of a history, or of the histories of all objects and
 * interactions that observe a quantity of one name. */
#include "quantities/quantity.h"

#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double quantity_by_last(const measured_case *m, const quantity_entry *q)
{
    const history h = history_of(m, q->series);
    return history_last_state(m, &h);
}

double quantity_by_end(const measured_case *m, const quantity_entry *q)
{
    const bool broken = strcmp(measured_status(m), "unstable") == 0;
    const double end = broken ? TRAMA_NAN : bundle_get_number(m->data, q->end);
    return isnan(end) ? quantity_by_last(m, q) : end;
}

double quantity_by_last_state(const measured_case *m, const quantity_entry *q)
{
    const history h = history_observed(m, q->observed);
    return history_last_state(m, &h);
}

double quantity_by_last_sample(const measured_case *m, const quantity_entry *q)
{
    const history h = history_observed(m, q->observed);
    return history_last(&h);
}

double quantity_by_largest(const measured_case *m, const quantity_entry *q)
{
    const history h = history_observed(m, q->observed);
    return history_largest(&h);
}

double quantity_by_least(const measured_case *m, const quantity_entry *q)
{
    const history h = history_observed(m, q->observed);
    return history_least(&h);
}

/* Several interactions of one scene may observe something of one name: then there is the sum, where
 * a sum has a meaning. NAN at samples that one of them has not. */
static double sum_at(const measured_case *m, const char *name, size_t sample)
{
    double sum = 0.0;
    history h = history_observed_by(m, name, 0);
    for (size_t i = 1; h.value; h = history_observed_by(m, name, i++))
        sum += sample < h.count ? h.value[sample] : TRAMA_NAN;
    return sum;
}

double quantity_by_last_sum(const measured_case *m, const quantity_entry *q)
{
    const history first = history_observed_by(m, q->observed, 0);
    return first.value ? sum_at(m, q->observed, first.count - 1) : TRAMA_NAN;
}

double quantity_by_largest_sum(const measured_case *m, const quantity_entry *q)
{
    const history first = history_observed_by(m, q->observed, 0);
    double *sum = first.value ? calloc(first.count, sizeof *sum) : NULL;
    history h = first;
    for (size_t i = 1; sum && h.value; h = history_observed_by(m, q->observed, i++))
        for (size_t k = 0; k < first.count; k++)
            sum[k] += k < h.count ? h.value[k] : TRAMA_NAN;
    const history sums = {sum, sum ? first.count : 0};
    const double largest = history_largest(&sums);
    free(sum);
    return largest;
}

double quantity_by_finest(const measured_case *m, const quantity_entry *q)
{
    const size_t rows = bundle_get_rows(m->data, &column_steps_dt);
    const double *value = rows ? bundle_get_reals(m->data, q->series, rows) : NULL;
    return value ? value[rows - 1] : TRAMA_NAN;
}
