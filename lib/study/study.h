/* The plan of an experiment and its meaning: <folder>/study.h5, with one row per case in the
 * planned order: /study/id, task, model, integrator, step and labels, the typed columns
 * /swept/<path>, in the order of /study/path, and of an experiment with a `study:` block the typed
 * columns /factors/<name>, /study/required and /study/printed, the block itself as YAML
 * (study/block.h), /study/block, and the texts of its published tables, /study/published/text. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "results/record.h"
#include "results/swept.h"
#include "study/block.h"

/* The rows of a study to be written. */
typedef struct record_plan {
    size_t rows;
    const char *experiment; /* NULL: not given */
    const char **id;
    const char **task, **model, **integrator; /* NULL: not given */
    const double *dt;                         /* the configured step, s, or NaN; or NULL */
    swept_table swept, factors, labels; /* families: none, column_factor, column_study_label */
    int64_t *required;                  /* 1: must be reproduced as published */
    int64_t *printed;                   /* 1: as printed in the source */
    const char *block;                  /* from study_block_text; NULL: none */
    const char **table;                 /* the CSV of each published table of the block */
    size_t tables;
} record_plan;

typedef struct record_study {
    bundle data;
    char *const *id; /* one per row, in the planned order */
    size_t rows;
    const bundle_column **swept; /* in the order of the sweep */
    size_t swept_count;
    config_store *texts; /* of the block */
    study_block block;
    char unread[1100]; /* why the file's block could not be read, in one line (the block is then
                          empty); or "" */
    const bundle_column **factor;      /* one for each factor of the block; NULL: missing */
    const int64_t *required, *printed; /* NULL: missing */
    size_t *by_id;                     /* rows in order of id */
} record_study;

/* Writes it, all or nothing. */
record_status record_study_write(const char *folder, const record_plan *plan, record_error *error);

/* Removes it, if there is one: from then on all files are cases of the experiment. */
record_status record_study_remove(const char *folder, record_error *error);

/* Reads it. RECORD_MISSING, with an empty study and no message, if there is none: cases of an
 * earlier version. The plan is read even if the block cannot be. Free with record_study_free in any
 * case. */
record_status record_study_read(const char *folder, record_study *s, record_error *error);
void record_study_free(record_study *s);

/* The row of a case, or `rows` if it is not planned. */
size_t record_study_row(const record_study *s, const char *id);

/* Adds to `b` the study's data about the case in a row, in the columns that the case's own file
 * would have: identity, experiment, task, model, integrator, step, labels, swept values. Existing
 * columns are kept; data that an earlier version did not record are left out. */
void record_study_case(const record_study *s, size_t row, bundle *b);

/* Only the swept values. */
void record_study_swept(const record_study *s, size_t row, bundle *b);

/* True if a file below cases/ is that of a case, <32 hex digits>.h5 or .part, planned only by an
 * earlier version of the experiment or of the program. False for an empty study. */
bool record_study_left(const record_study *s, const char *name);

/* The files with that ending (".h5", ".part") below <folder>/cases, relative to `folder`, for which
 * record_study_left is true. None if there is no study or no such folder. Free with
 * record_names_free in any case. */
record_status record_unplanned(const char *folder, const char *ending, record_names *names,
                               record_error *error);

/* Removes the file of a case and its sidecar, if they exist. */
record_status record_remove(const char *path, record_error *error);

/* The value of factor number `factor` of the block in a row; false if there is none. */
bool record_study_factor(const record_study *s, size_t factor, size_t row, swept_value *value);

#endif
