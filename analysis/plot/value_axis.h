/* Axes of values that a study measures or sweeps, whatever they are. */
#ifndef ANALYSIS_PLOT_VALUE_AXIS_H
#define ANALYSIS_PLOT_VALUE_AXIS_H

#include "analysis/plot/style.h"

/* "Density (kg/m²)", as a string of the script. */
void value_axis_label(figure *f, const char *name, const char *unit);

/* The axis ("x" or "y") of a panel in which it is `length` cm long, with some room around the
 * values. The format of its numbers is the script's variable xformat or yformat. */
void value_axis_write(figure *f, const char *axis, range values, bool logarithmic, double length);

/* How wide its numbers are, cm. */
double value_axis_numbers(range values, bool logarithmic);

#endif
