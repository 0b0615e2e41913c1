/* trama merge: the last step of a run in shards. Reports which cases of a plan have results, and
 * makes the indices. */
#include "command/command.h"
#include "command/pending_cases.h"
#include "command/run_lock.h"
#include "results/door.h"

#include <stdio.h>

static int conclude(const request *r, const plan *p, const pending_cases *todo)
{
    if (!pending_cases_write_studies(r, p) || !pending_cases_write_indices(r, p))
        return EXIT_IO;
    printf("%zu of %zu cases are in %s\n", todo->standing, p->case_count, r->folder);
    if (todo->stale > 0)
        printf("%zu of another build\n", todo->stale);
    for (size_t i = 0; i < todo->count; i++)
        printf("missing: %s\n", todo->job[i].path);
    if (todo->bad > 0)
        printf("%zu %s crashed, ran out of time or failed\n", todo->bad, tally_cases(todo->bad));
    return todo->bad > 0 || todo->count > 0 ? EXIT_CASES : EXIT_OK;
}

/* With the lock of a whole run: no shard may be at work. */
static int merge(const request *r, const plan *p)
{
    pending_cases todo = {0};
    run_lock held = {0};
    const bool named = door_name(r->folder);
    if (!named)
        fprintf(stderr, "trama: out of memory\n");
    const bool known =
        named && run_lock_take(&held, p, r->folder, 1, 1) && pending_cases_make(r, p, false, &todo);
    const int code = known ? conclude(r, p, &todo) : EXIT_IO;
    pending_cases_free(&todo);
    run_lock_release(&held);
    return code;
}

int command_merge(int argc, char **argv)
{
    request r = {.folder = "results", .shard = 1, .shards = 1};
    plan p;
    config_error error = {0};
    const command_option options[] = {{"--output", "-o", &r.folder, NULL},
                                      {"--only", NULL, &r.only, NULL}};
    r.file_count = command_options(argc, argv, options, sizeof options / sizeof options[0]);
    r.files = argv + 1;
    if (r.file_count == 0)
        fprintf(stderr, "trama merge: no configuration given; see `trama --help`\n");
    if (r.file_count <= 0 || !command_takes_folder("merge", r.folder, 0))
        return EXIT_USAGE;
    const bool loaded = plan_load(r.files, (size_t)r.file_count, r.only, &p, &error);
    if (!loaded)
        fprintf(stderr, "%s\n", error.text);
    const int code = loaded ? merge(&r, &p) : EXIT_USAGE;
    plan_free(&p);
    return code;
}
