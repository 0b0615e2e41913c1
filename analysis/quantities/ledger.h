/* Statements of a publication, one by one, and their outcome: the rows of a ledger, each judged by
 * comparisons and claims of the folder's cases, or by none. */
#ifndef ANALYSIS_QUANTITIES_LEDGER_H
#define ANALYSIS_QUANTITIES_LEDGER_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

typedef struct ledger_row {
    const char *id, *says, *kind, *judged_by, *why;
    source_words is;
    const char *verdict; /* reproduced, refuted, in part, beside, not run; or as the ledger says:
                          * not testable, not built, open */
    double judged, held; /* comparisons and claims on it that count, and those that come out; NAN:
                          * nothing judges it */
    told_value outcome;  /* the verdict, for people with the numbers behind it */
} ledger_row;

/* The number of rows of the ledgers of a case's experiment; 0 unless the case is its first, so that
 * each is listed once. */
size_t ledger_count(const study_case *c);
bool ledger_is_kept(const study_case *c); /* a filter: the case has some */

extern const told_rows ledger_rows;

/* How many statements of a kind come out how. For people: */
#define LEDGER_VERDICT_WORDS                                                                       \
    "Judged by the cases of this folder, where the source's setting is printed: "                  \
    "reproduced, in part, refuted. Beside: a time of another machine, a setting that is "          \
    "fitted, or no bound. Not run: its cases are not in this folder. Open: not judged."
enum { LEDGER_VERDICTS = 8 };
typedef struct ledger_kind {
    const char *kind;
    double of[LEDGER_VERDICTS];
} ledger_kind;

/* Each kind; free it. NULL without memory. */
void *ledger_kinds(const study *s, const case_list *cases, size_t *count);
/* The kind, and a column for each verdict: how many statements of the kind have it. */
told_columns ledger_kind_columns;

#endif
