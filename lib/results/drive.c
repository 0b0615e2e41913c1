/* A driver by which HDF5 writes a file that is too large for memory. With HDF5's own drivers 1.10.8
 * may return 0 from H5Fclose although the disk is full; this one keeps the first error. It writes
 * to an open descriptor, independent of the file's name. */
#include "results/hdf.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#define DRIVER_VERSION .version = H5FD_CLASS_VERSION, .value = (H5FD_class_value_t)600,
#else
#define DRIVER_VERSION
#endif

/* A file that HDF5 has open. */
typedef struct open_file {
    H5FD_t head; /* first: what HDF5 sees */
    record_drive *drive;
    haddr_t allocated, end;
} open_file;

static H5FD_t *drive_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    (void)name, (void)most;
    record_drive *const *drive = H5Pget_driver_info(access);
    /* H5Fcreate first looks for a file of that name: there is none. */
    if (!drive || !*drive || !(flags & H5F_ACC_TRUNC))
        return NULL;
    open_file *made = calloc(1, sizeof *made);
    if (made)
        made->drive = *drive;
    return (H5FD_t *)made;
}

static herr_t drive_close(H5FD_t *head)
{
    open_file *f = (open_file *)head;
    f->drive->size = f->end;
    free(f);
    return 0;
}

static herr_t drive_query(const H5FD_t *head, unsigned long *flags)
{
    (void)head;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t drive_allocated(const H5FD_t *head, H5FD_mem_t type)
{
    (void)type;
    return ((const open_file *)head)->allocated;
}

static herr_t drive_allocate(H5FD_t *head, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((open_file *)head)->allocated = end;
    return 0;
}

static haddr_t drive_end(const H5FD_t *head, H5FD_mem_t type)
{
    (void)type;
    return ((const open_file *)head)->end;
}

static herr_t drive_fail(const open_file *f)
{
    if (f->drive->error == 0)
        f->drive->error = errno;
    return -1;
}

static herr_t drive_read(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                         void *bytes)
{
    const open_file *f = (const open_file *)head;
    (void)type, (void)transfer;
    for (size_t done = 0; done < size;) {
        const ssize_t got =
            pread(f->drive->file, (char *)bytes + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0)
            return drive_fail(f);
        done += (size_t)got;
    }
    return 0;
}

static herr_t drive_write(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                          const void *bytes)
{
    open_file *f = (open_file *)head;
    (void)type, (void)transfer;
    for (size_t done = 0; done < size;) {
        const ssize_t written =
            pwrite(f->drive->file, (const char *)bytes + done, size - done, (off_t)(at + done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return drive_fail(f);
        done += (size_t)written;
    }
    f->end = at + size > f->end ? at + size : f->end;
    return 0;
}

static herr_t drive_truncate(H5FD_t *head, hid_t transfer, hbool_t closing)
{
    open_file *f = (open_file *)head;
    (void)transfer, (void)closing;
    if (f->end != f->allocated && ftruncate(f->drive->file, (off_t)f->allocated) != 0)
        return drive_fail(f);
    f->end = f->allocated;
    return 0;
}

static const H5FD_class_t driver = {
    DRIVER_VERSION.name = "trama",
    .maxaddr = ((haddr_t)1 << 62),
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(record_drive *),
    .open = drive_open,
    .close = drive_close,
    .query = drive_query,
    .get_eoa = drive_allocated,
    .set_eoa = drive_allocate,
    .get_eof = drive_end,
    .read = drive_read,
    .write = drive_write,
    .truncate = drive_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t record_drive_create(record_drive *drive)
{
    const hid_t kind = H5FDregister(&driver), access = record_access_list();
    const hid_t creation = record_group_list(H5P_FILE_CREATE);
    hid_t file = H5I_INVALID_HID;
    if (kind >= 0 && access >= 0 && creation >= 0 && H5Pset_driver(access, kind, &drive) >= 0)
        file = H5Fcreate("trama", H5F_ACC_TRUNC, creation, access);
    record_close(creation);
    record_close(access);
    record_close(kind);
    return file;
}
