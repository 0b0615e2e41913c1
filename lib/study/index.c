/* The index of a folder of cases: derived from them and from the study, and made anew at any time.
 * Its rows are the cases that the study plans, also those without a file, and files that are no
 * case's; without a study, all files. Cases are read one after the other; what stays in memory is a
 * row of short texts for each, and its results that are one value. */
#include "study/index.h"
#include "core/memory.h"
#include "results/columns/columns.h"
#include "study/index_results.h"
#include "study/study.h"

#include <stdlib.h>
#include <string.h>

enum { ID, FILE_NAME, EXPERIMENT, STATUS, DIGEST, FACTS };

static const results_column *const fact_column[FACTS] = {
    [ID] = &column_index_id,
    [FILE_NAME] = &column_index_file,
    [EXPERIMENT] = &column_index_experiment,
    [STATUS] = &column_index_status,
    [DIGEST] = &column_index_digest,
};

typedef struct label {
    char *name, *value;
} label;

typedef struct row {
    char *fact[FACTS];
    label *labels;
    size_t label_count;
    size_t planned; /* its row of the study, or the study's `rows` */
    bundle swept;   /* its own swept columns, if it is not planned */
    size_t read;    /* its row of the table's results: the rows before it; SIZE_MAX: none */
} row;

typedef struct table {
    row *rows;
    size_t count, capacity;
    const char *folder;
    record_study study;
    swept_table results; /* a row for each case that is read, in that order */
    record_error *error;
} table;

static void free_row(row *r)
{
    for (size_t i = 0; i < FACTS; i++)
        free(r->fact[i]);
    for (size_t i = 0; i < r->label_count; i++) {
        free(r->labels[i].name);
        free(r->labels[i].value);
    }
    free(r->labels);
    bundle_free(&r->swept);
}

static bool no_memory(const table *t)
{
    record_fail_memory(t->error, t->folder);
    return false;
}

static bool reserve(table *t)
{
    row *grown = trama_with_room(t->rows, t->count, &t->capacity, sizeof *grown);
    if (!grown)
        return no_memory(t);
    t->rows = grown;
    return true;
}

/* One text after the other, to be freed. */
static char *joined(const char *first, const char *second)
{
    const size_t size = strlen(first) + strlen(second) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", first, second);
    return text;
}

enum { LABEL_MOST = 500 }; /* characters of a label's name; the program's own are shorter */

/* The name of a label, if the column is one, or NULL. */
static const char *label_name(const bundle_column *column)
{
    const char *name = group_rest(group_labels, column->path);
    return name && !strchr(name, '/') && strlen(name) <= LABEL_MOST ? name : NULL;
}

static bool take_labels(row *r, const bundle *read)
{
    r->labels = calloc(read->count ? read->count : 1, sizeof *r->labels);
    bool taken = r->labels != NULL;
    for (size_t i = 0; taken && i < read->count; i++) {
        const char *name = label_name(&read->column[i]);
        if (!name)
            continue;
        label *next = &r->labels[r->label_count++];
        next->name = strdup(name);
        next->value = bundle_first_text(&read->column[i]);
        taken = next->name && next->value;
    }
    return taken;
}

static bool take_case(row *r, const bundle *read)
{
    char digest[65];
    const char *known = bundle_text(read, column_index_digest.path, NULL);
    if (!known)
        record_digest(read, group_result, digest);
    r->fact[ID] = strdup(bundle_text(read, column_case_id.path, ""));
    r->fact[EXPERIMENT] = strdup(bundle_text(read, column_case_experiment.path, ""));
    r->fact[STATUS] = strdup(bundle_text(read, column_case_status.path, ""));
    r->fact[DIGEST] = strdup(known ? known : digest);
    return r->fact[ID] && r->fact[EXPERIMENT] && r->fact[STATUS] && r->fact[DIGEST] &&
           take_labels(r, read);
}

/* A file that cannot be read as a case is a row too. */
static bool take_other(row *r, const char *name, const char *status)
{
    r->fact[ID] = strndup(name, strlen(name) - strlen(".h5"));
    r->fact[EXPERIMENT] = strdup("");
    r->fact[STATUS] = strdup(status);
    r->fact[DIGEST] = strdup("");
    return r->fact[ID] && r->fact[EXPERIMENT] && r->fact[STATUS] && r->fact[DIGEST];
}

/* What the index says of a file that is there but not a case: NULL if it is one, and also where the
 * disk or the memory fails: the index would be wrong. */
static const char *status_of_other(record_status status, const bundle *read)
{
    if (status == RECORD_DAMAGED)
        return "damaged";
    const bool is_case = bundle_get(read, &column_case_id) && bundle_get(read, &column_case_status);
    return status == RECORD_NOT_OURS || (status == RECORD_OK && !is_case) ? "foreign" : NULL;
}

/* What the study says of a case, or else what the case says of itself, if its file can be read. */
static bool take_swept(table *t, row *r, const char *path, bool readable)
{
    static const char *const prefixes[] = {group_swept, NULL};
    r->planned = record_study_row(&t->study, r->fact[ID]);
    return r->planned < t->study.rows || !readable ||
           record_read(path, prefixes, &r->swept, t->error) == RECORD_OK;
}

/* The file's facts, from its cache if it has one, and its results that are one value: from the
 * cache, if it has them and units and summaries of all are known from other files. */
typedef struct case_read {
    bundle facts, results;
    const bundle *from; /* the one of the two that has the results */
} case_read;

static record_status read_case(table *t, const char *path, case_read *c)
{
    static const char *const prefixes[] = {group_case, group_labels, group_result, NULL};
    record_status status = record_read_cache(path, &c->facts);
    c->from = &c->facts;
    if (status == RECORD_NO_MEMORY)
        return record_fail_memory(t->error, path);
    if (status != RECORD_OK)
        status = record_read(path, prefixes, &c->facts, t->error);
    else if (!record_cache_has_results(&c->facts) || !index_results_known(&t->results, &c->facts)) {
        c->from = &c->results;
        status = index_results_read(path, &c->results, t->error);
    }
    return status == RECORD_OK ? record_check_place(path, &c->facts, t->error) : status;
}

/* What was read of the file `name`; `other` as of status_of_other. */
static bool add_row(table *t, const char *name, const char *other, const case_read *c)
{
    const size_t at = t->count++;
    row *r = &t->rows[at];
    *r = (row){.fact[FILE_NAME] = strdup(name), .planned = t->study.rows, .read = at};
    const bool taken =
        other ? take_other(r, strrchr(name, '/') + 1, other) : take_case(r, &c->facts);
    if (!other)
        index_results_put(&t->results, at, c->from);
    return (taken && r->fact[FILE_NAME] && !t->results.no_memory) || no_memory(t);
}

/* `name` as record_list has it; `path` leads there. False if the index would be wrong. */
static bool read_row(table *t, const char *path, const char *name)
{
    case_read c = {0};
    const record_status status = read_case(t, path, &c);
    const char *other = status_of_other(status, &c.facts);
    bool added = status == RECORD_OK || other;
    if (added) {
        record_clear(t->error);
        added = add_row(t, name, other, &c);
    }
    bundle_free(&c.facts);
    bundle_free(&c.results);
    return added && take_swept(t, &t->rows[t->count - 1], path, !other);
}

static bool add_case(table *t, const char *name)
{
    char *start = joined(t->folder, "/");
    char *path = start ? joined(start, name) : NULL;
    const bool added = path ? read_row(t, path, name) : no_memory(t);
    free(path);
    free(start);
    return added;
}

static bool read_cases(table *t)
{
    record_names names;
    bool sound = record_list(t->folder, &names, t->error) == RECORD_OK;
    t->results = (swept_table){.family = &column_index_result, .rows = names.count};
    for (size_t i = 0; sound && i < names.count; i++)
        sound = record_study_left(&t->study, names.name[i]) ||
                (reserve(t) && add_case(t, names.name[i]));
    record_names_free(&names);
    return sound;
}

/* A planned case without a file: what the study says of it. */
static bool add_missing(table *t, size_t row_of_study)
{
    bundle b = {0};
    const char *none = "";
    record_study_case(&t->study, row_of_study, &b);
    bundle_put_text(&b, &column_case_status, "missing");
    bundle_put_texts(&b, &column_index_digest, &none, 1);
    bool added = !b.no_memory && reserve(t);
    if (added) {
        row *r = &t->rows[t->count++];
        *r = (row){.fact[FILE_NAME] = strdup(""), .planned = row_of_study, .read = SIZE_MAX};
        added = take_case(r, &b) && r->fact[FILE_NAME];
    }
    bundle_free(&b);
    return added || no_memory(t);
}

static bool add_all_missing(table *t)
{
    bool *is_there = calloc(t->study.rows + 1, sizeof *is_there);
    bool added = is_there || no_memory(t);
    for (size_t i = 0; is_there && i < t->count; i++)
        is_there[t->rows[i].planned] = true;
    for (size_t i = 0; added && i < t->study.rows; i++)
        added = is_there[i] || add_missing(t, i);
    free(is_there);
    return added;
}

/* As planned; what is not planned comes after that, in order of id. */
static int by_plan_and_id(const void *left, const void *right)
{
    const row *a = left, *b = right;
    if (a->planned != b->planned)
        return a->planned < b->planned ? -1 : 1;
    const int order = strcmp(a->fact[ID], b->fact[ID]);
    return order != 0 ? order : strcmp(a->fact[FILE_NAME], b->fact[FILE_NAME]);
}

static void add_facts(const table *t, const char **cells, bundle *b)
{
    for (size_t fact = 0; fact < FACTS; fact++) {
        for (size_t i = 0; i < t->count; i++)
            cells[i] = t->rows[i].fact[fact];
        bundle_put_texts(b, fact_column[fact], cells, t->count);
    }
}

static const char *value_of(const row *r, const char *name)
{
    for (size_t i = 0; i < r->label_count; i++)
        if (strcmp(r->labels[i].name, name) == 0)
            return r->labels[i].value;
    return "";
}

/* The column of a label, unless it is there. */
static void add_label(const table *t, const char *name, const char **cells, bundle *b)
{
    column_member m;
    const results_column *column = column_named(&column_index_label, name, &m);
    if (!column || bundle_find(b, column->path))
        return;
    for (size_t i = 0; i < t->count; i++)
        cells[i] = value_of(&t->rows[i], name);
    bundle_put_texts(b, column, cells, t->count);
}

static void add_labels(const table *t, const char **cells, bundle *b)
{
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < t->rows[i].label_count; k++)
            add_label(t, t->rows[i].labels[k].name, cells, b);
}

static void put_row(const table *t, size_t i, swept_table *swept)
{
    swept_value value;
    const row *r = &t->rows[i];
    const bool planned = r->planned < t->study.rows;
    for (size_t k = 0; planned && k < t->study.swept_count; k++)
        if (swept_of(t->study.swept[k], r->planned, &value))
            swept_put(swept, i, &value);
    for (size_t k = 0; k < r->swept.count; k++)
        if (swept_of(&r->swept.column[k], 0, &value))
            swept_put(swept, i, &value);
}

static void add_swept(const table *t, bundle *b)
{
    swept_table swept = {.rows = t->count};
    for (size_t i = 0; i < t->count; i++)
        put_row(t, i, &swept);
    swept_columns(&swept, b);
    swept_free(&swept);
}

/* The values of the study's factors, where it has any. */
static void add_factors(const table *t, bundle *b)
{
    swept_table factors = {.family = &column_factor, .rows = t->count};
    swept_value value;
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < t->study.block.factor_count; k++)
            if (record_study_factor(&t->study, k, t->rows[i].planned, &value))
                swept_put(&factors, i, &value);
    swept_columns(&factors, b);
    swept_free(&factors);
}

static void add_results(table *t, bundle *b)
{
    size_t *from = calloc(t->count + 1, sizeof *from);
    for (size_t i = 0; from && i < t->count; i++)
        from[i] = t->rows[i].read;
    if (from)
        index_results_columns(&t->results, from, t->count, b);
    b->no_memory |= !from;
    free(from);
}

static void write_index(table *t)
{
    bundle b = {0};
    const char **cells = calloc(t->count ? t->count : 1, sizeof *cells);
    char *path = joined(t->folder, "/index.h5");
    if (t->count > 0)
        qsort(t->rows, t->count, sizeof *t->rows, by_plan_and_id);
    if (cells) {
        add_facts(t, cells, &b);
        add_labels(t, cells, &b);
    }
    add_swept(t, &b);
    add_factors(t, &b);
    add_results(t, &b);
    if (cells && path)
        record_write(path, &b, t->error);
    else
        no_memory(t);
    free(path);
    free(cells);
    bundle_free(&b);
}

record_status record_index(const char *folder, record_error *error)
{
    table t = {.folder = folder, .error = error};
    record_clear(error);
    const record_status study = record_study_read(folder, &t.study, error);
    if ((study == RECORD_OK || study == RECORD_MISSING) && read_cases(&t) && add_all_missing(&t))
        write_index(&t);
    for (size_t i = 0; i < t.count; i++)
        free_row(&t.rows[i]);
    free(t.rows);
    swept_free(&t.results);
    record_study_free(&t.study);
    return error->status;
}
