/* The interactions of a case. */
#include "plan/parts.h"
#include "plan/typed.h"

#include <stdlib.h>
#include <string.h>

static bool find_object(const config_node *name, const plan_case *c, size_t *index,
                        config_error *error)
{
    const char *text, *names[TRAMA_OBJECTS_MAX];
    if (!config_text(name, &text, error))
        return false;
    for (*index = 0; *index < c->object_count; ++*index) {
        names[*index] = c->object[*index].name;
        if (strcmp(names[*index], text) == 0)
            return true;
    }
    return config_unknown(error, "object", name, names, c->object_count);
}

static bool read_among(const config_node *node, const plan_case *c, plan_interaction *acting,
                       config_error *error)
{
    const config_node *among = config_get(node, "among");
    const trama_interaction_type *type = acting->type;
    if (!among || among->kind != CONFIG_SEQUENCE)
        return config_fail(error, among ? among : node,
                           "an interaction needs the objects among which it acts: `among: [A, B]`");
    if (among->count < type->least || among->count > type->most)
        return config_fail(error, among, "%s acts among %zu to %zu objects; given: %zu", type->name,
                           type->least, type->most, among->count);
    for (size_t i = 0; i < among->count; i++) {
        if (!find_object(among->item[i], c, &acting->among[i], error))
            return false;
        for (size_t j = 0; j < i; j++)
            if (acting->among[j] == acting->among[i])
                return config_fail(error, among->item[i], "object '%s' is named twice",
                                   c->object[acting->among[i]].name);
    }
    acting->count = among->count;
    return true;
}

static bool read_interaction(const config_node *key, const config_node *node, plan_case *c,
                             config_error *error)
{
    static const char *const others[] = {"name", "among", "enabled", NULL};
    plan_interaction *acting = &c->interaction[c->interaction_count++];
    acting->name = key->text;
    acting->enabled = true;
    if (!typed_check_name("interaction", key, error) ||
        !(acting->type = typed_entry(node, &trama_interaction_registry, error)))
        return false;
    for (size_t o = 0; o < c->object_count; o++)
        if (strcmp(c->object[o].name, key->text) == 0)
            return config_fail(error, key, "interaction '%s'; allowed: not the name of an object",
                               key->text);
    acting->parameters = typed_parameters(acting->type->parameters.size);
    const config_node *enabled = config_get(node, "enabled");
    return acting->parameters
               ? read_among(node, c, acting, error) &&
                     (!enabled || config_boolean(enabled, &acting->enabled, error)) &&
                     config_fields(node, acting->type->parameters, others, acting->parameters,
                                   error)
               : config_fail_memory(error, node);
}

static size_t place_in_registry(const trama_interaction_type *type)
{
    size_t index = 0;
    while (trama_interaction_at(index) != type)
        index++;
    return index;
}

/* In the order of the registry, then by name: the order of the file has no meaning. */
static int in_order_of_acting(const void *a, const void *b)
{
    const plan_interaction *x = a, *y = b;
    const size_t first = place_in_registry(x->type), second = place_in_registry(y->type);
    return first != second ? (first < second ? -1 : 1) : strcmp(x->name, y->name);
}

bool typed_interactions(const config_node *node, plan_case *c, config_error *error)
{
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node, "interactions is a mapping from names to interactions");
    c->interaction = calloc(node->count + 1, sizeof *c->interaction);
    if (!c->interaction)
        return config_fail_memory(error, node);
    for (size_t i = 0; i < node->count; i++)
        if (!read_interaction(node->key[i], node->item[i], c, error))
            return false;
    qsort(c->interaction, c->interaction_count, sizeof *c->interaction, in_order_of_acting);
    return true;
}

bool interactions_visit(const plan_case *c, parts_visitor *v)
{
    for (size_t i = 0; i < c->interaction_count; i++) {
        const plan_interaction *acting = &c->interaction[i];
        if (!parts_pass(v,
                        (case_part){.type = acting->type->name,
                                    .version = acting->type->version,
                                    .plugin = plugin_of_interaction(acting->type),
                                    .interaction = acting,
                                    .fields = acting->type->parameters,
                                    .parameters = acting->parameters},
                        "interactions.%s", acting->name))
            return false;
    }
    return true;
}

void typed_free_interactions(plan_case *c)
{
    for (size_t i = 0; i < c->interaction_count; i++)
        free(c->interaction[i].parameters);
    free(c->interaction);
}
