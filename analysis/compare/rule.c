#include "analysis/compare/rule.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "core/median.h"
#include "core/numbers.h"
#include "core/sort.h"

double rule_binomial(size_t k, size_t n)
{
    return k >= n ? 1.0 : gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)n);
}

/* The k-th smallest and the k-th largest hold the median between them unless at most k - 1 of the
 * n values lie on one side of it. */
static interval sign_interval(const double *sorted, size_t n, double level)
{
    size_t k = 0;
    while (k < n / 2 && rule_binomial(k, n) <= level)
        k++;
    if (k == 0)
        return (interval){-TRAMA_INFINITY, TRAMA_INFINITY};
    return (interval){sorted[k - 1], sorted[n - k]};
}

rule_evidence rule_judge(const rule *r, double *log_ratio, size_t pairs)
{
    rule_evidence e = {.pairs = pairs, .p = 1.0};
    const double limit = log1p(r->limit);
    size_t within = 0;
    trama_sort(log_ratio, pairs);
    for (size_t i = 0; i < pairs; i++)
        within += log_ratio[i] <= limit;
    e.median = trama_median(log_ratio, pairs);
    e.range = sign_interval(log_ratio, pairs, r->level);
    if (pairs > 0)
        e.p = rule_binomial(within, pairs);
    return e;
}

static int by_p_and_number(const void *left, const void *right)
{
    const rule_p *a = left, *b = right;
    if (a->p < b->p || a->p > b->p)
        return a->p < b->p ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void rule_holm(rule_p *all, size_t count)
{
    double largest = 0.0;
    qsort(all, count, sizeof *all, by_p_and_number);
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fmin(1.0, (double)(count - i) * all[i].p));
        all[i].p = largest;
    }
}

size_t rule_pairs_needed(const rule *r, size_t cases)
{
    return (size_t)ceil(-log2(r->level / (double)(cases ? cases : 1)));
}

rule_opinion rule_decide(const rule *r, const rule_evidence *e, double adjusted_p)
{
    const double limit = log1p(r->limit);
    if (adjusted_p <= r->level)
        return RULE_SLOWER;
    if (e->range.high < -limit)
        return RULE_FASTER;
    return e->range.high <= limit ? RULE_NO_SLOWER : RULE_UNDECIDED;
}
