/* The configuration reader makes a plan of any input, or says in one line why not: YAML, includes,
 * sweeps, expressions, Field tables. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_plan(data, size);
    return 0;
}
