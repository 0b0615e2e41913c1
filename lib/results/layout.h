/* What a case's file holds, apart from the values: its layout, by which files are of one kind, and
 * its single values, which an index keeps. Frames count only as their times. */
#ifndef RESULTS_LAYOUT_H
#define RESULTS_LAYOUT_H

#include "results/record.h"
#include "results/swept.h"

enum {
    RECORD_LAYOUT = 32, /* characters of a layout */
    RECORD_SEAL = 64,   /* of a seal: the checksum in the trailer */
    RECORD_TEXT_MOST =
        256 /* bytes of a text that is a single value; a longer one stands by itself */
};

/* Reads all columns of a case but the frames, into an empty bundle; of the frames their times. */
record_status record_read_case(const char *path, bundle *b, record_error *error);
/* Whether that reads the column of a path. */
bool record_is_of_case(const char *path);

/* Whether a column holds one value, and no long text. */
bool record_is_single(const bundle_column *column);

/* The digest of paths, types, units and summaries of the columns of a case, and of which are single
 * values; false without memory. */
bool record_layout(const bundle *b, char layout[RECORD_LAYOUT + 1]);

/* Whether a run that its file calls completed has exploded by its last state. */
bool record_has_exploded(const bundle *b);

/* The seal of a file of `size` bytes that is open; "" if it has none. */
void record_seal(int file, long long size, char seal[RECORD_SEAL + 1]);

/* What the cache of a small file says, whose every byte fits its seal: its layout, its digest and
 * its single values, in order of path, without units and summaries. */
typedef struct record_values {
    char *lines; /* what everything else points into */
    const char *layout, *digest;
    bool exploded;
    swept_value *value;
    size_t count, capacity;
    bool no_memory;
} record_values;

/* RECORD_MISSING, and nothing, if there is no such cache or it cannot be trusted;
 * RECORD_NO_MEMORY. */
record_status record_read_values(const char *path, record_values *v);
void record_values_free(record_values *v);

#endif
