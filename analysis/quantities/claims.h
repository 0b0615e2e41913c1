/* Statements of a publication on its runs, compared with measurements. The statements of a study
 * are rows of a table, each on one quantity, with the case's factors as keys
 * (docs/experiment.md). */
#ifndef ANALYSIS_QUANTITIES_CLAIMS_H
#define ANALYSIS_QUANTITIES_CLAIMS_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* Source of a claim: printed words or a printed number, or one read off a picture; a value that was
 * used to choose a setting that is not printed, or an outcome that such a setting decides; a time
 * of the author's machine. Rows without a source are our measurements. */
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
    double published, criterion; /* NAN: not printed; NAN: no bound of our own */
    double tolerance, measured;  /* tolerance: of the bound, relative; NAN is 0 */
} claim;

/* Whether a claim holds. OPEN: it has no bound, or is about a pair of which one has no value.
 * Bounds are inclusive, except for "above" and "below". */
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

/* A filter: cases with claims. */
bool claims_are_made(const study_case *c);

/* The number of statements of a case's study; the claim from one of them, false if it is about
 * other cases. */
size_t claims_count(const study_case *c);
bool claim_read(const study *s, const study_case *c, size_t row, claim *made);

/* The bound of the measured value: the published value, or else our criterion; NAN: neither. */
double claim_bound(const claim *c);
claim_verdict claim_judge(const claim *c);
/* Whether it is about a pair of which one has no value. */
bool claim_lacks_its_pair(const claim *c);
claim_standing claim_stands(const claim *c);

/* Claims on the runs of a model (NULL: of all). */
typedef struct claim_tally {
    size_t claims, standing[CLAIM_STANDINGS];
    size_t holds, fails; /* of the claims that count */
} claim_tally;

claim_tally claims_tally(const study *s, const char *model);

/* A claim with its outcome. */
typedef struct claim_row {
    claim is;
    const char *verdict;
    told_value measured,
        counts; /* with a mark if it counts; with the differences from the printed one */
    told_value bound, unit; /* "at most 1", with the origin of the bound; for people */
} claim_row;

/* Of the statements of a case. */
extern const told_rows claim_rows;

const char *claim_verdict_name(claim_verdict verdict);    /* "holds", "does not hold", "" */
const char *claim_standing_name(claim_standing standing); /* "yes", "no: fitted", ... */

#endif
