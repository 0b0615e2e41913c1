/* trama index: rebuilds derived files without running a case: for folders their indices; for
 * configurations also the plan of each experiment, study.h5, for example if an earlier version
 * wrote it or its study has changed. */
#include "command/command.h"
#include "command/pending_cases.h"
#include "command/run_lock.h"
#include "plan/plan.h"
#include "results/door.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static bool is_file(const char *operand)
{
    struct stat about;
    return stat(operand, &about) == 0 && S_ISREG(about.st_mode);
}

/* Every experiment has a folder of cases. */
static bool are_run(const plan *p, const char *folder)
{
    for (size_t i = 0; i < p->experiment_count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s/cases", folder, p->experiment[i].name);
        if (door_stands(path))
            continue;
        fprintf(stderr, "%s: there is no such folder; `trama run` makes it\n", path);
        return false;
    }
    return true;
}

static int index_plan(const request *r, const plan *p)
{
    run_lock held = {0};
    if (!are_run(p, r->folder))
        return EXIT_USAGE;
    const bool made = run_lock_take(&held, p, r->folder, 1, 1) &&
                      pending_cases_write_studies(r, p) && pending_cases_write_indices(r, p);
    run_lock_release(&held);
    if (made)
        printf("%zu %s planned again, without running a case\n", p->experiment_count,
               p->experiment_count == 1 ? "experiment is" : "experiments are");
    return made ? EXIT_OK : EXIT_IO;
}

static int index_configurations(const request *r)
{
    plan p;
    config_error error = {0};
    int code = EXIT_USAGE;
    if (plan_load(r->files, (size_t)r->file_count, NULL, &p, &error))
        code = index_plan(r, &p);
    else
        fprintf(stderr, "%s\n", error.text);
    plan_free(&p);
    return code;
}

int command_index(int argc, char **argv)
{
    request r = {.folder = NULL};
    const command_option options[] = {{"--output", "-o", &r.folder, NULL}};
    r.file_count = command_options(argc, argv, options, 1);
    r.files = argv + 1;
    if (r.file_count < 0)
        return EXIT_USAGE;
    if (!r.folder && (r.file_count == 0 || !is_file(r.files[0])))
        return command_index_folders(r.file_count + 1, argv);
    r.folder = r.folder ? r.folder : "results";
    if (r.file_count > 0)
        return command_takes_folder("index", r.folder, 0) ? index_configurations(&r) : EXIT_USAGE;
    fprintf(stderr, "trama index: no configuration given; see `trama --help`\n");
    return EXIT_USAGE;
}
