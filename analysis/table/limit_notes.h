/* What the tables of largest stable steps share. */
#ifndef ANALYSIS_TABLE_LIMIT_NOTES_H
#define ANALYSIS_TABLE_LIMIT_NOTES_H

#include "analysis/read/study.h"
#include "analysis/table/document.h"

/* The detector that fired; "cap" where none did up to the search's cap; for a case that broke off,
 * how it did. */
const char *limit_failure(const study_case *c);

/* " †" where the longer check fails, " ‡" where it holds by its bounds alone; or "". */
const char *limit_late_mark(const study_case *c);

/* A note for each such case from `first` on, before `end`. */
void limit_late_notes(const study *s, const case_list *cases, size_t first, size_t end,
                      document *out);

#endif
