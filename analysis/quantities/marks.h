/* References of measured values, published values or theory, and the meaning of the marks of
 * answers: one legend for all formats. */
#ifndef ANALYSIS_QUANTITIES_MARKS_H
#define ANALYSIS_QUANTITIES_MARKS_H

#include "analysis/quantities/response.h"

/* Which of the two exist. */
typedef struct beside {
    bool published, theory;
} beside;

/* References of a quantity in the tables of a study; NULL: any quantity. */
beside beside_of(const study *s, const char *quantity);

/* "published", "theory" or "published or theory"; without either "published". */
const char *beside_word(beside of);
/* "as published", "as theory has it", or both. */
const char *beside_as(beside of);

#define MARK_PARTS "†: made in parts, as small as interactions need (Remarks on the runs)."

/* Visits lines "✓: as published, ..." for the marks that occur in the answers of the cases. */
typedef void mark_visit(const char *line, void *context);
void marks_visit(const study *s, const case_list *cases, mark_visit *visit, void *context);

#endif
