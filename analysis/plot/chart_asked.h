/* Charts that somebody asks for: a user by words of a command, "x=model.zeta", or a study by its
 * `figures`. */
#ifndef ANALYSIS_PLOT_CHART_ASKED_H
#define ANALYSIS_PLOT_CHART_ASKED_H

#include "analysis/plot/chart.h"

typedef struct chart_asked {
    const char *name;                 /* of its figure; NULL: by what it shows */
    const char *x, *y, *line, *panel; /* names of values (select/variable.h); NULL: chosen */
    const char *low, *high, *marks;   /* likewise, of bars through y and open marks; NULL: none */
    study_values shown_x, shown_y, shown_marks; /* what is said of them; all NULL: nothing */
    const char *only;                           /* an expression over such names; NULL: all cases */
    const char *title, *kind; /* above it; "lines" or "points"; NULL: none, as it suits */
    chart_scale x_scale, y_scale;
    const experiment_study *of; /* whose cases alone are shown; NULL: all */
} chart_asked;

/* Whether a word is part of a chart: "x=..." */
bool chart_asked_is_part(const char *word);

/* Reads "x=model.zeta", "scale=log,linear" ... into an empty one. False, and one line on `err`. */
bool chart_asked_read(const char *const *word, size_t count, chart_asked *asked, FILE *err);

/* A figure that an experiment's study asks for. */
chart_asked chart_asked_of(const experiment_study *of, const study_figure *figure);

/* Draws it. Of names that do not exist, one line on `err`, and false with `wrong`. False also where
 * there is nothing to draw, of which a line on the gallery's `out` tells. */
bool chart_asked_draw(const study *s, const chart_asked *asked, gallery *g, bool *wrong);

#endif
