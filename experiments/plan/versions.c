/* Which parts of a case have a version, and which. */
#include "plan/plan.h"

#include <stdarg.h>
#include <stdlib.h>

static void add(plan_versions *v, unsigned version, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(plan_versions *v, unsigned version, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->part[v->count], sizeof v->part[0], format, arguments);
    va_end(arguments);
    v->version[v->count++] = version;
}

/* A point force has none: it is part of its scene. */
static void add_object(plan_versions *v, const plan_object *o)
{
    char prefix[128] = "";
    if (*o->name)
        snprintf(prefix, sizeof prefix, "objects.%s.", o->name);
    add(v, o->model->version, "%smodel", prefix);
    for (size_t i = 0; i < o->scene.force_count; i++)
        if (o->scene.forces[i].type != &trama_force_point)
            add(v, o->scene.forces[i].type->version, "%sscene.forces[%zu]", prefix, i);
}

static size_t count_most(const plan_case *c)
{
    size_t count = 2 + c->object_count + c->interaction_count;
    for (size_t o = 0; o < c->object_count; o++)
        count += c->object[o].scene.force_count;
    return count;
}

bool plan_versions_of(const plan_case *c, plan_versions *v)
{
    const size_t most = count_most(c);
    *v = (plan_versions){.part = calloc(most, sizeof *v->part),
                         .version = calloc(most, sizeof *v->version)};
    if (!v->part || !v->version)
        return false;
    for (size_t o = 0; o < c->object_count; o++)
        add_object(v, &c->object[o]);
    for (size_t i = 0; i < c->interaction_count; i++)
        add(v, c->interaction[i].type->version, "interactions.%s", c->interaction[i].name);
    add(v, c->integrator->version, "integrator");
    add(v, c->task->version, "task");
    return true;
}
