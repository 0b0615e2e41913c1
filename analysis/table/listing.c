#include "analysis/table/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "core/numbers.h"
#include "core/text.h"
#include "results/columns/columns.h"

/* A case and the listing that it is in. */
typedef struct member {
    const study_listing *listing;
    const study_case *c;
    size_t order; /* of the case in the study */
} member;

/* Numbers by value, texts in natural order; which takes 1 and 01 for the same. */
static int compare_values(const char *a, const char *b)
{
    double x, y;
    if (trama_read_real(a, -TRAMA_INFINITY, TRAMA_INFINITY, &x) &&
        trama_read_real(b, -TRAMA_INFINITY, TRAMA_INFINITY, &y))
        return (x > y) - (x < y);
    const int order = natural_order(a, b);
    return order ? order : strcmp(a, b);
}

/* The first factor first. */
static int compare_rows(const member *a, const member *b)
{
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->listing->row_count; i++)
        order = compare_values(case_factor(a->c, a->listing->row[i]),
                               case_factor(b->c, b->listing->row[i]));
    return order;
}

static int by_row(const void *a, const void *b)
{
    const member *x = a, *y = b;
    const int order = compare_rows(x, y);
    return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

static bool has_row(const study_case *c, const study_listing *listing)
{
    for (size_t i = 0; i < listing->row_count; i++)
        if (case_factor(c, listing->row[i])[0] == '\0')
            return false;
    return listing->row_count > 0;
}

static size_t members_of(const study *s, const study_listing *listing, member *of)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (has_row(&s->item[i], listing))
            of[count++] = (member){listing, &s->item[i], i};
    qsort(of, count, sizeof *of, by_row);
    return count;
}

/* ---- Cells: the first case of the row that has something to say. */

static const char *status_of(const study_case *c)
{
    const char *outcome = case_text(c, &column_outcome);
    return case_ended(c) && outcome[0] ? outcome : case_text(c, &column_case_status);
}

static bool text_cell(const study_case *c, const char *of, data_table *out)
{
    const char *text = strcmp(of, "status") == 0 ? status_of(c) : case_factor(c, of);
    if (!text[0])
        return false;
    data_text(out, text);
    return true;
}

static bool number_cell(const study *s, const study_case *c, const char *of, data_table *out)
{
    static const char published[] = "published ";
    const size_t length = sizeof published - 1;
    const double value = strncmp(of, published, length) == 0 ? case_published(c, of + length)
                                                             : quantity_of(s, c, of);
    if (isnan(value))
        return false;
    data_real(out, value);
    return true;
}

static void add_cell(const study *s, const member *row, size_t count, const char *of,
                     data_table *out)
{
    for (size_t i = 0; i < count; i++)
        if (text_cell(row[i].c, of, out) || number_cell(s, row[i].c, of, out))
            return;
    data_text(out, "");
}

static void add_rows(const study *s, const study_listing *listing, const member *of, size_t count,
                     data_table *out)
{
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && compare_rows(&of[end], &of[first]) == 0; end++)
            ;
        for (size_t k = 0; k < listing->count; k++)
            add_cell(s, of + first, end - first, listing->of[k], out);
    }
}

/* ---- The table. */

static bool add_headings(const study_listing *listing, table_result *m)
{
    bool made = (m->heading = calloc(listing->count + 1, sizeof *m->heading)) != NULL;
    for (size_t k = 0; made && k < listing->count; k++)
        made = (m->heading[k] = strdup(listing->column[k])) != NULL;
    return made;
}

bool listing_make(const study *s, const study_listing *listing, table_type *type, table_result *m)
{
    *type = (table_type){.name = listing->name, .title = listing->name, .printed = true};
    *m = (table_result){.type = type};
    member *of = calloc(s->count + 1, sizeof *of);
    const bool made = of && add_headings(listing, m);
    if (made) {
        m->data = data_of((const char *const *)m->heading);
        add_rows(s, listing, of, members_of(s, listing, of), &m->data);
        document_heading(&m->document, "%s", listing->name);
        table_plain_layout(&m->data, &m->document);
    }
    free(of);
    return made && !m->data.no_memory && !m->document.no_memory;
}
