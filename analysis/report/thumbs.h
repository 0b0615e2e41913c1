/* Pictures of the simulated subjects: one per subject, or per experiment if a page has several
 * questions. */
#ifndef ANALYSIS_REPORT_THUMBS_H
#define ANALYSIS_REPORT_THUMBS_H

#include "analysis/report/report.h"

void thumbs_write(report *r, FILE *out);

#endif
