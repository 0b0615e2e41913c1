#include "analysis/plot/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_number(unsigned long number, unsigned char bytes[4])
{
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (24 - 8 * i) & 0xff);
}

/* A chunk: length, name, data, and the checksum of name and data. */
static void write_chunk(const char name[4], const unsigned char *data, size_t size, FILE *out)
{
    unsigned char bytes[4];
    put_number((unsigned long)size, bytes);
    fwrite(bytes, 1, 4, out);
    fwrite(name, 1, 4, out);
    fwrite(data, 1, size, out);
    const uLong checksum = crc32(0, (const Bytef *)name, 4);
    put_number(size > 0 ? crc32(checksum, data, (uInt)size) : checksum, bytes);
    fwrite(bytes, 1, 4, out);
}

/* 8 bits a colour, red, green and blue. */
static void write_header(size_t width, size_t height, double resolution, FILE *out)
{
    unsigned char header[13] = {[8] = 8, [9] = 2}, physical[9] = {[8] = 1};
    put_number((unsigned long)width, header);
    put_number((unsigned long)height, header + 4);
    put_number((unsigned long)lround(resolution), physical);
    put_number((unsigned long)lround(resolution), physical + 4);
    write_chunk("IHDR", header, sizeof header, out);
    write_chunk("pHYs", physical, sizeof physical, out);
}

/* Each row after a byte that names its filter, none: flat triangles and their edges deflate to
 * three quarters of what the difference from the row above does, or less. */
static unsigned char *rows_of(const unsigned char *pixels, size_t width, size_t height)
{
    const size_t row = 3 * width;
    unsigned char *rows = malloc((row + 1) * height + 1);
    for (size_t y = 0; rows && y < height; y++) {
        unsigned char *to = rows + y * (row + 1);
        *to = 0;
        memcpy(to + 1, pixels + y * row, row);
    }
    return rows;
}

bool png_write(const unsigned char *pixels, size_t width, size_t height, double resolution,
               FILE *out)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const uLong size = (uLong)((3 * width + 1) * height);
    uLongf packed_size = compressBound(size);
    unsigned char *rows = rows_of(pixels, width, height), *packed = malloc(packed_size);
    const bool made = rows && packed && compress(packed, &packed_size, rows, size) == Z_OK;
    if (made) {
        fwrite(signature, 1, sizeof signature, out);
        write_header(width, height, resolution, out);
        write_chunk("IDAT", packed, packed_size, out);
        write_chunk("IEND", packed, 0, out);
    }
    free(rows);
    free(packed);
    return made;
}
