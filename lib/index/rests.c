/* Iterations to rest of the cases of an index: the equilibrium cases of one subject with the same
 * criteria are judged by one criterion (study/rest.h). A case of another task takes the time of
 * rest of the equilibrium case with the same simulation. */
#include "index/table.h"

#include "core/numbers.h"
#include "quantities/criteria.h"
#include "results/columns/columns.h"
#include "study/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char equilibrium[] = "equilibrium";

/* A case of that task, with its own copies. */
struct index_rest {
    index_system of;
    bundle criteria;
    rest_run is;
};

static bool read_runs(results_index *x, const csv *table, index_rests *made);
static bool choose_all(index_rests *made);

bool index_rests_make(results_index *x, const csv *table, index_rests *made)
{
    *made = (index_rests){.table = table,
                          .iterations = calloc(x->count + 1, sizeof *made->iterations),
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
        index_system_free(&made->run[i].of);
        bundle_free(&made->run[i].criteria);
    }
    free(made->run);
    free(made->why);
    free(made->iterations);
    *made = (index_rests){0};
}

/* --- the run that belongs to a case --- */

/* The first run that does not come before the case. */
static size_t first_of(const index_rests *r, const index_system *of)
{
    size_t low = 0, high = r->runs;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (index_system_order(&r->run[middle].of, of) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The only run that simulates the same, or else the only one of the same step; `runs`: there is
 * none, or they cannot be told apart. */
static size_t run_of(const index_rests *r, const index_system *of)
{
    const size_t first = first_of(r, of);
    size_t count = 0, alike = 0, found = r->runs;
    for (size_t i = first; i < r->runs && index_system_order(&r->run[i].of, of) == 0; i++) {
        count++;
        if (r->run[i].of.step == of->step) {
            alike++;
            found = i;
        }
    }
    if (count == 1)
        return first;
    return alike == 1 ? found : r->runs;
}

bool index_rests_find(const results_index *x, const index_rests *r, size_t row, const bundle *data,
                      size_t *rest)
{
    index_system of;
    *rest = row;
    if (strcmp(bundle_get_text(data, &column_case_task), equilibrium) == 0)
        return true;
    const bool read = index_system_read(x, r->table, row, data, &of);
    const size_t run = read ? run_of(r, &of) : r->runs;
    index_system_free(&of);
    *rest = run < r->runs ? r->run[run].is.place : x->count;
    return read;
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

/* No file is opened to know it. */
static bool may_rest(const results_index *x, size_t row)
{
    bundle_column view;
    const size_t path = index_path_find(x, column_case_task.path);
    return index_is_case(x, row) && path < index_paths(x) &&
           index_value(x, row, path, &view) == INDEX_VALUE && view.type == BUNDLE_TEXT &&
           strcmp(view.text[0], equilibrium) == 0;
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
    const bool done =
        index_system_read(x, table, row, &c.data, &run->of) && !run->criteria.no_memory;
    run->is.published = run->of.published;
    index_close_case(x, &c);
    return done;
}

static int by_system(const void *left, const void *right)
{
    const struct index_rest *a = left, *b = right;
    const int order = index_system_order(&a->of, &b->of);
    return order ? order : (a->is.place > b->is.place) - (a->is.place < b->is.place);
}

static bool read_runs(results_index *x, const csv *table, index_rests *made)
{
    bool done = true;
    for (size_t i = 0; done && i < x->count; i++)
        done = !may_rest(x, i) || read_run(x, table, i, made);
    if (done)
        qsort(made->run, made->runs, sizeof *made->run, by_system);
    for (size_t i = 0; i < made->runs; i++) {
        made->run[i].is.subject = made->run[i].of.subject;
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
