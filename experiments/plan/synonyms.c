#include "plan/synonyms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char synonym[] = "solver", name[] = "integrator";

/* "solver.name" and "solver" begin with it, "solvers" does not. */
static bool begins_with_synonym(const char *path)
{
    const size_t length = sizeof synonym - 1;
    return strncmp(path, synonym, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

static bool rename_path(config_store *store, config_node **path, config_error *error)
{
    const config_node *old = *path;
    if (old->kind != CONFIG_SCALAR || !begins_with_synonym(old->text))
        return true;
    const char *rest = old->text + sizeof synonym - 1;
    char *text = malloc(sizeof name + strlen(rest));
    if (text)
        memcpy(text, name, sizeof name - 1), strcpy(text + sizeof name - 1, rest);
    config_node *renamed = text ? config_scalar(store, text, old) : NULL;
    free(text);
    if (!renamed)
        return config_fail_memory(error, old);
    *path = renamed;
    return true;
}

static bool rename_all(config_store *store, config_node **paths, size_t count, config_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!rename_path(store, &paths[i], error))
            return false;
    return true;
}

static bool rename_keys(config_store *store, const config_node *mapping, config_error *error)
{
    return !mapping || mapping->kind != CONFIG_MAPPING ||
           rename_all(store, mapping->key, mapping->count, error);
}

/* The paths of each grid and zip. */
static bool rename_swept(config_store *store, const config_node *sweep, config_error *error)
{
    for (size_t i = 0; sweep && sweep->kind == CONFIG_SEQUENCE && i < sweep->count; i++) {
        const config_node *entry = sweep->item[i];
        for (size_t k = 0; entry->kind == CONFIG_MAPPING && k < entry->count; k++)
            if (!rename_keys(store, entry->item[k], error))
                return false;
    }
    return true;
}

static bool rename_factors(config_store *store, const config_node *study, config_error *error)
{
    const config_node *factors = config_get(study, "factors");
    return !factors || factors->kind != CONFIG_MAPPING ||
           rename_all(store, factors->item, factors->count, error);
}

static bool rename_section(config_store *store, const config_node *the_case, config_error *error)
{
    const config_node *key = config_key(the_case, synonym);
    if (key && config_key(the_case, name))
        return config_fail(error, key,
                           "'%s' is a synonym of '%s', which is given too; allowed: one of the two",
                           synonym, name);
    return rename_keys(store, the_case, error);
}

bool synonyms_apply(config_store *store, config_node *root, config_error *error)
{
    config_store_synonym(store, synonym, name);
    return rename_section(store, config_get(root, "case"), error) &&
           rename_swept(store, config_get(root, "sweep"), error) &&
           rename_keys(store, config_get(root, "derive"), error) &&
           rename_factors(store, config_get(root, "study"), error);
}

const config_node *synonyms_tree(config_store *store, const config_node *tree)
{
    const config_node *section = config_get(tree, name);
    config_node *both;
    config_error error;
    if (!section || config_get(config_get(tree, "labels"), synonym))
        return tree;
    return config_override(store, tree, synonym, section, &both, &error) ? both : NULL;
}
