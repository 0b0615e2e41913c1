/* What measured values stand beside, published values or theory, and what the marks of answers
 * mean: the one legend of every format. */
#ifndef ANALYSIS_QUANTITIES_MARKS_H
#define ANALYSIS_QUANTITIES_MARKS_H

#include "analysis/quantities/response.h"

/* Which of both there is. */
typedef struct beside {
    bool published, theory;
} beside;

/* What the tables of a study compare a quantity with; NULL: any quantity. */
beside beside_of(const study *s, const char *quantity);

/* "published", "theory" or "published or theory"; of neither "published". */
const char *beside_word(beside of);
/* "as published", "as theory has it", or both. */
const char *beside_as(beside of);

#define MARK_PARTS "†: made in parts, as small as interactions need (Remarks on the runs)."

/* Lines "✓: as published, ...", of the marks that occur among the answers of the cases. */
typedef void mark_visit(const char *line, void *context);
void marks_visit(const study *s, const case_list *cases, mark_visit *visit, void *context);

#endif
