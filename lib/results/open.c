/* Opens a results file for reading, and distinguishes files that are missing, locked, of another
 * kind or of another version from damaged ones. */
#include "results/door.h"
#include "results/hdf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first bytes must be those of HDF5, with the superblock of 1.10 and later. Such a file has a
 * checksum on whatever is not a value; of older ones, which record_write never makes, HDF5 1.10.8
 * reads past its buffers where they are damaged (H5Aexists; found by fuzzing). */
static bool check_signature(const char *path, int descriptor, record_error *error)
{
    static const unsigned char signature[] = "\211HDF\r\n\032\n";
    enum { SIGNATURE = sizeof signature - 1, SUPERBLOCK = 3 };
    unsigned char first[SIGNATURE + 1];
    struct stat about;
    ssize_t got;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
        record_fail(error, RECORD_NOT_OURS, path, "is not a file");
    else if (about.st_size == 0)
        record_fail(error, RECORD_DAMAGED, path, "is empty");
    else if ((got = read(descriptor, first, sizeof first)) < SIGNATURE ||
             memcmp(first, signature, SIGNATURE) != 0)
        record_fail(error, RECORD_NOT_OURS, path, "is not an HDF5 file");
    else if (got > SIGNATURE && first[SIGNATURE] != SUPERBLOCK)
        record_fail(error, RECORD_NOT_OURS, path,
                    "is not a results file: it has version %d of the HDF5 superblock; results "
                    "files have version %d, that of HDF5 1.10",
                    first[SIGNATURE], SUPERBLOCK);
    return error->status == RECORD_OK;
}

/* HDF5 opens files by name: of one that came through the door, the name that the system has for it
 * as it is open, so that no other can have come in its place. Where there is no /proc, its own. */
static hid_t open_same(const char *path, int descriptor, hid_t list)
{
    char name[48];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    const bool same = door_below(path) && access("/proc/self/fd", X_OK) == 0;
    return H5Fopen(same ? name : path, H5F_ACC_RDONLY, list);
}

/* A results file never changes once it has its name: there is nothing to lock, and locks fail on
 * NFS. */
static hid_t open_hdf(const char *path, int descriptor, record_error *error)
{
    record_begin();
    const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    const bool ready = list >= 0 && H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0 &&
                       H5Pset_file_locking(list, false, true) >= 0;
    const hid_t file = ready ? open_same(path, descriptor, list) : H5I_INVALID_HID;
    if (!ready)
        record_fail_memory(error, path);
    else if (file < 0)
        record_fail_hdf(error, RECORD_DAMAGED, path, "is damaged and does not open");
    record_close(list);
    return file;
}

/* False if the attribute is not one integer. */
static bool read_integer(hid_t attribute, int64_t *value)
{
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const bool read = H5Tget_class(type) == H5T_INTEGER &&
                      H5Sget_simple_extent_npoints(space) == 1 &&
                      H5Aread(attribute, H5T_NATIVE_INT64, value) >= 0;
    record_close(space);
    record_close(type);
    return read;
}

static bool check_version(const char *path, hid_t file, record_error *error)
{
    int64_t version = -1;
    const htri_t exists = H5Aexists(file, "schema_version");
    const hid_t attribute = exists > 0 ? H5Aopen(file, "schema_version", H5P_DEFAULT) : -1;
    if (exists == 0)
        record_fail(error, RECORD_NOT_OURS, path,
                    "is not a results file: it has no schema_version");
    else if (attribute < 0)
        record_fail_hdf(error, RECORD_DAMAGED, path, "its schema_version is damaged");
    else if (!read_integer(attribute, &version))
        record_fail(error, RECORD_NOT_OURS, path,
                    "is not a results file: its schema_version is not an integer");
    else if (version < RECORD_SCHEMA_EARLIEST || version > RECORD_SCHEMA_VERSION)
        record_fail(error, RECORD_NOT_OURS, path,
                    "has version %lld of the results schema; this program reads versions %d to %d",
                    (long long)version, RECORD_SCHEMA_EARLIEST, RECORD_SCHEMA_VERSION);
    record_close(attribute);
    return error->status == RECORD_OK;
}

/* Whether the file that is open lost its name, as a study does when another run writes it anew.
 * HDF5 asks for the name of what it opens, and finds none. */
static bool was_replaced(int descriptor)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && about.st_nlink == 0;
}

/* The file, or none: `replaced` says that another stands in its place now. Without O_NONBLOCK, to
 * open a pipe would wait for its writer. */
static hid_t open_once(const char *path, bool *replaced, record_error *error)
{
    hid_t file = H5I_INVALID_HID;
    const int descriptor = door_open(path, O_RDONLY | O_NONBLOCK);
    record_clear(error);
    if (descriptor < 0)
        record_fail_open(error, path, errno);
    else if (check_signature(path, descriptor, error))
        file = open_hdf(path, descriptor, error);
    *replaced = file < 0 && descriptor >= 0 && was_replaced(descriptor);
    if (descriptor >= 0)
        close(descriptor);
    return file;
}

hid_t record_open(const char *path, record_error *error)
{
    bool replaced;
    hid_t file;
    do
        file = open_once(path, &replaced, error);
    while (replaced);
    if (file < 0 || check_version(path, file, error))
        return file;
    record_close(file);
    return H5I_INVALID_HID;
}
