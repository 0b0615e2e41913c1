/* What only the library can see - pins on the grid, mass against density, detectors that need a
 * grid - is refused while planning, at the place of the field that it names. */
#include "plan/typed.h"

#include <math.h>
#include <stdio.h>

/* The node of `prefix`.path, or of the nearest mapping above it that stands in the file. */
static const config_node *place(const config_node *tree, const char *prefix, const char *path)
{
    char full[256];
    snprintf(full, sizeof full, "%s%s%s", prefix, *prefix && *path ? "." : "", path);
    while (*full) {
        const config_node *node = config_at(tree, full);
        if (node)
            return node;
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
    return config_fail(error, place(c->tree, prefix, e->path), "%s", e->text);
}

static bool check_detectors(const plan_case *c, const trama_system *system, config_error *error)
{
    trama_error e = {0};
    const trama_bounds *b = &c->bounds;
    const char *on_grid = isfinite(b->strain) ? "strain" : isfinite(b->area) ? "area" : NULL;
    if (!system->object[0].type->pointwise && on_grid)
        return config_fail(error, place(c->tree, "bounds", on_grid),
                           "%s is measured on a grid, and the model '%s' has none; allowed: .inf",
                           on_grid, c->model->name);
    if (!isfinite(b->energy))
        return true;
    trama_budget *budget = NULL;
    const trama_status status = trama_budget_create(system, &budget, &e);
    trama_budget_destroy(budget);
    return status == TRAMA_OK || refuse(c, "bounds.energy", &e, error);
}

static bool check_system(const plan_case *c, const trama_scene *scene, config_error *error)
{
    trama_error e = {0};
    trama_system *system = NULL;
    if (trama_system_create(c->model, c->model_parameters, scene, &system, &e) != TRAMA_OK)
        return refuse(c, "model", &e, error);
    bool ok = check_detectors(c, system, error);
    trama_integrator *integrator = NULL;
    if (ok && trama_integrator_create(c->integrator, c->integrator_parameters, system, &integrator,
                                      &e) != TRAMA_OK)
        ok = refuse(c, "integrator", &e, error);
    if (ok && c->task->check && c->task->check(c, scene, &e) != TRAMA_OK)
        ok = refuse(c, "", &e, error);
    trama_integrator_destroy(integrator);
    trama_system_destroy(system);
    return ok;
}

bool typed_check(const plan_case *c, config_error *error)
{
    trama_error e = {0};
    trama_scene *scene = NULL;
    if (trama_scene_create(&c->scene, &scene, &e) != TRAMA_OK)
        return refuse(c, "scene", &e, error);
    const bool ok = check_system(c, scene, error);
    trama_scene_destroy(scene);
    return ok;
}
