/* Files that record_write would never make, made with HDF5 itself, in the folder of
 * record_sample.h. Include after cmocka.h. */
#ifndef SUPPORT_FOREIGN_H
#define SUPPORT_FOREIGN_H

#include "results/record.h"

/* Debian keeps the serial one apart. */
#define H5_USE_110_API
#if __has_include(<hdf5.h>)
#include <hdf5.h>
#else
#include <hdf5/serial/hdf5.h>
#endif

#include <stdbool.h>

/* A file with a schema_version and nothing else, of the form of HDF5 1.10 or another. */
hid_t foreign_new(const char *path);
hid_t foreign_new_of(const char *path, H5F_libver_t form);

/* An attribute as results files have them. */
void foreign_set_text(hid_t object, const char *name, const char *text);

/* What is peculiar about a dataset; the rest is as in a results file. */
typedef struct foreign_dataset {
    const char *path;
    int rank;
    hsize_t size[3], chunk[3];
    bool no_checksum, no_unit, no_summary, no_values, growing, compact;
} foreign_dataset;

void foreign_add_typed(hid_t file, hid_t type, const foreign_dataset *d);
void foreign_add(hid_t file, const foreign_dataset *d); /* of reals */

/* One of which nothing is peculiar: four reals at /a. */
extern const foreign_dataset foreign_sound;
void foreign_make_sound(hid_t file);

typedef struct foreign_kind {
    void (*make)(hid_t file);
    record_status status;
    const char *says; /* part of the sentence */
} foreign_kind;

/* A file of every kind is read with that status and that sentence; also by sample_status. */
void foreign_assert_told(const foreign_kind *kinds, size_t count);

/* Reading one, whole or cut off, prints nothing and leaves nothing open. */
void foreign_assert_quiet(const foreign_kind *kinds, size_t count);

#endif
