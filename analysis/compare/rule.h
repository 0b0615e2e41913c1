/* The rule for "slower": sign tests on pairs of times, Holm's correction over cases
 * (docs/regression.md). */
#ifndef ANALYSIS_COMPARE_RULE_H
#define ANALYSIS_COMPARE_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/quantities/statistics.h"

/* Threshold and level of the test. */
typedef struct rule {
    double limit; /* relative: 0.05 lets a program become 5 % slower */
    double level; /* one-sided probability of an error, over all cases together */
} rule;

/* The evidence of the pairs of one case. */
typedef struct rule_evidence {
    size_t pairs;
    double median;  /* of ln(new / baseline) */
    interval range; /* of that median, by the sign test at 1 - 2 level; infinite with too few
                       pairs */
    double p;       /* of the hypothesis that the median is not above ln(1 + limit) */
} rule_evidence;

/* P(X <= k) of a fair coin's heads in n throws. */
double rule_binomial(size_t k, size_t n);

/* Evaluates the logarithms of `pairs` ratios, which it sorts. */
rule_evidence rule_judge(const rule *r, double *log_ratio, size_t pairs);

/* The p of one of several cases tested together. */
typedef struct rule_p {
    double p;
    size_t number; /* of the case */
} rule_p;

/* Holm (1979): sorts them by p and replaces each p by the one adjusted for all `count`. */
void rule_holm(rule_p *all, size_t count);

/* The fewest pairs with which one of `cases` can be found slower. */
size_t rule_pairs_needed(const rule *r, size_t cases);

typedef enum rule_opinion { RULE_SLOWER, RULE_NO_SLOWER, RULE_FASTER, RULE_UNDECIDED } rule_opinion;

/* Slower: the adjusted p is at most the level, that is, the lower bound of the median, at the
 * case's share of the level, is above the limit. Not slower: the upper bound is below the limit;
 * faster: below the negative limit. Undecided: the limit is between the bounds. */
rule_opinion rule_decide(const rule *r, const rule_evidence *e, double adjusted_p);

#endif
