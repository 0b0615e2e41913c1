/* The results reader: columns, or one line. The seal, which keeps all but whole files out, is also
 * made to fit. The checksums of HDF5's own headers are not: behind them lie faults of HDF5 1.10.8
 * (a header with a checksum that fits and addresses that do not ends the process). */
#include "fuzz.h"

#include "results/record.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The line at the end of a results file (docs/results-format.md). */
static const char trailer_head[] = "\ntrama: SHA-256 of the bytes before this line: ";
enum { HEAD = sizeof trailer_head - 1, DIGEST = 64, SEAL = HEAD + DIGEST + 1 };

static void seal(uint8_t *data, size_t size)
{
    char digest[DIGEST + 1];
    SHA2_CTX hash;
    SHA256Init(&hash);
    SHA256Update(&hash, data, size);
    SHA256End(&hash, digest);
    memcpy(data + size, trailer_head, HEAD);
    memcpy(data + size + HEAD, digest, DIGEST);
    data[size + SEAL - 1] = '\n';
}

/* Without the seal, if there is one. */
static size_t unsealed_size(const uint8_t *data, size_t size)
{
    const bool sealed = size >= SEAL && memcmp(data + size - SEAL, trailer_head, HEAD) == 0;
    return sealed ? size - SEAL : size;
}

static void begin_once(void)
{
    static bool begun;
    if (!begun)
        record_begin();
    begun = true;
}

static void expect_line_or(bool read, const record_error *error)
{
    if (read != (error->status == RECORD_OK))
        abort();
    if (!read)
        fuzz_expect_line(error->text);
}

static void read_file(const uint8_t *data, size_t size)
{
    bundle b = {0};
    record_error error;
    char digest[65];
    const bool read = record_read(fuzz_file("input.h5", data, size), NULL, &b, &error) == RECORD_OK;
    expect_line_or(read, &error);
    if (read)
        record_digest(&b, "/", digest);
    else if (b.count > 0)
        abort();
    bundle_free(&b);
}

/* With a seal that fits: what a resumed run knows of a case, by its card if there is one. */
static void read_sealed(const uint8_t *data, size_t size)
{
    bundle b = {0};
    record_error error;
    uint8_t *sealed = malloc(size + SEAL);
    if (!sealed)
        return;
    memcpy(sealed, data, size);
    seal(sealed, size);
    const char *path = fuzz_file("sealed.h5", sealed, size + SEAL);
    const bool read = record_verify_case(path, &b, &error) == RECORD_OK;
    expect_line_or(read, &error);
    bundle_free(&b);
    free(sealed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    begin_once();
    read_file(data, size);
    read_sealed(data, unsealed_size(data, size));
    return 0;
}
