#include "fuzz.h"

#include "plan/plan.h"

void fuzz_plan(const void *data, size_t size)
{
    char *files[] = {(char *)fuzz_file("input.yaml", data, size)};
    config_error error = {0};
    plan p;
    if (!plan_load(files, 1, NULL, &p, &error))
        fuzz_expect_line(error.text);
    plan_free(&p);
}
