/* Names of cases on the page: what tells each from the others of its experiment. */
#ifndef ANALYSIS_REPORT_NAMES_H
#define ANALYSIS_REPORT_NAMES_H

#include "analysis/report/report.h"

enum { REPORT_NAME = 320 };

/* Before the first name; false without memory. Free them in any case. */
bool report_names_make(report *r);
void report_names_free(report *r);

/* "S1, RK4, zeta 10", with its experiment in front where the page has several; the method where
 * nothing tells a case. */
void report_name(const report *r, const study_case *c, char name[REPORT_NAME]);

#endif
