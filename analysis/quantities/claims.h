/* What a publication says of its runs, beside what they measure. A case that carries the label
 * `claims` is held to the rows of its reference whose column `set` has that label; the columns are
 * those of reference/README.md. */
#ifndef ANALYSIS_QUANTITIES_CLAIMS_H
#define ANALYSIS_QUANTITIES_CLAIMS_H

#include "analysis/read/study.h"

/* Where a claim comes from: words or a number that is printed, or read off a picture; a value that
 * was used to choose a setting which is not printed, or an outcome that such a setting decides; a
 * time of the author's machine. Rows with none of them are measurements that stand beside. */
typedef enum claim_kind {
    CLAIM_NOT_PRINTED,
    CLAIM_PRINTED,
    CLAIM_READ_OFF,
    CLAIM_FITTED,
    CLAIM_HARDWARE
} claim_kind;

typedef struct claim {
    const char *words, *quantity, *unit, *relation, *kind_name, *page, *sentence, *translation;
    const char *configuration; /* of the case: "printed", or what differs from that */
    claim_kind kind;
    double published, criterion; /* NAN: not printed; NAN: no bound of ours */
    double tolerance, measured;  /* tolerance: of the bound, relative; NAN is 0 */
} claim;

/* Whether a claim comes out; OPEN: it has no bound. A bound is inclusive. */
typedef enum claim_verdict { CLAIM_HOLDS, CLAIM_FAILS, CLAIM_OPEN } claim_verdict;

/* Whether a claim counts: it is printed or read off, has a bound, and its case has the label
 * `configuration: printed`. Fitted values, times of other hardware, and cases that differ from what
 * is printed could not have refuted anything. */
typedef enum claim_standing {
    CLAIM_COUNTS,
    CLAIM_IS_BESIDE,
    CLAIM_IS_FITTED,
    CLAIM_IS_HARDWARE,
    CLAIM_IS_VARIANT,
    CLAIM_STANDINGS
} claim_standing;

/* A filter: cases that are held to claims. */
bool claims_are_made(const study_case *c);

/* The claim of a row of the case's reference; false if that row is of another case. */
bool claim_read(const study_case *c, size_t row, claim *made);

/* What the measured value is held to: the published value, or else our criterion; NAN: neither. */
double claim_bound(const claim *c);
claim_verdict claim_judge(const claim *c);
claim_standing claim_stands(const claim *c);

/* Claims on the runs of a model (NULL: of all). */
typedef struct claim_tally {
    size_t claims, standing[CLAIM_STANDINGS];
    size_t holds, fails; /* of those that count */
} claim_tally;

claim_tally claims_tally(const study *s, const char *model);

const char *claim_verdict_name(claim_verdict verdict);    /* "holds", "does not hold", "" */
const char *claim_standing_name(claim_standing standing); /* "yes", "no: fitted", ... */

#endif
