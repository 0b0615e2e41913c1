/* Values of the case at paths that a sweep or `derive` overrides. They have no effect, but are
 * checked nevertheless: together with the first case they must be valid. */
#include "plan/typed.h"

#include <stdio.h>
#include <string.h>

/* A case that stands, and what its base says. */
typedef struct check {
    const plan_experiment *experiment;
    config_node *base; /* with what it includes */
    const config_node *tree;
} check;

static bool begins_at(const config_error *error, const config_node *node)
{
    return error->file && node->file && strcmp(error->file, node->file) == 0 &&
           error->line == node->line && error->column == node->column;
}

/* True if the error is one of the value: a value that is right may still not fit the others. */
static bool stands_in(const config_error *error, const config_node *value)
{
    bool found = begins_at(error, value);
    for (size_t i = 0; i < value->count && !found; i++)
        found = stands_in(error, value->item[i]) ||
                (value->kind == CONFIG_MAPPING && begins_at(error, value->key[i]));
    return found;
}

static bool check_path(const check *of, const char *path, config_error *error)
{
    const config_node *value = config_at(of->base, path);
    config_node *tree;
    plan_case trial = {0};
    config_error found = {0};
    if (!value)
        return true;
    if (!config_override(of->experiment->store, of->tree, path, value, &tree, error))
        return false;
    const bool sound = typed_read(tree, of->experiment, &trial, &found);
    plan_case_free(&trial);
    /* That memory is short says nothing of the value, and must not be passed over. */
    if (sound || (found.status != TRAMA_NO_MEMORY && !stands_in(&found, value)))
        return true;
    *error = found;
    return false;
}

static bool check_paths(const check *of, const config_node *paths, config_error *error)
{
    for (size_t i = 0; paths && i < paths->count; i++)
        if (!check_path(of, paths->key[i]->text, error))
            return false;
    return true;
}

bool typed_check_overridden(const config_node *root, const plan_experiment *experiment,
                            const config_node *tree, config_error *error)
{
    const config_node *sweep = config_get(root, "sweep");
    check of = {experiment, NULL, tree};
    if (!config_resolve(experiment->store, config_get(root, "case"), &of.base, error))
        return false;
    for (size_t i = 0; sweep && i < sweep->count; i++)
        if (!check_paths(&of, sweep->item[i]->item[0], error))
            return false;
    return check_paths(&of, config_get(root, "derive"), error);
}
