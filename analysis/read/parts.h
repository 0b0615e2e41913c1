/* The columns of a case that are not in memory. */
#ifndef ANALYSIS_READ_PARTS_H
#define ANALYSIS_READ_PARTS_H

#include "analysis/read/study.h"

/* Makes the index and the file of a case the source of its columns; labels and swept values are
 * taken into memory. A message goes to `err` if its file cannot be read later. False without
 * memory. */
bool case_parts_make(study_case *c, const results_index *x, size_t row, FILE *err);
/* The answer of a case to its study from the index (index_answer); NULL: the index has none. */
const study_answer *case_answer(const study_case *c);
void case_parts_free(struct case_parts *parts); /* accepts NULL */

/* Visits the paths of a case's columns, those in memory first. If the columns outside memory have
 * the same paths as those of `like` (may be NULL), they are skipped. */
typedef bool case_visit(const study_case *c, const char *path, void *context);
bool case_each_path(const study_case *c, const study_case *like, case_visit *visit, void *context);
/* The single value at a path: from memory or the index, a long text from its file. False if there
 * is none, or a list. */
bool case_single(const study_case *c, const char *path, bundle_column *view);

/* Adds the columns of a case that come from its study, and sorts the swept ones in the order of the
 * sweep. */
void case_complete(const study_case *c, bundle *b);

#endif
