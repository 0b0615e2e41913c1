/* What the tests of results files share: a folder of their own, a bundle with a column of every
 * kind, and files as bytes. Failures end the test. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_RECORD_SAMPLE_H
#define TRAMA_TESTS_SUPPORT_RECORD_SAMPLE_H

#include "results/record.h"

/* A new folder under $TMPDIR, or /tmp, and its end with all that is in it; group fixtures of
 * cmocka. Begins the record room too. */
int sample_folder_begin(void **state);
int sample_folder_end(void **state);

/* "<folder>/<name>". The last eight paths stay valid. */
const char *sample_path(const char *name);

/* Makes the folder "<folder>/<name>". */
void sample_make_folder(const char *name);

/* Entries of a folder, hidden ones too. */
size_t sample_entries(const char *path);

/* Every type and shape: scalars, columns, tables, no rows; NaN with a payload, -0.0, both
 * infinities, the smallest denormal, both ends of the integers; UTF-8, an empty text, several
 * lines. */
bundle sample_bundle(void);

/* Fails unless both have the same columns, bit for bit, in any order. */
void sample_assert_equal(const bundle *a, const bundle *b);

typedef struct sample_bytes {
    unsigned char *bytes;
    size_t size;
} sample_bytes;

sample_bytes sample_read(const char *path); /* to be freed */
void sample_write(const char *path, const void *bytes, size_t size);

/* Fails unless the two files have the same bytes. */
void sample_assert_same_bytes(const char *path, const char *other);

/* record_write and record_read that must succeed. */
void sample_record(const char *path, const bundle *b);
bundle sample_back(const char *path);

/* The status of reading the file. Fails unless the error has it too, and a sentence that begins
 * with the file's name, or none. */
record_status sample_status(const char *path, bundle *read);

#endif
