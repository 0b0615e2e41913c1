/* What all figures share: axes, panels, and a palette that colour-blind readers can tell apart. A
 * method looks the same in every figure of a study. */
#ifndef ANALYSIS_PLOT_STYLE_H
#define ANALYSIS_PLOT_STYLE_H

#include "analysis/plot/figure.h"
#include "analysis/read/study.h"

/* The style of a series: colour, dash and point type, so that it survives a black and white print.
 */
typedef struct series_style {
    const char *colour; /* "#rrggbb" */
    int filled, open;   /* gnuplot's point types */
    int dash;           /* gnuplot's dash type */
} series_style;

/* A series' by its place, and a method's by its place among those of a study. */
series_style style_of_place(size_t place);
series_style style_of_method(const study *s, const study_case *c);

enum { STYLE_SERIES = 7 };            /* colours */
series_style style_of(size_t series); /* the seventh is black; goes round after it */

/* How many series `style_of_place` tells apart: its points are filled in the first round of
 * colours, open in the second, crosses in the third. */
enum { STYLE_LOOKS = 21 };

/* A range that grows with what it is given; NaN is passed over. */
typedef struct range {
    double low, high;
} range;

range range_empty(void);
void range_include(range *r, double value);
bool range_is_empty(const range *r);

/* A logarithmic axis ("x" or "y") of `room` cm over a range of positive values with some room
 * around, and tics at 1, 2, 5, 10, ..., closer below a decade, past three decades at powers of ten,
 * so far apart that their numbers do not touch. For other values gnuplot chooses. */
void style_log_axis_within(figure *f, const char *axis, range values, double room);

/* The largest of 1, 2, 5, 10, ..., and 0.5, 0.2, ..., that is at most `most`, which is positive. */
double style_round(double most);

/* A panel's edges in fractions of the figure, origin at its lower left. */
typedef struct edges {
    double left, right, bottom, top;
} edges;

void edges_write(const edges *e, FILE *script);

#endif
