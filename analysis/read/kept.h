/* Frees objects that live as long as a study; for study.c. */
#ifndef ANALYSIS_READ_KEPT_H
#define ANALYSIS_READ_KEPT_H

#include "analysis/read/study.h"

/* Of study_keep and study_made. */
void kept_free(study *s);

#endif
