/* Writes index.h5: its rows are the planned cases in the order of the plan, then files of cases
 * that are not planned. */
#include "core/numbers.h"
#include "index/table.h"
#include "results/columns/columns.h"
#include "results/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row of index.h5. */
typedef struct line {
    const index_row *row; /* NULL: a planned case without a file */
    size_t planned;
    bundle plan; /* what the study says of a case without a file */
    char *id;
} line;

typedef struct lines {
    line *item;
    size_t count;
} lines;

static bool make_lines(results_index *x, lines *l);
static void free_lines(lines *l);
static void add_facts(results_index *x, const lines *l, bundle *b);
static void add_values(results_index *x, const lines *l, bundle *b);
static void add_factors(results_index *x, const lines *l, bundle *b);
static void add_answers(results_index *x, const lines *l, bundle *b);

/* A file that nobody knows to be whole or not. */
static const index_row *unknown_row(results_index *x)
{
    for (size_t i = 0; i < x->count; i++) {
        const index_row *r = &x->row[i];
        const bool known =
            r->status == RECORD_OK || r->status == RECORD_DAMAGED || r->status == RECORD_NOT_OURS;
        if (!r->left && (!known || r->lost))
            return r;
    }
    return NULL;
}

record_status index_bundle(results_index *x, bundle *b, record_error *error)
{
    lines l = {0};
    record_clear(error);
    for (size_t i = 0; i < x->paths; i++)
        index_ask(x, i);
    const index_row *unknown = unknown_row(x);
    if (unknown) {
        error->status = (int)(unknown->lost ? RECORD_IO : unknown->status);
        snprintf(error->text, sizeof error->text, "%s",
                 unknown->reason ? unknown->reason : x->file);
        return (record_status)error->status;
    }
    const bool made = make_lines(x, &l);
    if (made) {
        add_facts(x, &l, b);
        add_values(x, &l, b);
        add_factors(x, &l, b);
        add_answers(x, &l, b);
    }
    free_lines(&l);
    return made && !b->no_memory && !x->no_memory ? RECORD_OK
                                                  : record_fail_memory(error, x->folder);
}

record_status index_write(results_index *x, record_error *error)
{
    bundle b = {0};
    if (index_bundle(x, &b, error) == RECORD_OK)
        record_write(x->file, &b, error);
    bundle_free(&b);
    return (record_status)error->status;
}

record_status record_index(const char *folder, bool anew, record_error *error)
{
    record_study plan;
    results_index *x = NULL;
    const record_status read = record_study_read(folder, &plan, error);
    if (read == RECORD_OK || read == RECORD_MISSING)
        index_open(folder, &plan, anew ? INDEX_ANEW : INDEX_TRUSTED, &x, error);
    if (x && error->status == RECORD_OK && index_is_stale(x))
        index_write(x, error);
    index_free(x);
    record_study_free(&plan);
    return (record_status)error->status;
}

/* --- lines --- */

static int by_plan(const void *left, const void *right)
{
    const line *a = left, *b = right;
    if (a->planned != b->planned)
        return a->planned < b->planned ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* A file that is no case is told by its name. */
static char *id_of_file(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    return strndup(name, strlen(name) - strlen(".h5"));
}

static bool add_file(const index_row *row, lines *l)
{
    l->item[l->count] = (line){.row = row, .planned = row->planned, .id = id_of_file(row->file)};
    return l->item[l->count++].id != NULL;
}

static bool add_absent(results_index *x, size_t planned, lines *l)
{
    line *absent = &l->item[l->count++];
    *absent = (line){.planned = planned, .id = strdup(x->plan->id[planned])};
    record_study_case(x->plan, planned, &absent->plan);
    return absent->id && !absent->plan.no_memory;
}

static bool make_lines(results_index *x, lines *l)
{
    const size_t rows = x->plan->rows;
    bool *is_there = calloc(rows + 1, sizeof *is_there);
    l->item = calloc(x->count + rows + 1, sizeof *l->item);
    bool made = l->item && is_there;
    for (size_t i = 0; made && i < x->count; i++)
        if (!x->row[i].left) {
            made = add_file(&x->row[i], l);
            is_there[x->row[i].planned] = true;
        }
    for (size_t i = 0; made && i < rows; i++)
        made = is_there[i] || add_absent(x, i, l);
    if (made && l->count > 0)
        qsort(l->item, l->count, sizeof *l->item, by_plan);
    free(is_there);
    return made;
}

static void free_lines(lines *l)
{
    for (size_t i = 0; i < l->count; i++) {
        bundle_free(&l->item[i].plan);
        free(l->item[i].id);
    }
    free(l->item);
}

static bool is_case(const line *l)
{
    return l->row && l->row->status == RECORD_OK && !l->row->foreign;
}

/* A value of a case, or what the study says of one without a file. */
static bool value_of(results_index *x, const line *l, const char *path, bundle_column *view)
{
    if (is_case(l))
        return index_value(x, (size_t)(l->row - x->row), index_path_find(x, path), view) ==
               INDEX_VALUE;
    const bundle_column *said = l->row ? NULL : bundle_find(&l->plan, path);
    if (said)
        *view = *said;
    return said && said->rows == 1 && said->columns == 1;
}

static const char *text_of(results_index *x, const line *l, const results_column *column)
{
    bundle_column view;
    const bool is_text = value_of(x, l, column->path, &view) && view.type == BUNDLE_TEXT;
    return is_text ? view.text[0] : "";
}

/* --- what the files are --- */

static const char *id_of(results_index *x, const line *l)
{
    (void)x;
    return l->id;
}

static const char *file_of(results_index *x, const line *l)
{
    (void)x;
    return l->row ? l->row->file : "";
}

static const char *experiment_of(results_index *x, const line *l)
{
    return text_of(x, l, &column_case_experiment);
}

static const char *status_of(results_index *x, const line *l)
{
    if (!l->row)
        return "missing";
    if (!is_case(l))
        return l->row->status == RECORD_DAMAGED ? "damaged" : "foreign";
    return text_of(x, l, &column_case_status);
}

static const char *digest_of(results_index *x, const line *l)
{
    (void)x;
    return is_case(l) ? l->row->digest : "";
}

static const char *seal_of(results_index *x, const line *l)
{
    (void)x;
    return l->row ? l->row->seal : "";
}

static const char *layout_of(results_index *x, const line *l)
{
    return is_case(l) ? x->layout[l->row->layout].digest : "";
}

static int64_t size_of(const line *l)
{
    return l->row ? l->row->size : -1;
}

static int64_t time_of(const line *l)
{
    return l->row ? l->row->time : -1;
}

static int64_t exploded_of(const line *l)
{
    return is_case(l) && l->row->exploded;
}

static const struct {
    const results_column *column;
    const char *(*text)(results_index *x, const line *l);
    int64_t (*integer)(const line *l);
} facts[] = {
    {&column_index_id, .text = id_of},
    {&column_index_file, .text = file_of},
    {&column_index_experiment, .text = experiment_of},
    {&column_index_status, .text = status_of},
    {&column_index_digest, .text = digest_of},
    {&column_index_size, .integer = size_of},
    {&column_index_time, .integer = time_of},
    {&column_index_seal, .text = seal_of},
    {&column_index_layout, .text = layout_of},
    {&column_index_exploded, .integer = exploded_of},
};

/* A step that the study does not say is none. */
static void add_steps(results_index *x, const lines *l, double *step, bundle *b)
{
    const bundle_column *dt = bundle_get(&x->plan->data, &column_study_dt);
    const bool fits =
        dt && dt->type == BUNDLE_REAL && dt->columns == 1 && dt->rows == x->plan->rows;
    for (size_t i = 0; i < l->count; i++) {
        const size_t planned = l->item[i].planned;
        const double given = fits && planned < dt->rows ? dt->real[planned] : TRAMA_NAN;
        step[i] = isnan(given) ? TRAMA_NAN : given;
    }
    bundle_put_reals(b, &column_index_step, step, l->count);
}

static void add_facts(results_index *x, const lines *l, bundle *b)
{
    char seal[RECORD_SEAL + 1];
    const char **text = calloc(l->count + 1, sizeof *text);
    int64_t *integer = calloc(l->count + 1, sizeof *integer);
    double *step = calloc(l->count + 1, sizeof *step);
    const bool made = text && integer && step;
    for (size_t f = 0; made && f < sizeof facts / sizeof *facts; f++) {
        for (size_t i = 0; i < l->count; i++)
            if (facts[f].text)
                text[i] = facts[f].text(x, &l->item[i]);
            else
                integer[i] = facts[f].integer(&l->item[i]);
        if (facts[f].text)
            bundle_put_texts(b, facts[f].column, text, l->count);
        else
            bundle_put_integers(b, facts[f].column, integer, l->count);
    }
    index_plan_seal(x, seal);
    for (size_t i = 0; made && i < l->count; i++)
        text[i] = seal;
    if (made) {
        bundle_put_texts(b, &column_index_plan, text, l->count);
        add_steps(x, l, step, b);
    }
    b->no_memory |= !made;
    free(text);
    free(integer);
    free(step);
}

/* --- single values --- */

static swept_value swept_view(const bundle_column *view, const char *path)
{
    return (swept_value){path,
                         view->unit,
                         view->summary,
                         .type = view->type,
                         .real = view->type == BUNDLE_REAL ? view->real[0] : 0.0,
                         .integer = view->type == BUNDLE_INTEGER ? view->integer[0] : 0,
                         .text = view->type == BUNDLE_TEXT ? view->text[0] : NULL};
}

/* The study's column of a swept path, or NULL. */
static const bundle_column *swept_by_study(results_index *x, const char *path)
{
    for (size_t k = 0; k < x->plan->swept_count; k++)
        if (strcmp(x->plan->swept[k]->path, path) == 0)
            return x->plan->swept[k];
    return NULL;
}

/* Any column of a case, as one of the index. */
static const results_column single_value = {"/<path>",   COLUMN_VARIES, NULL, NULL,
                                            COLUMN_ROWS, true,          true};

/* The cells of a path, called `name` in index.h5. What the study sweeps it says of all its cases.
 */
static void add_column(results_index *x, const lines *l, const char *path, const char *name,
                       bundle *b)
{
    swept_table cells = {.family = &single_value, .rows = l->count};
    const bundle_column *swept = swept_by_study(x, path);
    for (size_t i = 0; i < l->count && !cells.no_memory; i++) {
        bundle_column view;
        swept_value value;
        if (swept && swept_of(swept, l->item[i].planned, &value))
            value.path = name;
        else if (value_of(x, &l->item[i], path, &view))
            value = swept_view(&view, name);
        else
            continue;
        swept_put(&cells, i, &value);
    }
    swept_columns(&cells, b);
    swept_free(&cells);
}

/* Paths without the slash before them, in order. */
typedef struct names {
    const char **path;
    size_t count;
} names;

static int by_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* What has a column of its own in /index. */
static bool is_fact(const char *path)
{
    return strcmp(path, column_case_id.path) == 0 ||
           strcmp(path, column_case_experiment.path) == 0 ||
           strcmp(path, column_case_status.path) == 0;
}

static bool is_held(results_index *x, size_t path)
{
    for (size_t i = 0; i < x->columns; i++)
        if (x->column[i].path_number == path && x->column[i].held)
            return true;
    return false;
}

static void add_name(const char *path, names *n)
{
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->path[i], path) == 0)
            return;
    n->path[n->count++] = path;
}

/* Those of the files, and those of the study that its missing cases have. */
static bool list_names(results_index *x, const lines *l, names *n)
{
    size_t most = x->paths + x->plan->swept_count;
    for (size_t i = 0; i < l->count; i++)
        most += l->item[i].plan.count;
    n->path = calloc(most + 1, sizeof *n->path);
    if (!n->path)
        return false;
    for (size_t i = 0; i < x->paths; i++)
        if (is_held(x, i))
            n->path[n->count++] = x->path[i].path;
    for (size_t k = 0; k < x->plan->swept_count; k++)
        add_name(x->plan->swept[k]->path, n);
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < l->item[i].plan.count; k++)
            if (!group_rest(group_result, l->item[i].plan.column[k].path))
                add_name(l->item[i].plan.column[k].path, n);
    qsort(n->path, n->count, sizeof *n->path, by_text);
    return true;
}

/* Whether the path of another column leads through path `at`: those follow it, perhaps after some
 * that begin alike. */
static bool is_group(const names *n, size_t at)
{
    const size_t length = strlen(n->path[at]);
    for (size_t i = at + 1; i < n->count && strncmp(n->path[i], n->path[at], length) == 0; i++)
        if (n->path[i][length] == '/')
            return true;
    return false;
}

/* What is a value in some cases and a group in others, as the `end` of `accuracy` and of
 * `equilibrium`, is a group of the index, and the value stands in it. */
static void add_values(results_index *x, const lines *l, bundle *b)
{
    names n = {0};
    const bool listed = list_names(x, l, &n);
    for (size_t i = 0; listed && i < n.count && !b->no_memory; i++) {
        char name[700];
        snprintf(name, sizeof name, "%.640s%s", n.path[i] + 1, is_group(&n, i) ? "/value" : "");
        if (!is_fact(n.path[i]))
            add_column(x, l, n.path[i], name, b);
    }
    b->no_memory |= !listed;
    free(n.path);
}

/* The values of the study's factors, where it has any. */
static void add_factors(results_index *x, const lines *l, bundle *b)
{
    swept_table cells = {.family = &column_factor, .rows = l->count};
    swept_value value;
    for (size_t k = 0; k < x->plan->block.factor_count; k++)
        for (size_t i = 0; i < l->count; i++)
            if (record_study_factor(x->plan, k, l->item[i].planned, &value))
                swept_put(&cells, i, &value);
    swept_columns(&cells, b);
    swept_free(&cells);
}

/* --- answers --- */

/* What is put of each line: of a case without a file that there is none. */
typedef struct answer_cells {
    const char **text[4]; /* quantity, unit, word, marks */
    char (*marks)[ANSWER_MARKS];
    double *number[3]; /* value, lower, upper */
} answer_cells;
static const results_column *const text_columns[] = {&column_answer_quantity, &column_answer_unit,
                                                     &column_answer_word, &column_answer_marks};
static const results_column *const number_columns[] = {&column_answer_value, &column_answer_lower,
                                                       &column_answer_upper};

static void fill_answer(results_index *x, const line *l, size_t i, answer_cells *cells)
{
    bool others = false;
    const study_answer *known =
        is_case(l) ? index_answer(x, (size_t)(l->row - x->row), &others) : NULL;
    study_answer a = {.value = TRAMA_NAN, .lower = TRAMA_NAN, .upper = TRAMA_NAN};
    if (known) {
        a = *known;
    } else {
        a.of = index_response(x, text_of(x, l, &column_case_task));
        a.word = status_of(x, l);
    }
    index_answer_marks(&a, others, cells->marks[i]);
    const char *const text[] = {a.of.quantity, a.of.unit, a.word, cells->marks[i]};
    const double number[] = {a.value, a.lower, a.upper};
    for (size_t k = 0; k < 4; k++)
        cells->text[k][i] = text[k];
    for (size_t k = 0; k < 3; k++)
        cells->number[k][i] = isnan(number[k]) ? TRAMA_NAN : number[k];
}

static void put_answers(results_index *x, const answer_cells *cells, size_t count, bundle *b)
{
    char digest[RECORD_SEAL + 1];
    b->no_memory |= !index_study_digest(x, digest);
    for (size_t k = 0; k < 4; k++)
        bundle_put_texts(b, text_columns[k], cells->text[k], count);
    for (size_t k = 0; k < 3; k++)
        bundle_put_reals(b, number_columns[k], cells->number[k], count);
    for (size_t i = 0; i < count; i++)
        cells->text[0][i] = digest;
    bundle_put_texts(b, &column_answer_study, cells->text[0], count);
}

static void add_answers(results_index *x, const lines *l, bundle *b)
{
    const char **text = calloc(4 * l->count + 1, sizeof *text);
    double *number = calloc(3 * l->count + 1, sizeof *number);
    answer_cells cells = {.marks = calloc(l->count + 1, sizeof *cells.marks)};
    const bool made = text && number && cells.marks && index_has_answers(x);
    for (size_t k = 0; made && k < 4; k++)
        cells.text[k] = text + k * l->count;
    for (size_t k = 0; made && k < 3; k++)
        cells.number[k] = number + k * l->count;
    for (size_t i = 0; made && i < l->count; i++)
        fill_answer(x, &l->item[i], i, &cells);
    if (made)
        put_answers(x, &cells, l->count, b);
    b->no_memory |= !made;
    free(text);
    free(number);
    free(cells.marks);
}
