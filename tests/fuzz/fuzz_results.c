/* The results reader: columns, or one line. HDF5 reads the bytes as they are; the seal, which would
 * keep all but one of them out, is not asked for. */
#include "fuzz.h"

#include "record/record.h"

#include <stdbool.h>
#include <stdlib.h>

static void begin_once(void)
{
    static bool begun;
    if (!begun)
        record_begin();
    begun = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bundle b = {0};
    record_error error;
    char digest[65];
    begin_once();
    const record_status status = record_read(fuzz_file("input.h5", data, size), NULL, &b, &error);
    if (status != error.status)
        abort();
    if (status == RECORD_OK)
        record_digest(&b, "/", digest);
    else
        fuzz_expect_line(error.text);
    if (status != RECORD_OK && b.count > 0)
        abort();
    bundle_free(&b);
    return 0;
}
