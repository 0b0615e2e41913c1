#include "plan/solvers.h"

#include "solver/solver.h"

#include <string.h>

static const char section[] = "integrator", swept[] = "integrator.name";

static bool is_named(const char *path)
{
    return strcmp(path, swept) == 0 || strcmp(path, section) == 0;
}

/* Where the list of names, or of what stands for `integrator`, stands in a grid, and its path;
 * NULL: the sweep has none. */
static config_node **names_of(const config_node *root, config_node ***path)
{
    const config_node *sweep = config_get(root, "sweep");
    for (size_t i = 0; sweep && sweep->kind == CONFIG_SEQUENCE && i < sweep->count; i++) {
        const config_node *grid = config_get(sweep->item[i], "grid");
        for (size_t k = 0; grid && grid->kind == CONFIG_MAPPING && k < grid->count; k++)
            if (is_named(grid->key[k]->text) && grid->item[k]->kind == CONFIG_SEQUENCE)
                return *path = &grid->key[k], &grid->item[k];
    }
    return NULL;
}

static bool is_among(const config_node *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        const config_node *item = names->item[i];
        const config_node *own = item->kind == CONFIG_MAPPING ? config_get(item, "name") : item;
        if (own && own->kind == CONFIG_SCALAR && strcmp(own->text, name) == 0)
            return true;
    }
    return false;
}

static bool is_added(const config_node *names, const trama_integrator_type *type)
{
    return trama_solver_of(type) && !is_among(names, type->name);
}

/* {name: NAME} or {name: NAME, setting: SETTING}, over what the case says of its integrator. */
static config_node *value_of(config_store *store, const config_node *base, const config_node *where,
                             const char *name, const char *setting, config_error *error)
{
    config_node *text = config_scalar(store, name, where), *value = NULL;
    if (!text || !config_override(store, base, "name", text, &value, error))
        return NULL;
    text = setting ? config_scalar(store, setting, where) : NULL;
    if (setting && (!text || !config_override(store, value, "setting", text, &value, error)))
        return NULL;
    return value;
}

/* The values for `integrator` in the place of the names for integrator.name. */
static config_node *values_of(config_store *store, const config_node *base,
                              const config_node *names, bool laws, config_error *error)
{
    const size_t count = trama_integrator_count();
    config_node *list = config_list(store, names, names->count + 2 * count);
    size_t used = 0;
    bool made = list != NULL;
    for (size_t i = 0; made && i < names->count; i++)
        made = (list->item[used++] =
                    names->item[i]->kind == CONFIG_SCALAR
                        ? value_of(store, base, names->item[i], names->item[i]->text, NULL, error)
                        : names->item[i]);
    for (size_t i = 0; made && i < count; i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        if (!is_added(names, type))
            continue;
        made = (list->item[used++] = value_of(store, base, names, type->name, NULL, error));
        if (made && laws && trama_solver_of(type)->recommended)
            made = (list->item[used++] =
                        value_of(store, base, names, type->name, "recommended", error));
    }
    if (list)
        list->count = used;
    return made ? list : NULL;
}

bool solvers_add(config_store *store, const config_node *root, bool laws, config_error *error)
{
    static const config_node empty = {.kind = CONFIG_MAPPING};
    const config_node *base = config_at(root, "case.integrator");
    config_node **path, **names = names_of(root, &path);
    *error = (config_error){.status = TRAMA_OK};
    if (!names && !laws)
        return true;
    if (!names)
        return config_fail(error, root,
                           "no grid of the sweep has integrator.name; --every-solver needs one");
    for (size_t i = 0; i < (*names)->count; i++)
        if (strcmp((*path)->text, swept) == 0 && (*names)->item[i]->kind != CONFIG_SCALAR)
            return config_fail(error, (*names)->item[i], "a name of a solver is a text");
    config_node *list = values_of(store, base ? base : &empty, *names, laws, error);
    config_node *whole = list ? config_scalar(store, section, *path) : NULL;
    if (!whole)
        return error->status == TRAMA_OK ? config_fail_memory(error, root) : false;
    *path = whole;
    *names = list;
    return true;
}

static bool stands_at(const config_node *node, const config_error *error)
{
    return node && node->file && error->file && strcmp(node->file, error->file) == 0 &&
           node->line == error->line && node->column == error->column;
}

static bool stands_in(const config_node *node, const config_error *error)
{
    bool found = stands_at(node, error);
    for (size_t i = 0; node && !found && i < node->count; i++)
        found = stands_in(node->item[i], error) ||
                (node->kind == CONFIG_MAPPING && stands_at(node->key[i], error));
    return found;
}

bool solvers_refuse(const config_node *tree, const config_error *error)
{
    const config_node *own = config_get(tree, section);
    return error->status != TRAMA_NO_MEMORY && own &&
           (stands_in(own, error) || stands_at(config_laid_name(own), error));
}
