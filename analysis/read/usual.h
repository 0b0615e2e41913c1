/* Which of the quantities that its task is usually asked for an experiment has. */
#ifndef ANALYSIS_READ_USUAL_H
#define ANALYSIS_READ_USUAL_H

#include "analysis/read/study.h"

/* Fills in `usual` of the cases of one experiment: of each task the first quantity that any of its
 * cases has, or else 0. */
void cases_choose_usual(study_case *item, size_t count);

#endif
