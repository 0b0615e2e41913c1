/* Errors that only the library can find (pins on the grid, mass against density, detectors that
 * need a grid) are reported during planning, with the place of the field. */
#include "plan/typed.h"

#include "plugin/apart.h"
#include "plugin/numbers.h"
#include "plugin/plugin.h"
#include "plugin/surroundings.h"

#include "process/process.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a model cannot have stands in its object's scene: "model.lattice" is "scene.lattice". */
static const config_node *place_in_scene(const config_node *tree, const char *path)
{
    char other[256];
    const char *model = strstr(path, "model.");
    if (!model)
        return NULL;
    snprintf(other, sizeof other, "%.*sscene.%s", (int)(model - path), path,
             model + strlen("model."));
    return config_at(tree, other);
}

/* The node of `prefix`.path, or of the nearest mapping above it that stands in the file. */
static const config_node *place(const config_node *tree, const char *prefix, const char *path)
{
    char full[256];
    snprintf(full, sizeof full, "%s%s%s", prefix, *prefix && *path ? "." : "", path);
    const config_node *in_scene = config_at(tree, full) ? NULL : place_in_scene(tree, full);
    if (in_scene)
        return in_scene;
    while (*full) {
        const config_node *node = config_at(tree, full);
        if (node)
            return config_laid_name(node);
        size_t end = 0;
        for (size_t i = 0; full[i]; i++)
            if (full[i] == '.' || full[i] == '[')
                end = i;
        full[end] = '\0';
    }
    return tree;
}

static bool refuse(const plan_case *c, const char *prefix, const trama_error *e,
                   config_error *error)
{
    const config_node *at = place(c->tree, prefix, e->path);
    if (e->status == TRAMA_NO_MEMORY && isfinite(c->experiment->memory))
        return config_fail(error, at, "%s, with limits.memory at %g MiB", e->text,
                           c->experiment->memory);
    return config_fail(error, at, "%s", e->text);
}

static bool check_detectors(const plan_case *c, const trama_system *system, config_error *error)
{
    trama_error e = {0};
    const trama_bounds *b = &c->bounds;
    const char *missing = trama_bounds_missing(b, system);
    if (missing)
        return config_fail(error, place(c->tree, "bounds", missing),
                           "%s needs %s, and the model '%s' has none here; allowed: .inf", missing,
                           strcmp(missing, "area") == 0 ? "triangles or cells of a grid"
                                                        : "edges or springs",
                           c->object[0].model->name);
    if (!isfinite(b->energy))
        return true;
    trama_budget *budget = NULL;
    const trama_status status = trama_budget_create(system, &budget, &e);
    trama_budget_destroy(budget);
    return status == TRAMA_OK || refuse(c, "bounds.energy", &e, error);
}

static bool check_system(const plan_case *c, const trama_system *system, config_error *error)
{
    trama_error e = {0};
    trama_integrator *integrator = NULL;
    bool ok = check_detectors(c, system, error);
    if (ok && trama_integrator_create(c->integrator, c->integrator_parameters, system, &integrator,
                                      &e) != TRAMA_OK)
        ok = refuse(c, "integrator", &e, error);
    if (ok && c->task->check && c->task->check(c, system, &e) != TRAMA_OK)
        ok = refuse(c, "", &e, error);
    trama_integrator_destroy(integrator);
    return ok;
}

static bool check_freely(const plan_case *c, config_error *error)
{
    trama_error e = {0};
    plan_made made;
    const bool ok = plan_make(c, &made, &e) == TRAMA_OK ? check_system(c, made.system, error)
                                                        : refuse(c, "", &e, error);
    plan_unmake(&made);
    return ok;
}

/* Within the memory that the case will have. */
static bool check_here(const plan_case *c, config_error *error)
{
    const unsigned long long before = process_bound_memory(c->experiment->memory);
    const bool ok = check_freely(c, error);
    process_release_memory(before);
    return ok;
}

static bool uses(const plan_case *c, const plugin_entry *plugin)
{
    bool used = plugin_of_integrator(c->integrator) == plugin;
    for (size_t o = 0; o < c->object_count; o++)
        used |= plugin_of_model(c->object[o].model) == plugin;
    for (size_t i = 0; i < c->interaction_count; i++)
        used |= plugin_of_interaction(c->interaction[i].type) == plugin;
    return used;
}

static bool uses_any(const plan_case *c)
{
    bool any = false;
    for (size_t p = 0; p < plugin_count(); p++)
        any |= uses(c, plugin_at(p));
    return any;
}

bool typed_check(const plan_case *c, config_error *error)
{
    return uses_any(c) || check_here(c, error);
}

/* ---- Cases of plugins: their code runs apart. */

const char *plan_plugins(const plan_case *c, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t p = 0; p < plugin_count(); p++)
        if (uses(c, plugin_at(p)) && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       length > 0 ? " or " : "", plugin_at(p)->table->name);
    return text;
}

/* Without `limits.timeout`, the time that a plugin has to make what a case needs. */
static const double planning_seconds = 60.0;

static bool check_one(void *context, size_t index, char *why, size_t size)
{
    const plan_case *c = *(const plan_case **)context + index;
    config_error error;
    char change[128], names[512];
    if (!uses_any(c))
        return true;
    surroundings_note();
    bool ok = check_here(c, &error);
    const int changed = surroundings_changed();
    if (changed)
        ok = config_fail(&error, c->tree, "plugin %s changes the state of this process: %s",
                         plan_plugins(c, names, sizeof names), surroundings_words(changed));
    else if (ok && numbers_changed(change, sizeof change))
        ok = config_fail(&error, c->tree, "plugin %s changes the arithmetic of this program: %s",
                         plan_plugins(c, names, sizeof names), change);
    if (!ok)
        snprintf(why, size, "%s", error.text);
    return ok;
}

static bool refuse_lost(const plan_case *c, const char *why, config_error *error)
{
    char names[512];
    return config_fail(error, c->tree, "plugin %s %s while this case is planned",
                       plan_plugins(c, names, sizeof names), why);
}

bool typed_check_apart(const plan_case *cases, size_t count, config_error *error)
{
    char why[APART_TEXT];
    size_t index = 0;
    while (index < count && !uses_any(&cases[index]))
        index++;
    if (index == count)
        return true;
    const double timeout = cases->experiment->timeout;
    switch (apart_each(check_one, &cases, count, isfinite(timeout) ? timeout : planning_seconds,
                       &index, why, sizeof why)) {
    case APART_DONE:
        return true;
    case APART_REFUSED:
        *error = (config_error){.status = TRAMA_BAD_INPUT};
        snprintf(error->text, sizeof error->text, "%s", why);
        return false;
    case APART_LOST:
        return refuse_lost(&cases[index], why, error);
    case APART_UNABLE:
        break;
    }
    return config_fail(error, cases->tree, "plugins cannot be tried in a separate process: %s",
                       why);
}
