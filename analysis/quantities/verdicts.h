/* Published values against measured ones, for any quantity: each comparison of a study, and its
 * verdict. */
#ifndef ANALYSIS_QUANTITIES_VERDICTS_H
#define ANALYSIS_QUANTITIES_VERDICTS_H

#include "analysis/read/study.h"

typedef enum comparison_verdict {
    VERDICT_REPRODUCED,
    VERDICT_NOT_REPRODUCED,
    VERDICT_BESIDE,      /* a value of other hardware, which is no bound */
    VERDICT_NOT_PRINTED, /* the cell is empty */
    VERDICT_NO_ROW,      /* the table has no row for the case */
    VERDICT_NO_CASE,     /* the study has no case for the row */
    VERDICT_ABSENT       /* the case has no file */
} comparison_verdict;

const char *verdict_name(comparison_verdict v); /* "reproduced", "not reproduced", ... */

/* Whether its study compares the quantity with published values. */
bool comparison_is_asked(const study_case *c, const char *quantity);

/* A comparison of a case. */
typedef struct comparison {
    const study_comparison *asked;
    published_value published; /* without a row: its value is NAN */
    double measured;           /* NAN: the case has none */
    comparison_verdict verdict;
} comparison;

/* Whether a published value is evidence for or against a case: "yes", or "no: " and why it could
 * have refuted nothing: it is not printed, it chose a setting (fitted), it is a time of other
 * hardware, it is a closed form of the study's own (theory), or the case is not the scheme or
 * setting that is printed (variant). For people: */
#define EVIDENCE_MARKS                                                                             \
    "fitted: no evidence, for it chose what is not printed.",                                      \
        "hardware: no evidence, for it is a time of another machine.",                             \
        "theory: no evidence, for no source prints it.",                                           \
        "variant: no evidence, for the case is not as the source prints it."
const char *verdict_evidence(const study_case *c, const published_value *p);

/* A filter: cases whose study compares values, does not vary an assumption and has no members. */
bool verdict_is_asked(const study_case *c);

/* Comparison `i` of a case; false past the last. */
bool comparison_at(const study *s, const study_case *c, size_t i, comparison *found);

size_t comparisons_of(const study_case *c); /* their number */

/* Whether the comparisons of a quantity answer the study: it is the response, or the study names
 * none. */
bool comparison_answers(const study_block *block, const char *name);

#endif
