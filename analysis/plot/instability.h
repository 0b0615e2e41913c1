/* Which runs the figure of how a mesh breaks shows. */
#ifndef ANALYSIS_PLOT_INSTABILITY_H
#define ANALYSIS_PLOT_INSTABILITY_H

#include "analysis/read/study.h"

/* Whether the runs with frames of this experiment, among the cases, are of one simulation and some
 * of them break. */
bool instability_draws(const case_list *cases, const char *experiment);

#endif
