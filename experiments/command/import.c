/* trama import: records results of another program as cases of an experiment. The whole description
 * is read before anything is written. */
#include "import/import.h"

#include "command/command.h"
#include "command/pending_cases.h"
#include "command/run_lock.h"
#include "command/unplanned_cases.h"
#include "results/door.h"
#include "results/path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int import_file_of(const char *file, const request *r);

int command_import(int argc, char **argv)
{
    request r = {.folder = "results", .again = "unplanned", .shard = 1, .shards = 1};
    const command_option options[] = {{"--output", "-o", &r.folder, NULL}};
    const int files = command_options(argc, argv, options, 1);
    if (files == 0)
        fprintf(stderr, "trama import: no description given; see `trama --help`\n");
    if (files <= 0 || !command_takes_folder("import", r.folder, 0))
        return EXIT_USAGE;
    if (!door_name(r.folder)) {
        fprintf(stderr, "trama: out of memory\n");
        return EXIT_IO;
    }
    int code = EXIT_OK;
    for (int i = 1; code == EXIT_OK && i <= files; i++)
        code = import_file_of(argv[i], &r);
    return code;
}

/* --- one description --- */

static bool complain(const record_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    return false;
}

/* What was measured is not to be taken off by what was not: all cases that stand were imported. */
static bool is_imported(const char *folder, const char *name)
{
    const char *const wanted[] = {column_run_origin.path, NULL};
    record_error error;
    bundle b = {0};
    char *path = path_join(folder, name);
    const record_status status =
        path ? record_read(path, wanted, &b, &error) : record_fail_memory(&error, folder);
    const bool imported = strcmp(bundle_get_text(&b, &column_run_origin), "imported") == 0;
    if (status != RECORD_OK)
        complain(&error);
    else if (!imported)
        fprintf(stderr,
                "%s: has cases that were run, not imported; choose another folder (-o), or another "
                "name of the experiment\n",
                path);
    bundle_free(&b);
    free(path);
    return status == RECORD_OK && imported;
}

static bool may_replace(const char *folder)
{
    record_names names = {0};
    record_error error;
    const record_status status = record_list(folder, &names, &error);
    bool may = status == RECORD_OK || status == RECORD_MISSING || complain(&error);
    for (size_t i = 0; may && i < names.count; i++)
        may = is_imported(folder, names.name[i]);
    record_names_free(&names);
    return may;
}

/* Files that get their names together, since to sync a disk for each takes longer. */
typedef struct batch {
    size_t count;
    char *path[256];
} batch;

static bool commit(batch *files)
{
    record_error error = {0};
    record_commit((const char *const *)files->path, files->count, &error);
    for (size_t i = 0; i < files->count; i++)
        free(files->path[i]);
    files->count = 0;
    return error.status == RECORD_OK || complain(&error);
}

static record_status write_later(batch *files, const char *path, const bundle *b,
                                 record_error *error)
{
    char *kept = strdup(path);
    const record_status status =
        kept ? record_write_later(path, b, (long)getpid(), error) : record_fail_memory(error, path);
    if (status == RECORD_OK)
        files->path[files->count++] = kept;
    else
        free(kept);
    return status;
}

/* One with frames is large, and stands at once. */
static bool write_case(import *made, size_t row, const char *folder, batch *files)
{
    char path[PATH_MAX];
    record_error error;
    bundle b = {0};
    import_case(made, row, &b);
    record_case_path(folder, made->p.row[row].id, path, sizeof path);
    record_status status = b.no_memory ? record_fail_memory(&error, path) : RECORD_OK;
    const bool has_frames = bundle_get(&b, &column_frames_time) != NULL;
    if (status == RECORD_OK)
        status = record_case_folder(path, &error);
    if (status == RECORD_OK)
        status = has_frames ? record_write(path, &b, &error) : write_later(files, path, &b, &error);
    if (status == RECORD_OK && has_frames)
        status = record_xdmf(path, &error);
    bundle_free(&b);
    return status == RECORD_OK || complain(&error);
}

static bool write_cases(import *made, const request *r, const char *folder)
{
    enum { BATCH = sizeof((batch *)0)->path / sizeof *((batch *)0)->path };
    batch files = {0};
    bool written = may_replace(folder);
    for (size_t i = 0; written && i < made->p.row_count; i++) {
        written = write_case(made, i, folder, &files);
        if (files.count == BATCH)
            written = commit(&files) && written;
    }
    written = commit(&files) && written;
    return written && pending_cases_write_studies(r, &made->p) &&
           unplanned_cases_tidy(r, &made->p) && pending_cases_write_indices(r, &made->p);
}

static int write_all(import *made, const request *r)
{
    char folder[PATH_MAX];
    run_lock held = {0};
    snprintf(folder, sizeof folder, "%s/%s", r->folder, made->p.experiment[0].name);
    const bool written = pending_cases_make_folders(&made->p, r->folder) &&
                         run_lock_take(&held, &made->p, r->folder, 1, 1) &&
                         write_cases(made, r, folder);
    run_lock_release(&held);
    if (written)
        printf("%zu %s in %s; `trama table %s` shows them\n", made->p.row_count,
               made->p.row_count == 1 ? "case is" : "cases are", folder, r->folder);
    return written ? EXIT_OK : EXIT_IO;
}

static int import_file_of(const char *file, const request *r)
{
import made;
    config_error error = {0};
    int code = EXIT_USAGE;
    if (import_load(file, &made, &error))
        code = write_all(&made, r);
    else
        fprintf(stderr, "%s\n", error.text);
    import_free(&made);
    return code;
}
