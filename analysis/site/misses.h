/* What of a study did not come out, as a list of the landing page. */
#ifndef ANALYSIS_SITE_MISSES_H
#define ANALYSIS_SITE_MISSES_H

#include "analysis/site/counts.h"
#include "analysis/site/landing.h"

/* The first of them, each with what was measured and what is published; nothing where nothing is
 * published and no case broke off. */
void misses_write(const site_study *of, const site_counts *n, FILE *out);

#endif
