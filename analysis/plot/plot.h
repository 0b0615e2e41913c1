/* What a plot is: one const entry, of charts that are descriptions (chart.h), or a program. To add
 * one: write its file, export its plot_type, add a line to plots.def. */
#ifndef ANALYSIS_PLOT_PLOT_H
#define ANALYSIS_PLOT_PLOT_H

#include "analysis/plot/figure.h"
#include "analysis/read/study.h"
#include "core/registry.h"

typedef struct plot_type {
    const char *name;
    const char *needs;               /* what has to be in the results, for people */
    const struct chart_form *charts; /* PLOT_CHARTS(forms) */
    size_t chart_count;
    /* Makes figures that are no such charts, one or several; NULL: there are none. False: the
     * results hold nothing to draw. */
    bool (*draw)(const study *s, gallery *g);
    /* Of a plot that is drawn on request alone: whether the results hold something to draw. NULL of
     * all others. */
    bool (*offers)(const study *s);
    bool fits_column; /* also drawn as wide as one column of a journal: of the gallery's width */
} plot_type;

#define PLOT_CHARTS(forms) .charts = (forms), .chart_count = sizeof(forms) / sizeof *(forms)

/* Makes all its figures. False: the results hold nothing to draw. */
bool plot_draw(const plot_type *plot, const study *s, gallery *g);

/* The registry of plot_type, in the order of plots.def. */
extern const trama_registry plot_registry;

#endif
