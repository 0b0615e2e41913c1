/* The usual quantity of a task in an experiment. */
#ifndef ANALYSIS_READ_USUAL_H
#define ANALYSIS_READ_USUAL_H

#include "analysis/read/study.h"

/* Sets `usual` of the cases of one experiment: for each task the first of its usual quantities that
 * any of its cases has, or else 0. */
void cases_choose_usual(study_case *item, size_t count);

#endif
