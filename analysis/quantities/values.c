#include "analysis/quantities/values.h"

#include <string.h>

#include "analysis/quantities/refinement.h"

/* Largest stable steps have a verdict of their own. */
static bool is_a_limit(const study_case *c, const comparison *made)
{
    return strcmp(made->asked->quantity, "dt_stable") == 0 &&
           strcmp(case_text(c, &column_case_task), "stable_step") == 0;
}

/* Of a study that names no response it is not known which of its comparisons answers it. */
static bool could_fail(const study_case *c, const comparison *made)
{
    return case_block(c)->column[0] && comparison_answers(case_block(c), made->asked->quantity) &&
           (made->verdict == VERDICT_REPRODUCED || made->verdict == VERDICT_NOT_REPRODUCED);
}

bool value_counts(const study *s, const study_case *c, const comparison *made)
{
    return could_fail(c, made) && refinement_is_finest(s, c);
}

static void count(const study *s, const study_case *c, const comparison *made, values_verdict *all)
{
    const bool agrees = made->verdict == VERDICT_REPRODUCED;
    if (!refinement_is_finest(s, c)) {
        all->coarse++;
        return;
    }
    all->published++;
    all->reproduced += agrees;
    all->required += case_is_required(c);
    all->missed += case_is_required(c) && !agrees;
}

values_verdict values_judge(const study *s)
{
    values_verdict all = {0};
    comparison made;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        for (size_t k = 0; verdict_is_asked(c) && comparison_at(s, c, k, &made); k++)
            if (could_fail(c, &made) && !is_a_limit(c, &made))
                count(s, c, &made, &all);
    }
    return all;
}
