/* Figures that a report should have. */
#ifndef ANALYSIS_PLOTS_H
#define ANALYSIS_PLOTS_H

#include <stdio.h>

#include "analysis/read/study.h"

/* Draws the figures of a folder that has none, <folder>/plots. Of figures that are older than the
 * results one line on `err` says so, and they stay; what cannot be drawn is said there, too. */
void plots_draw_missing(const study *s, const char *folder, FILE *err);

#endif
