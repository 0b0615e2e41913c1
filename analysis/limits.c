#include "analysis/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The published search steps by 1 ms; this only absorbs the rounding of decimal fractions. */
static const double same_step = 1e-9; /* s */

bool limit_is_published(const study_case *c)
{
    return !isnan(case_published(c, "dt_max_s"));
}

bool limit_is_not_published(const study_case *c)
{
    return !limit_is_published(c);
}

bool limit_is_reproduced(const study_case *c)
{
    return fabs(case_number(c, "/result/dt_stable") - case_published(c, "dt_max_s")) <= same_step;
}

limit_verdict limits_verdict(const study *s)
{
    limit_verdict verdict = {0};
    case_list cases = study_select(s, "stable_step", limit_is_published);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        const bool required = strcmp(case_label(c, "must_reproduce"), "true") == 0;
        const bool reproduced = limit_is_reproduced(c);
        verdict.published++;
        verdict.reproduced += reproduced;
        verdict.required += required;
        verdict.missed += required && !reproduced;
    }
    free(cases.item);
    return verdict;
}
