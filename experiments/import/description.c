/* The description of an import: its head, and the parts that cases and frames share. */
#include "import/inside.h"

#include "core/memory.h"
#include "core/text.h"
#include "engine/provenance.h"
#include "plan/study.h"
#include "quantities/quantities.h"
#include "results/config_digests.h"

#include <errno.h>
#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const keys[] = {"experiment", "summary", "source", "program", "task", "case",
                                   "cases",      "columns", "ignore", "frames",  "study"};

static bool read_head(const reading *r);
static bool read_parts(reading *r);

bool import_load(const char *path, import *made, config_error *error)
{
    config_node *root;
    *made = (import){.source = ""};
    reading r = {.made = made, .error = error};
    r.experiment = made->p.experiment = calloc(1, sizeof *r.experiment);
    if (!r.experiment)
        return config_fail_memory(error, NULL);
    made->p.experiment_count = 1;
    r.experiment->file = path;
    r.experiment->study = study_block_none;
    r.experiment->store = config_store_create();
    if (!r.experiment->store)
        return config_fail_memory(error, NULL);
    if (!config_load(r.experiment->store, path, &root, error))
        return false;
    r.root = root;
    return read_head(&r) && read_parts(&r) && plan_study_check_files(&made->p, error) &&
           plan_study_write_references(&made->p, error);
}

void import_free(import *made)
{
    for (size_t i = 0; i < made->p.row_count; i++) {
        if (made->result)
            bundle_free(&made->result[i]);
        if (made->text)
            free(made->text[i]);
    }
    for (size_t i = 0; i < made->files; i++)
        free(made->from[i].file);
    free(made->from);
    free(made->range);
    free(made->result);
    free(made->text);
    plan_free(&made->p);
    *made = (import){.source = ""};
}

/* --- the head --- */

static bool read_program(const reading *r)
{
    static const char *const known[] = {"name", "version"};
    const config_node *node = config_get(r->root, "program");
    r->made->program = r->made->version = "";
    return !node || (import_known_keys(r, node, "program", known, 2) &&
                     import_text(r, node, "name", NULL, &r->made->program) &&
                     import_text(r, node, "version", "", &r->made->version));
}

static bool read_head(const reading *r)
{
    enum { KEYS = sizeof keys / sizeof *keys };
    return import_known_keys(r, r->root, "an import", keys, KEYS) &&
           plan_read_name(r->root, &r->experiment->name, r->error) &&
           import_text(r, r->root, "summary", "", &r->experiment->summary) &&
           import_text(r, r->root, "source", NULL, &r->made->source) && read_program(r);
}

/* A task of trama's, whose tables and figures then take the cases, or none. */
static bool read_task(reading *r, const char *fallback)
{
    const config_node *node = config_get(r->root, "task");
    if (!import_text(r, r->root, "task", fallback, &r->task))
        return false;
    return !node || strcmp(r->task, "imported") == 0 ||
           trama_registry_find(&task_registry, r->task) ||
           config_fail(r->error, node,
                       "task: '%s'; allowed: imported, or a task of trama (trama "
                       "list)",
                       r->task);
}

/* What only the other of the two needs would be read by nobody. */
static bool has_no_columns(const reading *r)
{
    static const char *const of_cases[] = {"columns", "ignore"};
    for (size_t i = 0; i < 2; i++)
        if (config_key(r->root, of_cases[i]))
            return config_fail(r->error, config_key(r->root, of_cases[i]),
                               "'%s' is given with frames; allowed: with cases", of_cases[i]);
    return true;
}

static bool read_parts(reading *r)
{
    const config_node *cases = config_get(r->root, "cases"),
                      *frames = config_get(r->root, "frames");
    if (!cases == !frames)
        return config_fail(r->error, r->root,
                           "an import needs cases: TABLE.csv, or frames: {file: ...}");
    if (cases)
        return read_task(r, "imported") && import_cases(r);
    return has_no_columns(r) && read_task(r, "run") && import_frames(r);
}

/* --- shared --- */

bool import_known_keys(const reading *r, const config_node *node, const char *what,
                       const char *const *known, size_t count)
{
    if (node->kind != CONFIG_MAPPING)
        return config_fail(r->error, node, "%s is a mapping", what);
    for (size_t i = 0; i < node->count; i++) {
        size_t k = 0;
        while (k < count && strcmp(node->key[i]->text, known[k]) != 0)
            k++;
        if (k == count)
            return config_unknown(r->error, "key", node->key[i], known, count);
    }
    return true;
}

bool import_text(const reading *r, const config_node *node, const char *key, const char *fallback,
                 const char **text)
{
    const config_node *given = config_get(node, key);
    *text = fallback;
    if (!given)
        return fallback || config_fail(r->error, node, "`%s: TEXT` is missing", key);
    if (!config_text(given, text, r->error))
        return false;
    return **text || fallback || config_fail(r->error, given, "`%s` is empty", key);
}

const char *import_path(const reading *r, const config_node *name)
{
    const char *text = NULL;
    char path[300];
    if (!config_text(name, &text, r->error))
        return NULL;
    const bool bare = !strpbrk(text, ".[");
    snprintf(path, sizeof path, "%s%.250s", bare ? "labels." : "", text);
    const size_t length = strcspn(path, ".[");
    char section[300];
    snprintf(section, sizeof section, "%.*s", (int)length, path);
    if (!trama_is_name(text, 200, "_.-[]") || !study_is_section(section) || !path[length]) {
        config_fail(r->error, name,
                    "'%s' is not a path of a case; allowed: one such as integrator.name or "
                    "model.zeta, or the name of a label",
                    text);
        return NULL;
    }
    const config_node *kept = config_scalar(r->experiment->store, path, name);
    if (!kept)
        config_fail_memory(r->error, name);
    return kept ? kept->text : NULL;
}

bool import_unit(const reading *r, const config_node *where, const char *unit, const char *to,
                 double *factor)
{
    enum { LONGEST = 32 };
    *factor = 1.0;
    if (!*unit || strlen(unit) > LONGEST || strpbrk(unit, "\t\n\r,;\"'<>&|`$\\"))
        return config_fail(r->error, where,
                           "'%s' is not a unit; allowed: 1 to %d characters, such as ms or kg m/s; "
                           "1 for a pure number",
                           unit, LONGEST);
    if (!*to)
        return true;
    *factor = strcmp(unit, to) == 0 ? 1.0 : unit_factor(unit, to);
    return !isnan(*factor) ||
           config_fail(r->error, where, "in '%s'; allowed: %s, with a prefix or without", unit, to);
}

/* `name` as seen from the file in which it stands. */
static char *seen_from(const config_node *name, const char *text)
{
    const char *slash = text[0] == '/' ? NULL : strrchr(name->file, '/');
    const size_t folder = slash ? (size_t)(slash - name->file) + 1 : 0;
    char *path = malloc(folder + strlen(text) + 1);
    if (path) {
        memcpy(path, name->file, folder);
        memcpy(path + folder, text, strlen(text) + 1);
    }
    return path;
}

/* Its digest; false with errno. */
static bool note_file(import *made, const char *path, const char *text)
{
    import_source *grown =
        trama_with_room(made->from, made->files, &made->room, sizeof *made->from);
    if (!grown)
        return false;
    made->from = grown;
    import_source *own = &made->from[made->files];
    own->file = strdup(text);
    if (own->file && SHA256File(path, own->sha256)) {
        made->files++;
        return true;
    }
    free(own->file);
    return false;
}

char *import_file(const reading *r, const config_node *name)
{
    const char *text = NULL;
    struct stat about;
    if (!config_text(name, &text, r->error))
        return NULL;
    char *path = seen_from(name, text);
    if (path && stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        config_fail(r->error, name, "%s is not a regular file", text);
    else if (path && note_file(r->made, path, text))
        return path;
    else
        config_fail(r->error, name, "%s: %s", text, strerror(errno));
    free(path);
    return NULL;
}

/* --- a case's file --- */

static void put_files(const import *made, const size_t range[2], bundle *results)
{
    const size_t count = range[1] - range[0];
    const char **text = calloc(2 * count + 1, sizeof *text);
    results->no_memory |= !text;
    for (size_t i = 0; text && i < count; i++) {
        text[i] = made->from[range[0] + i].file;
        text[count + i] = made->from[range[0] + i].sha256;
    }
    if (text) {
        bundle_put_texts(results, &column_run_source_file, text, count);
        bundle_put_texts(results, &column_run_source_sha256, text + count, count);
    }
    free(text);
}

static void put_source(const import *made, const size_t range[2], bundle *results)
{
    bundle_put_text(results, &column_run_origin, "imported");
    bundle_put_text(results, &column_run_source, made->source);
    put_files(made, range, results);
    if (*made->program)
        bundle_put_text(results, &column_run_engine_name, made->program);
    if (*made->version)
        bundle_put_text(results, &column_run_engine_version, made->version);
}

static void put_configuration(const import *made, const char *text, bundle *results)
{
    const config_store *store = made->p.experiment->store;
    const char *name = config_store_file_name(store, 0), *whole = config_store_file_text(store, 0);
    char digest[65];
    bundle_put_texts(results, &column_config_file_name, &name, 1);
    bundle_put_texts(results, &column_config_file_text, &whole, 1);
    bundle_put_text(results, &column_config_resolved, text);
    SHA256Data((const uint8_t *)text, strlen(text), digest);
    bundle_put_text(results, &column_config_digest, digest);
    if (!results->no_memory)
        config_digests_put(results);
}

void import_case(import *made, size_t row, bundle *results)
{
    const plan_row *of = &made->p.row[row];
    column_member m;
    *results = made->result[row];
    made->result[row] = (bundle){0};
    bundle_put_text(results, &column_case_id, of->id);
    bundle_put_text(results, &column_case_experiment, of->experiment->name);
    bundle_put_text(results, &column_case_task, of->task);
    bundle_put_text(results, &column_case_model, of->model);
    bundle_put_text(results, &column_case_integrator, of->integrator);
    for (size_t i = 0; i < of->label_count; i++)
        bundle_put_text(results, column_named(&column_label, of->label[i].name, &m),
                        of->label[i].text);
    for (size_t i = 0; i < of->swept_count; i++)
        swept_add(results, &of->swept[i]);
    put_configuration(made, made->text[row], results);
    put_source(made, made->range[row], results);
    provenance_add_import(results);
    if (!bundle_get(results, &column_quantities_version)) /* a table has its own */
        quantities_put(results);
}
