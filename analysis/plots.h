/* Figures that a report should have. */
#ifndef ANALYSIS_PLOTS_H
#define ANALYSIS_PLOTS_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/read/study.h"

/* Whether there is a figure in <folder>/plots. */
bool plots_have_figure(const char *folder);

/* Draws the figures of a folder that has none in <folder>/plots. Of figures that are older than the
 * results or than the program one line on `err` says so, and they stay; what cannot be drawn is
 * said there, too. The outcome (analysis/read/outcome.h) of the drawing. */
int plots_draw_missing(const study *s, const char *folder, FILE *err);

#endif
