/* The parts of a scene in one table, and how they are read, visited and freed. */
#include "plan/obj.h"
#include "plan/parts.h"
#include "plan/start.h"
#include "plan/tetrahedra.h"
#include "plan/typed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef bool reader(const scene_part *part, const config_node *node, const scene_source *from,
                    trama_scene_spec *scene, config_error *error);
typedef bool visiting(const scene_part *part, const trama_scene_spec *scene,
                      const parts_visitor *v);

static reader read_one, read_list, read_forces, read_gauge, read_mesh, read_tetrahedra, read_start;
static visiting visit_one, visit_list, visit_forces, visit_mesh, visit_tetrahedra, visit_start;

#define AT(part) .key = #part, .offset = offsetof(trama_scene_spec, part)
#define ONE(part, table) AT(part), .fields = &(table), .visit = visit_one
#define LIST(part, number)                                                                         \
    AT(part), .count_offset = offsetof(trama_scene_spec, number), .said = "a list of"
#define GIVEN(number)                                                                              \
    .given_offset = offsetof(trama_scene_spec, number),                                            \
    .given_size = sizeof((trama_scene_spec *)0)->number

/* What the nodes are is the first of those that are given, and the last if none is. */
const scene_part scene_parts[] = {
    {ONE(body, trama_form_fields), .read = read_one, GIVEN(body.cells), .is_nodes = true},
    {AT(tetrahedra), .read = read_tetrahedra, .visit = visit_tetrahedra, GIVEN(tetrahedra.count),
     .is_nodes = true,
     .said = "{file: toy.msh} of Gmsh, or {nodes: toy.node, elements: toy.ele} of TetGen; scale, "
             "origin"},
    {ONE(lattice, trama_lattice_fields), .read = read_one, GIVEN(lattice.points[0]),
     .is_nodes = true},
    {ONE(shell, trama_shell_fields), .read = read_one, GIVEN(shell.points[0]), .is_nodes = true},
    {AT(mesh), .read = read_mesh, .visit = visit_mesh, GIVEN(mesh.face_count), .is_nodes = true,
     .said = "{file: flag.obj} of triangles, in Wavefront OBJ; scale, origin"},
    {ONE(grid, trama_grid_fields), .read = read_one, GIVEN(grid.points[0]), .is_nodes = true},
    {LIST(pins, pin_count), .fields = &trama_pin_fields, .read = read_list, .visit = visit_list,
     .name = "point_set",
     .name_summary = "name of the point set that the nodes are attached to (default: none)"},
    {LIST(point_sets, point_set_count), .fields = &trama_point_set_fields, .read = read_list,
     .visit = visit_list, .name = "name",
     .name_summary = "name by which pins refer to it (required)"},
    {LIST(stops, stop_count), .fields = &trama_stop_fields, .read = read_list, .visit = visit_list},
    {LIST(forces, force_count), .read = read_forces, .visit = visit_forces, .name = "name",
     .name_summary = "kind of force, one of those below (default: point)",
     .kinds = &trama_force_registry},
    {ONE(gauge, trama_gauge_fields), .read = read_gauge, GIVEN(gauge.given)},
    {AT(start), .read = read_start, .visit = visit_start, GIVEN(start.nodes),
     .said =
         "place and velocity of every node at the start, if not those at rest: three expressions "
         "of x, y, z, k and l of the node at rest, or {csv: FILE} with a row for each node"},
};
enum { PARTS = sizeof scene_parts / sizeof *scene_parts };
const size_t scene_part_count = PARTS;

static bool link_point_sets(const config_node *node, trama_scene_spec *scene, config_error *error);

bool typed_scene(const config_node *node, const plan_case *c, trama_scene_spec *scene,
                 config_error *error)
{
    const scene_source from = {c->experiment->store, c->tree};
    const char *others[PARTS + 1] = {NULL};
    for (size_t i = 0; i < PARTS; i++)
        others[i] = scene_parts[i].key;
    if (!config_fields(node, trama_scene_fields, others, scene, error))
        return false;
    for (size_t i = 0; i < PARTS; i++) {
        const config_node *given = config_get(node, scene_parts[i].key);
        if (given && !scene_parts[i].read(&scene_parts[i], given, &from, scene, error))
            return false;
    }
    return link_point_sets(node, scene, error);
}

/* --- what is given --- */

static bool is_given(const scene_part *part, const trama_scene_spec *scene)
{
    const char *number = (const char *)scene + part->given_offset;
    bool given = false;
    for (size_t i = 0; i < part->given_size; i++)
        given |= number[i] != 0;
    return given;
}

/* The part that the nodes are. */
static const scene_part *nodes_of(const trama_scene_spec *scene)
{
    const scene_part *last = NULL;
    for (size_t i = 0; i < PARTS; i++)
        if (scene_parts[i].is_nodes) {
            last = &scene_parts[i];
            if (is_given(last, scene))
                return last;
        }
    return last;
}

bool scene_has_nodes(const trama_scene_spec *scene)
{
    return is_given(nodes_of(scene), scene);
}

/* --- reading --- */

static bool read_one(const scene_part *part, const config_node *node, const scene_source *from,
                     trama_scene_spec *scene, config_error *error)
{
    (void)from;
    return config_fields(node, *part->fields, NULL, (char *)scene + part->offset, error);
}

static bool read_gauge(const scene_part *part, const config_node *node, const scene_source *from,
                       trama_scene_spec *scene, config_error *error)
{
    const bool ok = read_one(part, node, from, scene, error);
    scene->gauge.given = true;
    return ok;
}

static bool read_mesh(const scene_part *part, const config_node *node, const scene_source *from,
                      trama_scene_spec *scene, config_error *error)
{
    (void)part;
    return obj_read(node, from->store, &scene->mesh, error);
}

static bool read_tetrahedra(const scene_part *part, const config_node *node,
                            const scene_source *from, trama_scene_spec *scene, config_error *error)
{
    (void)part;
    return tetrahedra_read(node, from->store, &scene->tetrahedra, error);
}

static bool read_start(const scene_part *part, const config_node *node, const scene_source *from,
                       trama_scene_spec *scene, config_error *error)
{
    (void)part;
    return start_read(node, from->tree, from->store, scene, error);
}

/* Room for the items of a list, which is the scene's; NULL: it is no list, or there is no memory.
 */
static char *make_list(const scene_part *part, const config_node *list, size_t item,
                       trama_scene_spec *scene, config_error *error)
{
    void *array = NULL;
    if (list->kind != CONFIG_SEQUENCE)
        config_fail(error, list, "%s is a list", part->key);
    else if (!(array = typed_parameters(list->count * item)))
        config_fail_memory(error, list);
    memcpy((char *)scene + part->offset, &array, sizeof array);
    return array;
}

/* A sequence of mappings, each read through the part's fields. */
static bool read_list(const scene_part *part, const config_node *list, const scene_source *from,
                      trama_scene_spec *scene, config_error *error)
{
    const char *const others[] = {part->name, NULL};
    const size_t item = part->fields->size;
    char *array = make_list(part, list, item, scene, error);
    (void)from;
    if (!array)
        return false;
    memcpy((char *)scene + part->count_offset, &list->count, sizeof list->count);
    for (size_t i = 0; i < list->count; i++)
        if (!config_fields(list->item[i], *part->fields, others, array + i * item, error))
            return false;
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
                             : config_fail_memory(error, node);
}

static bool read_forces(const scene_part *part, const config_node *list, const scene_source *from,
                        trama_scene_spec *scene, config_error *error)
{
    (void)from;
    if (!make_list(part, list, sizeof *scene->forces, scene, error))
        return false;
    while (scene->force_count < list->count) {
        const size_t i = scene->force_count++; /* what it has is to be freed, whole or not */
        if (!read_force(list->item[i], &scene->forces[i], error))
            return false;
    }
    return true;
}

static bool check_point_set_names(const config_node *point_sets, config_error *error)
{
    for (size_t i = 0; point_sets && i < point_sets->count; i++) {
        const config_node *name = config_get(point_sets->item[i], "name");
        const char *text;
        if (!name)
            return config_fail(error, point_sets->item[i],
                               "a point set needs a name, by which pins refer to it");
        if (!config_text(name, &text, error))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(config_get(point_sets->item[j], "name")->text, text) == 0)
                return config_fail(error, name, "two point sets are named '%s'", text);
    }
    return !point_sets || point_sets->count <= 64 ||
           config_fail(error, point_sets, "%zu point sets; allowed: at most 64", point_sets->count);
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

/* Pins name the sets that they are attached to. */
static bool link_point_sets(const config_node *node, trama_scene_spec *scene, config_error *error)
{
    const config_node *pins = config_get(node, "pins"), *sets = config_get(node, "point_sets");
    if (!check_point_set_names(sets, error))
        return false;
    for (size_t i = 0; i < scene->pin_count; i++) {
        const config_node *name = config_get(pins->item[i], "point_set");
        if (name && !find_point_set(name, sets, &scene->pins[i].point_set, error))
            return false;
    }
    return true;
}

/* --- visiting --- */

bool scene_visit(const trama_scene_spec *scene, const parts_visitor *v)
{
    if (!parts_pass(v, (case_part){.fields = trama_scene_fields, .parameters = scene}, "scene"))
        return false;
    for (size_t i = 0; i < PARTS; i++)
        if (!scene_parts[i].visit(&scene_parts[i], scene, v))
            return false;
    return true;
}

static bool is_unset(const scene_part *part, const trama_scene_spec *scene)
{
    return part->is_nodes ? part != nodes_of(scene) : !is_given(part, scene);
}

static bool visit_one(const scene_part *part, const trama_scene_spec *scene, const parts_visitor *v)
{
    return parts_pass(v,
                      (case_part){.fields = *part->fields,
                                  .parameters = (const char *)scene + part->offset,
                                  .is_unset = is_unset(part, scene)},
                      "scene.%s", part->key);
}

static bool visit_mesh(const scene_part *part, const trama_scene_spec *scene,
                       const parts_visitor *v)
{
    return parts_pass(v, (case_part){.mesh = &scene->mesh, .is_unset = is_unset(part, scene)},
                      "scene");
}

static bool visit_tetrahedra(const scene_part *part, const trama_scene_spec *scene,
                             const parts_visitor *v)
{
    return parts_pass(
        v, (case_part){.tetrahedra = &scene->tetrahedra, .is_unset = is_unset(part, scene)},
        "scene");
}

static bool visit_start(const scene_part *part, const trama_scene_spec *scene,
                        const parts_visitor *v)
{
    return parts_pass(v, (case_part){.start = &scene->start, .is_unset = is_unset(part, scene)},
                      "scene.start");
}

static bool visit_list(const scene_part *part, const trama_scene_spec *scene,
                       const parts_visitor *v)
{
    const char *array;
    size_t count;
    memcpy(&array, (const char *)scene + part->offset, sizeof array);
    memcpy(&count, (const char *)scene + part->count_offset, sizeof count);
    for (size_t i = 0; i < count; i++) {
        const case_part item = {
            .fields = *part->fields,
            .parameters = array + i * part->fields->size,
            .is_item = true,
            .point_set = part->fields == &trama_pin_fields ? scene->pins[i].point_set : 0};
        if (!parts_pass(v, item, "scene.%s[%zu]", part->key, i))
            return false;
    }
    return true;
}

/* A point force needs no name, and has no version: it is part of its scene. */
static bool visit_forces(const scene_part *part, const trama_scene_spec *scene,
                         const parts_visitor *v)
{
    for (size_t i = 0; i < scene->force_count; i++) {
        const trama_force *force = &scene->forces[i];
        const case_part item = {.fields = force->type->parameters,
                                .parameters = force->parameters,
                                .is_item = true,
                                .type =
                                    force->type == &trama_force_point ? NULL : force->type->name,
                                .version = force->type->version};
        if (!parts_pass(v, item, "scene.%s[%zu]", part->key, i))
            return false;
    }
    return true;
}

/* --- the end --- */

void scene_free(trama_scene_spec *scene)
{
    for (size_t i = 0; i < scene->force_count; i++)
        free(scene->forces[i].parameters);
    for (size_t i = 0; i < PARTS; i++)
        if (scene_parts[i].count_offset > 0) {
            void *array;
            memcpy(&array, (char *)scene + scene_parts[i].offset, sizeof array);
            free(array);
        }
    free(scene->mesh.vertex);
    free(scene->mesh.face);
    free(scene->tetrahedra.vertex);
    free(scene->tetrahedra.item);
    free(scene->start.place);
    free(scene->start.velocity);
}
