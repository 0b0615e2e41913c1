/* Results files. One case = one HDF5 file. This room alone knows HDF5. */
#ifndef RESULTS_RECORD_H
#define RESULTS_RECORD_H

#include "core/file_error.h"
#include "results/bundle.h"

#include <stdio.h>

/* Version of the layout of a results file, and the earliest that is read; a file of another version
 * is refused. */
enum { RECORD_SCHEMA_VERSION = 4, RECORD_SCHEMA_EARLIEST = 1 };

typedef enum record_status {
    RECORD_OK = TRAMA_OK,
    RECORD_NO_MEMORY = TRAMA_NO_MEMORY,
    RECORD_MISSING = 16, /* no such file */
    RECORD_NOT_OURS,     /* not a results file, or of another schema version */
    RECORD_DAMAGED,      /* does not open, or a checksum does not hold */
    RECORD_IO,           /* the disk is full, the folder cannot be written, ... */
    RECORD_BUSY,         /* another run is at work there (lock.h) */
    RECORD_STALE,        /* of another build (journal.h) */
} record_status;

/* `status`: a record_status; `text`: one sentence with the file's name. */
typedef trama_file_error record_error;

/* Fills `error` with "path: sentence" and returns `status`. */
record_status record_fail(record_error *error, record_status status, const char *path,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
record_status record_fail_memory(record_error *error, const char *path);
/* Empties `error`; returns RECORD_OK. */
record_status record_clear(record_error *error);

/* Starts HDF5, unless it has been: H5dont_atexit, quiet error stack. What reads and writes results
 * files does so by itself; a program that forks processes which do may start it for all of them. */
void record_begin(void);

/* From now on this process reads files in a child, one for all of them, because HDF5 crashes on
 * some files that were made to do so. Processes that it forks do not. If the child ends over a
 * file, or spends more than `seconds` of processor time in one place, the file is RECORD_DAMAGED,
 * and another child reads the next file. */
void record_guard(double seconds);

/* Version of the HDF5 library that runs, "1.10.8". */
const char *record_library_version(void);

/* Writes all columns to `path`: as a temporary in the same folder, every return checked, fletcher32
 * on every dataset, times not tracked, a SHA-256 of the whole at the end, closed, fsync, renamed,
 * folder fsync. On failure no temporary is left, and what stood under the final name stands; only
 * where the folder cannot be synced does the new file stand, as its bytes are on the disk.
 * Attributes of the root: schema_version, and openPMD's software, softwareVersion, date. */
record_status record_write(const char *path, const bundle *b, record_error *error);

/* Puts `size` bytes under the name `path`, all or nothing, in the same way; a link is replaced, not
 * followed. RECORD_IO leaves errno. */
record_status record_replace(const char *path, const void *bytes, size_t size, record_error *error);
/* Writes all of them to an open file; false with errno. */
bool record_write_all(int file, const void *bytes, size_t size);

/* As record_write, for one of many small files: it is there, but only record_commit gives it its
 * name. `owner`: the process that will do so. */
record_status record_write_later(const char *path, const bundle *b, long owner,
                                 record_error *error);

/* Gives the files that were written so for this process their names, in the same order: all are on
 * the disk before, and their names after it. Syncs few by themselves, many by the file systems they
 * are on, which takes no longer for a thousand than for one. Returns how many have their names,
 * which are the first; the others are gone. `error` says why if not all have, or if the names
 * cannot be synced, which takes none away. */
size_t record_commit(const char *const *paths, size_t count, record_error *error);

/* Removes the temporaries that process `pid` of this host may have left while it wrote `path` or
 * its sidecar, if any. */
void record_discard(const char *path, long pid);

/* Reads the columns whose path begins with one of `prefixes` (NULL-terminated; NULL: all). */
record_status record_read(const char *path, const char *const *prefixes, bundle *b,
                          record_error *error);

/* The same, but columns of more than `most` bytes have their shape alone: their pointers to values
 * are NULL. */
record_status record_read_small(const char *path, const char *const *prefixes, size_t most,
                                bundle *b, record_error *error);

/* Reads row[0] to row[rows - 1] of the columns whose paths are `columns` (NULL-terminated), or with
 * rows = 0 all. RECORD_NOT_OURS if one of them has fewer rows. */
record_status record_read_rows(const char *path, const char *const *columns, const size_t *row,
                               size_t rows, bundle *b, record_error *error);

/* The same as record_read for a file that is not trusted, into an empty bundle: first every byte is
 * compared with the SHA-256 at the end of the file, which takes about 4 s a GB. RECORD_DAMAGED if
 * it does not fit or is not there; such a file is not given to HDF5. Columns of more than 16 MiB
 * are read in pieces, and have their shape alone. */
record_status record_verify(const char *path, const char *const *prefixes, bundle *b,
                            record_error *error);

/* What a resumed run must know of a case, into an empty bundle, after the same check of every byte:
 * /case/id, experiment, status, /run/build and the labels as texts of one row, and /frames/time if
 * there are frames. A tenth of the time of record_verify for small files. */
record_status record_verify_case(const char *path, bundle *b, record_error *error);

/* SHA-256, in hex (65 bytes), over all columns below `prefix` in order of path: names, units,
 * types, shapes and bits. Equal for equal /result. False if a column's stream cannot be read. */
bool record_digest(const bundle *b, const char *prefix, char digest[65]);

/* The file of case `id` of the experiment in `folder`: <folder>/cases/<first two digits>/<id>.h5,
 * or <folder>/cases/<id>.h5 where an earlier version has put it there. */
void record_case_path(const char *folder, const char *id, char *path, size_t size);

/* RECORD_DAMAGED if the file stands where cases do and its name is that of another case than the
 * one whose /case/id is in `b`: a copy, or a file that was renamed. */
record_status record_check_place(const char *path, const bundle *b, record_error *error);

/* Makes the folder that the case's file goes to; its parent must be there. */
record_status record_case_folder(const char *path, record_error *error);

/* The results files below <folder>/cases, as seen from `folder` ("cases/0a/0a...h5"), in order of
 * id. RECORD_MISSING without such a folder. Free with record_names_free in any case. */
typedef struct record_names {
    size_t count;
    char **name;
} record_names;
record_status record_list(const char *folder, record_names *names, record_error *error);
void record_names_free(record_names *names);

/* record_list, of files with that ending. */
record_status record_list_ending(const char *folder, const char *ending, record_names *names,
                                 record_error *error);

/* Writes <file>.xdmf2 beside a results file <file>.h5 that has frames, for ParaView (the ending
 * chooses its reader). RECORD_NOT_OURS if there are no whole frames. */
record_status record_xdmf(const char *path, record_error *error);

/* True if a sidecar stands beside the results file. */
bool record_has_xdmf(const char *path);

#endif
