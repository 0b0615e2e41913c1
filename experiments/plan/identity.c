/* The identity of a case: SHA-256 of its typed values as text. Comments, spelling of numbers, order
 * of keys and includes do not count; every bit of every value does. Beside it a digest of what the
 * configuration sets, which another version of the program gives too. */
#include "plan/typed.h"

#include "plugin/plugin.h"
#include "results/text_buffer.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum style {
    CANONICAL,  /* every value, doubles as %a */
    FOR_PEOPLE, /* every value */
    AS_SET,     /* canonical, without labels, versions, and values that are their defaults */
} style;

/* Where a case is printed to, and how. */
typedef struct printer {
    FILE *out;
    style style;
} printer;

static void print_fields(const printer *to, const char *prefix, trama_fields fields,
                         const void *parameters)
{
    char text[8192]; /* TRAMA_LIST_MAX values as %a */
    for (size_t i = 0; i < fields.count; i++) {
        const trama_field *field = &fields.field[i];
        if ((field->later || to->style == AS_SET) && trama_field_is_default(field, parameters))
            continue;
        trama_field_print(field, parameters, to->style != FOR_PEOPLE, text, sizeof text);
        fprintf(to->out, "%s.%s = %s\n", prefix, field->name, text);
    }
}

static void print_version(const printer *to, const char *prefix, unsigned version)
{
    if (to->style != AS_SET)
        fprintf(to->out, "%s.version = %u\n", prefix, version);
}

static void print_hex(FILE *out, const uint8_t *byte, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%02x", byte[i]);
}

/* A mesh by its numbers, whatever file they are from. */
static void print_mesh(FILE *out, const char *prefix, const trama_mesh_spec *mesh)
{
    SHA2_CTX sha;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)mesh->vertex,
                 3 * mesh->vertex_count * sizeof *mesh->vertex);
    SHA256Update(&sha, (const uint8_t *)mesh->face, mesh->face_count * sizeof *mesh->face);
    SHA256Final(digest, &sha);
    fprintf(out, "%s.mesh.vertices = %zu\n%s.mesh.faces = %zu\n%s.mesh.sha256 = ", prefix,
            mesh->vertex_count, prefix, mesh->face_count, prefix);
    print_hex(out, digest, sizeof digest);
    fputc('\n', out);
}

static void print_lattice(const printer *to, const char *scene, const trama_lattice *lattice)
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.lattice", scene);
    print_fields(to, prefix, trama_lattice_fields, lattice);
}

static void print_shell(const printer *to, const char *scene, const trama_shell *shell)
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.shell", scene);
    print_fields(to, prefix, trama_shell_fields, shell);
}

static void print_body(const printer *to, const char *scene, const trama_form *body)
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.body", scene);
    print_fields(to, prefix, trama_form_fields, body);
}

/* Of a file, by their numbers. */
static void print_tetrahedra(FILE *out, const char *prefix, const trama_tetrahedra *body)
{
    SHA2_CTX sha;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)body->vertex,
                 3 * body->vertex_count * sizeof *body->vertex);
    SHA256Update(&sha, (const uint8_t *)body->item, body->count * sizeof *body->item);
    SHA256Final(digest, &sha);
    fprintf(out, "%s.tetrahedra.vertices = %zu\n%s.tetrahedra.count = %zu\n", prefix,
            body->vertex_count, prefix, body->count);
    fprintf(out, "%s.tetrahedra.sha256 = ", prefix);
    print_hex(out, digest, sizeof digest);
    fputc('\n', out);
}

/* A part of a scene's list: its prefix is "SCENE.NAME[i]". One that sets nothing is there, too. */
static void print_part(const printer *to, const char *scene, const char *name, size_t i,
                       trama_fields fields, const void *part)
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.%s[%zu]", scene, name, i);
    if (to->style == AS_SET)
        fprintf(to->out, "%s\n", prefix);
    print_fields(to, prefix, fields, part);
}

/* A point force needs no name. */
static void print_force(const printer *to, const char *scene, size_t i, const trama_force *force)
{
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.forces[%zu]", scene, i);
    if (force->type != &trama_force_point) {
        fprintf(to->out, "%s.name = %s\n", prefix, force->type->name);
        print_version(to, prefix, force->type->version);
    }
    print_part(to, scene, "forces", i, force->type->parameters, force->parameters);
}

static void print_scene(const printer *to, const char *prefix, const trama_scene_spec *scene)
{
    char grid[96];
    snprintf(grid, sizeof grid, "%s.grid", prefix);
    print_fields(to, prefix, trama_scene_fields, scene);
    if (scene->body.cells > 0)
        print_body(to, prefix, &scene->body);
    else if (scene->tetrahedra.count > 0)
        print_tetrahedra(to->out, prefix, &scene->tetrahedra);
    else if (scene->lattice.points[0] > 0)
        print_lattice(to, prefix, &scene->lattice);
    else if (scene->shell.points[0] > 0)
        print_shell(to, prefix, &scene->shell);
    else if (scene->mesh.face_count > 0)
        print_mesh(to->out, prefix, &scene->mesh);
    else
        print_fields(to, grid, trama_grid_fields, &scene->grid);
    for (size_t i = 0; i < scene->pin_count; i++) {
        print_part(to, prefix, "pins", i, trama_pin_fields, &scene->pins[i]);
        if (scene->pins[i].point_set > 0)
            fprintf(to->out, "%s.pins[%zu].point_set = point_sets[%ld]\n", prefix, i,
                    scene->pins[i].point_set - 1);
    }
    for (size_t i = 0; i < scene->point_set_count; i++)
        print_part(to, prefix, "point_sets", i, trama_point_set_fields, &scene->point_sets[i]);
    for (size_t i = 0; i < scene->stop_count; i++)
        print_part(to, prefix, "stops", i, trama_stop_fields, &scene->stops[i]);
    for (size_t i = 0; i < scene->force_count; i++)
        print_force(to, prefix, i, &scene->forces[i]);
    if (scene->gauge.given) {
        snprintf(grid, sizeof grid, "%s.gauge", prefix);
        print_fields(to, grid, trama_gauge_fields, &scene->gauge);
    }
}

static void print_task(const printer *to, const plan_case *c)
{
    char prefix[64];
    fprintf(to->out, "task.name = %s\n", c->task->name);
    print_version(to, "task", c->task->version);
    for (const task_part *part = c->task->part; part->fields; part++) {
        snprintf(prefix, sizeof prefix, "task%s%s", part->key ? "." : "",
                 part->key ? part->key : "");
        print_fields(to, prefix, *part->fields, (const char *)c->task_parameters + part->offset);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const plan_pair *)a)->name, ((const plan_pair *)b)->name);
}

/* In order of name, whatever order they are written in. */
static bool print_labels(FILE *out, const plan_case *c)
{
    plan_pair *sorted = calloc(c->label_count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < c->label_count; i++)
        sorted[i] = c->label[i];
    qsort(sorted, c->label_count, sizeof *sorted, by_name);
    for (size_t i = 0; i < c->label_count; i++)
        fprintf(out, "labels.%s = %s\n", sorted[i].name, sorted[i].text);
    free(sorted);
    return true;
}

/* A plugin's types are told apart by its name and version. Its file is not: a plugin compiled anew
 * makes results stale, as a program does, and not other cases. */
static void print_plugin(const printer *to, const char *prefix, const plugin_entry *plugin)
{
    if (plugin && to->style == AS_SET)
        fprintf(to->out, "%s.plugin = %s\n", prefix, plugin->table->name);
    else if (plugin)
        fprintf(to->out, "%s.plugin = %s %s\n", prefix, plugin->table->name,
                plugin->table->version);
}

/* What the model has many of: their prefix is "MODEL.bodies.NAME". */
static void print_entries(const printer *to, const char *model, const plan_object *object)
{
    char prefix[160];
    const trama_entries_type *type = &object->model->entries;
    const trama_entries *entries =
        type->name ? trama_entries_of(type, object->model_parameters) : NULL;
    for (size_t i = 0; entries && i < entries->count; i++) {
        snprintf(prefix, sizeof prefix, "%s.%s.%s", model, type->name, entries->name[i]);
        if (to->style == AS_SET)
            fprintf(to->out, "%s\n", prefix);
        const char *item = (const char *)entries->item + i * type->fields->size;
        print_fields(to, prefix, *type->fields, item);
        const trama_mesh_spec *mesh = (const void *)(item + type->mesh_offset);
        if (type->mesh_offset > 0 && mesh->face_count > 0)
            print_mesh(to->out, prefix, mesh);
    }
}

static void print_model(const printer *to, const char *prefix, const plan_object *object)
{
    fprintf(to->out, "%s.name = %s\n", prefix, object->model->name);
    print_version(to, prefix, object->model->version);
    print_plugin(to, prefix, plugin_of_model(object->model));
    print_fields(to, prefix, object->model->parameters, object->model_parameters);
    print_entries(to, prefix, object);
    if (typed_model_mesh(object) && typed_model_mesh(object)->face_count > 0)
        print_mesh(to->out, prefix, typed_model_mesh(object));
}

/* `among` by name, so that the order of objects counts only where it changes bits: in theirs. */
static void print_interaction(const printer *to, const plan_case *c, const plan_interaction *acting)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, "interactions.%s", acting->name);
    fprintf(to->out, "%s.name = %s\n", prefix, acting->type->name);
    print_version(to, prefix, acting->type->version);
    fprintf(to->out, "%s.enabled = %s\n%s.among = [", prefix, acting->enabled ? "true" : "false",
            prefix);
    for (size_t i = 0; i < acting->count; i++)
        fprintf(to->out, "%s%s", i > 0 ? ", " : "", c->object[acting->among[i]].name);
    fprintf(to->out, "]\n");
    print_plugin(to, prefix, plugin_of_interaction(acting->type));
    print_fields(to, prefix, acting->type->parameters, acting->parameters);
}

static void print_objects(const printer *to, const plan_case *c)
{
    char prefix[64];
    if (!*c->object[0].name) {
        print_model(to, "model", &c->object[0]);
        print_scene(to, "scene", &c->object[0].scene);
        return;
    }
    for (size_t o = 0; o < c->object_count; o++) {
        snprintf(prefix, sizeof prefix, "objects.%s.model", c->object[o].name);
        print_model(to, prefix, &c->object[o]);
        snprintf(prefix, sizeof prefix, "objects.%s.scene", c->object[o].name);
        print_scene(to, prefix, &c->object[o].scene);
    }
    for (size_t i = 0; i < c->interaction_count; i++)
        print_interaction(to, c, &c->interaction[i]);
    print_fields(to, "contact", trama_contact_fields, &c->contact);
}

static bool print_case(const printer *to, const plan_case *c)
{
    fprintf(to->out, "experiment = %s\n", c->experiment->name);
    if (to->style != AS_SET && !print_labels(to->out, c))
        return false;
    print_objects(to, c);
    fprintf(to->out, "integrator.name = %s\n", c->integrator->name);
    print_version(to, "integrator", c->integrator->version);
    print_plugin(to, "integrator", plugin_of_integrator(c->integrator));
    print_fields(to, "integrator", c->integrator->parameters, c->integrator_parameters);
    print_fields(to, "bounds", trama_bounds_fields, &c->bounds);
    print_task(to, c);
    return true;
}

/* The case as text: free it. NULL without memory. */
static char *text_of(style as, const plan_case *c, size_t *size)
{
    text_buffer text;
    if (text_begin(&text) && print_case(&(printer){text.stream, as}, c))
        return text_take(&text, size);
    text_free(&text);
    return NULL;
}

/* The first bytes of the text's SHA-256, in hex. */
static void digest_text(const char *text, size_t size, size_t bytes, char *hex)
{
    SHA2_CTX sha;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)text, size);
    SHA256Final(digest, &sha);
    for (size_t i = 0; i < bytes; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

bool typed_identify(plan_case *c)
{
    size_t size;
    c->resolved = text_of(CANONICAL, c, &size);
    if (c->resolved)
        digest_text(c->resolved, size, 16, c->id);
    return c->resolved != NULL;
}

bool plan_digest(const plan_case *c, char digest[65])
{
    size_t size;
    char *text = text_of(AS_SET, c, &size);
    if (text)
        digest_text(text, size, SHA256_DIGEST_LENGTH, digest);
    free(text);
    return text != NULL;
}

bool plan_print(const plan_case *c, FILE *out)
{
    return print_case(&(printer){out, FOR_PEOPLE}, c) && ferror(out) == 0;
}
