/* The configuration reader makes a plan of any input, or says in one line why not: YAML, includes,
 * sweeps, expressions, Field tables. */
#include "fuzz.h"

#include "plan/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *files[] = {(char *)fuzz_file("input.yaml", data, size)};
    config_error error = {""};
    plan p;
    if (!plan_load(files, 1, NULL, &p, &error))
        fuzz_expect_line(error.text);
    plan_free(&p);
    return 0;
}
