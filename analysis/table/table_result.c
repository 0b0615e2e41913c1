#include "analysis/table/table_result.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/asked.h"
#include "analysis/table/described.h"
#include "results/swept.h"

bool table_is_raw(const table_type *type)
{
    return type->use == TABLE_AS_DATA;
}

/* Their rows are of runs or samples, which a case's file alone has. */
size_t table_unread(const study *s, const table_type *type)
{
    enum { FILES_MOST = 1000 };
    const size_t files = table_is_raw(type) ? study_files(s, type->task, type->filter) : 0;
    return files > FILES_MOST ? files : 0;
}

const char *table_title(const table_type *type, const study *s)
{
    return type->titled ? type->titled(s) : type->title;
}

/* The names of the columns of its CSV. */
static bool begin_data(table_result *m)
{
    m->named = columns_named(m->type->columns, m->type->column_count);
    if (m->named)
        m->data = data_of(m->named);
    return m->named != NULL;
}

/* --- swept values --- */

static bool is_listed(const table_result *m, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(m->swept_path[i], path) == 0)
            return true;
    return false;
}

static bool add_heading(table_result *m, size_t *count, const bundle_column *column)
{
    const bool unit = column->unit[0] && strcmp(column->unit, "1") != 0;
    char text[600];
    snprintf(text, sizeof text, "%s%s%s%s", group_rest(group_swept, column->path), unit ? " [" : "",
             unit ? column->unit : "", unit ? "]" : "");
    char **heading = realloc(m->heading, (*count + 2) * sizeof *heading);
    if (heading) {
        m->heading = heading;
        heading[*count] = NULL; /* where the list ends if the next is not taken */
    }
    const char **path = realloc(m->swept_path, (*count + 1) * sizeof(*path));
    if (path)
        m->swept_path = path;
    if (!heading || !path)
        return false;
    heading[*count] = strdup(text);
    heading[*count + 1] = NULL;
    path[*count] = column->path;
    return heading[(*count)++] != NULL;
}

/* Every path that is swept in some of the cases, in the order of the sweep. */
static bool list_swept(const case_list *cases, table_result *m)
{
    size_t count = 0;
    swept_value value;
    bool listed = true;
    for (size_t i = 0; listed && i < cases->count; i++) {
        const bundle *b = &cases->item[i]->data;
        for (size_t k = 0; listed && k < b->count; k++)
            if (swept_of(&b->column[k], 0, &value) && !is_listed(m, count, b->column[k].path))
                listed = add_heading(m, &count, &b->column[k]);
    }
    if (listed && count > 0)
        m->swept = data_of((const char *const *)m->heading);
    return listed;
}

static void add_no_swept(size_t rows, table_result *m)
{
    for (size_t cell = 0; cell < rows * m->swept.columns; cell++)
        data_text(&m->swept, "");
}

/* The rows that are of no case. */
static void add_unmeasured(const study *s, table_result *m)
{
    const size_t before = data_rows(&m->data);
    if (!m->type->rows || !m->type->rows->read_unmeasured)
        return;
    described_unmeasured(s, m->type, &m->data);
    add_no_swept(data_rows(&m->data) - before, m);
}

static void add_swept(const study_case *c, size_t rows, table_result *m)
{
    for (size_t cell = 0; cell < rows * m->swept.columns; cell++) {
        const bundle_column *own = bundle_find(&c->data, m->swept_path[cell % m->swept.columns]);
        swept_value value;
        char text[512] = "";
        if (own && swept_of(own, 0, &value) && value.type == BUNDLE_REAL)
            data_real(&m->swept, value.real);
        else if (own && swept_of(own, 0, &value)) {
            swept_text(&value, text, sizeof text);
            data_text(&m->swept, text);
        } else
            data_text(&m->swept, "");
    }
}

bool table_make_data(const study *s, const table_type *type, const struct table_asked *asked,
                     table_result *m)
{
    *m = (table_result){.type = type};
    const bool begun = begin_data(m);
    m->cases = study_select(s, type->task, type->filter);
    if (asked)
        table_asked_cases(asked, &m->cases);
    const bool listed = begun && (type->complete || list_swept(&m->cases, m));
    for (size_t i = 0; listed && i < m->cases.count; i++) {
        const size_t before = data_rows(&m->data);
        described_rows(s, type, m->cases.item[i], &m->data);
        add_swept(m->cases.item[i], data_rows(&m->data) - before, m);
    }
    if (m->cases.count > 0 && !asked)
        add_unmeasured(s, m);
    return m->cases.item && listed && !m->data.no_memory && !m->swept.no_memory;
}

bool table_lay_out(const study *s, size_t width, table_result *m)
{
    document_free(&m->document);
    m->document = (document){.width = width};
    document_heading(&m->document, "%s", table_title(m->type, s));
    if (m->cases.count == 0)
        document_paragraph(&m->document, "No cases.");
    else
        described_layout(s, m->type, &m->cases, &m->document);
    return !m->document.no_memory;
}

bool table_make(const study *s, const table_type *type, const struct table_asked *asked,
                size_t width, table_result *m)
{
    return table_make_data(s, type, asked, m) && table_lay_out(s, width, m);
}

void table_result_free(table_result *m)
{
    for (char **heading = m->heading; heading && *heading; heading++)
        free(*heading);
    free(m->heading);
    free(m->named);
    free(m->swept_path);
    free(m->cases.item);
    document_free(&m->document);
    data_free(&m->swept);
    data_free(&m->data);
}
