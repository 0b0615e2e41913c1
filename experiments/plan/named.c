/* A section with a name: an entry of a registry, with its own parameters. */
#include "plan/typed.h"

#include <stdlib.h>

const void *typed_entry(const config_node *mapping, const trama_registry *registry,
                        config_error *error)
{
    enum { NAMES_MAX = 256 };
    const char *name, *names[NAMES_MAX], *kind = registry->kind;
    const config_node *node = config_get(mapping, "name");
    if (mapping->kind != CONFIG_MAPPING || !node) {
        config_fail(error, mapping,
                    "%s needs a name, as in `%s: {name: %s}`; `trama list` has all names", kind,
                    kind, trama_registry_name(registry, 0));
        return NULL;
    }
    if (!config_text(node, &name, error))
        return NULL;
    const void *found = trama_registry_find(registry, name);
    size_t count = 0;
    for (; !found && count < trama_registry_count(registry) && count < NAMES_MAX; count++)
        names[count] = trama_registry_name(registry, count);
    if (!found && registry == &trama_integrator_registry && !trama_nearest(name, names, count))
        config_fail(error, node,
                    "unknown integrator '%s'; allowed: one of `trama list integrators --names`, or "
                    "a solver of your own: --engine %s=COMMAND",
                    name, name);
    else if (!found)
        config_unknown(error, kind, node, names, count);
    return found;
}

const char *const typed_name_key[] = {"name", NULL};

/* A zeroed struct, at least a byte of it. */
void *typed_parameters(size_t size)
{
    return calloc(1, size ? size : 1);
}
