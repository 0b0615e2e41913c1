/* A scene, from its mapping to its spec. */
#include "plan/obj.h"
#include "plan/tetrahedra.h"
#include "plan/typed.h"

#include <string.h>

/* A sequence of mappings, each read through `fields` into an element of *array; keys in `others`
 * are left to the caller. */
static bool read_list(const config_node *list, trama_fields fields, const char *what,
                      const char *const *others, void **array, size_t *count, config_error *error)
{
    if (!list)
        return true;
    if (list->kind != CONFIG_SEQUENCE)
        return config_fail(error, list, "%s is a list", what);
    *array = typed_parameters(list->count * fields.size);
    if (!*array)
        return config_fail(error, list, "out of memory");
    *count = list->count;
    for (size_t i = 0; i < list->count; i++)
        if (!config_fields(list->item[i], fields, others, (char *)*array + i * fields.size, error))
            return false;
    return true;
}

/* The point set that a pin's `point_set` names becomes its number. */
static bool find_point_set(const config_node *name, const config_node *point_sets, long *point_set,
                           config_error *error)
{
    const char *text, *names[64];
    const size_t count = point_sets ? point_sets->count : 0;
    if (!config_text(name, &text, error))
        return false;
    for (size_t i = 0; i < count && i < 64; i++) {
        names[i] = config_get(point_sets->item[i], "name")->text;
        if (strcmp(names[i], text) == 0) {
            *point_set = (long)i + 1;
            return true;
        }
    }
    return count > 0 ? config_unknown(error, "point_set", name, names, count < 64 ? count : 64)
                     : config_fail(error, name, "the scene has no point sets to attach nodes to");
}

static bool check_point_set_names(const config_node *point_sets, config_error *error)
{
    for (size_t i = 0; point_sets && i < point_sets->count; i++) {
        const config_node *name = config_get(point_sets->item[i], "name");
        const char *text;
        if (!name)
            return config_fail(error, point_sets->item[i],
                               "a point set needs a name, which pins refer to");
        if (!config_text(name, &text, error))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(config_get(point_sets->item[j], "name")->text, text) == 0)
                return config_fail(error, name, "two point sets are named '%s'", text);
    }
    return !point_sets || point_sets->count <= 64 ||
           config_fail(error, point_sets, "%zu point sets; allowed: at most 64", point_sets->count);
}

/* What holds the nodes: point sets, pins, stops. */
static bool read_holds(const config_node *node, trama_scene_spec *scene, config_error *error)
{
    static const char *const point_set_keys[] = {"name", NULL}, *const pin_keys[] = {"point_set",
                                                                                     NULL};
    const config_node *list = config_get(node, "pins"),
                      *point_sets = config_get(node, "point_sets");
    void *read[3] = {NULL, NULL, NULL};
    const bool ok =
        read_list(point_sets, trama_point_set_fields, "point_sets", point_set_keys, &read[0],
                  &scene->point_set_count, error) &&
        read_list(list, trama_pin_fields, "pins", pin_keys, &read[1], &scene->pin_count, error) &&
        read_list(config_get(node, "stops"), trama_stop_fields, "stops", NULL, &read[2],
                  &scene->stop_count, error);
    scene->point_sets = read[0];
    scene->pins = read[1];
    scene->stops = read[2];
    if (!ok || !check_point_set_names(point_sets, error))
        return false;
    for (size_t i = 0; i < scene->pin_count; i++) {
        const config_node *point_set = config_get(list->item[i], "point_set");
        if (point_set && !find_point_set(point_set, point_sets, &scene->pins[i].point_set, error))
            return false;
    }
    return true;
}

/* An entry of `forces`: of the kind that it names, or a point force. */
static bool read_force(const config_node *node, trama_force *force, config_error *error)
{
    force->type = &trama_force_point;
    if (node->kind == CONFIG_MAPPING && config_get(node, "name") &&
        !(force->type = typed_entry(node, &trama_force_registry, error)))
        return false;
    force->parameters = typed_parameters(force->type->parameters.size);
    return force->parameters ? config_fields(node, force->type->parameters, typed_name_key,
                                             force->parameters, error)
                             : config_fail(error, node, "out of memory");
}

static bool read_forces(const config_node *list, trama_scene_spec *scene, config_error *error)
{
    if (!list)
        return true;
    if (list->kind != CONFIG_SEQUENCE)
        return config_fail(error, list, "forces is a list");
    scene->forces = typed_parameters(list->count * sizeof *scene->forces);
    if (!scene->forces)
        return config_fail(error, list, "out of memory");
    for (; scene->force_count < list->count; scene->force_count++)
        if (!read_force(list->item[scene->force_count], &scene->forces[scene->force_count],
                        error)) {
            scene->force_count++; /* it is to be freed */
            return false;
        }
    return true;
}

static bool read_gauge(const config_node *node, trama_gauge *gauge, config_error *error)
{
    const bool ok = config_fields(node, trama_gauge_fields, NULL, gauge, error);
    gauge->given = true;
    return ok;
}

bool typed_scene(const config_node *node, const plan_experiment *experiment,
                 trama_scene_spec *scene, config_error *error)
{
    static const char *const others[] = {"grid",       "mesh",       "lattice", "shell",
                                         "body",       "tetrahedra", "pins",    "stops",
                                         "point_sets", "forces",     "gauge",   NULL};
    const config_node *grid = config_get(node, "grid"), *mesh = config_get(node, "mesh");
    const config_node *lattice = config_get(node, "lattice"), *gauge = config_get(node, "gauge");
    const config_node *shell = config_get(node, "shell"), *body = config_get(node, "body");
    const config_node *tetrahedra = config_get(node, "tetrahedra");
    return config_fields(node, trama_scene_fields, others, scene, error) &&
           (!grid || config_fields(grid, trama_grid_fields, NULL, &scene->grid, error)) &&
           (!lattice ||
            config_fields(lattice, trama_lattice_fields, NULL, &scene->lattice, error)) &&
           (!shell || config_fields(shell, trama_shell_fields, NULL, &scene->shell, error)) &&
           (!body || config_fields(body, trama_form_fields, NULL, &scene->body, error)) &&
           (!gauge || read_gauge(gauge, &scene->gauge, error)) &&
           (!tetrahedra ||
            tetrahedra_read(tetrahedra, experiment->store, &scene->tetrahedra, error)) &&
           (!mesh || obj_read(mesh, experiment->store, &scene->mesh, error)) &&
           read_holds(node, scene, error) && read_forces(config_get(node, "forces"), scene, error);
}
