/* What a publication says, sentence by sentence, and how it comes out: the rows of a ledger, each
 * judged by the comparisons and claims that the folder's cases make, or by none. */
#ifndef ANALYSIS_QUANTITIES_LEDGER_H
#define ANALYSIS_QUANTITIES_LEDGER_H

#include "analysis/read/study.h"

typedef struct ledger_row {
    const char *id, *page, *sentence, *translation, *says, *kind, *judged_by, *why;
    const char *verdict; /* reproduced, refuted, in part, beside, not run; or as the ledger says:
                          * not testable, not built, open */
    size_t judged, held; /* comparisons and claims on it that count, and those that come out */
} ledger_row;

/* The rows of the ledgers of a case's experiment; none of a case that is not its first, so that
 * each is told once. */
size_t ledger_count(const study_case *c);
bool ledger_is_kept(const study_case *c); /* a filter: it has some */

/* One of them; false past the last. */
bool ledger_read(const study *s, const study_case *c, size_t row, ledger_row *made);

#endif
