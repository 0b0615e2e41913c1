#include "analysis/site/counts.h"

#include <string.h>

#include "analysis/quantities/verdicts.h"

/* Largest stable steps have a verdict of their own. */
static bool is_a_limit(const study_case *c, const comparison *made)
{
    return strcmp(made->asked->quantity, "dt_stable") == 0 &&
           strcmp(case_text(c, &column_case_task), "stable_step") == 0;
}

static void count_values(const study *s, const study_case *c, site_counts *n)
{
    comparison made;
    for (size_t k = 0; verdict_is_asked(c) && comparison_at(s, c, k, &made); k++) {
        const bool met = made.verdict == VERDICT_REPRODUCED;
        if (is_a_limit(c, &made) || !comparison_answers(case_block(c), made.asked->quantity) ||
            (!met && made.verdict != VERDICT_NOT_REPRODUCED))
            continue;
        n->values++;
        n->values_met += met;
    }
}

site_counts site_counts_of(const study *s)
{
    site_counts n = {
        .cases = s->count, .limits = limits_verdict(s), .claims = claims_tally(s, NULL)};
    for (size_t i = 0; i < s->count; i++) {
        n.broken += !case_ended(&s->item[i]);
        count_values(s, &s->item[i], &n);
    }
    return n;
}

size_t site_published(const site_counts *n)
{
    return n->limits.published + n->values + n->claims.standing[CLAIM_COUNTS];
}

size_t site_came_out(const site_counts *n)
{
    return n->limits.reproduced + n->values_met + n->claims.holds;
}
