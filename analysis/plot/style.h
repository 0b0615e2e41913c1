/* Shared by all figures: axes, panels, and a palette for colour-blind readers. A method has the
 * same style in every figure of a study. */
#ifndef ANALYSIS_PLOT_STYLE_H
#define ANALYSIS_PLOT_STYLE_H

#include "analysis/plot/figure.h"
#include "analysis/read/study.h"

/* The style of a series: colour, dash and point type, so that it can be read in black and white. */
typedef struct series_style {
    const char *colour; /* "#rrggbb" */
    int filled, open;   /* gnuplot's point types */
    int dash;           /* gnuplot's dash type */
} series_style;

/* The style of a series by its index, and of a method by its index in a study. */
series_style style_of_place(size_t place);
series_style style_of_method(const study *s, const study_case *c);

enum { STYLE_SERIES = 7 };            /* colours */
series_style style_of(size_t series); /* the seventh is black; then repeats */

/* Number of different styles of `style_of_place`: points are filled in the first round of colours,
 * open in the second, crosses in the third. */
enum { STYLE_LOOKS = 21 };

/* A range that is extended by values; NaN is ignored. */
typedef struct range {
    double low, high;
} range;

range range_empty(void);
void range_include(range *r, double value);
bool range_is_empty(const range *r);

/* A logarithmic axis ("x" or "y") of `room` cm over a range of positive values with a margin, and
 * tics at 1, 2, 5, 10, ..., closer below a decade, at powers of ten beyond three decades, spaced so
 * that their numbers do not touch. Otherwise gnuplot chooses. */
void style_log_axis_within(figure *f, const char *axis, range values, double room);

/* The largest of 1, 2, 5, 10, ..., and 0.5, 0.2, ..., that is at most `most`, which is positive. */
double style_round(double most);

/* A panel's edges in fractions of the figure, origin at its lower left. */
typedef struct edges {
    double left, right, bottom, top;
} edges;

void edges_write(const edges *e, FILE *script);

#endif
