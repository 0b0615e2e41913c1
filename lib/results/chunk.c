/* HDF5 1.10.8 trusts the chunks of a column: it reads beyond the end of a chunk whose values take
 * less room than the dataset states, and unpacks a larger one whole, whatever its size. Each chunk
 * is therefore checked before HDF5 unpacks it: it must be packed as write.c packs, and have exactly
 * the required size. No other check detects this: without it a file with valid checksums is read
 * without an error, with values that it does not contain, and the child that reads (guard.c) does
 * not crash over it. Each chunk is inflated twice for it: verifying 69 MB of frames in 5 MB takes
 * 0.30 s instead of 0.18 s of processor time. */
#include "results/hdf.h"

#include <stdlib.h>
#include <zlib.h>

enum { FILTERS_MAX = 3, CHECKSUM_BYTES = 4, WINDOW_BYTES = 1 << 15 };

/* True if the filters are those of write.c: shuffled or not, deflated or not, a checksum last. */
static bool known_filters(hid_t list, bool *deflated)
{
    const int count = H5Pget_nfilters(list);
    if (count < 1 || count > FILTERS_MAX)
        return false;
    H5Z_filter_t filter[FILTERS_MAX];
    for (int i = 0; i < count; i++) {
        unsigned flags = 0, setting = 0;
        size_t settings = 0;
        filter[i] = H5Pget_filter2(list, (unsigned)i, &flags, &settings, NULL, 0, NULL, &setting);
    }
    int i = 0;
    i += filter[i] == H5Z_FILTER_SHUFFLE;
    *deflated = i < count && filter[i] == H5Z_FILTER_DEFLATE;
    i += *deflated;
    return i == count - 1 && filter[i] == H5Z_FILTER_FLETCHER32;
}

/* True if `packed` inflates to exactly `bytes` bytes. They are not kept. */
static bool inflates_to(unsigned char *packed, size_t size, size_t bytes)
{
    unsigned char window[WINDOW_BYTES];
    z_stream stream = {.next_in = packed, .avail_in = (uInt)size};
    if (inflateInit(&stream) != Z_OK)
        return false;
    int ending = Z_OK;
    while (ending == Z_OK && stream.total_out <= bytes) {
        stream.next_out = window;
        stream.avail_out = sizeof window;
        ending = inflate(&stream, Z_NO_FLUSH);
    }
    const bool fits = ending == Z_STREAM_END && stream.total_out == bytes;
    inflateEnd(&stream);
    return fits;
}

/* The most bytes that a chunk of `bytes` bytes takes on the disk. */
static size_t most_packed(size_t bytes, bool deflated)
{
    return (deflated ? compressBound((uLong)bytes) : bytes) + CHECKSUM_BYTES;
}

static bool chunk_fits(hid_t dataset, const hsize_t offset[2], size_t bytes, bool deflated,
                       unsigned char *packed)
{
    hsize_t size = 0;
    unsigned skipped = 0;
    haddr_t address = 0;
    if (H5Dget_chunk_info_by_coord(dataset, offset, &skipped, &address, &size) < 0 ||
        skipped != 0 || size <= CHECKSUM_BYTES || size > most_packed(bytes, deflated) ||
        H5Dread_chunk(dataset, H5P_DEFAULT, offset, &skipped, packed) < 0)
        return false;
    const size_t rest = (size_t)size - CHECKSUM_BYTES;
    return deflated ? inflates_to(packed, rest, bytes) : rest == bytes;
}

/* Those that have a part in the block. */
static bool all_fit(hid_t dataset, const record_block *b, size_t bytes, bool deflated,
                    unsigned char *packed)
{
    const hsize_t first = b->start[0] / b->chunk[0] * b->chunk[0], end = b->start[0] + b->count[0];
    for (hsize_t row = first; row < end; row += b->chunk[0])
        for (hsize_t column = 0; column < b->count[1]; column += b->chunk[1]) {
            const hsize_t offset[2] = {row, column};
            if (!chunk_fits(dataset, offset, bytes, deflated, packed))
                return false;
        }
    return true;
}

record_status record_chunks_fit(hid_t dataset, hid_t list, const record_block *block, size_t bytes)
{
    bool deflated = false;
    if (!known_filters(list, &deflated))
        return RECORD_NOT_OURS;
    unsigned char *packed = malloc(most_packed(bytes, deflated));
    if (!packed)
        return RECORD_NO_MEMORY;
    const bool fit = all_fit(dataset, block, bytes, deflated, packed);
    free(packed);
    return fit ? RECORD_OK : RECORD_DAMAGED;
}
