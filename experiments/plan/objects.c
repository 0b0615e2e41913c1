/* The objects of a case: named, under `objects`, or a single one in the short form, `model` and
 * `scene`. */
#include "core/text.h"
#include "plan/obj.h"
#include "plan/parts.h"
#include "plan/typed.h"

#include <stdlib.h>
#include <string.h>

#include "task/sampled.h"

static bool add_object(plan_case *c, const char *name, config_error *error,
                       const config_node *where)
{
    plan_object *more = realloc(c->object, (c->object_count + 1) * sizeof *more);
    if (!more)
        return config_fail_memory(error, where);
    c->object = more;
    c->object[c->object_count] = (plan_object){.name = name};
    trama_fields_default(trama_scene_fields, &c->object[c->object_count++].scene);
    return true;
}

static trama_mesh_spec *entry_mesh(const trama_entries_type *type, const trama_entries *entries,
                                   size_t i)
{
    char *item = entries->item;
    return (trama_mesh_spec *)(void *)(item + i * type->fields->size + type->mesh_offset);
}

/* Its fields, and its mesh, if it has one. */
static bool read_entry(const config_node *node, config_store *store, const trama_entries_type *type,
                       trama_entries *entries, size_t i, config_error *error)
{
    static const char *const others[] = {"mesh", NULL};
    if (!config_fields(node, *type->fields, type->mesh_offset > 0 ? others : NULL,
                       (char *)entries->item + i * type->fields->size, error))
        return false;
    const config_node *file = type->mesh_offset > 0 ? config_get(node, "mesh") : NULL;
    return !file || obj_read(file, store, entry_mesh(type, entries, i), error);
}

/* Entries with names, in their order, each read through the table of all. */
static bool read_entries(const config_node *node, config_store *store,
                         const trama_entries_type *type, trama_entries *entries,
                         config_error *error)
{
    const config_node *mapping = config_get(node, type->name);
    if (!mapping)
        return true;
    if (mapping->kind != CONFIG_MAPPING)
        return config_fail(error, mapping, "%s is a mapping from names: `%s: {NAME: {...}, ...}`",
                           type->name, type->name);
    entries->name = calloc(mapping->count + 1, sizeof *entries->name);
    entries->item = typed_parameters(mapping->count * type->fields->size);
    if (!entries->name || !entries->item)
        return config_fail_memory(error, node);
    for (; entries->count < mapping->count; entries->count++) {
        const size_t i = entries->count;
        const config_node *key = mapping->key[i];
        if (!trama_is_name(key->text, 32, "_"))
            return config_fail(error, key,
                               "%s '%s'; allowed: a name of 1 to 32 letters, digits and _",
                               type->name, key->text);
        entries->name[i] = key->text;
        if (!read_entry(mapping->item[i], store, type, entries, i, error)) {
            entries->count++; /* with what it has of a mesh, to be freed */
            return false;
        }
    }
    return true;
}

/* The mesh among the parameters of an object's model, or NULL. */
static trama_mesh_spec *model_mesh(const plan_object *object)
{
    char *parameters = object->model_parameters;
    const size_t offset = object->model ? object->model->mesh_offset : 0;
    return parameters && offset > 0 ? (trama_mesh_spec *)(void *)(parameters + offset) : NULL;
}

static bool read_model(const config_node *node, config_store *store, plan_object *object,
                       config_error *error)
{
    object->model = typed_entry(node, &trama_model_registry, error);
    if (!object->model)
        return false;
    const trama_entries_type *entries = &object->model->entries;
    const char *const others[] = {"name", object->model->mesh_offset > 0 ? "mesh" : entries->name,
                                  NULL};
    object->model_parameters = typed_parameters(object->model->parameters.size);
    if (!object->model_parameters)
        return config_fail_memory(error, node);
    trama_mesh_spec *mesh = model_mesh(object);
    const config_node *file = mesh ? config_get(node, "mesh") : NULL;
    return config_fields(node, object->model->parameters, others, object->model_parameters,
                         error) &&
           (!file || obj_read(file, store, mesh, error)) &&
           (!entries->name ||
            read_entries(node, store, entries, trama_entries_of(entries, object->model_parameters),
                         error));
}

/* ---- The short form. */

bool typed_model(const config_node *node, plan_case *c, config_error *error)
{
    return add_object(c, "", error, node) &&
           read_model(node, c->experiment->store, &c->object[0], error);
}

bool typed_only_scene(const config_node *node, plan_case *c, config_error *error)
{
    return c->object_count == 0 || typed_scene(node, c, &c->object[0].scene, error);
}

/* ---- Objects. */

/* What surrounds all objects. */
typedef struct environment {
    double gravity[3], wind[3];
} environment;

static const trama_field environment_table[] = {
    {TRAMA_FIELD_OF(environment, gravity), .unit = "m/s^2",
     .summary = "of every object with nodes"},
    {TRAMA_FIELD_OF(environment, wind), .unit = "m/s",
     .summary = "velocity of the air around every object"},
};
static const trama_fields environment_fields = TRAMA_FIELDS(environment_table, environment);

bool typed_check_name(const char *what, const config_node *key, config_error *error)
{
    for (size_t i = 0; i < sampled_of_whole_count; i++)
        if (strcmp(key->text, column_name(sampled_of_whole[i].column)) == 0)
            return config_fail(
                error, key, "%s '%s' is the name of a series of every run; allowed: another name",
                what, key->text);
    return trama_is_name(key->text, 32, "_") ||
           config_fail(error, key, "%s '%s'; allowed: a name of 1 to 32 letters, digits and _",
                       what, key->text);
}

static bool check_shared(const config_node *scene, config_error *error)
{
    static const char *const shared[] = {"gravity", "wind"};
    for (size_t i = 0; scene && i < 2; i++) {
        const config_node *key = config_key(scene, shared[i]);
        if (key)
            return config_fail(error, key,
                               "%s is the same for all objects; allowed: `environment: {%s: ...}` "
                               "of the case",
                               shared[i], shared[i]);
    }
    return true;
}

static bool check_object_keys(const config_node *node, config_error *error)
{
    static const char *const names[] = {"model", "scene"};
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->key[i]->text, "model") != 0 && strcmp(node->key[i]->text, "scene") != 0)
            return config_unknown(error, "key", node->key[i], names, 2);
    return true;
}

static bool read_object(const config_node *key, const config_node *node, plan_case *c,
                        config_error *error)
{
    if (!typed_check_name("object", key, error))
        return false;
    if (node->kind != CONFIG_MAPPING || !config_get(node, "model"))
        return config_fail(error, key,
                           "object '%s' has no model; allowed: `%s: {model: {name: ...}, "
                           "scene: {...}}`",
                           key->text, key->text);
    const config_node *scene = config_get(node, "scene");
    if (!check_object_keys(node, error) || !check_shared(scene, error) ||
        !add_object(c, key->text, error, key))
        return false;
    plan_object *object = &c->object[c->object_count - 1];
    return read_model(config_get(node, "model"), c->experiment->store, object, error) &&
           (!scene || typed_scene(scene, c, &object->scene, error));
}

bool typed_objects(const config_node *node, plan_case *c, config_error *error)
{
    if (node->kind != CONFIG_MAPPING || node->count == 0)
        return config_fail(error, node, "objects is a mapping from names to objects, at least one");
    if (node->count > TRAMA_OBJECTS_MAX)
        return config_fail(error, node, "%zu objects; allowed: at most %d", node->count,
                           TRAMA_OBJECTS_MAX);
    for (size_t i = 0; i < node->count; i++)
        if (!read_object(node->key[i], node->item[i], c, error))
            return false;
    return true;
}

bool typed_environment(const config_node *node, plan_case *c, config_error *error)
{
    environment around;
    if (!config_fields(node, environment_fields, NULL, &around, error))
        return false;
    for (size_t o = 0; o < c->object_count; o++) {
        trama_scene_spec *scene = &c->object[o].scene;
        const bool has_nodes = scene_has_nodes(scene);
        if (has_nodes || c->object[o].model->weighs)
            memcpy(scene->gravity, around.gravity, sizeof around.gravity);
        if (has_nodes)
            memcpy(scene->wind, around.wind, sizeof around.wind);
    }
    return true;
}

/* ---- The parts. */

/* What the model has many of, by name. */
static bool visit_entries(const plan_object *object, const parts_visitor *v)
{
    const trama_entries_type *type = &object->model->entries;
    const trama_entries *entries =
        type->name ? trama_entries_of(type, object->model_parameters) : NULL;
    for (size_t i = 0; entries && i < entries->count; i++) {
        const case_part part = {.fields = *type->fields,
                                .parameters = (const char *)entries->item + i * type->fields->size,
                                .is_item = true,
                                .mesh =
                                    type->mesh_offset > 0 ? entry_mesh(type, entries, i) : NULL};
        if (!parts_pass(v, part, "model.%s.%s", type->name, entries->name[i]))
            return false;
    }
    return true;
}

static bool visit_object(const plan_object *object, const parts_visitor *v)
{
    return parts_pass(v,
                      (case_part){.type = object->model->name,
                                  .version = object->model->version,
                                  .plugin = plugin_of_model(object->model),
                                  .fields = object->model->parameters,
                                  .parameters = object->model_parameters,
                                  .mesh = model_mesh(object)},
                      "model") &&
           visit_entries(object, v) && scene_visit(&object->scene, v);
}

bool objects_visit(const plan_case *c, parts_visitor *v)
{
    bool on = true;
    for (size_t o = 0; o < c->object_count && on; o++) {
        if (*c->object[o].name)
            snprintf(v->prefix, sizeof v->prefix, "objects.%s.", c->object[o].name);
        v->is_per_node = c->object[o].model->air != TRAMA_AIR_PER_AREA;
        on = visit_object(&c->object[o], v);
    }
    *v->prefix = '\0';
    v->is_per_node = false;
    return on;
}

/* ---- The end. */

static void free_entries(const plan_object *object)
{
    if (!object->model_parameters || !object->model->entries.name)
        return;
    const trama_entries_type *type = &object->model->entries;
    trama_entries *entries = trama_entries_of(type, object->model_parameters);
    for (size_t i = 0; i < entries->count && type->mesh_offset > 0; i++) {
        free(entry_mesh(type, entries, i)->vertex);
        free(entry_mesh(type, entries, i)->face);
    }
    trama_entries_free(entries);
}

void typed_free_objects(plan_case *c)
{
    for (size_t o = 0; o < c->object_count; o++) {
        trama_mesh_spec *mesh = model_mesh(&c->object[o]);
        if (mesh) {
            free(mesh->vertex);
            free(mesh->face);
        }
        free_entries(&c->object[o]);
        free(c->object[o].model_parameters);
        scene_free(&c->object[o].scene);
    }
    free(c->object);
}
