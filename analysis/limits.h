/* Largest stable steps against the published ones. */
#ifndef ANALYSIS_LIMITS_H
#define ANALYSIS_LIMITS_H

#include "analysis/read/study.h"

/* Filters of stable_step cases. */
bool limit_is_published(const study_case *c);
bool limit_is_not_published(const study_case *c);

/* Whether the case's largest stable step equals the published one on its 1 ms grid. */
bool limit_is_reproduced(const study_case *c);

typedef struct limit_verdict {
    size_t published, reproduced; /* cells with a published value, and those that equal it */
    size_t required, missed; /* cells labelled must_reproduce, and those that do not equal it */
} limit_verdict;

limit_verdict limits_verdict(const study *s);

#endif
