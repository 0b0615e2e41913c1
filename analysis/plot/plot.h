/* What a plot is: one const entry. To add one: write its file, export its plot_type, add a line to
 * plots.def. */
#ifndef ANALYSIS_PLOT_PLOT_H
#define ANALYSIS_PLOT_PLOT_H

#include "analysis/plot/figure.h"
#include "analysis/read/study.h"
#include "core/registry.h"

typedef struct plot_type {
    const char *name;
    const char *needs; /* what has to be in the results, for people */
    /* Makes its figures, one or several. False: the results hold nothing to draw. */
    bool (*draw)(const study *s, gallery *g);
    /* Of a plot that is drawn on request alone: whether the results hold something to draw. NULL of
     * all others. */
    bool (*offers)(const study *s);
    bool fits_column; /* also drawn as wide as one column of a journal: of the gallery's width */
} plot_type;

/* The registry of plot_type, in the order of plots.def. */
extern const trama_registry plot_registry;

#endif
