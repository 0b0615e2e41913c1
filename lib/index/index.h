/* The index of an experiment's cases: a row a file, with what the file is and every single value
 * that it holds. It is a cache, <folder>/index.h5; the truth is the files. A row of the cache is
 * trusted only if size, time and seal of its file are what the row says; the other cases are read
 * from their files. Columns of the cache are read when they are first asked for. */
#ifndef INDEX_INDEX_H
#define INDEX_INDEX_H

#include "results/layout.h"
#include "study/answer.h"
#include "study/study.h"

typedef struct results_index results_index;

/* A file below cases/, in order of name. */
typedef struct index_row {
    char *file;           /* as seen from the folder: "cases/0a/0a...h5" */
    bool left;            /* the study does not plan it any more: it was not read */
    record_status status; /* of reading it; RECORD_OK: it is a case, and the rest is of that */
    char *reason;         /* the sentence, if it could not be read, or NULL */
    size_t planned;       /* its row of the study, or the study's `rows` */
    bool foreign;         /* a results file, but no case */
    bool exploded;        /* record_has_exploded */
    int64_t size, time;   /* of the file: bytes, and when it was changed, ns since 1970 */
    char seal[RECORD_SEAL + 1];
    char digest[RECORD_SEAL + 1]; /* record_digest of /result; "" if it is not known */
    size_t layout;                /* its number among the index's */
    size_t stored;                /* its row of index.h5; SIZE_MAX: its values are in memory */
    bool lost;                    /* its file can no longer be read, and index.h5 lacks values */
} index_row;

typedef enum index_trust {
    INDEX_TRUSTED, /* rows of index.h5 whose files are what they say */
    INDEX_ANEW,    /* index.h5 is not looked at */
    INDEX_VERIFIED /* nor are the caches of files: all come from the columns */
} index_trust;

/* Makes the index of the cases below <folder>/cases. A file that cannot be read is a row with its
 * status. RECORD_IO if the folder cannot be read, RECORD_NO_MEMORY; RECORD_MISSING without such a
 * folder, and then it is empty. `plan` is the study of the folder, or an empty one, and must live
 * as long as the index. Free it in any case. */
record_status index_open(const char *folder, const record_study *plan, index_trust trust,
                         results_index **made, record_error *error);
void index_free(results_index *x); /* accepts NULL */

size_t index_rows(const results_index *x);
const index_row *index_row_of(const results_index *x, size_t row);

typedef enum index_found {
    INDEX_NONE,   /* the case has no such column */
    INDEX_VALUE,  /* it is a single value */
    INDEX_IN_FILE /* it is in the file alone: a list, or a long text, which view->single tells */
} index_found;

/* How many paths the cases have, and the number of one; no case has it: their count. */
size_t index_paths(const results_index *x);
size_t index_path_find(const results_index *x, const char *path);

/* The column of a case at a path, by the path's number; of a single value *view is a column of one
 * row, which lives as long as the index. */
index_found index_value(const results_index *x, size_t row, size_t path, bundle_column *view);

/* The columns of a case, in order of path: how many, and the path of the i-th. */
size_t index_columns(const results_index *x, size_t row);
const char *index_path(const results_index *x, size_t row, size_t i);

/* What a case answers to the study of the index: as index.h5 has it, if it was written for this
 * study and these files, else from its columns. *others: cases beyond the index may decide the
 * value, and this is what it says by itself. NULL without memory, and where the row is no case. It
 * lives as long as the index. */
const study_answer *index_answer(const results_index *x, size_t row, bool *others);

/* A case of an index as the source of a bundle's columns: single values come from the index, and a
 * part of its file is read when something in it is first asked for. `lost` is told, by a sentence,
 * of each part that cannot be read. NULL without memory; the index must live longer. */
typedef struct index_case index_case;
typedef void index_lost(void *context, const char *why);
index_case *index_case_make(const results_index *x, size_t row, index_lost *lost, void *context);
void index_case_free(index_case *c); /* accepts NULL */
const bundle_source *index_case_source(const index_case *c);
const index_row *index_case_row(const index_case *c);
/* Whether memory was short for a column that was asked for. */
bool index_case_no_memory(const index_case *c);
/* All columns of its file but the frames; *made: this call has read them. NULL without memory. */
bundle *index_case_whole(index_case *c, bool *made);

/* Whether index.h5 says something else than the index, or nothing: it should be written. */
bool index_is_stale(const results_index *x);
/* Whether memory was short for a value that was asked for. */
bool index_no_memory(const results_index *x);

/* Writes <folder>/index.h5, atomically: a row a case that the study plans, in the planned order,
 * also those without a file, and then what is not planned. */
record_status index_write(results_index *x, record_error *error);

/* Rebuilds it from the files that are not as it says; `anew`: from all. */
record_status record_index(const char *folder, bool anew, record_error *error);

/* Compares <folder>/index.h5 with what the columns of the files say. Whoever reads the files
 * anyway gives them between begin and end; end reads the others. NULL without memory. */
typedef struct index_check index_check;
index_check *index_check_begin(const char *folder);
bool index_check_is_of(const index_check *c, const char *folder);
/* A file below the folder, with its columns; those without values, as of frames, may be among them.
 */
void index_check_give(index_check *c, const char *path, const bundle *b);
/* RECORD_DAMAGED with one line about the first thing in which the index lies; RECORD_MISSING, with
 * no words, if there is none. */
record_status index_check_end(index_check *c, record_error *error);
void index_check_free(index_check *c); /* accepts NULL */

/* The same at once. */
record_status index_verify(const char *folder, record_error *error);

#endif
