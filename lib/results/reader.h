/* What the files of the reader share: read.c, read_shape.c and read_values.c. */
#ifndef RESULTS_READER_H
#define RESULTS_READER_H

#include "results/hdf.h"

typedef struct reader {
    const record_wanted *wanted;
    const char *path; /* of the file */
    bundle *bundle;
    size_t bytes, objects, depth; /* so far */
    const char *group;            /* path of the group at hand, "" for the root */
    record_error *error;          /* of the first failure, which ends the work */
} reader;

/* What is known of a column before its values are read. */
typedef struct shape {
    bundle_type type;
    bool single, boolean;
    size_t element;       /* bytes of a value in the file */
    size_t rows, columns; /* columns 1: one-dimensional */
} shape;

/* Fail, and return false: what is not as write.c makes it; and after an HDF5 call that failed. */
bool reader_refuse(const reader *r, const char *object, const char *why);
bool reader_damaged(const reader *r, const char *object);

/* Rows of a column that are read, and whether its values are kept: texts that are to be checked are
 * read whole. */
size_t reader_rows(const reader *r, const shape *s);
bool reader_has_values(const reader *r, const shape *s);

/* Whether a type is that of texts. Then what a column is, of a kind and size that we write. */
bool reader_is_text(hid_t type);
bool reader_shape(const reader *r, hid_t dataset, const char *path, shape *s);

/* Values without a checksum are not trusted; chunks that are missing would read as zeros. */
bool reader_check_storage(const reader *r, hid_t dataset, const char *path, const shape *s);
/* Into the column, or only to compare their checksums. */
bool reader_values(const reader *r, hid_t dataset, const shape *s, const bundle_column *column);

#endif
