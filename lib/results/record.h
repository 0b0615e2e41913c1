/* Results files: one HDF5 file per case. Only this folder uses HDF5. */
#ifndef RESULTS_RECORD_H
#define RESULTS_RECORD_H

#include "core/file_error.h"
#include "results/bundle.h"

#include <stdio.h>

/* Version of the layout of a results file, and the earliest version that can be read. */
enum { RECORD_SCHEMA_VERSION = 4, RECORD_SCHEMA_EARLIEST = 1 };

typedef enum record_status {
    RECORD_OK = TRAMA_OK,
    RECORD_NO_MEMORY = TRAMA_NO_MEMORY,
    RECORD_MISSING = 16, /* no such file */
    RECORD_NOT_OURS,     /* not a results file, or of another schema version */
    RECORD_DAMAGED,      /* cannot be opened, or a checksum is wrong */
    RECORD_IO,           /* the disk is full, the folder cannot be written, ... */
    RECORD_BUSY,         /* another run is writing there (lock.h) */
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

/* Starts HDF5 if needed: H5dont_atexit, quiet error stack. Readers and writers of results files do
 * so themselves; a program may call it before it forks such processes. */
void record_begin(void);

/* From now on this process (not those that it forks) reads all files in one child process, because
 * HDF5 crashes on some malicious files. If the child ends while reading a file, or spends more than
 * `seconds` of processor time in one place, the file is RECORD_DAMAGED, and another child reads the
 * next file. */
void record_guard(double seconds);

/* Version of the HDF5 library in use, "1.10.8". */
const char *record_library_version(void);

/* Writes all columns to `path`: to a temporary in the same folder, with every return checked,
 * fletcher32 on every dataset, times not tracked, a SHA-256 of the whole at the end; then close,
 * fsync, rename, fsync of the folder. On failure no temporary is left, and an existing file is
 * kept; only if the folder cannot be synced does the new file stay, since its bytes are on the
 * disk. Attributes of the root: schema_version, and openPMD's software, softwareVersion, date. */
record_status record_write(const char *path, const bundle *b, record_error *error);

/* Writes `size` bytes to `path`, all or nothing, in the same way; a link is replaced, not followed.
 * RECORD_IO leaves errno. */
record_status record_replace(const char *path, const void *bytes, size_t size, record_error *error);
/* Writes all of them to an open file; false with errno. */
bool record_write_all(int file, const void *bytes, size_t size);

/* As record_write, for one of many small files: only record_commit gives it its name. `owner`: the
 * process that will do so. */
record_status record_write_later(const char *path, const bundle *b, long owner,
                                 record_error *error);

/* Gives the files written so for this process their names, in order: syncs all files, renames them,
 * and syncs the names. Few files are synced one by one, many by syncing their file systems, which
 * takes no longer for a thousand than for one. Returns the number renamed, the first ones; the
 * others are removed. `error` is set if some are not, or if the names cannot be synced; files that
 * were renamed stay. */
size_t record_commit(const char *const *paths, size_t count, record_error *error);

/* Removes temporaries that process `pid` of this host may have left while writing `path` or its
 * sidecar. */
void record_discard(const char *path, long pid);

/* Reads the columns whose path begins with one of `prefixes` (NULL-terminated; NULL: all). */
record_status record_read(const char *path, const char *const *prefixes, bundle *b,
                          record_error *error);

/* The same, but columns of more than `most` bytes have only their shape: their pointers to values
 * are NULL. */
record_status record_read_small(const char *path, const char *const *prefixes, size_t most,
                                bundle *b, record_error *error);

/* Reads row[0] to row[rows - 1] of the columns whose paths are `columns` (NULL-terminated), or with
 * rows = 0 all. RECORD_NOT_OURS if one of them has fewer rows. */
record_status record_read_rows(const char *path, const char *const *columns, const size_t *row,
                               size_t rows, bundle *b, record_error *error);

/* The same as record_read for an untrusted file, into an empty bundle: first verifies the SHA-256
 * at the end of the file, about 4 s per GB. RECORD_DAMAGED if it is wrong or missing; such a file
 * is not passed to HDF5. Columns of more than 16 MiB are read in pieces, and have only their
 * shape. */
record_status record_verify(const char *path, const char *const *prefixes, bundle *b,
                            record_error *error);

/* Reads the data of a case that a resumed run needs, into an empty bundle, after the same check of
 * every byte: /case/id, experiment, status, /run/build and the labels as texts of one row, and
 * /frames/time if there are frames. It takes a tenth of the time of record_verify for small
 * files. */
record_status record_verify_case(const char *path, bundle *b, record_error *error);

/* SHA-256, in hex (65 bytes), over all columns below `prefix` in order of path: names, units,
 * types, shapes and bits. Equal for equal /result. False if a column's stream cannot be read. */
bool record_digest(const bundle *b, const char *prefix, char digest[65]);

/* The file of case `id` of the experiment in `folder`: <folder>/cases/<first two digits>/<id>.h5,
 * or <folder>/cases/<id>.h5 if an earlier version has written it there. */
void record_case_path(const char *folder, const char *id, char *path, size_t size);

/* RECORD_DAMAGED if the file is in the place of a case other than /case/id in `b`: a copy or a
 * renamed file. */
record_status record_check_place(const char *path, const bundle *b, record_error *error);

/* Makes the folder of the case's file; its parent must exist. */
record_status record_case_folder(const char *path, record_error *error);

/* The results files below <folder>/cases, relative to `folder` ("cases/0a/0a...h5"), in order of
 * id. RECORD_MISSING without such a folder. Free with record_names_free in any case. */
typedef struct record_names {
    size_t count;
    char **name;
} record_names;
record_status record_list(const char *folder, record_names *names, record_error *error);
void record_names_free(record_names *names);

/* As record_list, for files with that ending. */
record_status record_list_ending(const char *folder, const char *ending, record_names *names,
                                 record_error *error);

/* Writes <file>.xdmf2 next to a results file <file>.h5 with frames, for ParaView (the ending
 * selects its reader). RECORD_NOT_OURS if there are no complete frames. */
record_status record_xdmf(const char *path, record_error *error);

/* True if the results file has a sidecar. */
bool record_has_xdmf(const char *path);

#endif
