/* The content of a case's file: its layout, equal for files of one kind, and its single values,
 * which the index stores. Of frames only the times count. */
#ifndef RESULTS_LAYOUT_H
#define RESULTS_LAYOUT_H

#include "results/record.h"
#include "results/swept.h"

enum {
    RECORD_LAYOUT = 32,    /* characters of a layout */
    RECORD_SEAL = 64,      /* of a seal: the checksum in the trailer */
    RECORD_TEXT_MOST = 256 /* most bytes of a text that is a single value */
};

/* Reads all columns of a case into an empty bundle, of frames only their times. */
record_status record_read_case(const char *path, bundle *b, record_error *error);
/* True if record_read_case reads the column of a path. */
bool record_is_of_case(const char *path);

/* True if a column holds one value that is not a long text. */
bool record_is_single(const bundle_column *column);

/* The digest of paths, types, units, summaries of the columns of a case, and whether each is
 * single; false without memory. */
bool record_layout(const bundle *b, char layout[RECORD_LAYOUT + 1]);

/* True if a run has exploded by its last state although its file calls it completed. */
bool record_has_exploded(const bundle *b);

/* The seal of an open file of `size` bytes; "" if it has none. */
void record_seal(int file, long long size, char seal[RECORD_SEAL + 1]);

/* The cache of a small file whose bytes agree with its seal: layout, digest and single values, in
 * order of path, without units and summaries. */
typedef struct record_values {
    char *lines; /* storage of the members */
    const char *layout, *digest;
    bool exploded;
    swept_value *value;
    size_t count, capacity;
    bool no_memory;
} record_values;

/* RECORD_MISSING, with *v empty, if there is no such cache or it cannot be trusted;
 * RECORD_NO_MEMORY. */
record_status record_read_values(const char *path, record_values *v);
void record_values_free(record_values *v);

#endif
