/* What a publication says of its runs, beside what they measure. A case is held to the statements
 * of its study: the rows of a table, each on one quantity, whose keys are the case's factors
 * (docs/experiment.md). */
#ifndef ANALYSIS_QUANTITIES_CLAIMS_H
#define ANALYSIS_QUANTITIES_CLAIMS_H

#include "analysis/quantities/told.h"
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
    const char *file; /* the table, as its experiment names it */
    const char *words, *quantity, *unit, *relation, *kind_name;
    source_words source;
    const char *over;        /* "FACTOR is VALUE": measured is a ratio, to that case's; else "" */
    char configuration[160]; /* of the case: what differs from the printed one, in its words */
    bool is_printed;         /* nothing does */
    claim_kind kind;
    double published, criterion; /* NAN: not printed; NAN: no bound of ours */
    double tolerance, measured;  /* tolerance: of the bound, relative; NAN is 0 */
} claim;

/* Whether a claim comes out; OPEN: it has no bound, or is of a pair of which one has no value.
 * Bounds are inclusive but those of "above" and "below". */
typedef enum claim_verdict { CLAIM_HOLDS, CLAIM_FAILS, CLAIM_OPEN } claim_verdict;

/* Whether a claim counts: it is printed or read off, has a bound, and its case
 * is as the source prints it (`as_printed` of the study). Fitted values, times of other hardware,
 * and cases that differ from what is printed could not have refuted anything. For people: */
#define CLAIM_EVIDENCE                                                                             \
    "A claim is evidence if it is printed, has a bound, and could have failed in the printed "     \
    "configuration; the bound is ours where the source has words only. Of what is no evidence "    \
    "the measured value stands beside (docs/campos.md: why, and what is measured)."
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

/* How many statements the study of a case has; the claim of one of them, false if it is of other
 * cases. */
size_t claims_count(const study_case *c);
bool claim_read(const study *s, const study_case *c, size_t row, claim *made);

/* What the measured value is held to: the published value, or else our criterion; NAN: neither. */
double claim_bound(const claim *c);
claim_verdict claim_judge(const claim *c);
/* Whether it is of a pair of which one has no value. */
bool claim_lacks_its_pair(const claim *c);
claim_standing claim_stands(const claim *c);

/* Claims on the runs of a model (NULL: of all). */
typedef struct claim_tally {
    size_t claims, standing[CLAIM_STANDINGS];
    size_t holds, fails; /* of those that count */
} claim_tally;

claim_tally claims_tally(const study *s, const char *model);

/* A claim with what becomes of it. */
typedef struct claim_row {
    claim is;
    const char *verdict;
    told_value measured,
        counts; /* with a mark where it counts; with what differs from the printed one */
    told_value bound, unit; /* "at most 1", with whose bound it is; for people */
} claim_row;

/* Of the statements of a case. */
extern const told_rows claim_rows;

const char *claim_verdict_name(claim_verdict verdict);    /* "holds", "does not hold", "" */
const char *claim_standing_name(claim_standing standing); /* "yes", "no: fitted", ... */

#endif
