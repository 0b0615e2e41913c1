#include "plan/swept.h"
#include "core/numbers.h"
#include "plan/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 400, LIST_MOST = 8 }; /* elements of a list that is a factor */

/* Where values go, and what they are of. */
typedef struct collector {
    const plan_case *c;
    plan_row *row;
    size_t capacity;
} collector;

/* A text that lives as long as the plan; NULL without memory. */
static const char *keep(const collector *to, const config_node *where, const char *text)
{
    const config_node *kept = config_scalar(to->c->experiment->store, text, where);
    return kept ? kept->text : NULL;
}

/* "scene.gravity[1]" */
static const char *keep_element(const collector *to, const config_node *where, const char *path,
                                size_t i)
{
    char text[PATH_SIZE];
    snprintf(text, sizeof text, "%s[%zu]", path, i);
    return keep(to, where, text);
}

/* "model.zeta" */
static const char *keep_member(const collector *to, const config_node *where, const char *path,
                               const char *name)
{
    char text[PATH_SIZE];
    snprintf(text, sizeof text, "%s.%s", path, name);
    return keep(to, where, text);
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

/* A field, or with `one` the element of it that a path names. */
typedef struct place {
    const char *path;
    size_t part; /* bytes of the path that name the part */
    char name[PATH_SIZE];
    const trama_field *field;
    const void *parameters;
    bool one, per_node;
    size_t element;
} place;

/* Goes on until the field is found. */
static bool look_in(void *context, const case_part *part)
{
    place *found = context;
    if (strncmp(part->path, found->path, found->part) != 0 || part->path[found->part] != '\0')
        return true;
    found->field = trama_fields_find(part->fields, found->name);
    found->parameters = part->parameters;
    found->per_node = part->is_per_node;
    return !found->field;
}

static bool find_field(const plan_case *c, const char *path, place *found)
{
    const char *dot = strrchr(path, '.');
    *found = (place){.path = path};
    if (!dot)
        return false;
    found->part = (size_t)(dot - path);
    snprintf(found->name, sizeof found->name, "%s", dot + 1);
    char *bracket = strchr(found->name, '[');
    if (bracket) {
        found->one = true;
        found->element = strtoul(bracket + 1, NULL, 10);
        *bracket = '\0';
    }
    parts_each(c, look_in, found);
    return found->field && !(found->one && found->field->list);
}

/* --- values --- */

/* The value of element `i` that lies at `at`, in the unit that it has under the case's model. */
static swept_value value_at(const place *p, const void *at, size_t i)
{
    const trama_field *field = p->field;
    const char *unit = p->per_node && field->node_unit ? field->node_unit : field->unit;
    swept_value value = {.unit = unit ? unit : "", .summary = field->summary};
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
        swept_value value = value_at(p, values, i);
        value.path = one ? path : keep_element(to, given, path, i);
        if (field->kind == TRAMA_NAME) /* which lies in the case, and a row outlives it */
            value.text = keep(to, given, value.text);
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
                                 .text = keep(to, files, text)});
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
        const char *below = named ? keep_member(to, value, path, value->key[i]->text)
                                  : keep_element(to, value, path, i);
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
            return config_fail_memory(error, of->path[i]);
    return true;
}

static bool is_list(const plan_row *row, const char *path);
static swept_value joined(const collector *to, const config_node *path);

/* The path that is nearest to one that the case has not. */
typedef struct nearest_path {
    const char *path;
    char best[PATH_SIZE];
} nearest_path;

static void offer(nearest_path *n, const char *part, const char *name)
{
    char candidate[PATH_SIZE];
    snprintf(candidate, sizeof candidate, "%s.%s", part, name);
    const char *pair[] = {n->best, candidate};
    const size_t skipped = n->best[0] ? 0 : 1;
    if (trama_nearest(n->path, pair + skipped, 2 - skipped) == candidate)
        memcpy(n->best, candidate, sizeof candidate);
}

static bool offer_part(void *context, const case_part *part)
{
    if (part->type)
        offer(context, part->path, "name");
    for (size_t i = 0; i < part->fields.count; i++)
        offer(context, part->path, part->fields.field[i].name);
    return true;
}

static bool no_such_path(const sweep_case *of, const plan_case *c, const config_node *path,
                         config_error *error)
{
    nearest_path n = {.path = path->text};
    const config_node *labels = config_get(of->tree, "labels");
    for (size_t i = 0; labels && i < labels->count; i++)
        offer(&n, "labels", labels->key[i]->text);
    parts_each(c, offer_part, &n);
    return n.best[0] ? config_fail(error, path, "a case has no '%s'; nearest allowed: '%s'",
                                   path->text, n.best)
                     : config_fail(error, path,
                                   "a case has no '%s'; allowed: a path of every case, as in "
                                   "model.zeta, integrator.name, labels.NAME, scene.include",
                                   path->text);
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
        return no_such_path(of, c, path, error);
    const bool collected = collect(&to, path->text, given ? given : path);
    const bool is_one = row.swept_count == 1 || is_list(&row, path->text);
    if (is_one)
        *value = row.swept_count == 1 ? row.swept[0] : joined(&to, path);
    free(row.swept);
    if (!collected || (is_one && value->type == BUNDLE_TEXT && !value->text))
        return config_fail_memory(error, path);
    return is_one || config_fail(error, path,
                                 "'%s' is not a single value; allowed: a path of a number, a text "
                                 "or a list of up to %d of them",
                                 path->text, LIST_MOST);
}

/* Whether the row has the elements of the list at a path, and nothing else. */
static bool is_list(const plan_row *row, const char *path)
{
    const size_t length = strlen(path);
    size_t i = 0;
    while (i < row->swept_count && strncmp(row->swept[i].path, path, length) == 0 &&
           row->swept[i].path[length] == '[' && strchr(row->swept[i].path + length, '.') == NULL)
        i++;
    return row->swept_count > 0 && row->swept_count <= LIST_MOST && i == row->swept_count;
}

/* A list as one value: its number, where all elements are that, and else "(5, 9)". */
static swept_value joined(const collector *to, const config_node *path)
{
    const plan_row *row = to->row;
    char first[PATH_SIZE], next[PATH_SIZE], text[PATH_SIZE];
    bool are_same = row->swept[0].type != BUNDLE_TEXT;
    swept_exact_text(&row->swept[0], first, sizeof first);
    size_t used = (size_t)snprintf(text, sizeof text, "(%s", first);
    for (size_t i = 1; i < row->swept_count && used < sizeof text; i++) {
        swept_exact_text(&row->swept[i], next, sizeof next);
        are_same = are_same && strcmp(next, first) == 0;
        used += (size_t)snprintf(text + used, sizeof text - used, ", %s", next);
    }
    if (are_same)
        return row->swept[0];
    if (used + 1 < sizeof text)
        memcpy(text + used, ")", 2);
    return (swept_value){.path = path->text,
                         .unit = row->swept[0].unit,
                         .summary = row->swept[0].summary,
                         .type = BUNDLE_TEXT,
                         .text = keep(to, path, text)};
}

double swept_step(const plan_case *c)
{
    place found;
    if (!find_field(c, "task.dt", &found) || found.field->kind != TRAMA_REAL || found.field->list)
        return TRAMA_NAN;
    return *(const double *)(const void *)((const char *)found.parameters + found.field->offset);
}
