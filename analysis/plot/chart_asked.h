/* Charts defined by a user on the command line, "x=model.zeta", or by a study in its `figures`. */
#ifndef ANALYSIS_PLOT_CHART_ASKED_H
#define ANALYSIS_PLOT_CHART_ASKED_H

#include "analysis/plot/chart.h"

typedef struct chart_asked {
    const char *name;                 /* of its figure; NULL: derived from its contents */
    const char *x, *y, *line, *panel; /* names of values (select/variable.h); NULL: chosen */
    const char *low, *high, *marks;   /* names of bars through y and of open marks; NULL: none */
    study_values shown_x, shown_y, shown_marks; /* titles and units of them; all NULL: not given */
    const char *only;                           /* an expression over such names; NULL: all cases */
    const char *title, *kind; /* above it; "lines" or "points"; NULL: none; automatic */
    chart_scale x_scale, y_scale;
    const experiment_study *of; /* show only cases of this; NULL: all */
} chart_asked;

/* True if a word is part of a chart: "x=..." */
bool chart_asked_is_part(const char *word);

/* Reads "x=model.zeta", "scale=log,linear" ... into an empty one. On failure false, and one line on
 * `err`. */
bool chart_asked_read(const char *const *word, size_t count, chart_asked *asked, FILE *err);

/* A figure defined by an experiment's study. */
chart_asked chart_asked_of(const experiment_study *of, const study_figure *figure);

/* Draws it. For unknown names, one line on `err`, and false with `wrong`. False also if there is
 * nothing to draw, with a line on the gallery's `out`. */
bool chart_asked_draw(const study *s, const chart_asked *asked, gallery *g, bool *wrong);

#endif
