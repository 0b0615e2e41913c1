/* Legend of the colours of objects, at the bottom of a picture of several objects. */
#ifndef ANALYSIS_PLOT_LEGEND_H
#define ANALYSIS_PLOT_LEGEND_H

#include "analysis/plot/figure.h"
#include "analysis/plot/frames.h"

/* Height of the legend of some runs, cm: 0 if none of them has several objects. Objects with one
 * name and colour in all runs share one entry, and so do all obstacles. */
double legend_height(const frames *const run[], size_t runs);
/* Sets its labels and boxes, once "unset label" has been written. */
void legend_write(const frames *const run[], size_t runs, figure *f);

#endif
