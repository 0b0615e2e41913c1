#include "plan/swept.h"
#include "core/numbers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 400 };

/* Where values go, and what they are of. */
typedef struct collector {
    const plan_case *c;
    plan_row *row;
    size_t capacity;
} collector;

/* A text that lives as long as the plan; NULL without memory. */
static const char *keep(const collector *to, const config_node *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static const char *keep(const collector *to, const config_node *where, const char *format, ...)
{
    char text[PATH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const config_node *kept = config_scalar(to->c->experiment->store, text, where);
    return kept ? kept->text : NULL;
}

static bool add(collector *to, swept_value value)
{
    plan_row *row = to->row;
    if (!value.path || (value.type == BUNDLE_TEXT && !value.text))
        return false;
    if (row->swept_count == to->capacity) {
        const size_t capacity = 2 * to->capacity + 4;
        swept_value *grown = realloc(row->swept, capacity * sizeof *grown);
        if (!grown)
            return false;
        row->swept = grown;
        to->capacity = capacity;
    }
    row->swept[row->swept_count++] = value;
    return true;
}

/* --- where a path leads in the typed case --- */

/* A struct of the case and its Field table, or an array of `count` of them. */
typedef struct part {
    const char *path;
    trama_fields fields;
    const void *parameters;
    bool is_array;
    size_t count;
} part;

/* Whether the first `length` bytes of `path` name the part; *parameters is then the struct. */
static bool leads_to(const part *p, const char *path, size_t length, const void **parameters)
{
    const size_t head = strlen(p->path);
    if (length < head || memcmp(path, p->path, head) != 0)
        return false;
    *parameters = p->parameters;
    if (!p->is_array)
        return length == head;
    if (path[head] != '[')
        return false;
    char *end;
    const unsigned long index = strtoul(path + head + 1, &end, 10);
    *parameters = (const char *)p->parameters + index * p->fields.size;
    return index < p->count && end == path + length - 1 && *end == ']';
}

static bool find_in_task(const plan_case *c, const char *path, size_t length, trama_fields *fields,
                         const void **parameters)
{
    for (const task_part *t = c->task->part; t->fields; t++) {
        char name[64];
        snprintf(name, sizeof name, "task%s%s", t->key ? "." : "", t->key ? t->key : "");
        const part p = {name, *t->fields, (const char *)c->task_parameters + t->offset, false, 1};
        *fields = p.fields;
        if (leads_to(&p, path, length, parameters))
            return true;
    }
    return false;
}

/* In `count` parts. */
static bool find_among(const part *parts, size_t count, const char *path, size_t length,
                       trama_fields *fields, const void **parameters)
{
    for (size_t i = 0; i < count; i++) {
        *fields = parts[i].fields;
        if (leads_to(&parts[i], path, length, parameters))
            return true;
    }
    return false;
}

/* Each has the fields of its kind. */
static bool find_in_forces(const trama_scene_spec *scene, const char *path, size_t length,
                           trama_fields *fields, const void **parameters)
{
    char name[48];
    for (size_t i = 0; i < scene->force_count; i++) {
        snprintf(name, sizeof name, "scene.forces[%zu]", i);
        const part p = {name, scene->forces[i].type->parameters, scene->forces[i].parameters, false,
                        1};
        *fields = p.fields;
        if (leads_to(&p, path, length, parameters))
            return true;
    }
    return false;
}

/* By their names. */
static bool find_in_entries(const plan_object *object, const char *path, size_t length,
                            trama_fields *fields, const void **parameters)
{
    char name[128];
    const trama_entries_type *type = &object->model->entries;
    const trama_entries *entries =
        type->name ? trama_entries_of(type, object->model_parameters) : NULL;
    for (size_t i = 0; entries && i < entries->count; i++) {
        snprintf(name, sizeof name, "model.%s.%s", type->name, entries->name[i]);
        const part p = {name, *type->fields, (const char *)entries->item + i * type->fields->size,
                        false, 1};
        *fields = p.fields;
        if (leads_to(&p, path, length, parameters))
            return true;
    }
    return false;
}

/* Below the object. */
static bool find_in_object(const plan_object *object, const char *path, size_t length,
                           trama_fields *fields, const void **parameters)
{
    const trama_scene_spec *scene = &object->scene;
    const part parts[] = {
        {"model", object->model->parameters, object->model_parameters, false, 1},
        {"scene", trama_scene_fields, scene, false, 1},
        {"scene.grid", trama_grid_fields, &scene->grid, false, 1},
        {"scene.lattice", trama_lattice_fields, &scene->lattice, false, 1},
        {"scene.shell", trama_shell_fields, &scene->shell, false, 1},
        {"scene.body", trama_form_fields, &scene->body, false, 1},
        {"scene.gauge", trama_gauge_fields, &scene->gauge, false, 1},
        {"scene.pins", trama_pin_fields, scene->pins, true, scene->pin_count},
        {"scene.point_sets", trama_point_set_fields, scene->point_sets, true,
         scene->point_set_count},
        {"scene.stops", trama_stop_fields, scene->stops, true, scene->stop_count},
    };
    return find_among(parts, sizeof parts / sizeof *parts, path, length, fields, parameters) ||
           find_in_entries(object, path, length, fields, parameters) ||
           find_in_forces(scene, path, length, fields, parameters);
}

/* "objects.NAME.REST": in that object; of the short form, the whole path. */
static bool find_in_objects(const plan_case *c, const char *path, size_t length,
                            trama_fields *fields, const void **parameters)
{
    char prefix[64];
    for (size_t o = 0; o < c->object_count; o++) {
        const plan_object *object = &c->object[o];
        const int head =
            *object->name ? snprintf(prefix, sizeof prefix, "objects.%s.", object->name) : 0;
        if (length > (size_t)head && memcmp(path, prefix, (size_t)head) == 0 &&
            find_in_object(object, path + head, length - (size_t)head, fields, parameters))
            return true;
    }
    return false;
}

static bool find_in_interactions(const plan_case *c, const char *path, size_t length,
                                 trama_fields *fields, const void **parameters)
{
    char name[64];
    for (size_t i = 0; i < c->interaction_count; i++) {
        const plan_interaction *acting = &c->interaction[i];
        snprintf(name, sizeof name, "interactions.%s", acting->name);
        const part p = {name, acting->type->parameters, acting->parameters, false, 1};
        *fields = p.fields;
        if (leads_to(&p, path, length, parameters))
            return true;
    }
    return false;
}

static bool find_part(const plan_case *c, const char *path, size_t length, trama_fields *fields,
                      const void **parameters)
{
    const part parts[] = {
        {"integrator", c->integrator->parameters, c->integrator_parameters, false, 1},
        {"bounds", trama_bounds_fields, &c->bounds, false, 1},
        {"contact", trama_contact_fields, &c->contact, false, 1},
    };
    return find_among(parts, sizeof parts / sizeof *parts, path, length, fields, parameters) ||
           find_in_objects(c, path, length, fields, parameters) ||
           find_in_interactions(c, path, length, fields, parameters) ||
           find_in_task(c, path, length, fields, parameters);
}

/* A field, or with `one` the element of it that a path names. */
typedef struct place {
    const trama_field *field;
    const void *parameters;
    bool one;
    size_t element;
} place;

static bool find_field(const plan_case *c, const char *path, place *found)
{
    const char *dot = strrchr(path, '.');
    trama_fields fields;
    char name[PATH_SIZE];
    *found = (place){0};
    if (!dot || !find_part(c, path, (size_t)(dot - path), &fields, &found->parameters))
        return false;
    snprintf(name, sizeof name, "%s", dot + 1);
    char *bracket = strchr(name, '[');
    if (bracket) {
        found->one = true;
        found->element = strtoul(bracket + 1, NULL, 10);
        *bracket = '\0';
    }
    found->field = trama_fields_find(fields, name);
    return found->field && !(found->one && found->field->list);
}

/* --- values --- */

/* The value of element `i` that lies at `at`. */
static swept_value value_at(const trama_field *field, const void *at, size_t i)
{
    swept_value value = {.unit = field->unit ? field->unit : "", .summary = field->summary};
    if (field->kind == TRAMA_REAL) {
        value.real = ((const double *)at)[i];
    } else if (field->kind == TRAMA_INTEGER) {
        value.type = BUNDLE_INTEGER;
        value.integer = ((const long *)at)[i];
    } else {
        value.type = BUNDLE_TEXT;
        value.text = field->kind == TRAMA_CHOICE ? field->choices[((const int *)at)[i]]
                     : field->kind == TRAMA_NAME ? ((const trama_name *)at)[i].text
                     : ((const bool *)at)[i]     ? "true"
                                                 : "false";
    }
    return value;
}

/* Whether all elements are the same, as where one value was given for all. */
static bool are_same(const trama_field *field, const void *at, size_t count)
{
    static const size_t sizes[] = {[TRAMA_REAL] = sizeof(double),
                                   [TRAMA_INTEGER] = sizeof(long),
                                   [TRAMA_BOOLEAN] = sizeof(bool),
                                   [TRAMA_CHOICE] = sizeof(int),
                                   [TRAMA_NAME] = sizeof(trama_name)};
    const size_t size = sizes[field->kind];
    for (size_t i = 1; i < count; i++)
        if (memcmp((const char *)at + i * size, at, size) != 0)
            return false;
    return count > 0;
}

/* The field's value, or a value for each of its elements. */
static bool add_field(collector *to, const char *path, const config_node *given, const place *p)
{
    const trama_field *field = p->field;
    const void *at = (const char *)p->parameters + field->offset;
    const trama_reals *list = field->list ? at : NULL;
    const size_t count = list ? list->count : field->count;
    const void *values = list ? list->value : at;
    const bool one = p->one || (given->kind == CONFIG_SCALAR && are_same(field, values, count));
    const size_t first = p->one ? p->element : 0, end = one && first < count ? first + 1 : count;
    for (size_t i = first; i < end; i++) {
        swept_value value = value_at(field, values, i);
        value.path = one ? path : keep(to, given, "%s[%zu]", path, i);
        if (!add(to, value))
            return false;
    }
    return true;
}

/* "../scenes/S1.yaml" as "S1"; of several files all, joined by +. */
static bool add_include(collector *to, const char *path, const config_node *files)
{
    char text[PATH_SIZE] = "";
    size_t used = 0;
    const size_t count = files->kind == CONFIG_SEQUENCE ? files->count : 1;
    for (size_t i = 0; i < count && used < sizeof text; i++) {
        const config_node *file = files->kind == CONFIG_SEQUENCE ? files->item[i] : files;
        const char *name = file->kind == CONFIG_SCALAR ? file->text : "";
        name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
        const char *dot = strrchr(name, '.');
        const int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", i ? "+" : "", length, name);
    }
    return add(to, (swept_value){.path = path,
                                 .unit = "",
                                 .summary = "file that is included",
                                 .type = BUNDLE_TEXT,
                                 .text = keep(to, files, "%s", text)});
}

/* What no Field table has: names, labels, the point set of a pin, the file of a mesh. */
static bool add_text(collector *to, const char *path, const config_node *value)
{
    return add(to, (swept_value){.path = path,
                                 .unit = "",
                                 .summary = "text that the sweep sets",
                                 .type = BUNDLE_TEXT,
                                 .text = value->text ? value->text : ""});
}

static bool collect(collector *to, const char *path, const config_node *value)
{
    const char *dot = strrchr(path, '.');
    place found;
    if (dot && strcmp(dot, ".include") == 0)
        return add_include(to, path, value);
    if (find_field(to->c, path, &found))
        return add_field(to, path, value, &found);
    if (value->kind == CONFIG_SCALAR)
        return add_text(to, path, value);
    for (size_t i = 0; i < value->count; i++) {
        const bool named = value->kind == CONFIG_MAPPING;
        if (named && strcmp(value->key[i]->text, "assumed") == 0)
            continue;
        const char *below = named ? keep(to, value, "%s.%s", path, value->key[i]->text)
                                  : keep(to, value, "%s[%zu]", path, i);
        if (!below || !collect(to, below, value->item[i]))
            return false;
    }
    return true;
}

bool swept_read(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error)
{
    collector to = {.c = c, .row = row};
    for (size_t i = 0; i < of->count; i++)
        if (!collect(&to, of->path[i]->text, of->value[i]))
            return config_fail(error, of->path[i], "out of memory");
    return true;
}

bool swept_factor(const sweep_case *of, const plan_case *c, const config_node *path,
                  swept_value *value, config_error *error)
{
    const char *dot = strrchr(path->text, '.');
    const bool include = dot && strcmp(dot, ".include") == 0;
    const config_node *given = config_at(include ? of->laid : of->tree, path->text);
    place found;
    plan_row row = {.experiment = c->experiment};
    collector to = {.c = c, .row = &row};
    if (!given && !find_field(c, path->text, &found))
        return config_fail(error, path,
                           "a case has no '%s'; allowed: a path of every case, as in model.zeta, "
                           "integrator.name, labels.NAME, scene.include",
                           path->text);
    const bool collected = collect(&to, path->text, given ? given : path);
    const size_t count = row.swept_count;
    if (count == 1)
        *value = row.swept[0];
    free(row.swept);
    if (!collected)
        return config_fail(error, path, "out of memory");
    return count == 1 || config_fail(error, path, "'%s' is no single value", path->text);
}

double swept_step(const plan_case *c)
{
    place found;
    if (!find_field(c, "task.dt", &found) || found.field->kind != TRAMA_REAL || found.field->list)
        return TRAMA_NAN;
    return *(const double *)(const void *)((const char *)found.parameters + found.field->offset);
}
