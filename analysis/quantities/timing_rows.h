/* Processing times as tables have them: a row a case, a part of its work, or a sample. */
#ifndef ANALYSIS_QUANTITIES_TIMING_ROWS_H
#define ANALYSIS_QUANTITIES_TIMING_ROWS_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* --- a row a case --- */

typedef struct timing_row {
    told_value ti;    /* s an iteration, the median of the samples: "12.3 [12.1, 12.5]" µs, "†"
                       * where the machine was not at rest */
    double low, high; /* its 95 % interval */
    double te;        /* s to equilibrium: ti x iterations */
} timing_row;

extern const told_rows timing_rows;

/* The time of an iteration over that of the case of the first method which differs in its method
 * alone: as measured, with a sign beside the published ratio, and as published. */
told_columns timing_ratio_columns;

/* What a time is of, and on which machine; and the criterion behind each `te`, once of a
 * simulation: "S1 1e-07 m, S4 edge level". */
told_paragraph timing_words, timing_rest_words;

/* --- a row a part of a case's work --- */

typedef struct timing_detail {
    const char *part;
    double vertices, samples, median, mad, low, high, outliers, waiting, others, steal, clock,
        switches;
    char warnings[128];
} timing_detail;

extern const told_rows timing_detail_rows;

/* --- what an iteration's time is spent on --- */

/* Medians of its parts, s; shares of a step without observers. Method is what the step takes beyond
 * its evaluations of the force. */
typedef struct timing_breakdown {
    double force, watched, force_share, method_share, observers_share;
    told_value step; /* or how a case broke off */
} timing_breakdown;

extern const told_rows timing_breakdown_rows;

/* --- a row a sample, those of one part together --- */

typedef struct timing_sample {
    const char *part, *outlier;
    double turn, start, seconds;
} timing_sample;

extern const told_rows timing_sample_rows;

#endif
