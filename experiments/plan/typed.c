#include "plan/typed.h"

#include "plan/obj.h"

#include <stdlib.h>
#include <string.h>

/* A section of a case: its key, and how it is read. */
typedef struct section {
    const char *key;
    bool required;
    bool (*read)(const config_node *node, plan_case *c, config_error *error);
} section;

static const char *name_at_model(size_t i)
{
    return trama_model_at(i)->name;
}
static const char *name_at_integrator(size_t i)
{
    return trama_integrator_at(i)->name;
}
static const char *name_at_task(size_t i)
{
    return task_at(i)->name;
}

/* The text of mapping's `name`, which must be one of the registered. */
static bool read_name(const config_node *mapping, const char *what, size_t count,
                      const char *(*name_at)(size_t), size_t *index, config_error *error)
{
    const char *name, *names[256];
    const config_node *node = config_get(mapping, "name");
    *index = 0;
    if (mapping->kind != CONFIG_MAPPING || !node)
        return config_fail(error, mapping,
                           "%s needs a name, as in `%s: {name: %s}`; `trama list` has them all",
                           what, what, name_at(0));
    if (!config_text(node, &name, error))
        return false;
    for (; *index < count && *index < 256; ++*index) {
        names[*index] = name_at(*index);
        if (strcmp(names[*index], name) == 0)
            return true;
    }
    return config_unknown(error, what, node, names, *index);
}

static const char *const name_key[] = {"name", NULL};

/* A zeroed struct, at least a byte of it. */
static void *make_parameters(size_t size)
{
    return calloc(1, size ? size : 1);
}

static bool read_model(const config_node *node, plan_case *c, config_error *error)
{
    size_t index;
    if (!read_name(node, "model", trama_model_count(), name_at_model, &index, error))
        return false;
    c->model = trama_model_at(index);
    c->model_parameters = make_parameters(c->model->parameters.size);
    return c->model_parameters
               ? config_fields(node, c->model->parameters, name_key, c->model_parameters, error)
               : config_fail(error, node, "out of memory");
}

static bool read_integrator(const config_node *node, plan_case *c, config_error *error)
{
    size_t index;
    if (!read_name(node, "integrator", trama_integrator_count(), name_at_integrator, &index, error))
        return false;
    c->integrator = trama_integrator_at(index);
    c->integrator_parameters = make_parameters(c->integrator->parameters.size);
    return c->integrator_parameters ? config_fields(node, c->integrator->parameters, name_key,
                                                    c->integrator_parameters, error)
                                    : config_fail(error, node, "out of memory");
}

static bool read_task_part(const config_node *node, const plan_case *c, const task_part *part,
                           const char *const *others, config_error *error)
{
    static const config_node empty = {.kind = CONFIG_MAPPING};
    const config_node *mapping = part->key ? config_get(node, part->key) : node;
    char *parameters = c->task_parameters;
    return config_fields(mapping ? mapping : &empty, *part->fields, part->key ? NULL : others,
                         parameters + part->offset, error);
}

static bool read_task(const config_node *node, plan_case *c, config_error *error)
{
    const char *others[TASK_PARTS_MAX + 2] = {"name"};
    size_t index, count = 1;
    if (!read_name(node, "task", task_count(), name_at_task, &index, error))
        return false;
    c->task = task_at(index);
    c->task_parameters = make_parameters(c->task->size);
    if (!c->task_parameters)
        return config_fail(error, node, "out of memory");
    for (const task_part *part = c->task->part; part->fields; part++)
        if (part->key)
            others[count++] = part->key;
    for (const task_part *part = c->task->part; part->fields; part++)
        if (!read_task_part(node, c, part, others, error))
            return false;
    return true;
}

static bool read_bounds(const config_node *node, plan_case *c, config_error *error)
{
    return config_fields(node, trama_bounds_fields, NULL, &c->bounds, error);
}

/* A sequence of mappings, each read through `fields` into an element of *array; keys in `others`
 * are left to the caller. */
static bool read_list(const config_node *list, trama_fields fields, const char *what,
                      const char *const *others, void **array, size_t *count, config_error *error)
{
    if (!list)
        return true;
    if (list->kind != CONFIG_SEQUENCE)
        return config_fail(error, list, "%s is a list", what);
    *array = make_parameters(list->count * fields.size);
    if (!*array)
        return config_fail(error, list, "out of memory");
    *count = list->count;
    for (size_t i = 0; i < list->count; i++)
        if (!config_fields(list->item[i], fields, others, (char *)*array + i * fields.size, error))
            return false;
    return true;
}

/* The body that a pin's `body` names becomes its number. */
static bool find_body(const config_node *name, const config_node *bodies, long *body,
                      config_error *error)
{
    const char *text, *names[64];
    const size_t count = bodies ? bodies->count : 0;
    if (!config_text(name, &text, error))
        return false;
    for (size_t i = 0; i < count && i < 64; i++) {
        names[i] = config_get(bodies->item[i], "name")->text;
        if (strcmp(names[i], text) == 0) {
            *body = (long)i + 1;
            return true;
        }
    }
    return count > 0 ? config_unknown(error, "body", name, names, count < 64 ? count : 64)
                     : config_fail(error, name, "the scene has no bodies to attach nodes to");
}

static bool check_body_names(const config_node *bodies, config_error *error)
{
    for (size_t i = 0; bodies && i < bodies->count; i++) {
        const config_node *name = config_get(bodies->item[i], "name");
        const char *text;
        if (!name)
            return config_fail(error, bodies->item[i], "a body needs a name, which pins refer to");
        if (!config_text(name, &text, error))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(config_get(bodies->item[j], "name")->text, text) == 0)
                return config_fail(error, name, "two bodies are named '%s'", text);
    }
    return !bodies || bodies->count <= 64 ||
           config_fail(error, bodies, "%zu bodies; allowed: at most 64", bodies->count);
}

/* What holds the nodes: bodies, pins, stops. */
static bool read_holds(const config_node *node, trama_scene_spec *scene, config_error *error)
{
    static const char *const body_keys[] = {"name", NULL}, *const pin_keys[] = {"body", NULL};
    const config_node *list = config_get(node, "pins"), *bodies = config_get(node, "bodies");
    void *read[3] = {NULL, NULL, NULL};
    const bool ok =
        read_list(bodies, trama_body_fields, "bodies", body_keys, &read[0], &scene->body_count,
                  error) &&
        read_list(list, trama_pin_fields, "pins", pin_keys, &read[1], &scene->pin_count, error) &&
        read_list(config_get(node, "stops"), trama_stop_fields, "stops", NULL, &read[2],
                  &scene->stop_count, error);
    scene->bodies = read[0];
    scene->pins = read[1];
    scene->stops = read[2];
    if (!ok || !check_body_names(bodies, error))
        return false;
    for (size_t i = 0; i < scene->pin_count; i++) {
        const config_node *body = config_get(list->item[i], "body");
        if (body && !find_body(body, bodies, &scene->pins[i].body, error))
            return false;
    }
    return true;
}

static bool read_scene(const config_node *node, plan_case *c, config_error *error)
{
    static const char *const others[] = {"grid", "mesh", "pins", "stops", "bodies", "forces", NULL};
    trama_scene_spec *scene = &c->scene;
    const config_node *grid = config_get(node, "grid"), *mesh = config_get(node, "mesh");
    void *forces = NULL;
    bool ok = config_fields(node, trama_scene_fields, others, scene, error) &&
              (!grid || config_fields(grid, trama_grid_fields, NULL, &scene->grid, error)) &&
              (!mesh || obj_read(mesh, c->experiment->store, &scene->mesh, error));
    ok = ok && read_holds(node, scene, error);
    ok = ok && read_list(config_get(node, "forces"), trama_point_force_fields, "forces", NULL,
                         &forces, &scene->force_count, error);
    scene->forces = forces;
    return ok;
}

/* A label becomes the name of a column, and a line of the text that identifies the case. */
static bool read_label(const config_node *key, const config_node *value, plan_pair *label,
                       config_error *error)
{
    const char *name = key->text;
    const size_t length = strlen(name);
    if (length == 0 || length > 64 ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != length)
        return config_fail(error, key, "label '%s'; allowed: 1 to 64 letters, digits and _", name);
    if (!config_text(value, &label->text, error))
        return false;
    for (const char *at = label->text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            return config_fail(error, value, "label '%s': '%s'; allowed: one line of text", name,
                               label->text);
    label->name = name;
    return true;
}

static bool read_labels(const config_node *node, plan_case *c, config_error *error)
{
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node, "labels is a mapping from names to texts");
    c->label = calloc(node->count + 1, sizeof *c->label);
    if (!c->label)
        return config_fail(error, node, "out of memory");
    for (size_t i = 0; i < node->count; i++, c->label_count++)
        if (!read_label(node->key[i], node->item[i], &c->label[i], error))
            return false;
    return true;
}

static const section sections[] = {
    {"labels", false, read_labels}, {"model", true, read_model},
    {"scene", false, read_scene},   {"integrator", true, read_integrator},
    {"bounds", false, read_bounds}, {"task", true, read_task},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool check_keys(const config_node *tree, config_error *error)
{
    const char *names[SECTIONS];
    for (size_t s = 0; s < SECTIONS; s++)
        names[s] = sections[s].key;
    for (size_t i = 0; i < tree->count; i++) {
        bool known = false;
        for (size_t s = 0; s < SECTIONS; s++)
            known |= strcmp(tree->key[i]->text, names[s]) == 0;
        if (!known)
            return config_unknown(error, "key", tree->key[i], names, SECTIONS);
    }
    return true;
}

static size_t count_assumed(const config_node *node)
{
    size_t count = 0;
    const config_node *assumed = node->kind == CONFIG_MAPPING ? config_get(node, "assumed") : NULL;
    if (assumed && assumed->kind == CONFIG_MAPPING)
        count += assumed->count;
    for (size_t i = 0; i < node->count; i++)
        if (node->item[i] != assumed)
            count += count_assumed(node->item[i]);
    return count;
}

static void collect_assumed(const config_node *node, plan_case *c)
{
    const config_node *assumed = node->kind == CONFIG_MAPPING ? config_get(node, "assumed") : NULL;
    for (size_t i = 0; assumed && assumed->kind == CONFIG_MAPPING && i < assumed->count; i++)
        c->assumed[c->assumed_count++] =
            (plan_pair){assumed->key[i]->text,
                        assumed->item[i]->kind == CONFIG_SCALAR ? assumed->item[i]->text : ""};
    for (size_t i = 0; i < node->count; i++)
        if (node->item[i] != assumed)
            collect_assumed(node->item[i], c);
}

bool typed_read(const config_node *tree, const plan_experiment *experiment, plan_case *c,
                config_error *error)
{
    *c = (plan_case){.experiment = experiment, .tree = tree};
    trama_fields_default(trama_scene_fields, &c->scene);
    trama_fields_default(trama_bounds_fields, &c->bounds);
    if (tree->kind != CONFIG_MAPPING)
        return config_fail(error, tree, "a case is a mapping");
    if (!check_keys(tree, error))
        return false;
    for (size_t s = 0; s < SECTIONS; s++) {
        const config_node *node = config_get(tree, sections[s].key);
        if (!node && sections[s].required)
            return config_fail(error, tree,
                               "the case has no %s; it needs model, integrator and task",
                               sections[s].key);
        if (node && !sections[s].read(node, c, error))
            return false;
    }
    c->assumed = calloc(count_assumed(tree) + 1, sizeof *c->assumed);
    if (!c->assumed)
        return config_fail(error, tree, "out of memory");
    collect_assumed(tree, c);
    return true;
}

void plan_case_free(plan_case *c)
{
    free(c->label);
    free(c->assumed);
    free(c->model_parameters);
    free(c->integrator_parameters);
    free(c->task_parameters);
    free(c->scene.pins);
    free(c->scene.stops);
    free(c->scene.bodies);
    free(c->scene.forces);
    free(c->scene.mesh.vertex);
    free(c->scene.mesh.face);
    free(c->resolved);
    *c = (plan_case){0};
}
