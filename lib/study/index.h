/* The index of an experiment's cases, <folder>/index.h5: derived from them and from study.h5. */
#ifndef STUDY_INDEX_H
#define STUDY_INDEX_H

#include "results/record.h"

/* Rebuilds <folder>/index.h5 from the cases below <folder>/cases, atomically. One row for each
 * case that <folder>/study.h5 plans, or for each file where there is none: id, file, experiment,
 * status, labels, result digest, swept values, factors, and each result that is a single value. */
record_status record_index(const char *folder, record_error *error);

#endif
