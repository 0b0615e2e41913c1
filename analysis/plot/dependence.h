/* How what a task measured depends on one swept parameter: points, in lines and panels, for a
 * figure. */
#ifndef ANALYSIS_PLOT_DEPENDENCE_H
#define ANALYSIS_PLOT_DEPENDENCE_H

#include "analysis/plot/style.h"
#include "analysis/read/factors.h"
#include "analysis/read/study.h"

/* What is measured, by task. */
typedef struct dependence_response {
    const char *task, *name, *axis;
    const char *unit; /* "s": shown in ms or µs where it is small */
    double (*value)(const case_list *cases, const study_case *c);
    /* Whether the value is a lower bound alone: the search ended at its cap. May be NULL. */
    bool (*is_bound)(const study_case *c);
} dependence_response;
extern const dependence_response dependence_responses[];
extern const size_t dependence_responses_count;

typedef struct dependence_point {
    size_t panel, line;
    double x, y;
    bool is_bound;
} dependence_point;

enum { DEPENDENCE_TITLE = 200 };

/* The points of an experiment's cases against one factor. */
typedef struct dependence {
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

/* Fills in all but `of`, `x`, `cases` and `factors`; false without memory. Free in any case. */
bool dependence_collect(dependence *p);
void dependence_free(dependence *p);
/* Whether some line has two points: a picture of single ones shows no dependence. */
bool dependence_has_lines(const dependence *p);

#endif
