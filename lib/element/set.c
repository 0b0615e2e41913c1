/* The elements of a system: collected from its models, coloured, and sorted by colour. */
#include "element/element.h"

#include <stdlib.h>
#include <string.h>

#define TRAMA_ELEMENT(name) extern const trama_element_kind trama_element_##name;
#include "element/elements.def"
#undef TRAMA_ELEMENT

static const trama_element_kind *const kinds[] = {
#define TRAMA_ELEMENT(name) &trama_element_##name,
#include "element/elements.def"
#undef TRAMA_ELEMENT
};

size_t trama_element_kinds(void)
{
    return sizeof kinds / sizeof *kinds;
}

const trama_element_kind *trama_element_kind_at(size_t index)
{
    return kinds[index];
}

/* ---- Taking them. */

trama_status trama_element_set_begin(trama_element_set *set, trama_error *error)
{
    *set = (trama_element_set){.groups = trama_element_kinds()};
    set->group = calloc(set->groups, sizeof *set->group);
    if (!set->group)
        return trama_fail_memory(error);
    for (size_t g = 0; g < set->groups; g++)
        set->group[g].kind = kinds[g];
    return TRAMA_OK;
}

void trama_element_set_free(trama_element_set *set)
{
    for (size_t g = 0; set->group && g < set->groups; g++) {
        trama_element_group *group = &set->group[g];
        free(group->node);
        free(group->constants);
        free(group->colour);
        free(group->start);
        free(group->place);
    }
    free(set->group);
    *set = (trama_element_set){0};
}

static trama_status refuse(const trama_model_type *type, const char *what, trama_error *error)
{
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                      "a method over elements cannot step %s: %s", type->name, what);
}

static bool make_room(trama_element_group *group, size_t more)
{
    const size_t count = group->count + more;
    size_t *node = realloc(group->node, (count * group->kind->nodes + 1) * sizeof *node);
    group->node = node ? node : group->node;
    char *constants = realloc(group->constants, count * group->kind->size + 1);
    group->constants = constants ? constants : group->constants;
    return node && constants;
}

static trama_status add_kind(trama_element_group *group, size_t first, const trama_model_type *type,
                             const void *model, trama_error *error)
{
    const trama_element_kind *kind = group->kind;
    const size_t count = kind->count(type, model);
    if (count > 0 && !make_room(group, count))
        return trama_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        size_t *node = group->node + group->count * kind->nodes;
        void *constants = group->constants + group->count * kind->size;
        if (!kind->take(type, model, i, constants, node))
            continue;
        if (kind->without_energy(constants))
            return refuse(type, kind->without_energy(constants), error);
        for (size_t c = 0; c < kind->nodes; c++)
            node[c] += first;
        group->count++;
    }
    return TRAMA_OK;
}

trama_status trama_element_set_add(trama_element_set *set, const trama_model_type *type,
                                   const void *model, size_t nodes, trama_error *error)
{
    if (!type->composition || !type->pointwise)
        return refuse(type, "it has no elements", error);
    if (type->composition->beyond && type->composition->beyond(model))
        return refuse(type, type->composition->beyond(model), error);
    trama_status status = TRAMA_OK;
    for (size_t g = 0; status == TRAMA_OK && g < set->groups; g++)
        status = add_kind(&set->group[g], set->nodes, type, model, error);
    set->nodes += nodes;
    return status;
}

/* ---- Each node's elements. */

static bool find_places(trama_element_group *group, size_t nodes)
{
    const size_t corners = group->count * group->kind->nodes;
    free(group->start);
    free(group->place);
    group->start = calloc(nodes + 2, sizeof *group->start);
    group->place = calloc(corners + 1, sizeof *group->place);
    if (!group->start || !group->place)
        return false;
    for (size_t k = 0; k < corners; k++)
        group->start[group->node[k] + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        group->start[i] += group->start[i - 1];
    for (size_t k = 0; k < corners; k++)
        group->place[group->start[group->node[k] + 1]++] = k;
    return true;
}

/* ---- Colours. */

/* The lowest colour that is not `seen` under the mark. */
static size_t lowest(const size_t *seen, size_t mark)
{
    size_t colour = 0;
    while (seen[colour] == mark)
        colour++;
    return colour;
}

/* Gives each element the lowest colour that no element before it has at a node of its own. */
static size_t colour_elements(const trama_element_group *group, size_t *colour, size_t *seen)
{
    const size_t corners = group->kind->nodes;
    size_t colours = 0;
    for (size_t e = 0; e < group->count; e++) {
        for (size_t c = 0; c < corners; c++) {
            const size_t node = group->node[corners * e + c];
            for (size_t k = group->start[node]; k < group->start[node + 1]; k++)
                if (group->place[k] / corners < e)
                    seen[colour[group->place[k] / corners]] = e + 1;
        }
        colour[e] = lowest(seen, e + 1);
        colours = colour[e] + 1 > colours ? colour[e] + 1 : colours;
    }
    return colours;
}

/* Into `node` and `constants`, colour by colour, each by ascending index. */
static void sort(trama_element_group *group, const size_t *colour, size_t *node, char *constants)
{
    const size_t corners = group->kind->nodes, size = group->kind->size;
    size_t next = 0;
    for (size_t c = 0; c < group->colours; c++) {
        group->colour[c] = next;
        for (size_t e = 0; e < group->count; e++)
            if (colour[e] == c) {
                memcpy(node + corners * next, group->node + corners * e, corners * sizeof *node);
                memcpy(constants + size * next, group->constants + size * e, size);
                next++;
            }
    }
    group->colour[group->colours] = next;
}

static bool colour_group(trama_element_group *group, size_t nodes)
{
    const size_t corners = group->count * group->kind->nodes;
    size_t *colour = calloc(group->count + 1, sizeof *colour);
    size_t *seen = calloc(group->count + 1, sizeof *seen);
    size_t *node = calloc(corners + 1, sizeof *node);
    char *constants = calloc(group->count + 1, group->kind->size);
    bool made = colour && seen && node && constants && find_places(group, nodes);
    if (made) {
        group->colours = colour_elements(group, colour, seen);
        group->colour = calloc(group->colours + 1, sizeof *group->colour);
        made = group->colour != NULL;
    }
    if (made) {
        sort(group, colour, node, constants);
        free(group->node);
        free(group->constants);
        group->node = node;
        group->constants = constants;
        made = find_places(group, nodes);
    } else {
        free(node);
        free(constants);
    }
    free(colour);
    free(seen);
    return made;
}

trama_status trama_element_set_end(trama_element_set *set, trama_error *error)
{
    for (size_t g = 0; g < set->groups; g++)
        if (!colour_group(&set->group[g], set->nodes))
            return trama_fail_memory(error);
    return TRAMA_OK;
}

/* Marks the colours of nodes before `node` that share an element of the group with it. */
static void mark_neighbours(const trama_element_group *group, size_t node, const size_t *colour,
                            size_t *seen)
{
    const size_t corners = group->kind->nodes;
    for (size_t k = group->start[node]; k < group->start[node + 1]; k++) {
        const size_t e = group->place[k] / corners;
        for (size_t c = 0; c < corners; c++)
            if (group->node[corners * e + c] < node)
                seen[colour[group->node[corners * e + c]]] = node + 1;
    }
}

trama_status trama_element_set_colour_nodes(const trama_element_set *set, size_t *colour,
                                            size_t *colours, trama_error *error)
{
    size_t *seen = calloc(set->nodes + 1, sizeof *seen);
    if (!seen)
        return trama_fail_memory(error);
    *colours = 0;
    for (size_t i = 0; i < set->nodes; i++) {
        for (size_t g = 0; g < set->groups; g++)
            mark_neighbours(&set->group[g], i, colour, seen);
        colour[i] = lowest(seen, i + 1);
        *colours = colour[i] + 1 > *colours ? colour[i] + 1 : *colours;
    }
    free(seen);
    return TRAMA_OK;
}

/* ---- Sums. */

enum { CHUNK = 64 };

static size_t chunk_end(const trama_element_group *group, size_t begin)
{
    return begin + CHUNK < group->count ? begin + CHUNK : group->count;
}

double trama_element_set_energy(const trama_element_set *set, const vec *x)
{
    double sum = 0.0, energy[CHUNK];
    for (size_t g = 0; g < set->groups; g++)
        for (size_t begin = 0; begin < set->group[g].count; begin += CHUNK) {
            const size_t end = chunk_end(&set->group[g], begin);
            set->group[g].kind->energies(&set->group[g], begin, end, x, energy);
            for (size_t e = begin; e < end; e++)
                sum += energy[e - begin];
        }
    return sum;
}

static void add_gradients(const trama_element_group *group, const vec *x, vec *gradient)
{
    vec part[CHUNK * TRAMA_CORNERS];
    const size_t corners = group->kind->nodes;
    for (size_t begin = 0; begin < group->count; begin += CHUNK) {
        const size_t end = chunk_end(group, begin);
        group->kind->gradients(group, begin, end, x, part);
        for (size_t k = corners * begin; k < corners * end; k++) {
            vec *sum = &gradient[group->node[k]];
            *sum = plus(*sum, part[k - corners * begin]);
        }
    }
}

void trama_element_set_gradient(const trama_element_set *set, const vec *x, vec *gradient)
{
    for (size_t g = 0; g < set->groups; g++)
        add_gradients(&set->group[g], x, gradient);
}
