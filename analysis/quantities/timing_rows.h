/* Processing times as rows of tables: one per case, per part of its work, or per sample. */
#ifndef ANALYSIS_QUANTITIES_TIMING_ROWS_H
#define ANALYSIS_QUANTITIES_TIMING_ROWS_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* --- one row per case --- */

typedef struct timing_row {
    told_value ti; /* s per iteration, the median of the samples: "12.3 [12.1, 12.5]" µs, "†" if
                    * the machine was not idle */
    double low, high; /* its 95 % interval */
    double te;        /* s to equilibrium: ti x iterations */
} timing_row;

extern const told_rows timing_rows;

/* The time of an iteration relative to the case of the first method that differs only in its
 * method: measured, with a sign for agreement with the published ratio, and published. */
told_columns timing_ratio_columns;

/* Paragraphs: the timed work and the machine; and the criterion of each `te`, once per simulation:
 * "S1 1e-07 m, S4 edge level". */
told_paragraph timing_words, timing_rest_words;

/* --- one row per part of a case's work --- */

typedef struct timing_detail {
    const char *part;
    double vertices, samples, median, mad, low, high, outliers, waiting, others, steal, clock,
        switches;
    char warnings[128];
} timing_detail;

extern const told_rows timing_detail_rows;

/* --- breakdown of an iteration's time --- */

/* Medians of its parts, s; fractions of a step without observers. `method` is the time of a step
 * outside evaluations of the force. */
typedef struct timing_breakdown {
    double force, watched, force_share, method_share, observers_share;
    told_value step; /* or how a case broke off */
} timing_breakdown;

extern const told_rows timing_breakdown_rows;

/* --- one row per sample, grouped by part --- */

typedef struct timing_sample {
    const char *part, *outlier;
    double turn, start, seconds;
} timing_sample;

extern const told_rows timing_sample_rows;

#endif
