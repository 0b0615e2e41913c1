/* A file in memory: HDF5's core driver, with its callbacks over a buffer that outlives H5Fclose.
 * (H5Fget_file_image would copy the file, and up to 1.14.6 gives a wrong checksum of its
 * superblock.) */
#include "results/hdf.h"

#include <stdlib.h>
#include <string.h>

static void *image_malloc(size_t size, H5FD_file_image_op_t operation, void *data)
{
    (void)operation, (void)data;
    return malloc(size);
}

static void *image_copy(void *to, const void *from, size_t size, H5FD_file_image_op_t operation,
                        void *data)
{
    (void)operation, (void)data;
    return memcpy(to, from, size);
}

/* HDF5 asks for every byte that it appends: room grows by halves. */
static void *image_resize(void *bytes, size_t size, H5FD_file_image_op_t operation, void *data)
{
    (void)bytes, (void)operation;
    record_image *image = data;
    if (size > image->capacity) {
        const size_t capacity = size + size / 2;
        unsigned char *grown = realloc(image->bytes, capacity);
        if (!grown)
            return NULL;
        image->bytes = grown;
        image->capacity = capacity;
    }
    image->size = size;
    return image->bytes;
}

/* The bytes are the image's, and stay. */
static herr_t image_leave(void *bytes, H5FD_file_image_op_t operation, void *data)
{
    (void)bytes, (void)operation, (void)data;
    return 0;
}

static void *same_data(void *data)
{
    return data;
}

static herr_t leave_data(void *data)
{
    (void)data;
    return 0;
}

/* The format of HDF5 1.10, whatever library runs: it alone has a checksum on all its metadata.
 * Without blocks set aside for small things there are no gaps: every byte is under a checksum. */
hid_t record_access_list(void)
{
    const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    const bool made =
        list >= 0 && H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0 &&
        H5Pset_meta_block_size(list, 0) >= 0 && H5Pset_small_data_block_size(list, 0) >= 0 &&
        H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0;
    if (made)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

static hid_t access_list(record_image *image)
{
    H5FD_file_image_callbacks_t calls = {image_malloc, image_copy, image_resize, image_leave,
                                         same_data,    leave_data, image};
    const size_t one_byte_at_a_time = 1;
    const hid_t list = record_access_list();
    if (list >= 0 && H5Pset_fapl_core(list, one_byte_at_a_time, false) >= 0 &&
        H5Pset_file_image_callbacks(list, &calls) >= 0)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

/* H5Fcreate first looks for a file of that name, to read it into memory: there can be none. */
static const char nowhere[] = "/dev/null/image";

hid_t record_image_create(record_image *image)
{
    const hid_t access = access_list(image), creation = record_group_list(H5P_FILE_CREATE);
    hid_t file = H5I_INVALID_HID;
    if (access >= 0 && creation >= 0)
        file = H5Fcreate(nowhere, H5F_ACC_TRUNC, creation, access);
    record_close(creation);
    record_close(access);
    return file;
}
