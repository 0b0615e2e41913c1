/* What was planned of an experiment: <folder>/study.h5, with a row for each case of the study in
 * the planned order: /study/id, and the typed columns /swept/<path>, in the order of /study/path.
 */
#ifndef RESULTS_STUDY_H
#define RESULTS_STUDY_H

#include "results/record.h"
#include "results/swept.h"

typedef struct record_study {
    bundle data;
    char *const *id; /* a row each, in the planned order */
    size_t rows;
    const bundle_column **swept; /* in the order of the sweep */
    size_t swept_count;
    size_t *by_id; /* rows in order of id */
} record_study;

/* Writes it, all or nothing; `id` has a text for each row of `swept`. */
record_status record_study_write(const char *folder, const char *const *id,
                                 const swept_table *swept, record_error *error);

/* Reads it. RECORD_MISSING, with an empty study and no words, if there is none: cases of an earlier
 * version. Free with record_study_free in any case. */
record_status record_study_read(const char *folder, record_study *s, record_error *error);
void record_study_free(record_study *s);

/* The row of a case, or `rows` if it is not planned. */
size_t record_study_row(const record_study *s, const char *id);

#endif
