/* The columns of a case that are not in memory. */
#ifndef ANALYSIS_READ_PARTS_H
#define ANALYSIS_READ_PARTS_H

#include "analysis/read/study.h"

/* Makes the index and the file of a case the source of its columns; labels and swept values are
 * taken into memory. `err` is told if its file cannot be read later. False without memory. */
bool case_parts_make(study_case *c, const results_index *x, size_t row, FILE *err);
/* What the index says that a case answers to its study (index_answer); NULL: it does not say. */
const study_answer *case_answer(const study_case *c);
void case_parts_free(struct case_parts *parts); /* accepts NULL */

/* Visits the paths of a case's columns, those that are in memory first. If all that is not in
 * memory has the same paths as that of `like` (or NULL), it is left out. */
typedef bool case_visit(const study_case *c, const char *path, void *context);
bool case_each_path(const study_case *c, const study_case *like, case_visit *visit, void *context);
/* The single value at a path: from memory or the index, a long text from its file. False if there
 * is none, or a list. */
bool case_single(const study_case *c, const char *path, bundle_column *view);

/* Adds to a case's columns what its study says of it, and brings the swept ones into the order of
 * the sweep. */
void case_complete(const study_case *c, bundle *b);

#endif
