#include "plan/solvers.h"

#include "solver/solver.h"

#include <string.h>

static const char section[] = "integrator", swept[] = "integrator.name";

/* Where the list of names stands in a grid; NULL: the sweep has none. */
static config_node **names_of(const config_node *root)
{
    const config_node *sweep = config_get(root, "sweep");
    for (size_t i = 0; sweep && sweep->kind == CONFIG_SEQUENCE && i < sweep->count; i++) {
        const config_node *grid = config_get(sweep->item[i], "grid");
        for (size_t k = 0; grid && grid->kind == CONFIG_MAPPING && k < grid->count; k++)
            if (strcmp(grid->key[k]->text, swept) == 0 && grid->item[k]->kind == CONFIG_SEQUENCE)
                return &grid->item[k];
    }
    return NULL;
}

static bool is_among(const config_node *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->item[i]->kind == CONFIG_SCALAR && strcmp(names->item[i]->text, name) == 0)
            return true;
    return false;
}

static bool is_added(const config_node *names, size_t i)
{
    const trama_integrator_type *type = trama_integrator_at(i);
    return trama_solver_of(type) && !is_among(names, type->name);
}

bool solvers_add(config_store *store, const config_node *root, config_error *error)
{
    config_node **at = names_of(root);
    if (!at)
        return config_fail(error, root,
                           "no grid of the sweep goes over integrator.name; allowed, "
                           "for every solver that is there: one that does");
    const config_node *old = *at;
    size_t more = 0, used = old->count;
    for (size_t i = 0; i < trama_integrator_count(); i++)
        more += is_added(old, i);
    config_node *list = config_list(store, old, old->count + more);
    if (!list)
        return config_fail_memory(error, old);
    memcpy(list->item, old->item, old->count * sizeof(*list->item));
    for (size_t i = 0; i < trama_integrator_count(); i++)
        if (is_added(old, i) &&
            !(list->item[used++] = config_scalar(store, trama_integrator_at(i)->name, old)))
            return config_fail_memory(error, old);
    *at = list;
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
