/* What was planned of an experiment, and what it means: <folder>/study.h5, with a row for each case
 * of the study in the planned order: /study/id, task, model, integrator, step and labels, the typed
 * columns /swept/<path>, in the order of /study/path, and of an experiment with a `study:` block
 * the typed columns /factors/<name>, /study/required and /study/printed, the block itself as YAML
 * (study/block.h), /study/block, and the texts of its published tables, /study/published/text. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "results/record.h"
#include "results/swept.h"
#include "study/block.h"

/* The rows of a study that is to be written. */
typedef struct record_plan {
    size_t rows;
    const char *experiment; /* NULL: not said */
    const char **id;
    const char **task, **model, **integrator; /* NULL: not said */
    const double *dt;                         /* the step that it is given, s, or NaN; likewise */
    swept_table swept, factors, labels; /* families: none, column_factor, column_study_label */
    int64_t *required;                  /* 1: must come out as published */
    int64_t *printed;                   /* 1: is as the source prints it */
    const char *block;                  /* as study_block_text has it; NULL: there is none */
    const char **table;                 /* the CSV of each published table of the block */
    size_t tables;
} record_plan;

typedef struct record_study {
    bundle data;
    char *const *id; /* a row each, in the planned order */
    size_t rows;
    const bundle_column **swept; /* in the order of the sweep */
    size_t swept_count;
    config_store *texts; /* of the block */
    study_block block;
    char unread[1100]; /* why the file's block is not read, in one line: it is none then; or "" */
    const bundle_column **factor;      /* one for each of the block's; NULL: not there */
    const int64_t *required, *printed; /* NULL: not there */
    size_t *by_id;                     /* rows in order of id */
} record_study;

/* Writes it, all or nothing. */
record_status record_study_write(const char *folder, const record_plan *plan, record_error *error);

/* Removes it, if there is one: from then on all files are cases of the experiment. */
record_status record_study_remove(const char *folder, record_error *error);

/* Reads it. RECORD_MISSING, with an empty study and no words, if there is none: cases of an earlier
 * version. A block that cannot be read takes nothing from the plan. Free with record_study_free in
 * any case. */
record_status record_study_read(const char *folder, record_study *s, record_error *error);
void record_study_free(record_study *s);

/* The row of a case, or `rows` if it is not planned. */
size_t record_study_row(const record_study *s, const char *id);

/* Adds to `b` what the study says of the case in a row, in the columns that the case's own file
 * would have: identity, experiment, task, model, integrator, step, labels, swept values. Not where
 * they stand already, and not what an earlier version left unsaid. */
void record_study_case(const record_study *s, size_t row, bundle *b);

/* The swept values alone. */
void record_study_swept(const record_study *s, size_t row, bundle *b);

/* Whether a file below cases/ is that of a case, <32 hex digits>.h5 or .part, which the study does
 * not plan: an earlier version of the experiment, or of the program, did. False of an empty study:
 * nothing was planned. */
bool record_study_left(const record_study *s, const char *name);

/* The files with that ending (".h5", ".part") below <folder>/cases, as seen from `folder`, that
 * record_study_left tells of. None if there is no study or no such folder. Free with
 * record_names_free in any case. */
record_status record_unplanned(const char *folder, const char *ending, record_names *names,
                               record_error *error);

/* Removes the file of a case and its sidecar; no such file: none. */
record_status record_remove(const char *path, record_error *error);

/* The value of a factor in a row, by the block's number of it; false if there is none. */
bool record_study_factor(const record_study *s, size_t factor, size_t row, swept_value *value);

#endif
