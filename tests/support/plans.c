#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/plans.h"

plan plans_load_only(const char *file, const char *only)
{
    plan p;
    config_error error;
    char *const files[] = {(char *)file};
    if (!plan_load(files, 1, only, &p, &error))
        fail_msg("%s", error.text);
    return p;
}

plan plans_load(const char *file)
{
    return plans_load_only(file, NULL);
}

const char *plans_refusal(char *const *files, size_t count, const char *only)
{
    static config_error error;
    plan p;
    error.text[0] = '\0';
    const bool loaded = plan_load(files, count, only, &p, &error);
    plan_free(&p);
    return loaded ? "(not refused)" : error.text;
}
