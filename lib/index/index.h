/* The index of an experiment's cases: one row per file, with its status and all its single values.
 * It is a cache, <folder>/index.h5; only the files count. A row of the cache is trusted only if
 * size, time and seal of its file agree with the row; other cases are read from their files.
 * Columns of the cache are read on first use. */
#ifndef INDEX_INDEX_H
#define INDEX_INDEX_H

#include "results/layout.h"
#include "study/answer.h"
#include "study/study.h"

typedef struct results_index results_index;

/* A file below cases/, in order of name. */
typedef struct index_row {
    char *file;           /* relative to the folder: "cases/0a/0a...h5" */
    bool left;            /* the study no longer plans it: not read */
    record_status status; /* of reading it; RECORD_OK: it is a case, and the members below are
                             valid */
    char *reason;         /* the error message if it could not be read, or NULL */
    size_t planned;       /* its row in the study; the study's `rows` if none */
    bool foreign;         /* a results file, but not a case */
    bool exploded;        /* record_has_exploded */
    int64_t size, time;   /* of the file: bytes, and time of its last change, ns since 1970 */
    char seal[RECORD_SEAL + 1];
    char digest[RECORD_SEAL + 1]; /* record_digest of /result; "" if unknown */
    size_t layout;                /* index of its layout */
    size_t stored;                /* its row in index.h5; SIZE_MAX: its values are in memory */
    bool lost;                    /* its file can no longer be read, and index.h5 lacks values */
} index_row;

typedef enum index_trust {
    INDEX_TRUSTED, /* rows of index.h5 that agree with their files are used */
    INDEX_ANEW,    /* index.h5 is not read */
    INDEX_VERIFIED /* nor are caches in files: all values come from the columns */
} index_trust;

/* Makes the index of the cases below <folder>/cases. A file that cannot be read has a row with its
 * status. Errors: RECORD_IO if the folder cannot be read, RECORD_NO_MEMORY; RECORD_MISSING without
 * such a folder, with an empty index. `plan` is the study of the folder, or an empty one, and must
 * outlive the index. Free the index even after an error. */
record_status index_open(const char *folder, const record_study *plan, index_trust trust,
                         results_index **made, record_error *error);
void index_free(results_index *x); /* accepts NULL */

size_t index_rows(const results_index *x);
const index_row *index_row_of(const results_index *x, size_t row);

typedef enum index_found {
    INDEX_NONE,   /* the case has no such column */
    INDEX_VALUE,  /* it is a single value */
    INDEX_IN_FILE /* it is only in the file: a list, or (view->single) a long text */
} index_found;

/* The number of paths of all cases, and the number of one path; the count if no case has it. */
size_t index_paths(const results_index *x);
size_t index_path_find(const results_index *x, const char *path);

/* The column of a case at a path number; for a single value *view is a column of one row, which
 * lives as long as the index. */
index_found index_value(const results_index *x, size_t row, size_t path, bundle_column *view);

/* The columns of a case, in order of path: their number, and the path of the i-th. */
size_t index_columns(const results_index *x, size_t row);
const char *index_path(const results_index *x, size_t row, size_t i);

/* The answer of a case to the study of the index: from index.h5, if it was written for this study
 * and these files, else from its columns. *others: cases outside the index may decide the value,
 * which is then that of this case alone. NULL without memory, or if the row is not a case. It lives
 * as long as the index. */
const study_answer *index_answer(const results_index *x, size_t row, bool *others);

/* A case of an index as the source of a bundle's columns: single values come from the index, and
 * parts of its file are read on first use. `lost` is called with a message for each part that
 * cannot be read. NULL without memory; the index must outlive it. */
typedef struct index_case index_case;
typedef void index_lost(void *context, const char *why);
index_case *index_case_make(const results_index *x, size_t row, index_lost *lost, void *context);
void index_case_free(index_case *c); /* accepts NULL */
const bundle_source *index_case_source(const index_case *c);
const index_row *index_case_row(const index_case *c);
/* True if there was no memory for a requested column. */
bool index_case_no_memory(const index_case *c);
/* All columns of its file except the frames; *made: this call has read them. NULL without
 * memory. */
bundle *index_case_whole(index_case *c, bool *made);

/* True if index.h5 is missing or differs from the index, and should be written. */
bool index_is_stale(const results_index *x);
/* True if there was no memory for a requested value. */
bool index_no_memory(const results_index *x);

/* Writes <folder>/index.h5, atomically: one row per planned case, in the planned order, with or
 * without a file, then the files that are not planned. */
record_status index_write(results_index *x, record_error *error);

/* Updates it from the files that disagree with it; `anew`: from all files. */
record_status record_index(const char *folder, bool anew, record_error *error);

/* Compares <folder>/index.h5 with the columns of the files. A caller that reads files anyway passes
 * them between begin and end; end reads the others. NULL without memory. */
typedef struct index_check index_check;
index_check *index_check_begin(const char *folder);
bool index_check_is_of(const index_check *c, const char *folder);
/* Passes a file below the folder, with its columns, including those without values, such as
   frames. */
void index_check_give(index_check *c, const char *path, const bundle *b);
/* RECORD_DAMAGED with one line about the first difference; RECORD_MISSING without a message if
 * there is no index. */
record_status index_check_end(index_check *c, record_error *error);
void index_check_free(index_check *c); /* accepts NULL */

/* The same at once. */
record_status index_verify(const char *folder, record_error *error);

#endif
