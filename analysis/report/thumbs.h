/* What was simulated, as pictures: one of each subject, or of each experiment
 * where a page asks several questions. */
#ifndef ANALYSIS_REPORT_THUMBS_H
#define ANALYSIS_REPORT_THUMBS_H

#include "analysis/report/report.h"

void thumbs_write(report *r, FILE *out);

#endif
