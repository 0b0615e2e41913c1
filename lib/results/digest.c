/* The digest of a bundle: SHA-256 (FIPS 180-4) over a canonical form of its columns. Every part of
 * the form says its own length, so that no two bundles share one form. column  = path NUL unit NUL
 * type rows columns value... type    = 'r', 'i' or 't'; rows, columns: 8 bytes, little-endian value
 * = the 8 bytes of the real (IEEE 754) or integer (two's complement), little-endian; a text: its
 * length in 8 bytes, then its bytes Reals count by their bits: -0.0 differs from 0.0, and one NaN
 * from another. */
#include "results/internal.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

static void hash_word(SHA2_CTX *hash, uint64_t word)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    SHA256Update(hash, bytes, sizeof bytes);
}

static void hash_text(SHA2_CTX *hash, const char *text, size_t length)
{
    SHA256Update(hash, (const uint8_t *)text, length);
}

static void hash_values(SHA2_CTX *hash, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        hash_word(hash, bits);
    }
}

/* A piece at a time. */
static bool hash_stream(SHA2_CTX *hash, const bundle_column *column)
{
    const size_t most = bundle_piece_rows(column);
    double *piece = malloc(most * column->columns * sizeof *piece);
    bool read = piece != NULL;
    for (size_t row = 0; read && row < column->rows; row += most) {
        const size_t left = column->rows - row, rows = left < most ? left : most;
        read = bundle_read_rows(column, row, rows, piece);
        if (read)
            hash_values(hash, piece, rows * column->columns);
    }
    free(piece);
    return read;
}

static bool hash_reals(SHA2_CTX *hash, const bundle_column *column)
{
    if (column->stream.read)
        return hash_stream(hash, column);
    hash_values(hash, column->real, column->rows * column->columns);
    return true;
}

static bool hash_integers(SHA2_CTX *hash, const bundle_column *column)
{
    for (size_t i = 0; i < column->rows * column->columns; i++)
        hash_word(hash, (uint64_t)column->integer[i]);
    return true;
}

static bool hash_texts(SHA2_CTX *hash, const bundle_column *column)
{
    for (size_t i = 0; i < column->rows; i++) {
        const size_t length = strlen(column->text[i]);
        hash_word(hash, length);
        hash_text(hash, column->text[i], length);
    }
    return true;
}

static const struct {
    char letter;
    bool (*hash_values)(SHA2_CTX *hash, const bundle_column *column);
} form[] = {
    [BUNDLE_REAL] = {'r', hash_reals},
    [BUNDLE_INTEGER] = {'i', hash_integers},
    [BUNDLE_TEXT] = {'t', hash_texts},
};

static bool hash_column(SHA2_CTX *hash, const bundle_column *column)
{
    hash_text(hash, column->path, strlen(column->path) + 1);
    hash_text(hash, column->unit, strlen(column->unit) + 1);
    hash_text(hash, &form[column->type].letter, 1);
    hash_word(hash, column->rows);
    hash_word(hash, column->columns);
    return form[column->type].hash_values(hash, column);
}

/* The column below `prefix` that follows `last` in order of path (NULL: the first), or NULL. Looked
 * for anew each time: a bundle has tens of columns, and no memory is needed. */
static const bundle_column *next_column(const bundle *b, const char *prefix,
                                        const bundle_column *last)
{
    const bundle_column *next = NULL;
    for (size_t i = 0; i < b->count; i++) {
        const bundle_column *c = &b->column[i];
        if (bundle_below(c->path, prefix) && (!last || strcmp(c->path, last->path) > 0) &&
            (!next || strcmp(c->path, next->path) < 0))
            next = c;
    }
    return next;
}

bool record_digest(const bundle *b, const char *prefix, char digest[65])
{
    SHA2_CTX hash;
    bool read = true;
    SHA256Init(&hash);
    for (const bundle_column *c = next_column(b, prefix, NULL); c; c = next_column(b, prefix, c))
        read = hash_column(&hash, c) && read;
    SHA256End(&hash, digest);
    return read;
}
