/* HDF5 for this folder only: the calls of version 1.10, without output, with a message for every
 * failure. */
#ifndef RESULTS_HDF_H
#define RESULTS_HDF_H

#define H5_USE_110_API
#include "results/internal.h"

#include <hdf5.h>

/* A new HDF5 file in memory. After H5Fclose it is bytes[0] to bytes[size - 1], to be written by
 * record_replace and freed by the caller. So HDF5 never writes to a disk, and cannot hide a disk
 * error (1.10.8 may return 0 from H5Fclose although the disk is full). It takes memory for one and
 * a half times the file. */
typedef struct record_image {
    unsigned char *bytes;
    size_t size, capacity;
} record_image;
hid_t record_image_create(record_image *image);

/* A new HDF5 file on the disk, if too large for memory: descriptor `file`, which must be empty and
 * stays the caller's. `error` is the errno of the first failed write, even if HDF5 ignores it:
 * after H5Fclose the file is complete if it is 0. */
typedef struct record_drive {
    int file, error;
    unsigned long long size; /* bytes, after H5Fclose */
} record_drive;
hid_t record_drive_create(record_drive *drive);

/* Properties of a new file, in memory or on the disk: its bytes are the same. Negative without
 * memory. */
hid_t record_access_list(void);

/* Writes the columns into a new HDF5 file (negative: creation failed), and closes it. `path` is for
 * messages. */
record_status record_write_columns(const char *path, const bundle *b, hid_t file,
                                   record_error *error);

/* Names the dimensions of frames in a file that has all columns, `column` in order of path
 * (scales.c); false with `error`. */
bool record_write_scales(const char *path, const bundle *b, const bundle_column *const *column,
                         hid_t file, record_error *error);

/* Bytes of a column's values; RECORD_BYTES_MAX + 1 for anything larger. */
size_t record_column_bytes(const bundle_column *column);

/* The summary cache of a case (summary_cache.c), for free(): `size` bytes, 0 if the bundle is not a
 * case. NULL without memory, or if a stream cannot be read. */
char *record_make_cache(const bundle *b, size_t *size);

/* The line at the end of a file, from the bytes before it: bytes[0] to bytes[size - 1], or the
 * whole file (false leaves errno). */
void record_make_trailer(const unsigned char *bytes, size_t size, char trailer[RECORD_TRAILER]);
bool record_make_trailer_of(int file, char trailer[RECORD_TRAILER]);

/* Opens a results file of a known schema version for reading; negative with `error` set. */
hid_t record_open(const char *path, record_error *error);

/* Whole rows of a dataset, and the size of its chunks. */
typedef struct record_block {
    hsize_t start[2], count[2], chunk[2];
} record_block;

/* Checks that the chunks of a block, of `bytes` bytes each, with the creation properties `list`,
 * have the right size, so that HDF5 can unpack them safely: RECORD_NOT_OURS if they are packed in
 * another way, RECORD_DAMAGED if one has another size, RECORD_NO_MEMORY. */
record_status record_chunks_fit(hid_t dataset, hid_t list, const record_block *block, size_t bytes);

/* Fills `error` with the innermost cause of the last failed HDF5 call: call it before any other
 * HDF5 call. RECORD_NO_MEMORY if that was the cause, else `status`. */
record_status record_fail_hdf(record_error *error, record_status status, const char *path,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Closes an identifier of any kind; ignores negative ones. */
void record_close(hid_t id);

/* Properties of a new group, or (H5P_FILE_CREATE) of the root: no times, and all links in the
 * header of the group, which is the smallest form. */
hid_t record_group_list(hid_t list_class);

/* The type for booleans, as read by h5py: an enumeration of FALSE = 0 and TRUE = 1 in a byte. */
hid_t record_boolean_type(void);

/* A type for texts of `width` bytes, at least one: UTF-8, padded with NUL. */
hid_t record_text_type(size_t width);

#endif
