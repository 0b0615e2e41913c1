/* The results reader gives columns, or one line that says why not. The fuzzer also adds a trailer
 * that fits, because the trailer keeps all but whole files out. It does not make the checksums of
 * HDF5's own headers fit: behind them lie faults of HDF5 1.10.8 (a header with a checksum that fits
 * and addresses that do not ends the process). */
#include "fuzz.h"

#include "results/record.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The line at the end of a results file (docs/results-format.md). */
static const char trailer_head[] = "\ntrama: SHA-256 of the bytes before this line: ";
enum { HEAD = sizeof trailer_head - 1, DIGEST = 64, TRAILER = HEAD + DIGEST + 1 };

static void add_trailer(uint8_t *data, size_t size)
{
    char digest[DIGEST + 1];
    SHA2_CTX hash;
    SHA256Init(&hash);
    SHA256Update(&hash, data, size);
    SHA256End(&hash, digest);
    memcpy(data + size, trailer_head, HEAD);
    memcpy(data + size + HEAD, digest, DIGEST);
    data[size + TRAILER - 1] = '\n';
}

/* Without the trailer, if there is one. */
static size_t size_without_trailer(const uint8_t *data, size_t size)
{
    const bool whole = size >= TRAILER && memcmp(data + size - TRAILER, trailer_head, HEAD) == 0;
    return whole ? size - TRAILER : size;
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

/* With a trailer that fits: what a resumed run knows of a case, by its summary cache if there is
 * one. */
static void read_with_trailer(const uint8_t *data, size_t size)
{
    bundle b = {0};
    record_error error;
    uint8_t *whole = malloc(size + TRAILER);
    if (!whole)
        return;
    memcpy(whole, data, size);
    add_trailer(whole, size);
    const char *path = fuzz_file("whole.h5", whole, size + TRAILER);
    const bool read = record_verify_case(path, &b, &error) == RECORD_OK;
    expect_line_or(read, &error);
    bundle_free(&b);
    free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    begin_once();
    read_file(data, size);
    read_with_trailer(data, size_without_trailer(data, size));
    return 0;
}
