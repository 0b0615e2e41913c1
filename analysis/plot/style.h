/* What all figures share: axes, panels, and a palette that colour-blind readers can tell apart. A
 * method and a model look the same in every figure (style_names.c). */
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

/* A method's style, by the name of its integrator, and a model's. One that is not on the sheet (a
 * plugin's) has one of its own, by its name alone: never a marker of the sheet's. A model's name
 * with more behind it ("cosserat-reference") has the model's colour and another marker. */
series_style style_of_method(const char *integrator);
series_style style_of_model(const char *model);
/* What a study compares: a model's, if its name begins with one's, or else by its place
 * (style_point).
 */
series_style style_of_subject(const char *subject, size_t place);
/* A method's, by its place among those of a study, and any series' by its own place. */
series_style style_of_method_in(const study *s, const study_case *c);
series_style style_of_place(size_t place);
/* The names on the sheet, from 0; NULL past the last. */
const char *style_method(size_t i);
const char *style_model(size_t i);

/* Of anything else, by its place among the series. */
enum { STYLE_SERIES = 7 };
series_style style_of(size_t series); /* the seventh is black; goes round after it */

/* How many series `style_point` tells apart. */
enum { STYLE_LOOKS = 21 };

/* A point type that with the style's colour tells 21 series apart: filled in the first round of
 * colours, open in the second, crosses in the third. */
int style_point(size_t series);

/* A range that grows with what it is given; NaN is passed over. */
typedef struct range {
    double low, high;
} range;

range range_empty(void);
void range_include(range *r, double value);
bool range_is_empty(const range *r);

/* A logarithmic axis ("x" or "y") over a range of positive values with some room around, and tics
 * at 1, 2, 5, 10, ..., closer below a decade, past three decades at powers of ten. For other values
 * gnuplot chooses. */
void style_log_axis(figure *f, const char *axis, range values);

/* The largest of 1, 2, 5, 10, ..., and 0.5, 0.2, ..., that is at most `most`, which is positive. */
double style_round(double most);

/* A linear axis ("x" or "y") over a range with two to five tics, for a small panel. */
void style_linear_axis(figure *f, const char *axis, range values);

/* The same with powers of ten written as such, 10^-9, if it spans more than three decades. */
void style_power_axis(figure *f, const char *axis, range values);

/* Both of a panel in which the axis has `room` cm: fewer tics, so that their numbers do not touch.
 */
void style_log_axis_within(figure *f, const char *axis, range values, double room);
void style_power_axis_within(figure *f, const char *axis, range values, double room);

/* Height of a figure, cm, with a legend of `entries` entries beside its panels. */
double style_height(size_t entries);

/* A panel's edges in fractions of the figure, origin at its lower left. */
typedef struct edges {
    double left, right, bottom, top;
} edges;

/* Panels in rows of `columns` each, with room for a title above and a label below; cm. */
typedef struct panel_rows {
    size_t columns;
    double height, title, label; /* of a row */
} panel_rows;

/* The edges of a panel; the figure's height in cm. */
edges panel_edges(const panel_rows *rows, size_t row, size_t column, double figure_height);

void edges_write(const edges *e, FILE *script);

#endif
