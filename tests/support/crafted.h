/* Results files that somebody made to do harm: a byte of a header changed, and the checksums, those
 * of HDF5 and the line at the end, made to fit. */
#ifndef SUPPORT_CRAFTED_H
#define SUPPORT_CRAFTED_H

#include <stddef.h>

typedef struct crafted {
    unsigned char *bytes;
    size_t size;
    struct crafted_header {
        size_t begin, size; /* its checksum is its last four bytes */
    } * header;
    size_t headers;
    size_t places; /* bytes that can be changed: those of all headers but their checksums */
} crafted;

/* Reads the whole file at `path`. Fails the test if the checksum of a header is not what it should
 * be.
 */
crafted crafted_of(const char *path);
void crafted_free(crafted *c);

/* Writes the file with the byte at `place` (below c->places) changed to `value`, as `path`. */
void crafted_write(const crafted *c, size_t place, unsigned char value, const char *path);

#endif
