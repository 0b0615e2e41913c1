/* trama run: configuration -> plan -> cases -> files. A second run of the same plan is a resume. */
#include "command/command.h"
#include "command/pending_cases.h"
#include "command/progress.h"
#include "command/run_lock.h"
#include "command/unplanned_cases.h"
#include "engine/paired_runs.h"
#include "engine/provenance.h"
#include "engine/signals.h"
#include "plan/name.h"
#include "plan/plan.h"
#include "plugin/plugin.h"
#include "results/door.h"
#include "results/record.h"
#include "results/terminal.h"

#include "core/fnv.h"
#include "core/text.h"
#include "core/threads.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_workers(const char *text, long *workers)
{
    if (trama_read_integer(text, 1, 4096, workers))
        return true;
    fprintf(stderr, "trama run: -j '%s' is not a number of processes from 1 to 4096\n", text);
    return false;
}

/* Threads of each case that does not measure time; without -j as many processes as then have a
 * processor for every thread. More threads than processors would wait for one another. */
static bool read_threads(const char *text, bool workers_given, request *r)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN), most = (long)trama_threads_most();
    if (!trama_read_integer(text, 1, most, &r->threads)) {
        fprintf(stderr, "trama run: --threads '%s' is not a number of threads from 1 to %ld%s\n",
                text, most, most > 1 ? "" : "; this build has no OpenMP");
        return false;
    }
    if (!workers_given)
        r->workers = r->threads < processors ? processors / r->threads : 1;
    if (r->threads > 1 && r->workers * r->threads > processors) {
        fprintf(stderr, "trama run: %ld processes of %ld threads, but only %ld processors\n",
                r->workers, r->threads, processors);
        return false;
    }
    return true;
}

/* I/N, from 1, or "exclusive". */
static bool read_shard(const char *text, request *r)
{
    char first[16];
    const char *slash = strchr(text, '/');
    if (strcmp(text, "exclusive") == 0)
        return r->only_exclusive = true;
    snprintf(first, sizeof first, "%.*s", slash ? (int)(slash - text) : 0, text);
    if (slash && trama_read_integer(slash + 1, 1, 100000, &r->shards) &&
        trama_read_integer(first, 1, r->shards, &r->shard))
        return true;
    fprintf(stderr,
            "trama run: --shard '%s' is not I/N with I from 1 to N and N up to 100000, nor "
            "exclusive\n",
            text);
    return false;
}

static bool read_request(int argc, char **argv, request *r)
{
    const char *workers = NULL, *threads = NULL, *shard = NULL;
    *r = (request){.folder = "results",
                   .workers = sysconf(_SC_NPROCESSORS_ONLN),
                   .threads = 1,
                   .shard = 1,
                   .shards = 1};
    const command_option options[] = {
        {"--output", "-o", &r->folder, NULL},   {"--workers", "-j", &workers, NULL},
        {"--only", NULL, &r->only, NULL},       {"--again", NULL, &r->again, NULL},
        {"--dry-run", NULL, NULL, &r->dry},     {"--quiet", "-q", NULL, &r->quiet},
        {"--threads", NULL, &threads, NULL},    {"--shard", NULL, &shard, NULL},
        {"--verbose", NULL, NULL, &r->verbose}, {"--every-solver", NULL, NULL, &r->every},
    };
    r->file_count = command_options(argc, argv, options, sizeof options / sizeof options[0]);
    r->files = argv + 1;
    if (r->file_count == 0)
        fprintf(stderr, "trama run: no configuration given; see `trama --help`\n");
    if (r->file_count <= 0 || (workers && !read_workers(workers, &r->workers)) ||
        (threads && !read_threads(threads, workers != NULL, r)) || (shard && !read_shard(shard, r)))
        return false;
    if (!command_takes_folder("run", r->folder, 0))
        return false;
    if (r->verbose && r->quiet) {
        fprintf(stderr, "trama run: --verbose and --quiet exclude each other\n");
        return false;
    }
    if (r->again && strcmp(r->again, "stale") != 0 && strcmp(r->again, "bad") != 0 &&
        strcmp(r->again, "all") != 0 && strcmp(r->again, "unplanned") != 0) {
        fprintf(stderr, "trama run: --again '%s' is not one of stale, bad, all, unplanned\n",
                r->again);
        return false;
    }
    return true;
}

static void report_standing(const request *r, const pending_cases *todo)
{
    if (!r->quiet && todo->journals > 0)
        fprintf(stderr, "%zu case%s from %s journal\n", todo->journals,
                todo->journals > 1 ? "s go on" : " goes on", todo->journals > 1 ? "their" : "its");
    if (r->quiet || todo->standing == 0)
        return;
    fprintf(stderr, "%zu %s already", todo->standing,
            todo->standing == 1 ? "case exists" : "cases exist");
    if (todo->stale > 0)
        fprintf(stderr, "; %zu of another build (`--again stale` runs them again)", todo->stale);
    if (todo->bad > 0)
        fprintf(stderr, "; %zu that crashed, timed out or failed (`--again bad` runs them again)",
                todo->bad);
    fprintf(stderr, "\n");
}

/* What came out, and what a user may want next. Cases that this run was not to run may be missing;
 * of shards only the merge knows that. */
static void say_outcome(const request *r, const plan *p, const pending_cases *todo,
                        const progress *shown)
{
    const bool is_part = r->shards > 1 || r->only_exclusive;
    const size_t missing = is_part ? 0 : pending_cases_missing(r, p);
    tally all = todo->stood;
    char text[512];
    for (size_t i = 0; i < shown->ended.kinds; i++)
        tally_add(&all, shown->ended.kind[i].status, shown->ended.kind[i].count);
    if (missing > 0)
        tally_add(&all, "missing", missing);
    tally_text(&all, text, sizeof text);
    if (!text[0])
        return;
    printf("%s; next: trama %s ", text, r->shards > 1 ? "merge CONFIG... -o" : "table");
    print_word(r->folder, stdout);
    putchar('\n');
}

static void say_cut(const request *r, const pending_cases *todo, size_t done, const char *how)
{
    if (r->unkept)
        fprintf(stderr, "%s, and nothing is kept\n", how);
    else
        fprintf(stderr, "%s: %zu of %zu cases are done and kept%s; the same command resumes\n", how,
                todo->standing + done, todo->standing + todo->count,
                pending_cases_journals(todo) > 0 ? ", and interrupted ones have journals" : "");
}

static int conclude(const request *r, const plan *p, const pending_cases *todo,
                    const progress *shown, engine_status status)
{
    /* the index of shards is made when they have ended: trama merge */
    const bool written = status != ENGINE_IO &&
                         (r->shards > 1 || pending_cases_write_indices(r, p)) &&
                         (status == ENGINE_DONE || pending_cases_write_sidecars(todo));
    const bool cut = status == ENGINE_INTERRUPTED && shown->done < todo->count;
    if (!written || cut) {
        say_cut(r, todo, shown->done, written ? "interrupted" : "stopped");
        return written ? EXIT_SIGNAL : EXIT_IO;
    }
    if (r->ended)
        *r->ended = true;
    const size_t bad = shown->bad + todo->bad, all = todo->count + todo->standing;
    if (!r->quiet)
        fprintf(stderr, "%zu %s done, results in %s\n", all, tally_cases(all), r->folder);
    if (!r->quiet)
        say_outcome(r, p, todo, shown);
    if (!r->quiet && todo->exclusive > 0)
        fprintf(stderr, "%zu %s left to --shard exclusive\n", todo->exclusive,
                todo->exclusive == 1 ? "case that measures time is"
                                     : "cases that measure time are");
    if (bad > 0)
        fprintf(stderr, "%zu %s crashed, ran out of time or failed%s\n", bad, tally_cases(bad),
                shown->bad > 0 && pending_cases_journals(todo) > 0
                    ? "; the same command resumes those with a journal"
                    : "");
    return bad > 0 ? EXIT_CASES : EXIT_OK;
}

static int conclude_early(const request *r, const plan *p)
{
    const bool written = r->shards > 1 || pending_cases_write_indices(r, p);
    fprintf(stderr, "interrupted before any case began%s\n",
            r->unkept ? "" : "; the same command resumes");
    return written ? EXIT_SIGNAL : EXIT_IO;
}

static uint64_t digest_text(uint64_t digest, const char *text)
{
    return trama_fnv(digest, text, strlen(text));
}

/* Digest of the identities, in order, and of the code that the cases run; never 0. */
static unsigned long long digest_of(const plan *p)
{
    uint64_t digest = TRAMA_FNV_BEGIN;
    char build[PROVENANCE_BUILD_MAX];
    for (size_t i = 0; i < p->case_count; i++)
        digest = digest_text(digest, p->cases[i].id);
    if (p->case_count > 0) {
        provenance_build(&p->cases[0], build, sizeof build);
        digest = digest_text(digest, build);
    }
    for (size_t i = 0; i < plugin_count(); i++)
        digest = digest_text(digest, plugin_at(i)->sha256);
    return digest | 1;
}

/* True on a rank that works for another, when it has done so. */
static bool serve(const request *r, const plan *p)
{
    const engine *e = engine_used();
    const engine_options options = {.workers = 1, .seed = ENGINE_SEED, .plan = digest_of(p)};
    pending_cases all = {0};
    const bool served =
        e->serve && pending_cases_make_whole(r, p, &all) && e->serve(all.job, all.count, &options);
    pending_cases_free(&all);
    return served;
}

static int run_pending_cases(const request *r, const plan *p, const pending_cases *todo)
{
    progress shown;
    report_standing(r, todo);
    progress_begin(&shown, todo->job, todo->count, r->quiet, r->verbose);
    const engine_options options = {.workers = r->workers,
                                    .seed = ENGINE_SEED,
                                    .plan = digest_of(p),
                                    .started = progress_started,
                                    .left = progress_left,
                                    .ended = progress_ended,
                                    .beat = shown.terminal && !shown.quiet ? progress_beat : NULL,
                                    .context = &shown,
                                    .outer = paired_runs_line()};
    const engine_status status = engine_used()->run(todo->job, todo->count, &options);
    progress_finish(&shown);
    return conclude(r, p, todo, &shown, status);
}

/* From here on an interruption is only noted: what is done is kept, and the indices are made. */
int command_run_plan(const request *r, const plan *p)
{
    pending_cases todo = {0};
    run_lock held = {0};
    int code = EXIT_IO;
    if (!door_name(r->folder)) {
        fprintf(stderr, "trama: out of memory\n");
        return EXIT_IO;
    }
    signals_hold();
    trama_threads_set((size_t)r->threads);
    if (serve(r, p))
        return EXIT_OK;
    if (pending_cases_make_folders(p, r->folder) &&
        run_lock_take(&held, p, r->folder, r->shard, r->shards) &&
        pending_cases_make(r, p, true, &todo) && pending_cases_write_studies(r, p) &&
        unplanned_cases_tidy(r, p))
        code = todo.cut ? conclude_early(r, p) : run_pending_cases(r, p, &todo);
    pending_cases_free(&todo);
    run_lock_release(&held);
    return code;
}

/* A line for each case: the beginning of its identity, what it is made of, its name. */
static int list_plan(const plan *p)
{
    enum { NAME = 512 };
    int model_width = (int)strlen("model"), task_width = (int)strlen("task");
    char model[NAME], name[NAME];
    for (size_t i = 0; i < p->case_count; i++) {
        const int task = (int)strlen(p->cases[i].task->name);
        plan_model_names(&p->cases[i], model, sizeof model);
        model_width = (int)strlen(model) > model_width ? (int)strlen(model) : model_width;
        task_width = task > task_width ? task : task_width;
    }
    printf("%-12s  %-*s  %-*s  %s\n", "case", task_width, "task", model_width, "model", "name");
    for (size_t i = 0; i < p->case_count; i++) {
        const plan_case *c = &p->cases[i];
        plan_model_names(c, model, sizeof model);
        name_of_case(c, name, sizeof name);
        printf("%.12s  %-*s  %-*s  %s\n", c->id, task_width, c->task->name, model_width, model,
               name);
    }
    printf("%zu %s; --verbose prints every value\n", p->case_count, tally_cases(p->case_count));
    return EXIT_OK;
}

static int print_plan(const plan *p)
{
    for (size_t i = 0; i < p->case_count; i++) {
        printf("# case %s\n", p->cases[i].id);
        if (!plan_print(&p->cases[i], stdout))
            return EXIT_IO;
        printf("\n");
    }
    printf("# %zu %s\n", p->case_count, tally_cases(p->case_count));
    return EXIT_OK;
}

/* What a reader of the results should know. */
static void report_damping(const plan *p)
{
    char text[512];
    if (plan_damping_is_swept(p, text, sizeof text))
        fprintf(stderr, "%s\n", text);
}

/* Of a part of a plan the whole is not known. */
static void name_results(const request *r, const plan *p, char *shown, size_t size)
{
    if (!*r->ended || r->quiet || r->shards > 1 || r->only_exclusive)
        return;
    snprintf(shown, size, "%s%s%s", r->folder, p->experiment_count == 1 ? "/" : "",
             p->experiment_count == 1 ? p->experiment[0].name : "");
}

int command_run(int argc, char **argv)
{
    char shown[PATH_MAX];
    return command_run_for(argc, argv, shown, sizeof shown);
}

static int run_as(int argc, char **argv, plan_wishes wishes, char *shown, size_t size);

int command_run_for(int argc, char **argv, char *shown, size_t size)
{
    return run_as(argc, argv, (plan_wishes){0}, shown, size);
}

int command_run_by_all(int argc, char **argv, command_refused *refused, void *context, char *shown,
                       size_t size)
{
    const plan_wishes all = {
        .every_solver = true, .laws = true, .refused = refused, .context = context};
    return run_as(argc, argv, all, shown, size);
}

/* --every-solver: a line for each reason of a solver, once an experiment. */
static void tell_refusal(void *context, const char *experiment, const char *solver, const char *why)
{
    enum { KEPT = 1024 };
    static uint64_t told[KEPT];
    static size_t count;
    char line[1024];
    (void)context;
    snprintf(line, sizeof line, "%s is left out of %s: %s", solver, experiment, why);
    const uint64_t own = trama_fnv(TRAMA_FNV_BEGIN, line, strlen(line));
    for (size_t i = 0; i < count; i++)
        if (told[i] == own)
            return;
    if (count < KEPT)
        told[count++] = own;
    fprintf(stderr, "%s\n", line);
}

/* Before a run the first error is enough. A dry run reads on: every file that is refused by itself
 * is named, each by a line. */
static int refuse_plan(const request *r, const plan_wishes *wishes, const config_error *first)
{
    size_t refused = 0;
    for (int i = 0; r->dry && i < r->file_count; i++) {
        plan p;
        config_error error = {0};
        if (!plan_load_as(&r->files[i], 1, wishes, &p, &error)) {
            fprintf(stderr, "%s\n", error.text);
            refused++;
        }
        plan_free(&p);
    }
    if (refused == 0)
        fprintf(stderr, "%s\n", first->text);
    return EXIT_USAGE;
}

static int run_as(int argc, char **argv, plan_wishes wishes, char *shown, size_t size)
{
    request r;
    plan p;
    config_error error = {0};
    bool ended = false;
    shown[0] = '\0';
    if (!read_request(argc, argv, &r))
        return EXIT_USAGE;
    r.ended = &ended;
    wishes.only = r.only;
    if (r.every)
        wishes = (plan_wishes){.only = r.only, .every_solver = true, .refused = tell_refusal};
    int code = EXIT_OK;
    if (!plan_load_as(r.files, (size_t)r.file_count, &wishes, &p, &error)) {
        code = refuse_plan(&r, &wishes, &error);
    } else if (p.case_count == 0 && !r.only) {
        fprintf(stderr, "trama run: no solver supports any of the cases\n");
        code = EXIT_USAGE;
    } else if (p.case_count == 0) {
        fprintf(stderr, "trama run: --only \"%s\" leaves no case\n", r.only);
        code = EXIT_USAGE;
    } else if (r.dry) {
        report_damping(&p);
        code = r.verbose ? print_plan(&p) : list_plan(&p);
    } else {
        if (!r.quiet)
            report_damping(&p);
        code = command_run_plan(&r, &p);
        name_results(&r, &p, shown, size);
    }
    plan_free(&p);
    return code;
}
