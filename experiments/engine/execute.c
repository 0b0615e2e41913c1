#include "engine/execute.h"
#include "clock.h"
#include "engine/engine.h"
#include "engine/provenance.h"
#include "plugin/numbers.h"
#include "plugin/surroundings.h"
#include "program/record.h"
#include "quantities/quantities.h"
#include "results/config_digests.h"
#include "task/common.h"
#include "task/journal.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_identity(const plan_case *c, bundle *results)
{
    column_member m;
    bundle_put_text(results, &column_case_id, c->id);
    bundle_put_text(results, &column_case_experiment, c->experiment->name);
    bundle_put_text(results, &column_case_task, c->task->name);
    char models[1024];
    plan_model_names(c, models, sizeof models);
    bundle_put_text(results, &column_case_model, models);
    bundle_put_text(results, &column_case_integrator, c->integrator->name);
    for (size_t i = 0; i < c->label_count; i++)
        bundle_put_text(results, column_named(&column_label, c->label[i].name, &m),
                        c->label[i].text);
    for (size_t i = 0; i < c->swept_count; i++)
        swept_add(results, &c->swept[i]);
}

/* The two halves of each pair as two columns. */
static void add_pairs(bundle *results, const results_column *names, const results_column *texts,
                      size_t count, const char **column)
{
    bundle_put_texts(results, names, column, count);
    bundle_put_texts(results, texts, column + count, count);
}

static void add_tolerance(const plan_experiment *experiment, bundle *results)
{
    const size_t count = experiment->tolerance_count;
    const char **name = calloc(count + 1, sizeof *name);
    double *bound = calloc(2 * count + 1, sizeof *bound);
    results->no_memory |= !name || !bound;
    for (size_t i = 0; name && bound && i < count; i++) {
        name[i] = experiment->tolerance[i].quantity;
        bound[i] = experiment->tolerance[i].relative;
        bound[count + i] = experiment->tolerance[i].absolute;
    }
    if (name && bound && count > 0) {
        bundle_put_texts(results, &column_tolerance_quantity, name, count);
        bundle_put_reals(results, &column_tolerance_relative, bound, count);
        bundle_put_reals(results, &column_tolerance_absolute, bound + count, count);
    }
    free(name);
    free(bound);
}

static void add_versions(const plan_case *c, bundle *results)
{
    plan_versions v;
    const char **part = NULL;
    if (plan_versions_of(c, &v))
        part = calloc(v.count, sizeof *part);
    results->no_memory |= !part;
    for (size_t i = 0; part && i < v.count; i++)
        part[i] = v.part[i];
    if (part) {
        bundle_put_texts(results, &column_config_version_of, part, v.count);
        bundle_put_integers(results, &column_config_version, v.version, v.count);
    }
    free(part);
    free(v.part);
    free(v.version);
}

/* Every value; and what programs of other versions know the case by. */
static void add_values(const plan_case *c, bundle *results)
{
    char digest[65];
    bundle_put_text(results, &column_config_resolved, c->resolved);
    results->no_memory |= !plan_digest(c, digest);
    if (!results->no_memory)
        bundle_put_text(results, &column_config_digest, digest);
    add_versions(c, results);
}

static void add_configuration(const plan_case *c, bundle *results)
{
    const config_store *store = c->experiment->store;
    const size_t files = config_store_files(store), assumed = c->assumed_count;
    const char **column = calloc(2 * (files + assumed) + 1, sizeof *column);
    if (!column) {
        results->no_memory = true;
        return;
    }
    for (size_t i = 0; i < files; i++) {
        column[i] = config_store_file_name(store, i);
        column[files + i] = config_store_file_text(store, i);
    }
    add_pairs(results, &column_config_file_name, &column_config_file_text, files, column);
    for (size_t i = 0; i < assumed; i++) {
        column[i] = c->assumed[i].name;
        column[assumed + i] = c->assumed[i].text;
    }
    add_pairs(results, &column_config_assumed_path, &column_config_assumed_reason, assumed, column);
    add_values(c, results);
    if (!results->no_memory)
        config_digests_put(results);
    add_tolerance(c->experiment, results);
    free(column);
}

/* What a model says of itself. */
static void add_figures(const trama_object *object, bundle *results)
{
    const trama_observable *figure = object->type->derived;
    double value[TRAMA_OBSERVABLES_MAX];
    char name[128];
    column_member m;
    if (!object->type->derive)
        return;
    object->type->derive(object->model, value);
    for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX && figure[i].name; i++) {
        snprintf(name, sizeof name, "%s%s%s", object->name, *object->name ? "/" : "",
                 figure[i].name);
        bundle_put_real(
            results,
            column_described(&column_model_derived, name, figure[i].unit, figure[i].summary, &m),
            value[i]);
    }
}

static void add_solves(const trama_integrator *integrator, const trama_system *system,
                       bundle *results)
{
    const trama_solves *s = &integrator->solves;
    const struct {
        const results_column *column;
        long value;
    } counts[] = {{&column_solver_unknowns, s->unknowns},
                  {&column_solver_entries, s->entries},
                  {&column_solver_newton, s->newton},
                  {&column_solver_factorisations, s->factorisations},
                  {&column_solver_solutions, s->solutions},
                  {&column_solver_products, s->products},
                  {&column_solver_refused_newton, s->refused[TRAMA_REFUSAL_NEWTON]},
                  {&column_solver_refused_solver, s->refused[TRAMA_REFUSAL_SOLVER]},
                  {&column_solver_refused_indefinite, s->refused[TRAMA_REFUSAL_INDEFINITE]},
                  {&column_solver_refused_singular, s->refused[TRAMA_REFUSAL_SINGULAR]},
                  {&column_solver_analyses, s->analyses}};
    if (!s->solver)
        return;
    bundle_put_text(results, &column_solver, s->solver);
    bundle_put_integer(results, &column_solver_points, (int64_t)trama_system_nodes(system));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        bundle_put_integer(results, counts[i].column, counts[i].value);
    bundle_put_real(results, &column_solver_residual, s->residual);
    bundle_put_real(results, &column_solver_assemble_s, s->assemble_s);
    bundle_put_real(results, &column_solver_analyse_s, s->analyse_s);
    bundle_put_real(results, &column_solver_factorise_s, s->factorise_s);
    bundle_put_real(results, &column_solver_solve_s, s->solve_s);
}

/* ---- Contact. */

/* What interactions have searched, s by `clock`; false if none searches. */
static bool searched(const trama_system *system, double (*clock)(void), double *seconds)
{
    bool any = false;
    *seconds = 0.0;
    for (size_t a = 0; a < system->acting_count; a++) {
        const trama_acting *acting = &system->acting[a];
        if (!acting->type->searched)
            continue;
        any = true;
        *seconds += acting->type->searched(acting->self, clock);
    }
    return any;
}

static void add_contact(const trama_integrator *integrator, const trama_system *system,
                        bundle *results)
{
    double seconds;
    int64_t points = 0;
    if (integrator->contact_steps > 0) {
        bundle_put_integer(results, &column_contact_steps, integrator->contact_steps);
        bundle_put_real(results, &column_contact_step_s, integrator->contact_s);
    }
    if (!searched(system, NULL, &seconds))
        return;
    for (size_t o = 0; o < system->object_count; o++)
        points += (int64_t)(system->object[o].type->pointwise ? system->object[o].nv / 3 : 0);
    bundle_put_integer(results, &column_contact_points, points);
    bundle_put_real(results, &column_contact_search_s, seconds);
}

static void add_remark(const char *name, trama_remark remark, bundle *results)
{
    column_member m;
    if (remark.steps == 0)
        return;
    bundle_put_integer(results, column_named(&column_remark_steps, name, &m), remark.steps);
    bundle_put_text(results, column_named(&column_remark_what, name, &m), remark.what);
}

/* What objects and interactions say of the case's last run. */
static void add_remarks(const trama_system *system, bundle *results)
{
    static const char limited[] = "in which limits of strain or strain rate changed velocities; "
                                  "they may lower the largest stable step";
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        add_remark(*object->name ? object->name : object->type->name,
                   (trama_remark){object->limited, limited}, results);
    }
    for (size_t a = 0; a < system->acting_count; a++) {
        const trama_acting *acting = &system->acting[a];
        if (acting->type->remark)
            add_remark(acting->name, acting->type->remark(acting->self), results);
    }
}

static trama_status measure(const plan_case *c, const execute_way *way, task_journal *journal,
                            bundle *results, trama_error *error)
{
    plan_made made;
    task_bench bench = {
        .the_case = c, .processor = way->pinned, .turns = way->turns, .journal = journal};
    trama_status status = plan_make(c, &made, error);
    bench.system = made.system;
    if (status == TRAMA_OK)
        status = trama_integrator_create(c->integrator, c->integrator_parameters, bench.system,
                                         &bench.integrator, error);
    if (status == TRAMA_OK) {
        double none;
        bench.integrator->clock = task_is_elsewhere(c) ? seconds_now : thread_seconds_now;
        searched(bench.system, thread_seconds_now, &none);
        status = c->task->run(&bench, results, error);
    }
    if (status == TRAMA_OK) {
        add_solves(bench.integrator, bench.system, results);
        program_record(bench.integrator, results);
        add_contact(bench.integrator, bench.system, results);
        add_remarks(bench.system, results);
    }
    for (size_t o = 0; status == TRAMA_OK && o < bench.system->object_count; o++)
        add_figures(&bench.system->object[o], results);
    trama_integrator_destroy(bench.integrator);
    plan_unmake(&made);
    return status;
}

/* A plugin's code may not change how numbers are computed, nor what the process works in, here and
 * in the cases after it: the process could write its results elsewhere, or not at all, and ends. If
 * the code forks, the copy of the process has no case. */
static trama_status measure_alike(const plan_case *c, const execute_way *way, task_journal *journal,
                                  bundle *results, trama_error *error)
{
    char change[128], plugins[512];
    const bool foreign = plan_plugins(c, plugins, sizeof plugins)[0] != '\0';
    const pid_t self = getpid();
    if (foreign)
        surroundings_note();
    const trama_status status = measure(c, way, journal, results, error);
    if (getpid() != self)
        _exit(EXIT_SUCCESS);
    const int changed = foreign ? surroundings_changed() : 0;
    if (changed)
        _exit(EXECUTE_CHANGED + changed);
    if (!numbers_changed_anywhere(change, sizeof change))
        return status;
    return trama_fail(error, TRAMA_BAD_INPUT, "",
                      "%s%s%s changed the arithmetic of the program: %s", foreign ? "plugin " : "",
                      foreign ? plugins : "the case", foreign ? "" : " has", change);
}

/* Everything but the measurement itself. */
static void add_surroundings(const plan_case *c, bundle *results, const char *message,
                             double seconds, int pinned)
{
    add_identity(c, results);
    bundle_put_text(results, &column_case_message, message);
    bundle_put_real(results, &column_case_seconds, seconds);
    add_configuration(c, results);
    provenance_add(c, results, pinned);
}

/* "; remark: contact: 3 solves of contact rows that ..."; nothing where every solve converged. */
static void note_unsolved(const bundle *results, execute_ending *ending)
{
    const bundle_column *unsolved = bundle_get(results, &column_unsolved);
    const size_t used = strlen(ending->headline);
    if (unsolved && *unsolved->integer > 0)
        snprintf(ending->headline + used, sizeof ending->headline - used,
                 ENGINE_REMARK "contact: %lld %s", (long long)*unsolved->integer,
                 column_unsolved.summary);
}

/* The headline, and behind it what the run remarks: "; remark: touch: 3 steps with ...". */
static void note_headline(const bundle *results, execute_ending *ending)
{
    snprintf(ending->headline, sizeof ending->headline, "%s",
             bundle_text(results, column_case_headline.path, ""));
    note_unsolved(results, ending);
    size_t used = strlen(ending->headline);
    for (size_t i = 0; i < results->count && used < sizeof ending->headline; i++) {
        char name[128];
        column_member m;
        if (!column_takes(&column_remark_steps, results->column[i].path, name, sizeof name))
            continue;
        used += (size_t)snprintf(
            ending->headline + used, sizeof ending->headline - used,
            ENGINE_REMARK "%s: %lld steps %s", name, (long long)*results->column[i].integer,
            bundle_text(results, column_named(&column_remark_what, name, &m)->path, ""));
    }
}

static void note_ending(const bundle *results, execute_ending *ending)
{
    snprintf(ending->status, sizeof ending->status, "%s",
             bundle_text(results, column_case_status.path, "failed"));
    note_headline(results, ending);
}

/* What is drawn is a result too. Frames that cannot be read fail when they are written. */
static void put_frames_digest(bundle *results)
{
    char digest[65];
    if (record_digest(results, group_frames, digest))
        bundle_put_text(results, &column_frames_digest, digest);
}

/* A case may have no whole frames; that is no error. */
static record_status write_sidecar(const char *path, record_error *error)
{
    const record_status status = record_xdmf(path, error);
    return status == RECORD_NOT_OURS ? RECORD_OK : status;
}

/* Empties the bundle. A sidecar is made from the file, which must have its name then; and so must
 * the file before its journal goes. */
static record_status write_results(const char *path, bundle *results, long owner,
                                   bool is_journalled, execute_ending *ending, record_error *error)
{
    const bool has_frames = bundle_get(results, &column_frames_time) != NULL;
    note_ending(results, ending);
    if (has_frames)
        put_frames_digest(results);
    quantities_put(results);
    ending->waits = owner > 0 && !has_frames && !is_journalled;
    record_status status = ending->waits ? record_write_later(path, results, owner, error)
                                         : record_write(path, results, error);
    bundle_free(results);
    if (status == RECORD_OK && has_frames)
        status = write_sidecar(path, error);
    return status;
}

/* Writes the record of a case that has no results. */
static record_status write_failure_record(const plan_case *c, const char *path, const char *status,
                                          const char *message, double seconds, long owner,
                                          execute_ending *ending, record_error *error)
{
    bundle results = {0};
    bundle_put_text(&results, &column_case_status, status);
    bundle_put_text(&results, &column_case_headline, message);
    add_surroundings(c, &results, message, seconds, -1);
    return write_results(path, &results, owner, false, ending, error);
}

void execute_name_memory(const plan_case *c, char *message, size_t size)
{
    const size_t used = strlen(message);
    if (isfinite(c->experiment->memory))
        snprintf(message + used, size - used, ", with memory limited to %g MiB",
                 c->experiment->memory);
}

record_status execute_record_failure(const plan_case *c, const char *path, const char *status,
                                     const char *message, double seconds, execute_ending *ending,
                                     record_error *error)
{
    return write_failure_record(c, path, status, message, seconds, 0, ending, error);
}

/* The case has ended, and its results are in the bundle. */
static record_status write_and_tidy(const plan_case *c, const char *path, const execute_way *way,
                                    double seconds, task_journal *journal, bundle *results,
                                    execute_ending *ending, record_error *error)
{
    const bool is_journalled = task_journal_is_open(journal);
    add_surroundings(c, results, "", journal->before.seconds + seconds, way->pinned);
    if (journal->before.continued > 0)
        bundle_put_integer(results, &column_case_continued, journal->before.continued);
    const record_status status =
        write_results(path, results, way->owner, is_journalled, ending, error);
    task_journal_end(journal);
    return status == RECORD_OK && is_journalled ? record_journal_remove(path, error) : status;
}

/* Once; or, of a case that is broken off at each checkpoint, as often as that takes: what it has
 * done is in its journal alone. `start`: of the last part, s by the clock. */
static trama_status measure_in_parts(const plan_case *c, const execute_way *way,
                                     task_journal *journal, bundle *results, double *start,
                                     trama_error *error)
{
    const task_journal fresh = *journal;
    trama_status status;
    do {
        if (journal->broken_off) {
            bundle_free(results);
            task_journal_end(journal);
            *journal = fresh;
            *error = (trama_error){0};
        }
        *start = seconds_now();
        status = measure_alike(c, way, journal, results, error);
    } while (journal->broken_off);
    return status;
}

/* A case that has not ended leaves its journal to the next run. */
static record_status run_case(const plan_case *c, const char *path, const execute_way *way,
                              task_journal *journal, execute_ending *ending, record_error *error)
{
    bundle results = {0};
    trama_error failure = {0};
    double start;
    const trama_status status = measure_in_parts(c, way, journal, &results, &start, &failure);
    const double seconds = seconds_now() - start - (way->turns ? way->turns->waited : 0.0);
    if (status == TRAMA_OK)
        return write_and_tidy(c, path, way, seconds, journal, &results, ending, error);
    bundle_free(&results);
    task_journal_end(journal);
    if (journal->error.status != RECORD_OK) {
        *error = journal->error;
        return (record_status)error->status;
    }
    if (status == TRAMA_NO_MEMORY)
        execute_name_memory(c, failure.text, sizeof failure.text);
    return write_failure_record(c, path, "failed", failure.text, seconds, way->owner, ending,
                                error);
}

record_status execute_case(const plan_case *c, const char *path, const execute_way *way,
                           execute_ending *ending, record_error *error)
{
    char place[PATH_MAX], build[PROVENANCE_BUILD_MAX];
    task_journal journal = {.path = place, .head = {c->id, build}};
    record_journal_path(path, place, sizeof place);
    provenance_build(c, build, sizeof build);
    journal.every = c->experiment->checkpoint_every;
    journal.breaks_off = c->experiment->resume;
    return run_case(c, path, way, &journal, ending, error);
}
