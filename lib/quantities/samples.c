/* Quantities of time: per iteration, per simulated second, per step with contact. */
#include "quantities/samples.h"

#include "core/median.h"
#include "core/numbers.h"
#include "quantities/bootstrap.h"
#include "quantities/quantity.h"

#include <stdlib.h>
#include <string.h>

const double *samples_of(const bundle *b, size_t *count)
{
    *count = bundle_get_rows(b, &column_sample);
    const double *sample = bundle_get_reals(b, &column_sample, *count);
    *count = sample ? *count : 0;
    return sample;
}

double *samples_of_processor(const bundle *b, size_t *count)
{
    const double *sample = samples_of(b, count);
    const double *own = bundle_get_reals(b, &column_sample_processor_time, *count);
    const int64_t *iterations = bundle_get_integers(b, &column_sample_iterations, *count);
    double *each = calloc(*count + 1, sizeof *each);
    for (size_t i = 0; each && i < *count; i++)
        each[i] = own && iterations ? own[i] / (double)iterations[i] : sample[i];
    *count = each ? *count : 0;
    return each;
}

/* Whether a sample is of whole iterations: the task `cost` samples the force and a watched step
 * too. */
static bool is_of_iterations(char *const *part, size_t sample)
{
    return !part || !part[sample][0] || strcmp(part[sample], "step") == 0;
}

/* Moves the samples of whole iterations to the front; how many. */
static size_t keep_iterations(const bundle *b, double *each, size_t count)
{
    char *const *part = bundle_get_texts(b, &column_sample_part, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (is_of_iterations(part, i))
            each[kept++] = each[i];
    return kept;
}

/* Those of whole iterations; to be freed. */
static double *samples_of_iterations(const bundle *b, size_t *count)
{
    const double *sample = samples_of(b, count);
    double *each = calloc(*count + 1, sizeof *each);
    if (each && *count > 0)
        memcpy(each, sample, *count * sizeof *each);
    *count = each ? keep_iterations(b, each, *count) : 0;
    return each;
}

double samples_iteration_time(const bundle *b)
{
    size_t count;
    double *each = samples_of_iterations(b, &count);
    const double median = each ? trama_median(each, count) : TRAMA_NAN;
    free(each);
    return median;
}

static interval interval_of_iterations(const bundle *b)
{
    size_t count;
    double *each = samples_of_iterations(b, &count);
    const interval likely = bootstrap_times(each, count);
    free(each);
    return likely;
}

double samples_processor_time(const bundle *b)
{
    size_t count;
    double *each = samples_of_processor(b, &count);
    const double median = each ? trama_median(each, keep_iterations(b, each, count)) : TRAMA_NAN;
    free(each);
    return median;
}

double quantity_iteration_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return samples_iteration_time(m->data);
}

double quantity_iteration_time_low(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return interval_of_iterations(m->data).low;
}

double quantity_iteration_time_high(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return interval_of_iterations(m->data).high;
}

double quantity_processor_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return samples_processor_time(m->data);
}

double quantity_processing_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return samples_iteration_time(m->data) / bundle_get_number(m->data, &column_dt);
}

double quantity_contact_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return bundle_get_number(m->data, &column_contact_step_s);
}

double quantity_contact_step_time(const measured_case *m, const quantity_entry *q)
{
    return quantity_contact_time(m, q) / bundle_get_number(m->data, &column_contact_steps);
}

double quantity_contact_second(const measured_case *m, const quantity_entry *q)
{
    return quantity_contact_step_time(m, q) / bundle_get_number(m->data, &column_dt);
}

double quantity_search_step_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    return bundle_get_number(m->data, &column_contact_search_s) /
           bundle_get_number(m->data, &column_contact_steps);
}

double quantity_detection_share(const measured_case *m, const quantity_entry *q)
{
    return bundle_get_number(m->data, &column_contact_search_s) / quantity_contact_time(m, q);
}

double quantity_ns_per_vertex_step(const measured_case *m, const quantity_entry *q)
{
    const double points = bundle_get_number(m->data, &column_contact_points);
    const double steps = bundle_get_number(m->data, &column_contact_steps);
    return 1e9 * quantity_contact_time(m, q) / (points * steps);
}

double quantity_run_time(const measured_case *m, const quantity_entry *q)
{
    (void)q;
    const bundle_column *sample = bundle_get(m->data, &column_accuracy_processor);
    if (!sample)
        sample = bundle_get(m->data, &column_accuracy_sample);
    return sample && sample->type == BUNDLE_REAL && sample->rows > 0
               ? trama_median(sample->real + (sample->rows - 1) * sample->columns, sample->columns)
               : TRAMA_NAN;
}
