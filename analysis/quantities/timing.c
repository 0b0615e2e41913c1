#include "analysis/quantities/timing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/median.h"
#include "core/numbers.h"
#include "quantities/quantities.h"
#include "quantities/samples.h"

/* Beyond these the machine was not at rest. A case that waits for its processor shares it; one
 * whose neighbours compute shares caches, memory and the heat of the chip. */
static const double waiting_allowed = 0.01, others_allowed = 0.05, steal_allowed = 0.01;
static const double clock_allowed = 0.05;

bool timing_is_of_a_law(const study_case *c)
{
    return case_block(c)->design.size[0] != '\0';
}

bool timing_is_of_a_simulation(const study_case *c)
{
    return !timing_is_of_a_law(c);
}

double timing_median(const study_case *c)
{
    return samples_iteration_time(&c->data);
}

interval timing_interval(const study_case *c)
{
    const measured_case m = case_measured(c);
    return (interval){quantity_of_case(&m, "iteration_time_low"),
                      quantity_of_case(&m, "iteration_time_high")};
}

double timing_processor_median(const study_case *c)
{
    return samples_processor_time(&c->data);
}

interval timing_processor_interval(const study_case *c)
{
    size_t count;
    double *each = samples_of_processor(&c->data, &count);
    const interval likely = bootstrap_times(each, count);
    free(each);
    return likely;
}

static double total(const timing_samples *s, const double *column)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->count; i++)
        sum += column ? column[s->row[i]] : TRAMA_NAN;
    return sum;
}

/* Seconds that the samples took in all. */
static double duration(const study_case *c, const timing_samples *s, size_t rows)
{
    const int64_t *iterations = case_integers(c, &column_sample_iterations, rows);
    double sum = 0.0;
    for (size_t i = 0; i < s->count; i++)
        sum += iterations ? s->seconds[i] * (double)iterations[s->row[i]] : TRAMA_NAN;
    return sum;
}

static void include_clock(const timing_samples *s, const double *column, double *low, double *high)
{
    for (size_t i = 0; column && i < s->count; i++) {
        *low = fmin(*low, column[s->row[i]]);
        *high = fmax(*high, column[s->row[i]]);
    }
}

static double clock_change(const study_case *c, const timing_samples *s, size_t rows)
{
    double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
    include_clock(s, case_reals(c, &column_sample_clock_before, rows), &low, &high);
    include_clock(s, case_reals(c, &column_sample_clock_after, rows), &low, &high);
    return low <= high ? high / low - 1.0 : TRAMA_NAN;
}

static void read_surroundings(const study_case *c, size_t rows, timing_samples *s)
{
    const double seconds = duration(c, s, rows);
    const double own = total(s, case_reals(c, &column_sample_processor_time, rows));
    s->waiting = fmax(0.0, 1.0 - own / seconds);
    if (isnan(own))
        s->waiting = TRAMA_NAN;
    s->others = total(s, case_reals(c, &column_sample_others, rows)) / seconds;
    s->steal = total(s, case_reals(c, &column_sample_steal, rows)) / seconds;
    s->switches = total(s, case_reals(c, &column_sample_switches, rows));
    s->clock = clock_change(c, s, rows);
}

static void pick_samples(const study_case *c, const char *part, size_t rows, timing_samples *s)
{
    const double *sample = case_reals(c, &column_sample, rows);
    char *const *name = case_texts(c, &column_sample_part, rows);
    for (size_t i = 0; sample && i < rows; i++)
        if (strcmp(name ? name[i] : "", part) == 0) {
            s->row[s->count] = i;
            s->seconds[s->count++] = sample[i];
        }
}

/* False without memory, and then it is empty. */
static bool make_room(size_t rows, timing_samples *s)
{
    *s = (timing_samples){.seconds = calloc(rows + 1, sizeof *s->seconds),
                          .apart = calloc(rows + 1, sizeof *s->apart),
                          .row = calloc(rows + 1, sizeof *s->row)};
    const bool made = s->seconds && s->apart && s->row;
    if (!made)
        timing_samples_free(s);
    return made;
}

bool timing_samples_read(const study_case *c, const char *part, timing_samples *s)
{
    const size_t rows = case_rows(c, &column_sample);
    if (!make_room(rows, s))
        return false;
    errno = 0; /* statistics without memory are NAN, as those of nothing */
    pick_samples(c, part, rows, s);
    s->outliers = statistics_outliers(s->seconds, s->count, s->apart);
    s->median = trama_median(s->seconds, s->count);
    s->mad = statistics_mad(s->seconds, s->count);
    s->likely = bootstrap_times(s->seconds, s->count);
    read_surroundings(c, rows, s);
    if (errno == ENOMEM) {
        timing_samples_free(s);
        return false;
    }
    return true;
}

bool timing_sample_is_apart(const study_case *c, size_t row, bool *apart)
{
    const size_t rows = case_rows(c, &column_sample);
    char *const *part = case_texts(c, &column_sample_part, rows);
    timing_samples s;
    const bool done = make_room(rows, &s);
    if (done)
        pick_samples(c, part ? part[row] : "", rows, &s);
    errno = 0;
    if (done)
        statistics_outliers(s.seconds, s.count, s.apart);
    *apart = false;
    for (size_t i = 0; i < s.count; i++)
        *apart |= s.row[i] == row && s.apart[i];
    timing_samples_free(&s);
    return done && errno != ENOMEM;
}

void timing_samples_free(timing_samples *s)
{
    free(s->seconds);
    free(s->apart);
    free(s->row);
    *s = (timing_samples){0};
}

void timing_warnings(const study_case *c, const timing_samples *s, char *text, size_t size)
{
    const int64_t *turn = case_integers(c, &column_sample_turn, case_rows(c, &column_sample_turn));
    const struct {
        bool holds;
        const char *text;
    } warning[] = {
        {s->waiting > waiting_allowed || s->others > others_allowed || s->steal > steal_allowed,
         "busy"},
        {s->clock > clock_allowed, "clock moved"},
        {case_number(c, &column_run_pinned) < 0, "not pinned"},
        {s->count > 0 && (!turn || turn[0] < 0), "no turns"},
    };
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof warning / sizeof *warning; i++)
        if (warning[i].holds && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "",
                                     warning[i].text);
}

bool timing_part_begins(char *const *part, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (strcmp(part[i], part[row]) == 0)
            return false;
    return true;
}
