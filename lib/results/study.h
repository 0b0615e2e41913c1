/* What was planned of an experiment, and what it means: <folder>/study.h5, with a row for each case
 * of the study in the planned order: /study/id, the typed columns /swept/<path>, in the order of
 * /study/path, and of an experiment with a `study:` block the typed columns /factors/<name>,
 * /study/required and /study/printed. The block itself: results/study_block.h. */
#ifndef RESULTS_STUDY_H
#define RESULTS_STUDY_H

#include "results/record.h"
#include "results/study_block.h"
#include "results/swept.h"

/* The rows of a study that is to be written. */
typedef struct record_plan {
    size_t rows;
    const char **id;
    swept_table swept, factors; /* factors: of the family column_factor */
    int64_t *required;          /* 1: must come out as published */
    int64_t *printed;           /* 1: is as the source prints it */
    const study_block *block;   /* NULL: the experiment has none */
} record_plan;

typedef struct record_study {
    bundle data;
    char *const *id; /* a row each, in the planned order */
    size_t rows;
    const bundle_column **swept; /* in the order of the sweep */
    size_t swept_count;
    study_block block;
    const bundle_column **factor;      /* one for each of the block's; NULL: not there */
    const int64_t *required, *printed; /* NULL: not there */
    size_t *by_id;                     /* rows in order of id */
} record_study;

/* Writes it, all or nothing. */
record_status record_study_write(const char *folder, const record_plan *plan, record_error *error);

/* Reads it. RECORD_MISSING, with an empty study and no words, if there is none: cases of an earlier
 * version. Free with record_study_free in any case. */
record_status record_study_read(const char *folder, record_study *s, record_error *error);
void record_study_free(record_study *s);

/* The row of a case, or `rows` if it is not planned. */
size_t record_study_row(const record_study *s, const char *id);

/* The value of a factor in a row, by the block's number of it; false if there is none. */
bool record_study_factor(const record_study *s, size_t factor, size_t row, swept_value *value);

#endif
