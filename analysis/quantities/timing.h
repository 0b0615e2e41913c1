/* Processing times, from the samples of cases that measure time. */
#ifndef ANALYSIS_QUANTITIES_TIMING_H
#define ANALYSIS_QUANTITIES_TIMING_H

#include "analysis/quantities/statistics.h"
#include "analysis/read/study.h"

/* Filters of timing cases: points of a cost law are from a study over sizes (`size` of its design);
 * all others are in the tables of simulations. */
bool timing_is_of_a_law(const study_case *c);
bool timing_is_of_a_simulation(const study_case *c);

/* Median of all samples, s per iteration; NAN if the case has none. The interval is from a
 * bootstrap with a fixed seed. */
double timing_median(const study_case *c);
interval timing_interval(const study_case *c);

/* The same for the processor time, without time spent waiting for a processor; for files without
 * it, for the elapsed time. NAN without memory. */
double timing_processor_median(const study_case *c);
interval timing_processor_interval(const study_case *c);

/* The samples of one part of a case's work ("": of a case without parts), and the other load of the
 * machine. */
typedef struct timing_samples {
    size_t count;
    double *seconds; /* per iteration */
    bool *apart;     /* outliers: marked, and kept in every number */
    size_t *row;     /* in the columns below /timing */
    size_t outliers;
    double median, mad;
    interval likely; /* 95 %, of the median */
    double waiting;  /* share of the samples' time in which the case did not have a processor */
    double others;   /* processors kept busy by other work */
    double steal;    /* processors taken by a hypervisor */
    double clock;    /* relative change of the clock speed over the samples: largest minus
                        smallest */
    double switches; /* involuntary ones */
} timing_samples;

/* False without memory; count is 0 if there is no such part. Free with timing_samples_free. */
bool timing_samples_read(const study_case *c, const char *part, timing_samples *s);
void timing_samples_free(timing_samples *s);
/* Sets whether the sample in a row of the columns below /timing is an outlier of its part. False
 * without memory. */
bool timing_sample_is_apart(const study_case *c, size_t row, bool *apart);

/* "busy; clock moved; not pinned; no turns", or empty. */
void timing_warnings(const study_case *c, const timing_samples *s, char *text, size_t size);

/* Whether the row of the column /timing/part is the first with its part. */
bool timing_part_begins(char *const *part, size_t row);

#endif
