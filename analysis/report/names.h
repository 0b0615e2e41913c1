/* Names of cases on the page: their differences from the others of the experiment. */
#ifndef ANALYSIS_REPORT_NAMES_H
#define ANALYSIS_REPORT_NAMES_H

#include "analysis/report/report.h"

enum { REPORT_NAME = 320 };

/* Call it before the first name; false without memory. Free them in any case. */
bool report_names_make(report *r);
void report_names_free(report *r);

/* "S1, RK4, zeta 10", preceded by the experiment if the page has several; the method if nothing
 * else distinguishes the case. */
void report_name(const report *r, const study_case *c, char name[REPORT_NAME]);

#endif
