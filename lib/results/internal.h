/* Shared by the files of this folder only. */
#ifndef RESULTS_INTERNAL_H
#define RESULTS_INTERNAL_H

#include "results/columns/columns.h"
#include "results/record.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Limit of values in memory: larger files are written from streams, and read in pieces. 4 GiB. */
#define RECORD_BYTES_MAX ((size_t)1 << 32)

/* Size of a piece. */
enum { RECORD_PIECE_BYTES = 1 << 18 };

/* Reports the errno of door_open. */
record_status record_fail_open(record_error *error, const char *path, int reason);
/* True if there is memory for HDF5 itself and `bytes` more; HDF5 1.10 must not be called otherwise,
 * since it crashes without memory, mostly at its start. */
bool record_has_room(size_t bytes);

/* The name of this host, for names of files: at most RECORD_HOST_MAX bytes, without spaces and
 * slashes. */
enum { RECORD_HOST_MAX = 64 };
void record_host(char host[RECORD_HOST_MAX + 1]);

/* As record_replace, with content written by `fill` to a file open for reading and writing (false,
 * with errno or `error` set: no file). `error` is clear before. */
typedef bool record_fill(int file, const void *data);
record_status record_replace_by(const char *path, record_fill *fill, const void *data,
                                record_error *error);

/* As record_replace, but the file stays the temporary of process `owner`, not yet synced to the
 * disk. */
record_status record_put_aside(const char *path, long owner, const void *bytes, size_t size,
                               record_error *error);

/* Parts of writing a file: the name of a process's temporary, unique since processes on several
 * hosts may write in one folder, with a long name truncated; syncing a folder, if the file system
 * can. Signals that end a run are blocked while a temporary exists. */
void record_temporary_name(char *text, size_t size, const char *name, long pid);
bool record_sync_folder(int folder);
void record_hold_signals(sigset_t *before);
record_status record_fail_write(record_error *error, const char *path, int reason);

/* The bytes of the trailer (trailer.c), and a check of it; *complete: there is one. */
#define RECORD_TRAILER 112
record_status record_check_trailer(const char *path, bool *complete, record_error *error);

/* The columns to read of a file. */
typedef struct record_wanted {
    const char *path;            /* of the file */
    const char *const *prefixes; /* NULL-terminated; NULL: all */
    bool exact;                  /* `prefixes` are whole paths */
    size_t most;                 /* bytes: larger columns have only their shape, no values; */
    bool check;                  /* but these are read all the same, to verify their checksums */
    const size_t *row;           /* the rows that are read of each column, */
    size_t rows;                 /* how many they are; 0: all */
} record_wanted;

/* Reads in this process; and where it is safe, which may be in a child (guard.c). */
record_status record_read_here(const record_wanted *wanted, bundle *b, record_error *error);
record_status record_read_wanted(const record_wanted *wanted, bundle *b, record_error *error);

/* The processor time that reading may take (read_time.c), in the child of guard.c alone: begin sets
 * the seconds for one step of the work, step gives the next step, on `bytes` bytes, its time, end
 * lifts the bound. Without begin, step does nothing. SIGPROF ends a process that takes longer. */
void record_time_begin(double seconds);
void record_time_step(size_t bytes);
void record_time_end(void);

/* Adds a column of zeros, or of texts of up to `width` bytes each that stand width + 1 bytes apart
 * from text[0] on; with `values` false it has no values at all. NULL if there is no memory. */
bundle_column *bundle_append(bundle *b, const char *path, const char *unit, const char *summary,
                             bundle_type type, size_t rows, size_t columns, size_t width,
                             bool values);

/* Rows of a column of numbers per piece, at least one. */
size_t bundle_piece_rows(const bundle_column *column);

/* Rows of a column of reals, from memory or from its stream. False leaves errno. */
bool bundle_read_rows(const bundle_column *column, size_t first, size_t rows, double *values);

/* Removes the columns from `count` on. */
void bundle_truncate(bundle *b, size_t count);

/* True if `path` is the column or group `prefix` or lies below it; "" and "/" are above all. */
bool bundle_below(const char *path, const char *prefix);

/* Length of the longest text of a text column. */
size_t bundle_text_width(const bundle_column *column);

#endif
