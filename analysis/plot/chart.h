/* A chart: values of some cases, drawn over another value. A `chart_form` describes it in a few
 * lines; a common engine makes data, script, axes, panels and key:
 *   chart.c          the cases of a form, and its figures
 *   chart_choose.c   which coordinates are along x, make lines and make panels
 *   chart_collect.c  panels, lines and points from the cases
 *   chart_series.c   points of histories (series/NAME)
 *   chart_columns.c  points of columns and of fields
 *   chart_own.c      points by functions of the case, and of its rows
 *   chart_join.c     whether lines join the points
 *   chart_guide.c    lines that values are compared with
 *   chart_law.c      power laws through lines
 *   chart_style.c    the looks of lines, and what the key says of them
 *   chart_same.c     which lines coincide
 *   chart_thin.c     which points of a long line are drawn
 *   chart_scale.c    ranges, linear or logarithmic, units, numbers along an axis
 *   chart_page.c     how many panels and lines a figure has, and their layout
 *   chart_script.c   the data file and the script of a figure
 *   chart_cells.c    the figure of a chart of cells */
#ifndef ANALYSIS_PLOT_CHART_H
#define ANALYSIS_PLOT_CHART_H

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/plot/style.h"
#include "analysis/quantities/marks.h"
#include "analysis/quantities/statistics.h"
#include "analysis/quantities/told.h"
#include "analysis/read/partition.h"
#include "analysis/select/selection.h"

enum {
    CHART_TITLE = 200,
    CHART_PANEL_BY = 12,
    CHART_LINE_BY = 11,
    CHART_EACH = 2,
    CHART_NOTES = 2
};

typedef struct chart chart;
typedef struct chart_source chart_source;

/* Adds the points of a case with several points (chart_add). */
typedef void chart_points(chart_source *to, const study_case *c);

/* What the colour of a cell says: what holds of its case, or else in which range the number lies
 * that it is coloured by. The first one is that of no number. */
typedef struct chart_tint {
    int colour; /* 0xrrggbb */
    const char *text;
    double from;       /* up to where the next range begins */
    case_filter *when; /* of such cases, whatever their number; NULL: it is a range */
} chart_tint;

#define CHART_TINTS(of) .tints = (of), .tint_count = sizeof(of) / sizeof *(of)

/* Values over a grid, as colours behind the lines of a panel. */
typedef struct chart_field {
    size_t panel, columns, rows;
    const double *x, *y, *value; /* columns; rows; rows x columns */
} chart_field;

/* The scale of their colours: a palette in gnuplot's syntax, from 0. */
typedef struct chart_colours {
    const char *title, *palette;
    double most; /* larger values have the colour of this */
} chart_colours;

/* Order of two cases, for qsort. */
typedef int chart_order(const study_case *a, const study_case *b);

/* The one point of a case, by functions of it; NULL: it has none of that. There is no point without
 * a number, but in cells, whose `name` is along x. Without `x` or `y` it is the axis' column. */
typedef double chart_number(const study_case *c);
typedef interval chart_interval(const study_case *c);
typedef double chart_grade(const study *s, const study_case *c);
typedef told_value chart_told(const study *s, const study_case *c);
typedef struct chart_own {
    chart_number *x, *y, *published;
    chart_interval *bar;
    case_filter *at_least, *marked;
    partition_text *name;
    chart_told *tell;   /* in a cell, in the place of y: in words, with their mark */
    chart_grade *grade; /* what its colour goes by; NULL: what it tells, or y */
    bool per_x;         /* y is over x */
} chart_own;

/* Points of a case that has several rows, as tables have them (table.h): of each one, or so many.
 * Members of a row are given as AT(its type, the member) (told.h). */
typedef struct chart_rows {
    size_t (*count)(const study_case *c);
    bool (*read)(const study *s, const study_case *c, size_t index, void *row);
    size_t size;                     /* of a row, bytes */
    const size_t *shown;             /* a bool: whether it has points */
    const size_t *points;            /* how many, of members that are arrays; NULL: one */
    const size_t *x, *y, *published; /* numbers; published NULL: there is none */
    const size_t *panel;             /* a text: more in the panel's title */
} chart_rows;

/* More of a line's entry in the key: what is told alike of all its cases, behind `before`. */
typedef struct chart_note {
    const char *before;
    chart_told *tell;
} chart_note;

/* By default an axis is linear unless all its values are positive over more than a decade. */
typedef enum chart_scale { CHART_BY_VALUES, CHART_LINEAR, CHART_LOG } chart_scale;

/* Columns of a field: its columns and rows, and its values. */
typedef struct chart_field_of {
    const results_column *x, *y, *value;
} chart_field_of;

/* Values along an axis: the variable of that name (select/variable.h), a column of the case with a
 * row a point, or of a form that has its points otherwise a title and a unit. */
typedef struct chart_values {
    const char *of, *title, *unit; /* NULL: chosen; the variable's */
    partition_text *titled;        /* makes the title from the first case */
    const results_column *column;
    bool over_x;             /* which is that over x */
    const char *const *each; /* CHART_EACH_OF(names): histories in `unit` over time, a line each */
    const char *measure; /* of a form that adds its points itself: it is shown in the unit of this
                            quantity (read/units.h); NULL: of s and J one is chosen */
    chart_scale scale;
} chart_values;

#define CHART_OTHERS "*" /* among those names: all others */
#define CHART_EACH_OF(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A line that values are compared with, grey: its formula in gnuplot's words, in the units that are
 * drawn. False: there is none in this panel. */
typedef struct chart_guide chart_guide;
enum { CHART_CURVE = 160 };
typedef bool chart_formula(const chart *c, const chart_guide *of, size_t panel,
                           char text[CHART_CURVE]);
struct chart_guide {
    chart_formula *formula; /* one of those below; NULL: none */
    double value;
    const results_column *of; /* for `level`: column of a panel's first case, in y's unit, in place
                                 of the value */
    const char *title;        /* in the key; NULL: none */
    int dash;                 /* gnuplot's dash type; 0: 1 */
    bool of_panels;           /* each panel has its own */
};
/* y = value; y = x; y proportional to x, through the middle of the picture; error proportional to
 * (spacing of x points)^value, through a panel's largest. */
chart_formula chart_level, chart_equal, chart_proportional, chart_order_of_error;

/* Describes a chart. Coordinates of the study that are neither on x nor distinguished by lines make
 * panels. */
typedef struct chart_form {
    const char *name;       /* of its figure */
    const char *task;       /* of its cases; NULL: any */
    const char *needs;      /* required results, for messages */
    case_filter *filter;    /* selects cases; NULL: all */
    selection_keeps *keeps; /* likewise */
    const void *context;    /* of `keeps` */
    bool without_pairs;     /* without the runs next to a limit that the report plays, unless all
                               are such */
    /* One chart for each combination of these texts, named by those of which the study has several:
     * "response_EXPERIMENT". */
    partition_text *each[CHART_EACH];
    chart_values x, y;         /* x NULL: the widest coordinate of numbers; y NULL: the answer */
    const char *line;          /* a line each value; NULL, or none of that name: chosen */
    partition_text *lines;     /* or each text of this, of the study; NULL: none */
    const char *panel;         /* first of what makes panels; NULL: chosen */
    const char *low, *high;    /* names of the ends of bars through y; NULL: none */
    const char *published;     /* beside y, open marks; NULL: what y is held to, or of `own` the
                                  published value of that name */
    const char *open, *marked; /* what open marks are, if not published values; what rings say */
    const char *title, *key;   /* above all panels; a heading of the key */
    chart_own own;             /* of a point a case; all NULL: as x and y say */
    chart_rows rows;           /* of points of its rows; all NULL: it has none */
    partition_text *part;      /* more of a panel's title; of the study; NULL: nothing */
    const char *none;          /* what a column says where it has no number; NULL: nothing */
    bool largest;              /* of a history the largest size so far */
    bool calm;                 /* of a run that breaks the part before, and a mark */
    chart_field_of field;      /* beside the columns of x and y, as colours; or cut: */
    const char *cut;           /* what its y is; NULL: it is not cut */
    bool groups;   /* a panel each of the study's `panels`, of cases whose method it names */
    bool together; /* points know their panels: coordinates make none, nor lines but `line` */
    bool apart;    /* published values of `own` have a panel of their own */
    bool along;    /* what does not go with the x of `own` makes lines */
    bool curves;   /* of `points` that are a curve: a line a case, told by all that tells it */
    bool own_axes; /* each panel's are of its own values, in a unit that suits them */
    bool as_added; /* lines join points in the order in which they were added, not along x */
    bool joined;   /* a line through points along a measured x, too: a coordinate leads it */
    bool unjoined; /* no line anywhere */
    size_t least;  /* values along the longest line, for there to be a figure; 0: 2; rows of
                      cells */
    size_t across; /* panels side by side, at most; 0: by how many there are */
    const chart_colours *colours; /* of fields behind lines, which are black */
    const chart_tint *tints; /* cells: their points stand at names (chart_name_at) and have tints;
                                lines are rows, and panels groups of them */
    size_t tint_count;
    chart_order *order; /* of the names of cells; NULL: as they come */
    chart_guide guide[2];
    bool laws; /* power laws through the lines, where they hold; of y with x */
    chart_note note[CHART_NOTES];
} chart_form;

/* Draws one or several figures (NAME, or NAME-1, NAME-2). False: there is nothing to draw. */
bool chart_draw(const chart_form *form, const study *s, gallery *g);
/* True if the study has cases for it. */
bool chart_has_cases(const chart_form *form, const study *s);

/* --- a chart after its points are set --- */

typedef struct chart_axis {
    char title[CHART_TITLE];
    char with[CHART_TITLE]; /* coordinates that vary with its values: ", dt 4 to 1 ms"; or "" */
    const char *unit;       /* unit of the stored values; "" */
    double scale;           /* factor to the drawn values, in `shown` */
    const char *shown;      /* NULL until chosen */
    bool logarithmic;
    bool tight;               /* ends at its values: a field fills the panel */
    range data, values;       /* as drawn; with room for marks and arrows */
    char (*name)[DATUM_TEXT]; /* names of a text axis, at 1, 2, ...; NULL: numbers */
    size_t names;
} chart_axis;

typedef struct chart_point {
    size_t panel, line;
    double x, y;      /* NAN: see `word` */
    double along;     /* points of a line are joined in order of this: x, or the chart's `vpath` */
    double low, high; /* of an interval; NAN: none */
    double published; /* NAN: there is none */
    bool at_least, marked;
    size_t tint; /* of a cell */
    const char *word;
    size_t place; /* in the order added */
    const study_case *of;
} chart_point;

typedef struct chart_line {
    char title[CHART_TITLE]; /* of its entry in the key */
    datum value;
    const study_case *of; /* the first of its cases */
    size_t same;          /* the earlier line with which it coincides, from 1; 0: none */
} chart_line;

/* A curve y(x), in gnuplot's syntax and in the units drawn; in one panel, or all. */
enum { CHART_EVERYWHERE = -1, CHART_GUIDE = -1 };
typedef struct chart_curve {
    char formula[CHART_CURVE], title[CHART_TITLE]; /* title "": none in the key */
    int panel, line;                               /* in a line's style, or a guide's */
    int dash;
} chart_curve;

struct chart {
    const chart_form *form;
    const study *s;
    char name[FIGURE_NAME];
    bool leaves_pairs_out;
    const study_case *like; /* a case with the same texts of `each`; NULL: any */
    selection cases;
    chart_points *adds; /* adds the points of a case: a history, or those of its form; NULL: one
                           point */
    variable vx, vy, vlow, vhigh, vline, vpanel[CHART_PANEL_BY], vmore[CHART_LINE_BY];
    variable vpath; /* coordinate along a line over a measured x */
    char x_rows[VARIABLE_PATH], y_rows[VARIABLE_PATH]; /* columns of histories; "": none */
    bool has_line, by_method, y_is_answer, x_is_measured, joined;
    bool noted;            /* the key says more of some line */
    size_t panel_by, more; /* lines are told by vline and so many of vmore */
    chart_axis x, y;
    chart_axis *own_x, *own_y; /* of each panel, with own_axes; or NULL */
    char (*panel)[CHART_TITLE];
    chart_line *line;
    chart_point *point; /* by panel, line and x */
    chart_curve *curve;
    chart_field *field;
    const char **word; /* of points without a value, each once */
    size_t panels, lines, points, curves, fields, words;
    size_t panel_room, line_room, point_room, curve_room, field_room, word_room;
    beside of_values; /* meaning of open marks, unless given by the form */
    bool no_memory;
};

/* Destination of a case's points. */
struct chart_source {
    chart *to;
    const study_case *of;
    const char *panel; /* its title */
    size_t line;
    const study_panel *group; /* or NULL */
};

/* A point without an interval and a published value. */
chart_point chart_at(double x, double y);
/* Adds a point in the case's panel and line; `panel` is added to the panel's title, or NULL. */
void chart_add(chart_source *to, const char *panel, chart_point point);
void chart_add_curve(chart *c, chart_curve curve);
/* A field of the case; its values stay the case's. */
void chart_add_field(chart_source *to, chart_field field);
/* The place along x of a name, for charts of cells. */
double chart_name_at(chart *c, const char *name);
/* A destination on another line, with its own title. */
chart_source chart_on_line(const chart_source *to, const char *title);

/* chart_series.c. Names of histories: "series/kinetic", of an object "series/soft/strain". */
#define CHART_TIME "series/time"
/* Finds the path of its column, if some case has it; else false. */
bool chart_rows_find(const study *s, const char *name, char path[VARIABLE_PATH]);
/* Sets the title and the unit of an axis from it. */
void chart_rows_title(const chart *c, const char *path, const chart_values *given,
                      chart_axis *axis);
/* Points of histories, of columns, by functions of the case, and of its rows. */
chart_points chart_add_histories, chart_add_columns, chart_add_own, chart_add_rows;
/* chart_own.c: x of a case by its form's function, or column. */
double chart_own_x(const chart_form *form, const study_case *c);
/* Whether an axis does not show a value: it is logarithmic. */
bool chart_is_beyond(const chart_values *axis, double value);
/* Of histories that end with a name, as "strain", of objects: their names, "series/soft/strain,
 * series/stiff/strain"; "": there is none. */
void chart_rows_named(const study *s, const char *end, char *names, size_t size);

/* Says on `err` that no case has a history of this name, as part of a chart, and which is the
 * nearest that a case has, or which there are. */
void chart_rows_refuse(const study *s, const char *part, const char *name, FILE *err);

/* The points of a line in a panel: from *first, how many. */
size_t chart_series(const chart *c, size_t panel, size_t line, size_t *first);

/* chart_choose.c: fills in the variables and axes' titles. False if there is no x or y. */
bool chart_choose(chart *c);
/* chart_collect.c. */
void chart_collect(chart *c);
/* chart_join.c: decides whether lines join the points; numbers of values of the longest line and
   the chart. */
void chart_join(chart *c);
size_t chart_longest_line(const chart *c), chart_values_drawn(const chart *c);
/* chart_style.c: lines of methods have their titles; and notes by the form, or that they are 0
 * where an axis cannot show it. */
void chart_name_methods(chart *c);
void chart_note_lines(chart *c);
/* chart_guide.c: the form's guides. */
void chart_add_guides(chart *c);
/* chart_same.c: finds coinciding lines, for the text of a line in the key. */
enum { CHART_KEY = 2 * CHART_TITLE + 16 };
void chart_find_same(chart *c);
void chart_key_text(const chart *c, size_t line, char text[CHART_KEY]);
/* chart_law.c: the power law of each line in each panel, where one holds. */
void chart_add_laws(chart *c);
/* chart_scale.c: ranges, scales and units of both axes. */
void chart_scale_axes(chart *c);
/* The axes of a panel. */
const chart_axis *chart_y_at(const chart *c, size_t panel);
void chart_write_axis(const chart_axis *axis, const char *name, double length, bool numbers,
                      figure *f);
/* Width of the numbers of an axis, cm; limit of its names; and whether names must be rotated to
 * fit. */
#define CHART_NAME_MOST 3.5
double chart_numbers(const chart_axis *axis);
double chart_names_width(const chart_axis *axis);
bool chart_names_are_turned(const chart_axis *axis, double length);
/* "Density (kg/m²)", and the same as a string of the script, within a width in cm, on two lines if
 * allowed. */
enum { CHART_LABEL = 2 * CHART_TITLE + 80 };
void chart_label_text(const chart_axis *axis, char text[CHART_LABEL]);
void chart_write_label(const chart_axis *axis, double most, bool two, figure *f);
/* True if it needs two lines along an axis of that length, cm, which it may exceed. */
bool chart_is_long(const chart_axis *axis, double length, bool alone);
/* Longest line of a title there, for a single panel or one of several. */
double chart_label_most(double length, bool alone);
/* Length by which a title may exceed its panel. */
#define CHART_TITLE_BEYOND 0.25
/* A text as a string of the script, in at most CHART_TITLE_LINES lines, each cut at `most` cm. */
enum { CHART_TITLE_LINES = 4 };
void chart_write_text(const char *text, double most, size_t lines, figure *f);
/* Marks of points without a value are at the lower end of an axis, one layer per line; shares of
 * the axis. */
#define CHART_FRAME 0.05
#define CHART_LAYER 0.045
size_t chart_layers(const chart *c);

/* chart_page.c: a figure's part of a chart. */
typedef struct chart_page {
    const chart *of;
    size_t panel, panels, line, lines, name, names; /* first and number of each */
    chart_axis x;                                   /* with this figure's part of the names */
    size_t title_lines;                             /* of the longest title of a panel */
    bool is_slim;                                   /* one column of a journal has room for it */
    bool by_colour;                                 /* lines are told apart by a scale of colours */
    double width, height, title, bar;               /* cm; the title and colours above all panels */
    sheet at;
} chart_page;
/* Number of figures; and one of them. */
size_t chart_pages(const chart *c);
chart_page chart_page_of(const chart *c, size_t i, double width);
edges chart_panel_edges(const chart_page *p, size_t panel);
/* True if the key names the lines. */
bool chart_page_names_lines(const chart_page *p);
/* A property of points, and whether any has it. */
typedef bool chart_has(const chart_point *p);
chart_has chart_is_bound, chart_is_published, chart_is_interval, chart_is_marked;
const char *chart_open_text(const chart *c), *chart_marked_text(const chart *c);
bool chart_page_has(const chart_page *p, chart_has *has);
#define CHART_AT_LEAST "at least this"

/* The style of a line; that of a method is the same in all figures of a study. */
series_style chart_line_style(const chart *c, size_t line);
const char *chart_curve_colour(const chart_page *p, const chart_curve *curve);

/* chart_thin.c: passes on only the points of a line that must be drawn, including those needed for
 * other marks. Initialise it with the axes, and end it. */
typedef struct chart_thinning {
    const chart_axis *along, *up;
    bool begun;
    double x, y, low, high;  /* the last point passed on; slopes of lines from there */
    const chart_point *last; /* NULL: none since */
} chart_thinning;
typedef void chart_visit(const chart_point *at, void *context);
void chart_thin(chart_thinning *t, const chart_point *at, bool needed, chart_visit *visit,
                void *context);
void chart_thin_end(chart_thinning *t, chart_visit *visit, void *context);

/* chart_cells.c. */
void chart_draw_cells(const chart *c, gallery *g);

/* chart_script.c. */
void chart_write(const chart_page *p, figure *f);

#endif
