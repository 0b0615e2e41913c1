/* Which runs the figure of how a mesh breaks shows. */
#ifndef ANALYSIS_PLOT_INSTABILITY_H
#define ANALYSIS_PLOT_INSTABILITY_H

#include "analysis/read/study.h"

/* Whether these runs of an experiment are of one simulation, and some of them break. */
bool instability_draws(const case_list *runs);

#endif
