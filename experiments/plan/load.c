#include "config/expression.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/text.h"
#include "plan/name.h"
#include "plan/solvers.h"
#include "plan/study.h"
#include "plan/sweep.h"
#include "plan/swept.h"
#include "plan/synonyms.h"
#include "plan/typed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The part of an experiment's file that is not its cases. */
typedef struct limits {
    double timeout, memory;
    long checkpoint_every;
    bool resume;
} limits;

static const trama_field limit_table[] = {
    {TRAMA_FIELD_OF(limits, timeout), .unit = "s", .minimum = 0.01, .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY}, .summary = "largest wall-clock time of a case"},
    {TRAMA_FIELD_OF(limits, memory), .unit = "MiB", .minimum = 64, .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY}, .summary = "address space of a case"},
    {TRAMA_FIELD_OF(limits, checkpoint_every), .unit = "1", .minimum = 0, .maximum = 1e9,
     .summary = "iterations between checkpoints of a run; 0: by elapsed time"},
    {TRAMA_FIELD_OF(limits, resume),
     .summary = "whether each checkpoint ends the run, which a new system resumes from it: the "
                "results are the same if nothing is missing from checkpoints"},
};
static const trama_fields limit_fields = TRAMA_FIELDS(limit_table, limits);

typedef struct loader {
    plan *p;
    plan_experiment *experiment;
    const config_node *root; /* of the experiment's file */
    bool overridden_checked;
    const plan_wishes *wishes;
    size_t capacity, row_capacity;
} loader;

static bool check_top(const config_node *root, config_error *error)
{
    static const char *const names[] = {"experiment", "summary", "study",  "limits", "tolerance",
                                        "case",       "sweep",   "derive", "exclude"};
    enum { NAMES = sizeof names / sizeof names[0] };
    if (root->kind != CONFIG_MAPPING)
        return config_fail(error, root, "an experiment is a mapping");
    for (size_t i = 0; i < root->count; i++) {
        bool known = false;
        for (size_t n = 0; n < NAMES; n++)
            known |= strcmp(root->key[i]->text, names[n]) == 0;
        if (!known)
            return config_unknown(error, "key", root->key[i], names, NAMES);
    }
    return config_get(root, "case") ? true : config_fail(error, root, "the experiment has no case");
}

/* What stands beside the folders of experiments, or would be taken for something else there. A
 * file system may not tell capitals apart. */
static bool is_taken(const char *name)
{
    static const char *const taken[] = {"cases", "csv", "plots", "tables"};
    static const char rounds[] = "round-"; /* of trama compare --against */
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcasecmp(name, taken[i]) == 0)
            return true;
    return strncasecmp(name, rounds, sizeof rounds - 1) == 0;
}

/* Letters, digits, - and _: it becomes the name of a folder. */
bool plan_read_name(const config_node *root, const char **name, config_error *error)
{
    const config_node *node = config_get(root, "experiment");
    if (!node)
        return config_fail(error, root, "the experiment has no name: experiment: NAME");
    if (!config_text(node, name, error))
        return false;
    if (**name == '-' || !trama_is_name(*name, 64, "-_"))
        return config_fail(error, node,
                           "experiment: '%s' cannot name a folder; allowed: 1 to 64 letters, "
                           "digits, - and _, the first not -",
                           *name);
    if (is_taken(*name))
        return config_fail(error, node,
                           "experiment: '%s' is the name of a folder that trama itself makes; "
                           "allowed: any name but cases, csv, plots, tables, round-*",
                           *name);
    return true;
}

static bool read_head(const config_node *root, plan_experiment *experiment, config_error *error)
{
    static const config_node empty = {.kind = CONFIG_MAPPING};
    limits bound;
    const config_node *summary = config_get(root, "summary"), *bounds = config_get(root, "limits");
    experiment->summary = "";
    if (!check_top(root, error) || !plan_read_name(root, &experiment->name, error) ||
        (summary && !config_text(summary, &experiment->summary, error)) ||
        !plan_study_read(root, experiment, error) ||
        !config_fields(bounds ? bounds : &empty, limit_fields, NULL, &bound, error) ||
        !tolerance_read(root, experiment, error))
        return false;
    experiment->timeout = bound.timeout;
    experiment->memory = bound.memory;
    experiment->checkpoint_every = bound.checkpoint_every;
    experiment->resume = bound.resume;
    return true;
}

static bool wanted(const loader *l, const config_node *tree, bool *keep, config_error *error)
{
    *keep = true;
    const config_node *both = l->wishes->only ? synonyms_tree(l->experiment->store, tree) : tree;
    if (!both)
        return config_fail_memory(error, tree);
    if (!l->wishes->only || expression_holds(l->wishes->only, both, NULL, keep, error))
        return true;
    char sentence[sizeof error->text];
    memcpy(sentence, error->text, sizeof sentence);
    return config_fail(error, NULL, "--only: %s", sentence);
}

static bool room_for_one(loader *l)
{
    plan *p = l->p;
    plan_case *cases = trama_with_room(p->cases, p->case_count, &l->capacity, sizeof *cases);
    if (cases)
        p->cases = cases;
    plan_row *row = trama_with_room(p->row, p->row_count, &l->row_capacity, sizeof *row);
    if (row)
        p->row = row;
    return cases && row;
}

void plan_row_free(plan_row *row)
{
    free(row->model);
    free(row->label);
    free(row->swept);
    free(row->factor);
}

bool plan_row_name(const plan_case *c, plan_row *row)
{
    char models[1024];
    plan_model_names(c, models, sizeof models);
    memcpy(row->id, c->id, sizeof row->id);
    row->task = c->task->name;
    row->integrator = c->integrator->name;
    row->dt = swept_step(c);
    row->model = strdup(models);
    row->label = calloc(c->label_count + 1, sizeof *row->label);
    for (; row->label && row->label_count < c->label_count; row->label_count++)
        row->label[row->label_count] = c->label[row->label_count];
    return row->model && row->label;
}

/* The values of the sweep become a row of the plan. */
static bool add_row(loader *l, const sweep_case *of, plan_case *c, config_error *error)
{
    plan_row row = {.experiment = c->experiment};
    const bool named = plan_row_name(c, &row) || config_fail_memory(error, of->tree);
    if (!named || !swept_read(of, c, &row, error) || !plan_study_row(of, c, &row, error)) {
        plan_row_free(&row);
        return false;
    }
    c->swept = row.swept;
    c->swept_count = row.swept_count;
    l->p->row[l->p->row_count++] = row;
    return true;
}

/* Once an experiment, on its first case. */
static bool check_overridden(loader *l, const config_node *tree, config_error *error)
{
    if (l->overridden_checked)
        return true;
    l->overridden_checked = true;
    return typed_check_overridden(l->root, l->experiment, tree, error);
}

/* Whether the case is left out since its solver refuses it, which is told. */
static bool is_left_out(const loader *l, const sweep_case *of, const config_error *error)
{
    const plan_wishes *w = l->wishes;
    const config_node *name = config_at(of->tree, "integrator.name");
    if (!w->every_solver || !solvers_refuse(of->tree, error))
        return false;
    if (w->refused)
        w->refused(w->context, l->experiment->name,
                   name && name->kind == CONFIG_SCALAR ? name->text : "", error->text);
    return true;
}

static bool add_case(void *context, const sweep_case *of, config_error *error)
{
    loader *l = context;
    bool keep;
    if (!room_for_one(l))
        return config_fail_memory(error, of->tree);
    plan_case *c = &l->p->cases[l->p->case_count];
    if (!wanted(l, of->tree, &keep, error))
        return false;
    /* Rows do not depend on --only: what a solver that has joined refuses is none of them. */
    const bool checked = keep || (l->wishes->every_solver && !l->wishes->laws);
    const bool ok = typed_read(of->tree, l->experiment, c, error) &&
                    (!checked || (typed_check(c, error) && check_overridden(l, of->tree, error))) &&
                    (typed_identify(c) || config_fail_memory(error, of->tree)) &&
                    add_row(l, of, c, error);
    if (ok && keep)
        l->p->case_count++;
    else
        plan_case_free(c);
    return ok || is_left_out(l, of, error);
}

static bool load_file(loader *l, const char *file, config_error *error)
{
    config_node *root;
    const size_t first = l->p->case_count;
    l->overridden_checked = false;
    l->experiment->file = file;
    l->experiment->store = config_store_create();
    if (!l->experiment->store) {
        *error = (config_error){.status = TRAMA_NO_MEMORY};
        snprintf(error->text, sizeof error->text, "%s: out of memory", file);
        return false;
    }
    if (!config_load(l->experiment->store, file, &root, error) ||
        !synonyms_apply(l->experiment->store, root, error) ||
        (l->wishes->every_solver &&
         !solvers_add(l->experiment->store, root, l->wishes->laws, error)) ||
        !read_head(root, l->experiment, error))
        return false;
    l->root = root;
    return sweep_expand(l->experiment->store, root, add_case, l, error) &&
           (l->p->case_count == first ||
            typed_check_apart(l->p->cases + first, l->p->case_count - first, error));
}

static int by_experiment_and_id(const void *a, const void *b)
{
    const plan_case *x = *(const plan_case *const *)a, *y = *(const plan_case *const *)b;
    const int order = strcmp(x->experiment->name, y->experiment->name);
    return order ? order : strcmp(x->id, y->id);
}

static bool comes_later(const config_node *a, const config_node *b)
{
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

/* Where a sweep says a value for the second time: the later of two places that gave the cases the
 * same value; or the case, if it stands nowhere twice. */
static const config_node *repeated_value(const plan_case *a, const plan_case *b)
{
    for (size_t i = 0; i < b->swept_count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s", b->swept[i].path);
        const config_node *x = config_at(a->tree, path), *y = config_at(b->tree, path);
        if (x && y && (comes_later(x, y) || comes_later(y, x)))
            return comes_later(x, y) ? x : y;
    }
    return b->tree;
}

/* Two cases of the same identity would be one file. */
static bool refuse_twins(const plan *p, config_error *error)
{
    const plan_case **sorted = calloc(p->case_count + 1, sizeof(*sorted));
    bool ok = sorted != NULL;
    if (!ok)
        config_fail_memory(error, NULL);
    for (size_t i = 0; ok && i < p->case_count; i++)
        sorted[i] = &p->cases[i];
    if (ok)
        qsort(sorted, p->case_count, sizeof(*sorted), by_experiment_and_id);
    for (size_t i = 1; ok && i < p->case_count; i++)
        if (by_experiment_and_id(&sorted[i - 1], &sorted[i]) == 0)
            ok = config_fail(error, repeated_value(sorted[i - 1], sorted[i]),
                             "experiment '%s' has the same case twice (%s): a sweep repeats a "
                             "value, or a file is given twice",
                             sorted[i]->experiment->name, sorted[i]->id);
    free(sorted);
    return ok;
}

bool plan_load(char *const *files, size_t file_count, const char *only, plan *p,
               config_error *error)
{
    return plan_load_as(files, file_count, &(plan_wishes){.only = only}, p, error);
}

bool plan_load_as(char *const *files, size_t file_count, const plan_wishes *wishes, plan *p,
                  config_error *error)
{
    *p = (plan){0};
    p->experiment = calloc(file_count, sizeof *p->experiment);
    if (!p->experiment)
        return config_fail_memory(error, NULL);
    loader l = {.p = p, .wishes = wishes};
    for (size_t i = 0; i < file_count; i++) {
        l.experiment = &p->experiment[p->experiment_count++];
        if (!load_file(&l, files[i], error))
            return false;
    }
    return refuse_twins(p, error) && plan_study_check_files(p, error) &&
           plan_study_write_references(p, error) &&
           (name_find_told(p) || config_fail_memory(error, NULL));
}

void plan_free(plan *p)
{
    for (size_t i = 0; i < p->case_count; i++)
        plan_case_free(&p->cases[i]);
    for (size_t i = 0; i < p->row_count; i++)
        plan_row_free(&p->row[i]);
    for (size_t i = 0; i < p->experiment_count; i++) {
        config_store_destroy(p->experiment[i].store);
        free(p->experiment[i].tolerance);
        free(p->experiment[i].told);
        study_block_free(&p->experiment[i].study);
        free(p->experiment[i].study_text);
        free(p->experiment[i].own);
    }
    free(p->cases);
    free(p->row);
    free(p->experiment);
    *p = (plan){0};
}
