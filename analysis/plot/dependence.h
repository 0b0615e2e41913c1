/* How what a task measured depends on one swept parameter: points, in lines and panels, for a
 * figure. */
#ifndef ANALYSIS_PLOT_DEPENDENCE_H
#define ANALYSIS_PLOT_DEPENDENCE_H

#include "analysis/plot/style.h"
#include "analysis/read/factors.h"
#include "analysis/read/study.h"

struct dependence;

/* What is measured, by task. */
typedef struct dependence_response {
    const char *task;
    const char *name, *axis; /* NULL: of what the study asks for */
    const char *unit;        /* "s": shown in ms or µs where it is small */
    double (*value)(const struct dependence *p, const study_case *c);
    /* Whether the value is a lower bound alone: the search ended at its cap. May be NULL. */
    bool (*is_bound)(const study_case *c);
    size_t least;     /* points of a line, without which there is no picture, */
    bool every_panel; /* of one line in every panel, of DEPENDENCE_PANELS at most, not in any */
} dependence_response;
extern const dependence_response dependence_responses[];
extern const size_t dependence_responses_count;

typedef struct dependence_point {
    size_t panel, line;
    double x, y;
    bool is_bound;
} dependence_point;

enum { DEPENDENCE_TITLE = 200, DEPENDENCE_PANELS = 6 };

/* The points of an experiment's cases against one factor. */
typedef struct dependence {
    const study *s;
    const dependence_response *of;
    const bundle_column *x;
    case_list cases; /* of one experiment */
    factors factors;
    dependence_point *point;
    size_t points;
    char (*panel)[DEPENDENCE_TITLE]; /* ", points 20" */
    const char **line;               /* methods */
    size_t panels, lines;
    range across, along; /* of x, of y */
} dependence;

/* Fills in all but `s`, `of`, `x`, `cases` and `factors`; false without memory. Free in any case.
 */
bool dependence_collect(dependence *p);
void dependence_free(dependence *p);
/* Whether some line has the points that it needs: a picture of single ones shows no dependence. */
bool dependence_has_lines(const dependence *p);

#endif
