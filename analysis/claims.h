/* What a publication says of its runs, beside what they measure. A case that carries the label
 * `claims` is held to the rows of its reference whose column `set` has that label:
 *   set, claim (in words), figure (a name of claims.c), relation, published, tolerance, source. */
#ifndef ANALYSIS_CLAIMS_H
#define ANALYSIS_CLAIMS_H

#include "analysis/read/study.h"

typedef struct claim {
    const char *words, *figure, *unit, *relation, *source;
    double published, tolerance, measured;
} claim;

/* Whether a claim comes out; OPEN: it only stands beside what was measured. */
typedef enum claim_verdict { CLAIM_HOLDS, CLAIM_FAILS, CLAIM_OPEN } claim_verdict;

/* A filter: cases that are held to claims. */
bool claims_are_made(const study_case *c);

/* The claim of a row of the case's reference; false if that row is of another case. */
bool claim_read(const study_case *c, size_t row, claim *made);

claim_verdict claim_judge(const claim *c);
/* Claims on the runs of a model (NULL: of all). */
typedef struct claim_tally {
    size_t claims, count[3]; /* by verdict */
} claim_tally;

claim_tally claims_tally(const study *s, const char *model);

const char *claim_verdict_name(claim_verdict verdict); /* "holds", "does not hold", "" */

#endif
