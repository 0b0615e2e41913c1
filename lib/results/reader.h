/* Shared by the files of the reader: read.c, read_shape.c and read_values.c. */
#ifndef RESULTS_READER_H
#define RESULTS_READER_H

#include "results/hdf.h"

typedef struct reader {
    const record_wanted *wanted;
    const char *path; /* of the file */
    bundle *bundle;
    size_t bytes, objects, depth; /* so far */
    const char *group;            /* path of the current group, "" for the root */
    record_error *error;          /* of the first failure, which ends the reading */
} reader;

/* A column before its values are read. */
typedef struct shape {
    bundle_type type;
    bool single, boolean;
    size_t element;       /* bytes of a value in the file */
    size_t rows, columns; /* columns 1: one-dimensional */
} shape;

/* Fail, and return false: for objects that write.c does not make; and after a failed HDF5 call. */
bool reader_refuse(const reader *r, const char *object, const char *why);
bool reader_damaged(const reader *r, const char *object);

/* Rows of a column to read; and whether to keep its values. Texts to be verified are read
 * completely. */
size_t reader_rows(const reader *r, const shape *s);
bool reader_has_values(const reader *r, const shape *s);

/* True if a type is that of texts. And the shape of a column, of a kind and size that we write. */
bool reader_is_text(hid_t type);
bool reader_shape(const reader *r, hid_t dataset, const char *path, shape *s);

/* Refuses values without a checksum, and missing chunks, which would read as zeros. */
bool reader_check_storage(const reader *r, hid_t dataset, const char *path, const shape *s);
/* Reads values into the column, or only to verify their checksums. */
bool reader_values(const reader *r, hid_t dataset, const shape *s, const bundle_column *column);

#endif
