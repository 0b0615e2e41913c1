/* The identity of a case: SHA-256 of its typed values as text. Comments, spelling of numbers, order
 * of keys and includes do not count; every bit of every value does. Also the digest of the values
 * that the configuration sets, which other versions of the program compute alike. */
#include "plan/parts.h"
#include "plan/typed.h"

#include "results/text_buffer.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum style {
    CANONICAL,  /* every value but those of `later` fields at their defaults; doubles as %a */
    FOR_PEOPLE, /* every value */
    AS_SET,     /* canonical, without labels, versions, and values that are their defaults */
} style;

/* Where a case is printed to, and how. */
typedef struct printer {
    FILE *out;
    style style;
    const plan_case *the_case;
} printer;

static void print_fields(const printer *to, const char *prefix, trama_fields fields,
                         const void *parameters)
{
    char text[8192]; /* TRAMA_LIST_MAX values as %a */
    for (size_t i = 0; i < fields.count; i++) {
        const trama_field *field = &fields.field[i];
        const bool is_left_out = to->style == AS_SET || (field->later && to->style == CANONICAL);
        if (is_left_out && trama_field_is_default(field, parameters))
            continue;
        trama_field_print(field, parameters, to->style != FOR_PEOPLE, text, sizeof text);
        fprintf(to->out, "%s.%s = %s\n", prefix, field->name, text);
    }
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

/* The values, however they were given. */
static void print_start(FILE *out, const char *prefix, const char *key, size_t nodes,
                        const double *value)
{
    SHA2_CTX sha;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    if (!value)
        return;
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)value, 3 * nodes * sizeof *value);
    SHA256Final(digest, &sha);
    fprintf(out, "%s.%s.sha256 = ", prefix, key);
    print_hex(out, digest, sizeof digest);
    fputc('\n', out);
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

/* A solver of another library or program likewise, by what it says that it is. */
static void print_solver(const printer *to, const char *prefix, const trama_solver_type *solver)
{
    if (solver && to->style == AS_SET)
        fprintf(to->out, "%s.engine = %s\n", prefix, solver->own);
    else if (solver)
        fprintf(to->out, "%s.engine = %s %s\n", prefix, solver->own, solver->own_version);
}

/* `among` by name, so that the order of objects counts only where it changes bits: in theirs. */
static void print_interaction(const printer *to, const char *prefix, const plan_interaction *acting)
{
    fprintf(to->out, "%s.enabled = %s\n%s.among = [", prefix, acting->enabled ? "true" : "false",
            prefix);
    for (size_t i = 0; i < acting->count; i++)
        fprintf(to->out, "%s%s", i > 0 ? ", " : "", to->the_case->object[acting->among[i]].name);
    fprintf(to->out, "]\n");
}

/* An item that sets nothing is there, too. */
static bool print_part(void *context, const case_part *part)
{
    const printer *to = context;
    if (part->is_unset)
        return true;
    if (part->type)
        fprintf(to->out, "%s.name = %s\n", part->path, part->type);
    if (part->type && to->style != AS_SET)
        fprintf(to->out, "%s.version = %u\n", part->path, part->version);
    if (part->interaction)
        print_interaction(to, part->path, part->interaction);
    print_plugin(to, part->path, part->plugin);
    print_solver(to, part->path, part->solver);
    if (part->is_item && to->style == AS_SET)
        fprintf(to->out, "%s\n", part->path);
    print_fields(to, part->path, part->fields, part->parameters);
    if (part->point_set > 0)
        fprintf(to->out, "%s.point_set = point_sets[%ld]\n", part->path, part->point_set - 1);
    if (part->mesh && part->mesh->face_count > 0)
        print_mesh(to->out, part->path, part->mesh);
    if (part->tetrahedra)
        print_tetrahedra(to->out, part->path, part->tetrahedra);
    if (part->start) {
        print_start(to->out, part->path, "place", part->start->nodes, part->start->place);
        print_start(to->out, part->path, "velocity", part->start->nodes, part->start->velocity);
    }
    return true;
}

static bool print_case(FILE *out, style as, const plan_case *c)
{
    printer to = {out, as, c};
    fprintf(out, "experiment = %s\n", c->experiment->name);
    return (as == AS_SET || print_labels(out, c)) && parts_each(c, print_part, &to);
}

/* The case as text: free it. NULL without memory. */
static char *text_of(style as, const plan_case *c, size_t *size)
{
    text_buffer text;
    if (text_begin(&text) && print_case(text.stream, as, c))
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
    return print_case(out, FOR_PEOPLE, c) && ferror(out) == 0;
}
