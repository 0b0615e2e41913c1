#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/crafted.h"
#include "support/record_sample.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* HDF5's own, which it exports without a header. */
uint32_t H5_checksum_metadata(const void *bytes, size_t size, uint32_t begin);

enum { CHECKSUM = 4, SUPERBLOCK = 48, ARRAY_HEADER = 28, DIGEST = 64 };

static uint32_t stored_checksum(const unsigned char *end)
{
    return (uint32_t)end[0] | (uint32_t)end[1] << 8 | (uint32_t)end[2] << 16 |
           (uint32_t)end[3] << 24;
}

static bool fits(const unsigned char *bytes, size_t size)
{
    return stored_checksum(bytes + size - CHECKSUM) ==
           H5_checksum_metadata(bytes, size - CHECKSUM, 0);
}

/* Size of an object header of version 2, by its flags (the format's specification, IV.A.1.b); 0:
 * none. */
static size_t object_size(const unsigned char *bytes, size_t rest)
{
    if (rest < 16 || memcmp(bytes, "OHDR\2", 5) != 0)
        return 0;
    const unsigned flags = bytes[5], width = 1u << (flags & 3);
    size_t at = 6u + (flags & 0x20 ? 16u : 0u) + (flags & 0x10 ? 4u : 0u), messages = 0;
    for (unsigned i = 0; i < width && at + i < rest; i++)
        messages |= (size_t)bytes[at + i] << (8 * i);
    at += width + messages + CHECKSUM;
    return at <= rest ? at : 0;
}

static size_t header_size(const unsigned char *bytes, size_t rest, bool first)
{
    if (first)
        return SUPERBLOCK;
    if (rest >= ARRAY_HEADER && memcmp(bytes, "FAHD", 4) == 0)
        return ARRAY_HEADER;
    return object_size(bytes, rest);
}

crafted crafted_of(const char *path)
{
    const sample_bytes file = sample_read(path);
    crafted c = {.bytes = file.bytes, .size = file.size};
    c.header = calloc(file.size / ARRAY_HEADER + 1, sizeof *c.header);
    assert_non_null(c.header);
    for (size_t at = 0; at + SUPERBLOCK < c.size;) {
        const size_t size = header_size(c.bytes + at, c.size - at, at == 0);
        if (size > 0) {
            assert_true(fits(c.bytes + at, size));
            c.header[c.headers++] = (struct crafted_header){at, size};
            c.places += size - CHECKSUM;
        }
        at += size > 0 ? size : 1;
    }
    return c;
}

void crafted_free(crafted *c)
{
    free(c->bytes);
    free(c->header);
}

static void mend_header(unsigned char *bytes, size_t size)
{
    const uint32_t sum = H5_checksum_metadata(bytes, size - CHECKSUM, 0);
    for (int i = 0; i < CHECKSUM; i++)
        bytes[size - CHECKSUM + (size_t)i] = (unsigned char)(sum >> (8 * i));
}

/* The line at the end (docs/results-format.md): 64 digits and a line feed. */
static void mend_trailer(unsigned char *bytes, size_t size)
{
    static const char head[] = "\ntrama: SHA-256 of the bytes before this line: ";
    const size_t line = sizeof head - 1 + DIGEST + 1;
    char digest[DIGEST + 1];
    assert_memory_equal(bytes + size - line, head, sizeof head - 1);
    SHA256Data(bytes, size - line, digest);
    memcpy(bytes + size - DIGEST - 1, digest, DIGEST);
}

void crafted_write(const crafted *c, size_t place, unsigned char value, const char *path)
{
    size_t i = 0;
    for (; place >= c->header[i].size - CHECKSUM; i++)
        place -= c->header[i].size - CHECKSUM;
    unsigned char *bytes = malloc(c->size);
    assert_non_null(bytes);
    memcpy(bytes, c->bytes, c->size);
    bytes[c->header[i].begin + place] = value;
    mend_header(bytes + c->header[i].begin, c->header[i].size);
    mend_trailer(bytes, c->size);
    sample_write(path, bytes, c->size);
    free(bytes);
}
