/* Opens an index: the files are listed and compared with index.h5; its rows are used for the files
 * that have not changed, and the other files are read. */
#include "index/table.h"
#include "results/columns/columns.h"
#include "results/door.h"
#include "results/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool list_rows(results_index *x, record_error *error);
static void trust_stored(results_index *x);

record_status index_open(const char *folder, const record_study *plan, index_trust trust,
                         results_index **made, record_error *error)
{
    const record_status listed = index_list(folder, plan, trust, made, error);
    return listed == RECORD_OK && *made ? index_read_others(*made, error) : listed;
}

record_status index_list(const char *folder, const record_study *plan, index_trust trust,
                         results_index **made, record_error *error)
{
    results_index *x = *made = calloc(1, sizeof *x);
    record_clear(error);
    if (!x)
        return record_fail_memory(error, folder);
    x->folder = strdup(folder);
    x->file = path_join(folder, "index.h5");
    x->plan = plan;
    x->trust = trust;
    x->no_memory = !x->folder || !x->file;
    x->stale = true;
    if (!x->no_memory && list_rows(x, error) && trust == INDEX_TRUSTED)
        trust_stored(x);
    return x->no_memory ? record_fail_memory(error, folder) : (record_status)error->status;
}

static void free_column(index_column *c)
{
    free(c->unit);
    free(c->summary);
    free(c->real);
    free(c->integer);
    free(c->text);
}

void index_free(results_index *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->count; i++) {
        free(x->row[i].file);
        free(x->row[i].reason);
    }
    for (size_t i = 0; i < x->columns; i++)
        free_column(&x->column[i]);
    for (size_t i = 0; i < x->paths; i++) {
        free(x->path[i].path);
        bundle_free(&x->path[i].stored);
    }
    for (size_t i = 0; i < x->layouts; i++) {
        free(x->layout[i].column);
        free(x->layout[i].by_path);
    }
    for (size_t i = 0; i < x->kept_count; i++)
        free(x->kept[i]);
    index_answers_free(x, x->answers);
    free(x->row);
    free(x->column);
    free(x->path);
    free(x->hash);
    free(x->layout);
    free(x->kept);
    free(x->folder);
    free(x->file);
    free(x);
}

/* --- the files --- */

/* The row of the study that a file's name says. */
static size_t planned_row(const record_study *plan, const char *name)
{
    char id[256];
    const char *slash = strrchr(name, '/'), *begin = slash ? slash + 1 : name;
    const size_t length = strlen(begin) - strlen(".h5");
    if (length >= sizeof id)
        return plan->rows;
    memcpy(id, begin, length);
    id[length] = '\0';
    return record_study_row(plan, id);
}

static bool list_rows(results_index *x, record_error *error)
{
    record_names names;
    const record_status status = record_list(x->folder, &names, error);
    x->row = calloc(names.count + 1, sizeof *x->row);
    x->no_memory = x->no_memory || !x->row || status == RECORD_NO_MEMORY;
    for (size_t i = 0; x->row && i < names.count; i++) {
        x->row[i] = (index_row){.file = names.name[i],
                                .left = record_study_left(x->plan, names.name[i]),
                                .status = RECORD_MISSING,
                                .planned = planned_row(x->plan, names.name[i]),
                                .stored = SIZE_MAX};
        names.name[i] = NULL;
        x->count++;
    }
    record_names_free(&names);
    return !x->no_memory && error->status == RECORD_OK;
}

bool index_look(results_index *x, index_row *r)
{
    struct stat about;
    char *path = path_join(x->folder, r->file);
    const int file = path ? door_open(path, O_RDONLY | O_NONBLOCK) : -1;
    x->no_memory |= !path || (file < 0 && errno == ENOMEM);
    const bool seen = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    if (seen) {
        r->size = about.st_size;
        r->time = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
        record_seal(file, about.st_size, r->seal);
    }
    if (file >= 0)
        close(file);
    free(path);
    return seen;
}

void index_plan_seal(results_index *x, char seal[RECORD_SEAL + 1])
{
    index_row plan = {.file = (char *)"study.h5"};
    seal[0] = '\0';
    if (index_look(x, &plan))
        memcpy(seal, plan.seal, sizeof plan.seal);
}

/* --- what index.h5 says of them --- */

index_identity index_identify(const char *path)
{
    struct stat about;
    if (!door_stat(path, &about))
        return (index_identity){-1, -1, -1, -1};
    return (index_identity){(long long)about.st_dev, (long long)about.st_ino, about.st_size,
                            about.st_mtim.tv_sec * 1000000000LL + about.st_mtim.tv_nsec};
}

bool index_is_same(const index_identity *a, const index_identity *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->time == b->time;
}

/* The columns that say of each file what it is. */
enum { FILE_NAME, SIZE, TIME, SEAL, LAYOUT, DIGEST, EXPLODED, PLAN, FACTS };
static const results_column *const fact[FACTS] = {
    [FILE_NAME] = &column_index_file,    [SIZE] = &column_index_size,
    [TIME] = &column_index_time,         [SEAL] = &column_index_seal,
    [LAYOUT] = &column_index_layout,     [DIGEST] = &column_index_digest,
    [EXPLODED] = &column_index_exploded, [PLAN] = &column_index_plan,
};

typedef struct stored_facts {
    bundle data;
    const bundle_column *of[FACTS];
    size_t rows;
    size_t *by_file; /* rows in order of the file's name */
    bool answers;    /* it has those of the cases, as earlier programs did not write */
} stored_facts;

static int by_name(const void *left, const void *right)
{
    return strcmp(**(char *const *const *)left, **(char *const *const *)right);
}

static bool order_by_file(stored_facts *s)
{
    char *const *name = s->of[FILE_NAME]->text;
    char *const **cell = calloc(s->rows + 1, sizeof *cell);
    s->by_file = calloc(s->rows + 1, sizeof *s->by_file);
    for (size_t i = 0; cell && i < s->rows; i++)
        cell[i] = &name[i];
    if (cell && s->by_file)
        qsort(cell, s->rows, sizeof *cell, by_name);
    for (size_t i = 0; cell && s->by_file && i < s->rows; i++)
        s->by_file[i] = (size_t)(cell[i] - name);
    free(cell);
    return s->by_file != NULL;
}

/* False if index.h5 cannot be read, or is of an earlier version. */
static bool read_facts(results_index *x, stored_facts *s)
{
    record_error error;
    const char *path[FACTS + 2] = {[FACTS] = column_answer_study.path};
    for (size_t i = 0; i < FACTS; i++)
        path[i] = fact[i]->path;
    if (record_read_rows(x->file, path, NULL, 0, &s->data, &error) != RECORD_OK)
        return false;
    for (size_t i = 0; i < FACTS; i++) {
        s->of[i] = bundle_get(&s->data, fact[i]);
        if (!s->of[i] || s->of[i]->columns != 1 || (int)s->of[i]->type != (int)fact[i]->type ||
            s->of[i]->rows != s->of[0]->rows)
            return false;
    }
    s->rows = s->of[0]->rows;
    s->answers = bundle_get(&s->data, &column_answer_study) != NULL;
    return order_by_file(s);
}

/* The row of a file, or `rows`. */
static size_t stored_row(const stored_facts *s, const char *file)
{
    size_t low = 0, high = s->rows;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(s->of[FILE_NAME]->text[s->by_file[middle]], file);
        if (order == 0)
            return s->by_file[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return s->rows;
}

static bool is_as_stored(const stored_facts *s, size_t at, const index_row *r)
{
    return s->of[SIZE]->integer[at] == r->size && s->of[TIME]->integer[at] == r->time &&
           strcmp(s->of[SEAL]->text[at], r->seal) == 0 &&
           strlen(s->of[LAYOUT]->text[at]) == RECORD_LAYOUT &&
           strlen(s->of[DIGEST]->text[at]) == RECORD_SEAL;
}

/* What the row's kind of file holds is read from the first file of it that is looked at. False if
 * the file is of another kind than the index says. */
static bool know_layout(results_index *x, const index_row *r, const char *digest, size_t *layout)
{
    *layout = index_layout_find(x, digest);
    if (*layout < x->layouts)
        return true;
    *layout = index_read_layout(x, r->file);
    return *layout < x->layouts && strcmp(x->layout[*layout].digest, digest) == 0;
}

static bool take_over(results_index *x, const stored_facts *s, size_t at, index_row *r)
{
    size_t layout;
    if (!is_as_stored(s, at, r) || !know_layout(x, r, s->of[LAYOUT]->text[at], &layout))
        return false;
    r->layout = layout;
    r->stored = at;
    r->status = RECORD_OK;
    r->exploded = s->of[EXPLODED]->integer[at] != 0;
    memcpy(r->digest, s->of[DIGEST]->text[at], sizeof r->digest);
    return true;
}

/* Whether index.h5 was made with the study that stands. */
static bool is_of_plan(results_index *x, const stored_facts *s)
{
    char seal[RECORD_SEAL + 1];
    index_plan_seal(x, seal);
    return s->rows > 0 && strcmp(s->of[PLAN]->text[0], seal) == 0;
}

/* The index is stale if a row differs from its file, or there are others than those of the files
 * and of the plan. */
static void trust_stored(results_index *x)
{
    stored_facts s = {0};
    size_t trusted = 0, absent = 0;
    x->identity = index_identify(x->file);
    const bool read = read_facts(x, &s);
    x->stored = read ? s.rows : 0;
    for (size_t i = 0; read && i < s.rows; i++)
        absent += s.of[FILE_NAME]->text[i][0] == '\0';
    for (size_t i = 0; read && i < x->count; i++) {
        index_row *r = &x->row[i];
        const size_t at = r->left ? s.rows : stored_row(&s, r->file);
        trusted += at < s.rows && index_look(x, r) && take_over(x, &s, at, r);
    }
    x->stale = !read || !s.answers || trusted + absent != s.rows || !is_of_plan(x, &s);
    bundle_free(&s.data);
    free(s.by_file);
}

/* --- the others --- */

record_status index_read_others(results_index *x, record_error *error)
{
    for (size_t i = 0; i < x->count && !x->no_memory; i++) {
        index_row *r = &x->row[i];
        if (r->left || r->status == RECORD_OK)
            continue;
        index_read_file(x, r);
        x->stale = true;
    }
    return x->no_memory ? record_fail_memory(error, x->folder) : record_clear(error);
}

size_t index_rows(const results_index *x)
{
    return x->count;
}

const index_row *index_row_of(const results_index *x, size_t row)
{
    return &x->row[row];
}

bool index_is_stale(const results_index *x)
{
    return x->stale;
}

bool index_no_memory(const results_index *x)
{
    return x->no_memory;
}
