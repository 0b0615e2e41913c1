#include "command/ab_comparison.h"
#include "command/command.h"
#include "command/temporary.h"
#include "engine/signals.h"
#include "plan/plan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- which cases --- */

/* "(ONLY) and not (task.name == 'timing' or task.name == 'cost')" */
static bool write_condition(const char *only, const char *sign, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s%s%s%s(", only ? "(" : "", only ? only : "",
                                   only ? ") and " : "", sign);
    bool first = true;
    for (size_t i = 0; i < trama_registry_count(&task_registry) && used < size; i++) {
        const task_type *task = trama_registry_at(&task_registry, i);
        if (!task->exclusive)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%stask.name == '%s'",
                                 first ? "" : " or ", task->name);
        first = false;
    }
    if (used + 1 < size)
        strcpy(text + used, ")");
    return used + 1 < size;
}

static int look_at_plan(ab_comparison *c)
{
    plan p;
    config_error error = {0};
    const ab_comparison_request *r = c->asked;
    int code = EXIT_OK;
    if (!plan_load(r->files, r->file_count, r->only, &p, &error)) {
        fprintf(stderr, "%s\n", error.text);
        code = EXIT_USAGE;
    }
    for (size_t i = 0; code == EXIT_OK && i < p.case_count; i++) {
        c->has_timed |= p.cases[i].task->exclusive;
        c->has_other |= !p.cases[i].task->exclusive;
    }
    plan_free(&p);
    if (code == EXIT_OK && !c->has_timed && !c->has_other) {
        fprintf(stderr, "trama compare: no case is left\n");
        code = EXIT_USAGE;
    }
    return code;
}

/* --- places --- */

static bool is_empty(const char *folder)
{
    size_t entries = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
        entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (open)
        closedir(open);
    return entries == 0;
}

/* Samples of another day would be paired with those of today. */
static bool take_folder(ab_comparison *c, const char *wanted)
{
    snprintf(c->folder, sizeof c->folder, "%s", wanted);
    if (is_empty(wanted))
        return true;
    fprintf(stderr, "trama compare: -o '%s' is not empty; allowed: a new folder\n", wanted);
    return false;
}

static int find_place(ab_comparison *c)
{
    const char *wanted = c->asked->folder;
    if (wanted && !take_folder(c, wanted))
        return EXIT_USAGE;
    c->is_temporary = !wanted && temporary_make("compare", c->folder, sizeof c->folder);
    if (!wanted && !c->is_temporary)
        return EXIT_IO;
    snprintf(c->baseline, sizeof c->baseline, "%s/baseline", c->folder);
    snprintf(c->fresh, sizeof c->fresh, "%s/new", c->folder);
    snprintf(c->again, sizeof c->again, "%s/confirm", c->folder);
    snprintf(c->again_baseline, sizeof c->again_baseline, "%s/baseline", c->again);
    snprintf(c->again_fresh, sizeof c->again_fresh, "%s/new", c->again);
    return EXIT_OK;
}

/* --- the ab_comparison --- */

static bool find_programs(ab_comparison *c)
{
    const ssize_t length = readlink("/proc/self/exe", c->self, sizeof c->self - 1);
    if (length <= 0) {
        fprintf(stderr, "trama compare: /proc/self/exe: %s\n", strerror(errno));
        return false;
    }
    c->self[length] = '\0';
    if (access(c->asked->baseline, X_OK) == 0)
        return true;
    fprintf(stderr, "trama compare: --against '%s': %s\n", c->asked->baseline, strerror(errno));
    return false;
}

int ab_comparison_begin(const ab_comparison_request *asked, ab_comparison *c)
{
    *c = (ab_comparison){.asked = asked};
    if (!find_programs(c))
        return EXIT_USAGE;
    if (!write_condition(asked->only, "", c->only_timed, sizeof c->only_timed) ||
        !write_condition(asked->only, "not ", c->only_other, sizeof c->only_other)) {
        fprintf(stderr, "trama compare: --only is too long\n");
        return EXIT_USAGE;
    }
    const int code = look_at_plan(c);
    if (code != EXIT_OK)
        return code;
    signals_hold(); /* or the folder, and programs at work, would be left */
    return find_place(c);
}

void ab_comparison_end(ab_comparison *c)
{
    if (signals_came())
        fprintf(stderr, "trama compare: interrupted\n");
    if (c->is_temporary)
        temporary_remove(c->folder);
}

static paired_runs paired_runs_of(const ab_comparison *c, const char *folder, const char *only)
{
    return (paired_runs){.program = {c->asked->baseline, c->self},
                         .files = c->asked->files,
                         .file_count = c->asked->file_count,
                         .only = only,
                         .folder = folder,
                         .quiet = c->asked->quiet};
}

static int measure_times(const ab_comparison *c, const char *folder, uint64_t seed)
{
    paired_runs r = paired_runs_of(c, folder, c->only_timed);
    r.count = c->asked->pairs;
    r.seed = seed;
    return paired_runs_run(&r);
}

int ab_comparison_measure(ab_comparison *c)
{
    int code = EXIT_OK;
    if (c->has_other) {
        const paired_runs once = paired_runs_of(c, c->folder, c->only_other);
        code = paired_runs_run(&once);
    }
    if (code == EXIT_OK && c->has_timed)
        code = measure_times(c, c->folder, 1);
    return code;
}

int ab_comparison_measure_again(void *context)
{
    const ab_comparison *c = context;
    if (!c->asked->quiet)
        fprintf(stderr, "possibly slower: measuring again\n");
    return measure_times(c, c->again, 2);
}
