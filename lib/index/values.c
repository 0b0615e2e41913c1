/* The values of an index: from index.h5, column by column on first use, or from the files. */
#include "core/memory.h"
#include "index/table.h"
#include "results/columns/columns.h"
#include "results/path.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/text.h"

index_found index_value(const results_index *x, size_t row, size_t path, bundle_column *view)
{
    const index_row *r = &x->row[row];
    const bool has = r->status == RECORD_OK && path < x->paths;
    const index_column *c = has ? index_column_of(x, r->layout, path) : NULL;
    if (!c || !c->held) {
        *view = (bundle_column){.single = c && c->single};
        return c ? INDEX_IN_FILE : INDEX_NONE;
    }
    if (!x->path[path].asked) {
        index_ask((results_index *)x, path); /* what it says does not change */
        c = index_column_of(x, r->layout, path);
    }
    if (!c || r->lost || !(c->real || c->integer || c->text) || (c->text && !c->text[row])) {
        *view = (bundle_column){.single = true};
        return INDEX_IN_FILE;
    }
    *view = (bundle_column){.path = c->path,
                            .unit = c->unit,
                            .summary = c->summary,
                            .type = c->type,
                            .single = c->single,
                            .boolean = c->boolean,
                            .rows = 1,
                            .columns = 1,
                            .real = c->real ? &c->real[row] : NULL,
                            .integer = c->integer ? &c->integer[row] : NULL,
                            .text = c->text ? &c->text[row] : NULL};
    return INDEX_VALUE;
}

size_t index_paths(const results_index *x)
{
    return x->paths;
}

size_t index_columns(const results_index *x, size_t row)
{
    const index_row *r = &x->row[row];
    return r->status == RECORD_OK ? x->layout[r->layout].count : 0;
}

const char *index_path(const results_index *x, size_t row, size_t i)
{
    return x->column[x->layout[x->row[row].layout].column[i]].path;
}

/* --- putting --- */

static bool allocate(const results_index *x, index_column *c)
{
    const size_t rows = x->count + 1;
    if (c->type == BUNDLE_REAL && !c->real)
        c->real = calloc(rows, sizeof *c->real);
    if (c->type == BUNDLE_INTEGER && !c->integer)
        c->integer = calloc(rows, sizeof *c->integer);
    if (c->type == BUNDLE_TEXT && !c->text)
        c->text = calloc(rows, sizeof *c->text);
    return c->real || c->integer || c->text;
}

/* A copy that lives as long as the index; neighbours often say the same. */
static char *keep(results_index *x, const char *text, char *neighbour)
{
    if (neighbour && strcmp(neighbour, text) == 0)
        return neighbour;
    char **grown = trama_with_room(x->kept, x->kept_count, &x->kept_capacity, sizeof *grown);
    if (grown)
        x->kept = grown;
    char *copy = grown ? strdup(text) : NULL;
    if (copy)
        x->kept[x->kept_count++] = copy;
    return copy;
}

bool index_put(results_index *x, index_column *c, size_t row, const swept_value *value)
{
    if (!allocate(x, c))
        return false;
    if (c->real)
        c->real[row] = isnan(value->real) ? TRAMA_NAN : value->real; /* one NaN is as another */
    if (c->integer)
        c->integer[row] = value->integer;
    if (c->text) {
        assert(value->text);
        c->text[row] = keep(x, value->text, row > 0 ? c->text[row - 1] : NULL);
    }
    return !c->text || c->text[row];
}

/* --- from files --- */

static void fail(index_row *r, const record_error *error)
{
    free(r->reason);
    r->status = (record_status)error->status;
    r->reason = strdup(error->text);
}

static swept_value value_of(const bundle_column *c)
{
    return (swept_value){.type = c->type,
                         .real = c->type == BUNDLE_REAL ? c->real[0] : 0.0,
                         .integer = c->type == BUNDLE_INTEGER ? c->integer[0] : 0,
                         .text = c->type == BUNDLE_TEXT ? c->text[0] : NULL};
}

/* The number of the layout of a case that was read whole; `layouts` without memory. */
static size_t layout_of(results_index *x, const bundle *b)
{
    char digest[RECORD_LAYOUT + 1];
    if (!record_layout(b, digest))
        return x->layouts;
    const size_t found = index_layout_find(x, digest);
    return found < x->layouts ? found : index_layout_add(x, b, digest);
}

static void take_columns(results_index *x, index_row *r, const bundle *b)
{
    r->layout = layout_of(x, b);
    bool taken = r->layout < x->layouts;
    for (size_t i = 0; taken && i < b->count; i++) {
        const size_t path = index_path_find(x, b->column[i].path);
        index_column *c = path < x->paths ? index_column_of(x, r->layout, path) : NULL;
        const swept_value value = c && c->held ? value_of(&b->column[i]) : (swept_value){0};
        if (c && c->held)
            taken = index_put(x, c, (size_t)(r - x->row), &value);
    }
    x->no_memory |= !taken;
}

static bool is_case(const bundle *b)
{
    return bundle_get(b, &column_case_id) && bundle_get(b, &column_case_status);
}

static record_status read_case(const char *path, bundle *b, record_error *error)
{
    const record_status status = record_read_case(path, b, error);
    return status == RECORD_OK ? record_check_place(path, b, error) : status;
}

static void take_case(results_index *x, index_row *r, const bundle *b)
{
    r->foreign = !is_case(b);
    record_digest(b, group_result, r->digest);
    r->exploded = record_has_exploded(b);
    take_columns(x, r, b);
}

static void read_columns(results_index *x, index_row *r, const char *path)
{
    bundle b = {0};
    record_error error;
    r->status = read_case(path, &b, &error);
    if (r->status == RECORD_OK) {
        take_case(x, r, &b);
    } else {
        fail(r, &error);
        x->no_memory |= !r->reason;
    }
    bundle_free(&b);
}

void index_take_file(results_index *x, index_row *r, const bundle *b)
{
    if (!index_look(x, r))
        return;
    r->status = RECORD_OK;
    take_case(x, r, b);
}

/* --- from the caches of files --- */

/* Whether the values are those that the layout names. */
static bool fits(const results_index *x, const index_layout *l, const record_values *v)
{
    size_t next = 0;
    for (size_t i = 0; i < l->count; i++) {
        const index_column *c = &x->column[l->column[i]];
        if (next < v->count && strcmp(v->value[next].path, c->path) == 0) {
            if (v->value[next].type != c->type)
                return false;
            next++;
        } else if (c->held) {
            return false;
        }
    }
    return next == v->count;
}

static const char *text_of(const record_values *v, const results_column *column)
{
    for (size_t i = 0; i < v->count; i++)
        if (strcmp(v->value[i].path, column->path) == 0)
            return v->value[i].type == BUNDLE_TEXT ? v->value[i].text : "";
    return "";
}

static bool is_in_place(results_index *x, const char *path, const record_values *v)
{
    bundle b = {0};
    record_error error;
    bundle_add_text(&b, column_case_id.path, "", text_of(v, &column_case_id));
    const bool stands = !b.no_memory && record_check_place(path, &b, &error) == RECORD_OK;
    x->no_memory |= b.no_memory;
    bundle_free(&b);
    return stands;
}

static void take_values(results_index *x, index_row *r, const record_values *v)
{
    const index_layout *l = &x->layout[r->layout];
    bool taken = true;
    for (size_t i = 0, next = 0; taken && i < l->count && next < v->count; i++) {
        index_column *c = &x->column[l->column[i]];
        if (strcmp(v->value[next].path, c->path) != 0)
            continue;
        if (c->held)
            taken = index_put(x, c, (size_t)(r - x->row), &v->value[next]);
        next++;
    }
    x->no_memory |= !taken;
}

/* Whether the cache says all. */
static bool read_cache(results_index *x, index_row *r, const char *path)
{
    record_values v;
    const record_status status = record_read_values(path, &v);
    x->no_memory |= status == RECORD_NO_MEMORY;
    if (status != RECORD_OK)
        return false;
    const size_t layout = index_layout_find(x, v.layout);
    const bool fit = layout < x->layouts && strlen(v.digest) == RECORD_SEAL &&
                     fits(x, &x->layout[layout], &v) && is_in_place(x, path, &v);
    if (fit) {
        r->layout = layout;
        r->exploded = v.exploded;
        memcpy(r->digest, v.digest, sizeof r->digest);
        take_values(x, r, &v);
    }
    record_values_free(&v);
    return fit;
}

/* It is looked at first: what is written meanwhile is then found to be newer than the index. */
void index_read_file(results_index *x, index_row *r)
{
    char *path = path_join(x->folder, r->file);
    x->no_memory |= !path;
    r->status = RECORD_OK;
    r->foreign = false;
    r->stored = SIZE_MAX;
    if (!path)
        return;
    const bool there = index_look(x, r);
    if (!there || x->trust == INDEX_VERIFIED || !read_cache(x, r, path))
        read_columns(x, r, path);
    free(path);
}

size_t index_read_layout(results_index *x, const char *file)
{
    bundle b = {0};
    record_error error;
    char *path = path_join(x->folder, file);
    const bool read = path && read_case(path, &b, &error) == RECORD_OK;
    const size_t layout = read ? layout_of(x, &b) : x->layouts;
    x->no_memory |= !path;
    bundle_free(&b);
    free(path);
    return layout;
}

/* --- from index.h5 --- */

/* The cell in the type of the column; false if it is not exactly that. */
static bool convert(const bundle_column *from, size_t at, bundle_type type, swept_value *value)
{
    *value = (swept_value){.type = from->type};
    if (from->type == BUNDLE_TEXT)
        value->text = from->text[at];
    else if (from->type == BUNDLE_REAL)
        value->real = from->real[at];
    else
        value->integer = from->integer[at];
    if (from->type == type)
        return true;
    static const double most = 9007199254740992.0; /* 2^53 */
    if (from->type == BUNDLE_REAL && type == BUNDLE_INTEGER) {
        value->integer = fabs(value->real) < most ? (int64_t)value->real : 0;
        return fabs(value->real) < most && (double)value->integer == value->real;
    }
    if (from->type == BUNDLE_TEXT && type != BUNDLE_TEXT) {
        char *end;
        value->real = strtod(value->text, &end);
        const bool whole = value->text[0] && *end == '\0';
        value->integer = whole && fabs(value->real) < most ? (int64_t)value->real : 0;
        return whole && (type == BUNDLE_REAL || (double)value->integer == value->real);
    }
    return false;
}

/* A row of which index.h5 does not say all is read from its file; if that cannot be read any more,
 * its values are left to whoever reads it next, and says so. */
static void read_instead(results_index *x, index_row *r)
{
    const index_row before = *r;
    index_read_file(x, r);
    if (r->status == RECORD_OK)
        return;
    free(r->reason);
    *r = before;
    r->lost = true;
}

static void take_stored(results_index *x, size_t path)
{
    const bundle *b = &x->path[path].stored;
    const bundle_column *from = b->count > 0 ? &b->column[0] : NULL;
    const bool fits = from && from->rows == x->stored && from->columns == 1;
    for (size_t i = 0; i < x->count && !x->no_memory; i++) {
        index_row *r = &x->row[i];
        index_column *c = r->status == RECORD_OK && r->stored != SIZE_MAX && !r->lost
                              ? index_column_of(x, r->layout, path)
                              : NULL;
        swept_value value;
        if (!c || !c->held)
            continue;
        if (!fits || !convert(from, r->stored, c->type, &value))
            read_instead(x, r);
        else if (c->type == BUNDLE_TEXT && allocate(x, c))
            c->text[i] = from->text[r->stored];
        else if (!index_put(x, c, i, &value))
            x->no_memory = true;
    }
}

/* The column in index.h5, where it may stand in a group of its own name (write.c); none if the file
 * was replaced meanwhile. */
static void read_stored(results_index *x, index_path_entry *p)
{
    char inner[700];
    record_error error;
    snprintf(inner, sizeof inner, "%.640s/value", p->path);
    const bool is_other = index_path_find(x, inner) < x->paths; /* of a path of its own */
    const char *const paths[] = {p->path, is_other ? NULL : inner, NULL};
    const record_status status = record_read_rows(x->file, paths, NULL, 0, &p->stored, &error);
    const index_identity now = index_identify(x->file);
    if (status == RECORD_OK && index_is_same(&now, &x->identity))
        return;
    bundle_free(&p->stored);
    x->no_memory |= status == RECORD_NO_MEMORY;
}

/* What index.h5 calls otherwise than a case does. */
static const struct {
    const results_column *of_case, *stored;
} renamed[] = {
    {&column_case_id, &column_index_id},
    {&column_case_experiment, &column_index_experiment},
    {&column_case_status, &column_index_status},
};

static void read_path(results_index *x, index_path_entry *p)
{
    index_path_entry stored = {.path = p->path};
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i].of_case->path, p->path) == 0)
            stored.path = (char *)renamed[i].stored->path;
    read_stored(x, &stored);
    p->stored = stored.stored;
}

void index_ask(results_index *x, size_t path)
{
    if (x->path[path].asked)
        return;
    x->path[path].asked = true;
    if (x->stored == 0)
        return;
    read_path(x, &x->path[path]);
    take_stored(x, path);
}
