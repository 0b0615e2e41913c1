/* How published values came out that are no largest stable steps (those: limits.h). */
#ifndef ANALYSIS_QUANTITIES_VALUES_H
#define ANALYSIS_QUANTITIES_VALUES_H

#include "analysis/quantities/verdicts.h"

/* Whether a comparison of a case is evidence: it answers its study and could have failed. Where a
 * grid is refined, its finest counts alone: coarser ones are run to show their error. */
bool value_counts(const study *s, const study_case *c, const comparison *made);

typedef struct values_verdict {
    size_t published, reproduced; /* comparisons that count, and those that came out */
    size_t required, missed;      /* of them those that must come out, and that do not */
    size_t coarse;                /* further comparisons, on grids that are not the finest */
} values_verdict;

values_verdict values_judge(const study *s);

#endif
