/* Which studies have a figure of their own over a parameter. */
#ifndef ANALYSIS_PLOT_VALIDATION_H
#define ANALYSIS_PLOT_VALIDATION_H

#include "analysis/read/study.h"

/* Whether an experiment refines a grid at three values of a parameter or more. */
bool validation_has_parameter(const study *s, const experiment_study *of);

#endif
