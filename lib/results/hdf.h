/* HDF5 as the files of this room see it: the calls of version 1.10, quiet, and every failure turned
 * into a sentence. No other room includes it. */
#ifndef RESULTS_HDF_H
#define RESULTS_HDF_H

#define H5_USE_110_API
#include "results/internal.h"

#include <hdf5.h>

/* A new HDF5 file made in memory. After H5Fclose it is bytes[0] to bytes[size - 1], to be written
 * by record_replace and freed by the caller. So HDF5 never writes to a disk, and cannot lose an
 * error of the disk (1.10.8 may return 0 from H5Fclose though the disk is full). It takes memory
 * for the whole file and half of it again. */
typedef struct record_image {
    unsigned char *bytes;
    size_t size, capacity;
} record_image;
hid_t record_image_create(record_image *image);

/* Appends the summary cache of a case (summary_cache.c), if the bundle is one; false if there is no
 * memory. */
bool record_cache(record_image *image, const bundle *b);

/* Appends the line with the checksum of all bytes; false if there is no memory. */
bool record_write_trailer(record_image *image);

/* The results file, open for reading and of a schema version that is known, or negative with
 * `error` set. */
hid_t record_open(const char *path, record_error *error);

/* Whether the first `count` chunks of a dataset, of so many bytes each, with the creation
 * properties `list`, hold what they have to, so that HDF5 may unpack them: RECORD_NOT_OURS if they
 * are not packed as ours are, RECORD_DAMAGED if one has another size, RECORD_NO_MEMORY. */
record_status record_chunks_fit(hid_t dataset, hid_t list, hsize_t count, size_t bytes);

/* Fills `error` with the innermost cause of the HDF5 call that failed just now: to be called before
 * any other HDF5 call. RECORD_NO_MEMORY if that was the cause, else `status`. */
record_status record_fail_hdf(record_error *error, record_status status, const char *path,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Gives an identifier of any kind back; negative ones are left. */
void record_close(hid_t id);

/* Properties of a new group, or (H5P_FILE_CREATE) of the root: no times, and links of any number
 * kept in the header of the group, which is the smallest form. */
hid_t record_group_list(hid_t list_class);

/* A type for texts of `width` bytes, at least one: UTF-8, padded with NUL. */
hid_t record_text_type(size_t width);

#endif
