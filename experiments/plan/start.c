#include "plan/start.h"
#include "config/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 5 };

/* The case with x, y, z, k and l laid over it, whose texts are those of the node at hand. */
typedef struct variables {
    const config_node *tree;
    config_node *value[VARIABLES];
    char text[VARIABLES][32];
} variables;

static bool read_rows(const config_node *rows, double **values, config_error *error);
static bool read_expressions(const config_node *three, variables *of, const trama_scene *scene,
                             double **values, config_error *error);

static bool is_rows(const config_node *node)
{
    return node->kind == CONFIG_SEQUENCE && node->count > 0 &&
           node->item[0]->kind == CONFIG_SEQUENCE;
}

/* Place and velocity are of the same nodes. */
static bool count_rows(const config_node *node, size_t count, size_t *nodes, config_error *error)
{
    if (*nodes > 0 && *nodes != count)
        return config_fail(error, node,
                           "start: rows of %zu nodes; allowed: of %zu, as in the other list", count,
                           *nodes);
    *nodes = count;
    return true;
}

/* `place` or `velocity`. */
static bool read_part(const config_node *node, variables *of, const trama_scene *scene,
                      trama_start *start, double **values, config_error *error)
{
    if (is_rows(node))
        return count_rows(node, node->count, &start->nodes, error) &&
               read_rows(node, values, error);
    if (node->kind != CONFIG_SEQUENCE || node->count != 3)
        return config_fail(error, node,
                           "start: allowed: three expressions of x, y, z, k and l, or a row "
                           "[x, y, z] of each node, as {csv: FILE} has them");
    return count_rows(node, trama_scene_nodes(scene), &start->nodes, error) &&
           read_expressions(node, of, scene, values, error);
}

/* ---- Rows. */

static bool read_row(const config_node *row, double *at, size_t stride, config_error *error)
{
    if (row->kind != CONFIG_SEQUENCE || row->count != 3)
        return config_fail(error, row, "start: allowed: a row of three values, x, y and z");
    for (size_t axis = 0; axis < 3; axis++)
        if (!config_real(row->item[axis], &at[axis * stride], error))
            return false;
    return true;
}

static bool read_rows(const config_node *rows, double **values, config_error *error)
{
    if (!(*values = calloc(3 * rows->count, sizeof **values)))
        return config_fail_memory(error, rows);
    for (size_t i = 0; i < rows->count; i++)
        if (!read_row(rows->item[i], *values + i, rows->count, error))
            return false;
    return true;
}

/* ---- Expressions. */

static bool lay_variables(const config_node *tree, config_store *store, variables *of,
                          config_error *error)
{
    static const char *const name[VARIABLES] = {"x", "y", "z", "k", "l"};
    config_node *laid = NULL;
    of->tree = tree;
    for (size_t i = 0; i < VARIABLES; i++) {
        of->value[i] = config_scalar(store, "0", tree);
        if (!of->value[i])
            return config_fail_memory(error, tree);
        if (!config_override(store, of->tree, name[i], of->value[i], &laid, error))
            return false;
        of->tree = laid;
    }
    return true;
}

static void set_variables(variables *of, const double *rest, size_t nodes, size_t node, long rows)
{
    for (size_t axis = 0; axis < 3; axis++)
        snprintf(of->text[axis], sizeof of->text[axis], "%.17g", rest[axis * nodes + node]);
    snprintf(of->text[3], sizeof of->text[3], "%ld", (long)node / rows);
    snprintf(of->text[4], sizeof of->text[4], "%ld", (long)node % rows);
    for (size_t i = 0; i < VARIABLES; i++)
        of->value[i]->text = of->text[i];
}

static bool evaluate(const config_node *source, const variables *of, double *value,
                     config_error *error)
{
    expression_value found;
    if (source->kind != CONFIG_SCALAR)
        return config_fail(error, source, "start: allowed: an expression of x, y, z, k and l");
    if (!expression_evaluate(source->text, of->tree, source, &found, error))
        return false;
    *value = found.number;
    return !found.is_text ||
           config_fail(error, source, "'%s' is a text; allowed: a number", found.text);
}

static bool read_expressions(const config_node *three, variables *of, const trama_scene *scene,
                             double **values, config_error *error)
{
    const size_t nodes = trama_scene_nodes(scene);
    const long rows = trama_scene_spec_of(scene)->grid.points[1];
    double *rest = calloc(3 * nodes + 1, sizeof *rest);
    bool ok = rest && (*values = calloc(3 * nodes + 1, sizeof **values));
    if (!ok)
        config_fail_memory(error, three);
    else if (nodes > 0)
        trama_scene_reference(scene, rest);
    for (size_t node = 0; node < nodes && ok; node++) {
        set_variables(of, rest, nodes, node, rows);
        for (size_t axis = 0; axis < 3 && ok; axis++)
            ok = evaluate(three->item[axis], of, *values + axis * nodes + node, error);
    }
    free(rest);
    return ok;
}

/* ---- The mapping. */

/* The nodes alone, at rest; NULL if they are wrong, which the check of the whole scene says. */
static trama_scene *nodes_of(const trama_scene_spec *whole)
{
    trama_scene *made = NULL;
    trama_error told_later;
    trama_scene_spec spec = {.grid = whole->grid,
                             .mesh = whole->mesh,
                             .lattice = whole->lattice,
                             .shell = whole->shell,
                             .body = whole->body,
                             .tetrahedra = whole->tetrahedra};
    trama_scene_create(&spec, &made, &told_later);
    return made;
}

static bool read_parts(const config_node *node, variables *of, const trama_scene *scene,
                       trama_start *start, config_error *error)
{
    static const char *const keys[] = {"place", "velocity"};
    double **const values[] = {&start->place, &start->velocity};
    for (size_t i = 0; i < node->count; i++) {
        size_t key = 0;
        while (key < 2 && strcmp(node->key[i]->text, keys[key]) != 0)
            key++;
        if (key == 2)
            return config_unknown(error, "key", node->key[i], keys, 2);
        if (!read_part(node->item[i], of, scene, start, values[key], error))
            return false;
    }
    return true;
}

bool start_read(const config_node *node, const config_node *tree, config_store *store,
                trama_scene_spec *scene, config_error *error)
{
    variables of;
    if (node->kind != CONFIG_MAPPING || node->count == 0)
        return config_fail(error, node, "start; allowed: `start: {place: ..., velocity: ...}`");
    trama_scene *at_rest = nodes_of(scene);
    const bool ok = !at_rest || (lay_variables(tree, store, &of, error) &&
                                 read_parts(node, &of, at_rest, &scene->start, error));
    trama_scene_destroy(at_rest);
    return ok;
}
