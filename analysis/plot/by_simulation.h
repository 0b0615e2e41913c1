/* A plot of one quantity by simulation and integrator. Points stand side by side, so that equal
 * values can be seen, each inside the open marker of its published value. */
#ifndef ANALYSIS_PLOT_BY_SIMULATION_H
#define ANALYSIS_PLOT_BY_SIMULATION_H

#include "analysis/plot/plot.h"

typedef struct by_simulation {
    const char *name, *task;
    case_filter *filter;
    const char *axis; /* the y axis' label, as gnuplot's enhanced text */
    bool logarithmic;
    double (*measured)(const study *s, const study_case *c);
    double (*published)(const study_case *c);
} by_simulation;

bool by_simulation_draw(const by_simulation *plot, const study *s, gallery *g);

#endif
