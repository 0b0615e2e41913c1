/* The figures of a page outside their section. */
#ifndef ANALYSIS_REPORT_FIGURES_H
#define ANALYSIS_REPORT_FIGURES_H

#include "analysis/report/report.h"

/* The main figure of an experiment, for a first screen without pictures of meshes: that of its
 * answers, or else the first of the first folder. Nothing if there is none, or only one that is too
 * large. */
void figures_write_leading(report *r, const char *experiment, FILE *out);

#endif
