/* Counts of a study's results, all from its results files. */
#ifndef ANALYSIS_SITE_COUNTS_H
#define ANALYSIS_SITE_COUNTS_H

#include "analysis/quantities/claims.h"
#include "analysis/quantities/values.h"

typedef struct site_counts {
    size_t cases, broken; /* broken: those that broke off without a result, or cannot be read */
    values_verdict limits;
    values_verdict values; /* of other quantities */
    claim_tally claims;
} site_counts;

site_counts site_counts_of(const study *s);

/* Published values that could have been missed, and those that were reproduced. */
size_t site_published(const site_counts *n);
size_t site_came_out(const site_counts *n);

#endif
