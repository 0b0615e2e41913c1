#include "plan/typed.h"
#include "core/text.h"
#include "plan/parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A section of a case: its key, how it is read, and how the parts that it has are visited. */
typedef struct section {
    const char *key;
    bool (*read)(const config_node *node, plan_case *c, config_error *error);
    bool (*visit)(const plan_case *c, parts_visitor *v); /* NULL: it has none of its own */
} section;

/* What a solver's documents recommend, where the case asks for that and gives nothing else. */
static void take_recommended(const config_node *node, plan_case *c)
{
    const trama_recommended *value =
        trama_solver_recommends(c->integrator, c->integrator_parameters);
    for (; value && value->option; value++)
        if (!config_get(node, value->option))
            trama_solver_recommend(c->integrator, value, c->integrator_parameters);
}

static bool read_integrator(const config_node *node, plan_case *c, config_error *error)
{
    c->integrator = typed_entry(node, &trama_integrator_registry, error);
    if (!c->integrator)
        return false;
    c->integrator_parameters = typed_parameters(c->integrator->parameters.size);
    if (!c->integrator_parameters)
        return config_fail_memory(error, node);
    if (!config_fields(node, c->integrator->parameters, typed_name_key, c->integrator_parameters,
                       error))
        return false;
    take_recommended(node, c);
    return true;
}

/* A part that is not given has its defaults, unless it has a key without one. */
static bool leave_out(const config_node *task, const task_part *part, void *parameters,
                      config_error *error)
{
    for (size_t i = 0; i < part->fields->count; i++) {
        const trama_field *field = &part->fields->field[i];
        char range[256];
        if (!field->required)
            continue;
        trama_field_range(field, range, sizeof range);
        return config_fail(error, config_laid_name(task),
                           "required key '%s.%s' is missing; allowed: %s", part->key, field->name,
                           range);
    }
    trama_fields_default(*part->fields, parameters);
    return true;
}

static bool read_task_part(const config_node *node, const plan_case *c, const task_part *part,
                           const char *const *others, config_error *error)
{
    const config_node *mapping = part->key ? config_get(node, part->key) : node;
    char *parameters = (char *)c->task_parameters + part->offset;
    if (!mapping)
        return leave_out(node, part, parameters, error);
    return config_fields(mapping, *part->fields, part->key ? NULL : others, parameters, error);
}

static bool read_task(const config_node *node, plan_case *c, config_error *error)
{
    const char *others[TASK_PARTS_MAX + 2] = {"name"};
    size_t count = 1;
    c->task = typed_entry(node, &task_registry, error);
    if (!c->task)
        return false;
    c->task_parameters = typed_parameters(c->task->size);
    if (!c->task_parameters)
        return config_fail_memory(error, node);
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

/* A label becomes the name of a column, and a line of the text that identifies the case. */
static bool read_label(const config_node *key, const config_node *value, plan_pair *label,
                       config_error *error)
{
    const char *name = key->text;
    if (!trama_is_name(name, 64, "_"))
        return config_fail(error, key, "label '%s'; allowed: 1 to 64 letters, digits and _", name);
    if (!config_text(value, &label->text, error))
        return false;
    uint32_t code = 0;
    for (const char *at = label->text; *at; at += trama_utf8(at, 4, &code))
        if (trama_utf8(at, 4, &code) == 0 || !trama_is_visible(code))
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
        return config_fail_memory(error, node);
    for (size_t i = 0; i < node->count; i++, c->label_count++)
        if (!read_label(node->key[i], node->item[i], &c->label[i], error))
            return false;
    return true;
}

static bool read_contact(const config_node *node, plan_case *c, config_error *error)
{
    return config_fields(node, trama_contact_fields, NULL, &c->contact, error);
}

/* Of the long form alone. */
static bool visit_contact(const plan_case *c, parts_visitor *v)
{
    return parts_pass(v,
                      (case_part){.fields = trama_contact_fields,
                                  .parameters = &c->contact,
                                  .is_unset = !*c->object[0].name},
                      "contact");
}

static bool visit_integrator(const plan_case *c, parts_visitor *v)
{
    return parts_pass(v,
                      (case_part){.type = c->integrator->name,
                                  .version = c->integrator->version,
                                  .plugin = plugin_of_integrator(c->integrator),
                                  .solver = trama_solver_of(c->integrator),
                                  .fields = c->integrator->parameters,
                                  .parameters = c->integrator_parameters},
                      "integrator");
}

static bool visit_bounds(const plan_case *c, parts_visitor *v)
{
    return parts_pass(v, (case_part){.fields = trama_bounds_fields, .parameters = &c->bounds},
                      "bounds");
}

static bool visit_task(const plan_case *c, parts_visitor *v)
{
    bool on =
        parts_pass(v, (case_part){.type = c->task->name, .version = c->task->version}, "task");
    for (const task_part *part = c->task->part; on && part->fields; part++)
        on = parts_pass(v,
                        (case_part){.fields = *part->fields,
                                    .parameters = (const char *)c->task_parameters + part->offset},
                        "task%s%s", part->key ? "." : "", part->key ? part->key : "");
    return on;
}

/* In the order of the text that identifies the case. */
static const section sections[] = {
    {"labels", read_labels, NULL},
    {"model", typed_model, NULL}, /* of the only object */
    {"scene", typed_only_scene, NULL},
    {"objects", typed_objects, objects_visit},
    {"environment", typed_environment, NULL}, /* goes into scenes */
    {"interactions", typed_interactions, interactions_visit},
    {"contact", read_contact, visit_contact},
    {"integrator", read_integrator, visit_integrator},
    {"bounds", read_bounds, visit_bounds},
    {"task", read_task, visit_task},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

bool parts_pass(const parts_visitor *v, case_part part, const char *format, ...)
{
    char path[256];
    const size_t used = strlen(v->prefix);
    memcpy(path, v->prefix, used);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path + used, sizeof path - used, format, arguments);
    va_end(arguments);
    part.path = path;
    part.is_per_node = v->is_per_node;
    return v->visit(v->context, &part);
}

bool parts_each(const plan_case *c, parts_visit *visit, void *context)
{
    parts_visitor v = {.visit = visit, .context = context};
    for (size_t s = 0; s < SECTIONS; s++)
        if (sections[s].visit && !sections[s].visit(c, &v))
            return false;
    return true;
}

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

/* The forms of what moves do not mix, and nothing that a case needs is missing. */
static bool check_forms(const config_node *tree, config_error *error)
{
    static const char *const of_short[] = {"model", "scene"};
    static const char *const of_long[] = {"environment", "interactions", "contact"};
    static const char *const needed[] = {"model", "integrator", "task"};
    const config_node *objects = config_get(tree, "objects");
    for (size_t i = 0; objects && i < 2; i++)
        if (config_get(tree, of_short[i]))
            return config_fail(error, config_key(tree, of_short[i]),
                               "the case has objects and also %s; allowed: `objects`, each with "
                               "its model and scene, or `model` and `scene` of one",
                               of_short[i]);
    for (size_t i = 0; !objects && i < 3; i++)
        if (config_get(tree, of_long[i]))
            return config_fail(error, config_key(tree, of_long[i]),
                               "%s needs the form with several objects: `objects: {NAME: {model: "
                               "..., scene: ...}}`",
                               of_long[i]);
    for (size_t i = 0; i < 3; i++)
        if (!config_get(tree, needed[i]) && !(i == 0 && objects))
            return config_fail(error, tree,
                               "the case has no %s; it needs model (or objects), integrator and "
                               "task",
                               needed[i]);
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
    trama_fields_default(trama_contact_fields, &c->contact);
    trama_fields_default(trama_bounds_fields, &c->bounds);
    if (tree->kind != CONFIG_MAPPING)
        return config_fail(error, tree, "a case is a mapping");
    if (!check_keys(tree, error) || !check_forms(tree, error))
        return false;
    for (size_t s = 0; s < SECTIONS; s++) {
        const config_node *node = config_get(tree, sections[s].key);
        if (node && !sections[s].read(node, c, error))
            return false;
    }
    c->assumed = calloc(count_assumed(tree) + 1, sizeof *c->assumed);
    if (!c->assumed)
        return config_fail_memory(error, tree);
    collect_assumed(tree, c);
    return true;
}

void plan_case_free(plan_case *c)
{
    free(c->label);
    free(c->assumed);
    typed_free_objects(c);
    typed_free_interactions(c);
    free(c->integrator_parameters);
    free(c->task_parameters);
    free(c->resolved);
    *c = (plan_case){0};
}
