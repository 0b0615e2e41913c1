/* Missing figures of a report. */
#ifndef ANALYSIS_PLOTS_H
#define ANALYSIS_PLOTS_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/read/study.h"

/* True if there is a figure in <folder>/plots. */
bool plots_have_figure(const char *folder);

/* Draws the figures of a folder that has none in <folder>/plots. Figures older than the results or
 * the program are kept, with one line on `err`; failures are reported there, too. Returns the
 * outcome (analysis/read/outcome.h) of the drawing. */
int plots_draw_missing(const study *s, const char *folder, FILE *err);

#endif
