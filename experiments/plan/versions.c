/* The parts of a case that have a version, and their versions. */
#include "plan/parts.h"

#include <stdlib.h>

static bool count_one(void *context, const case_part *part)
{
    *(size_t *)context += part->type != NULL;
    return true;
}

static bool add(void *context, const case_part *part)
{
    plan_versions *v = context;
    if (!part->type)
        return true;
    snprintf(v->part[v->count], sizeof v->part[0], "%s", part->path);
    v->version[v->count++] = part->version;
    return true;
}

bool plan_versions_of(const plan_case *c, plan_versions *v)
{
    size_t most = 0;
    parts_each(c, count_one, &most);
    *v = (plan_versions){.part = calloc(most, sizeof *v->part),
                         .version = calloc(most, sizeof *v->version)};
    return v->part && v->version && parts_each(c, add, v);
}
