/* Iterations to rest of an index's cases of the task equilibrium: those of one subject that watch
 * the same criteria are judged by one of them, which stands for all (study/rest.h). */
#include "index/table.h"

#include "core/numbers.h"
#include "quantities/criteria.h"
#include "results/columns/columns.h"
#include "study/joined.h"
#include "study/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A case, with its own copies. */
struct index_rest {
    char *subject;
    bundle criteria;
    rest_run is;
};

static bool read_runs(results_index *x, const csv *table, index_rests *made);
static bool choose_all(index_rests *made);

bool index_rests_make(results_index *x, const csv *table, index_rests *made)
{
    *made = (index_rests){.iterations = calloc(x->count + 1, sizeof *made->iterations),
                          .why = calloc(x->count + 1, sizeof *made->why),
                          .run = calloc(x->count + 1, sizeof *made->run)};
    for (size_t i = 0; made->iterations && made->why && i < x->count; i++) {
        made->iterations[i] = TRAMA_NAN;
        made->why[i] = "";
    }
    return made->iterations && made->why && made->run && read_runs(x, table, made) &&
           choose_all(made);
}

void index_rests_free(index_rests *made)
{
    for (size_t i = 0; i < made->runs; i++) {
        free(made->run[i].subject);
        bundle_free(&made->run[i].criteria);
    }
    free(made->run);
    free(made->why);
    free(made->iterations);
    *made = (index_rests){0};
}

/* --- the runs --- */

static void copy_criteria(const bundle *from, bundle *to)
{
    const size_t rows = bundle_get_rows(from, &column_criteria_name);
    static const results_column *const texts[] = {&column_criteria_name, &column_criteria_unit,
                                                  &column_criteria_state};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *const *text = bundle_get_texts(from, texts[i], rows);
        if (text)
            bundle_put_texts(to, texts[i], (const char *const *)text, rows);
    }
    const double *threshold = bundle_get_reals(from, &column_criteria_threshold, rows);
    const int64_t *iteration = bundle_get_integers(from, &column_criteria_iteration, rows);
    if (threshold)
        bundle_put_reals(to, &column_criteria_threshold, threshold, rows);
    if (iteration)
        bundle_put_integers(to, &column_criteria_iteration, iteration, rows);
}

/* The subject as analysis names it, and the published count. False without memory. */
static bool join(const results_index *x, const csv *table, const bundle *data,
                 struct index_rest *run)
{
    const study_block *block = &x->plan->block;
    const size_t planned = x->row[run->is.place].planned, subject = study_block_subject(block);
    const char *experiment = bundle_get_text(data, &column_case_experiment);
    const bool is_planned = planned < x->plan->rows;
    study_joined joined = {0};
    published_value p;
    const bool made = !is_planned || study_join(x->plan, table, planned, &joined);
    const bool named =
        made && is_planned && subject < block->factor_count && joined.factor[subject][0];
    const bool published = made && is_planned && study_published(&joined, "rest_iterations", &p);
    run->is.published = published ? p.value : TRAMA_NAN;
    run->subject = made ? strdup(named ? joined.factor[subject] : experiment) : NULL;
    if (joined.plan)
        study_joined_free(&joined);
    return run->subject != NULL;
}

/* No file is opened to know it. */
static bool may_rest(const results_index *x, size_t row)
{
    bundle_column view;
    const size_t path = index_path_find(x, column_case_task.path);
    return index_is_case(x, row) && path < index_paths(x) &&
           index_value(x, row, path, &view) == INDEX_VALUE && view.type == BUNDLE_TEXT &&
           strcmp(view.text[0], "equilibrium") == 0;
}

static bool read_run(results_index *x, const csv *table, size_t row, index_rests *made)
{
    struct index_rest *run = &made->run[made->runs];
    index_opened c;
    if (!index_open_case(x, row, &c))
        return false;
    const measured_case m = {.data = &c.data, .exploded = x->row[row].exploded};
    made->runs++;
    run->is.place = row;
    run->is.awaited = bundle_get_number(&c.data, &column_awaited);
    run->is.unstable = strcmp(measured_status(&m), "unstable") == 0;
    copy_criteria(&c.data, &run->criteria);
    const bool done = join(x, table, &c.data, run) && !run->criteria.no_memory;
    index_close_case(x, &c);
    return done;
}

static bool read_runs(results_index *x, const csv *table, index_rests *made)
{
    bool done = true;
    for (size_t i = 0; done && i < x->count; i++)
        done = !may_rest(x, i) || read_run(x, table, i, made);
    for (size_t i = 0; i < made->runs; i++) {
        made->run[i].is.subject = made->run[i].subject;
        made->run[i].is.data = &made->run[i].criteria;
    }
    return done;
}

/* --- one criterion for those that belong together --- */

static int group_order(const rest_run *a, const rest_run *b)
{
    const int order = strcmp(a->subject, b->subject);
    return order ? order : rest_criteria_order(a->data, b->data);
}

static int by_group(const void *left, const void *right)
{
    const rest_run *a = left, *b = right;
    const int order = group_order(a, b);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static void take_choice(index_rests *made, const rest_runs *group, const rest_choice *choice)
{
    for (size_t i = 0; i < group->count; i++) {
        const rest_run *run = &group->run[i];
        const long iterations = choice->stands ? rest_iterations_by(run->data, choice) : -1;
        if (iterations > 0)
            made->iterations[run->place] = (double)iterations;
        made->why[run->place] = rest_why_not(run->data, choice);
    }
}

/* False without memory. */
static bool choose_all(index_rests *made)
{
    rest_run *all = calloc(made->runs + 1, sizeof *all);
    for (size_t i = 0; all && i < made->runs; i++)
        all[i] = made->run[i].is;
    if (all)
        qsort(all, made->runs, sizeof *all, by_group);
    for (size_t i = 0, end; all && i < made->runs; i = end) {
        rest_choice choice;
        for (end = i + 1; end < made->runs && group_order(&all[i], &all[end]) == 0;)
            end++;
        const rest_runs group = {&all[i], end - i};
        if (rest_choose(&group, all[i].subject, &choice))
            take_choice(made, &group, &choice);
    }
    free(all);
    return all != NULL;
}
