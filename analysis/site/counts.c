#include "analysis/site/counts.h"

site_counts site_counts_of(const study *s)
{
    site_counts n = {
        .cases = s->count + s->lost, .broken = s->lost, .claims = claims_tally(s, NULL)};
    const study_verdict v = values_judge(s);
    n.limits = v.limits;
    n.values = v.others;
    for (size_t i = 0; i < s->count; i++)
        n.broken += !case_ended(&s->item[i]);
    return n;
}

size_t site_published(const site_counts *n)
{
    return n->limits.published + n->values.published + n->claims.standing[CLAIM_COUNTS];
}

size_t site_came_out(const site_counts *n)
{
    return n->limits.reproduced + n->values.reproduced + n->claims.holds;
}
