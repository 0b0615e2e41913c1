#include "analysis/table/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/statistics.h"
#include "core/numbers.h"
#include "core/text.h"
#include "results/columns/columns.h"
#include "study/listing_source.h"

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
    for (size_t i = 0; i < listing->condition_count; i++) {
        const study_condition *must = &listing->condition[i];
        if (compare_values(case_factor(c, must->factor), must->value) != 0)
            return false;
    }
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

/* ---- Cells: of the first case of the row that has something to say, or of all its cases. */

static bool text_cell(const study_case *c, const char *of, data_table *out)
{
    const char *text = strcmp(of, "status") == 0 ? case_end(c) : case_factor(c, of);
    if (!text[0])
        return false;
    data_text(out, text);
    return true;
}

static double value_of(const study *s, const study_case *c, const listing_quantity *q)
{
    return q->published ? case_published(c, q->name) : quantity_of(s, c, q->name);
}

/* Of the first case that has the value. */
static double first_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    for (size_t i = 0; i < count; i++) {
        const double value = value_of(s, row[i].c, &of->quantity[0]);
        if (!isnan(value))
            return value;
    }
    return TRAMA_NAN;
}

static double count_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    double ended = 0.0;
    (void)s, (void)of;
    for (size_t i = 0; i < count; i++)
        ended += case_ended(row[i].c);
    return ended;
}

static double largest_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    double largest = TRAMA_NAN;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, value_of(s, row[i].c, &of->quantity[0]));
    return largest;
}

/* A case that has no such value, as one that became unstable, leaves no spread to be told. */
static double spread_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    double square = 0.0;
    for (size_t k = 0; k < of->count; k++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = 0; i < count; i++) {
            const double value = value_of(s, row[i].c, &of->quantity[k]);
            if (isnan(value))
                return TRAMA_NAN;
            low = fmin(low, value);
            high = fmax(high, value);
        }
        square += (high - low) * (high - low);
    }
    return count > 0 ? sqrt(square) : TRAMA_NAN;
}

/* |QUANTITY| = c FACTOR^p over the cases of a row that have both. */
static bool law_of(const study *s, const member *row, size_t count, const listing_source *of,
                   power_law *law)
{
    double *x = calloc(count + 1, sizeof *x), *y = calloc(count + 1, sizeof *y);
    size_t points = 0;
    for (size_t i = 0; x && y && i < count; i++) {
        const double value = fabs(value_of(s, row[i].c, &of->quantity[0]));
        if (!isnan(value) &&
            trama_read_real(case_factor(row[i].c, of->factor), 0.0, TRAMA_INFINITY, &x[points]))
            y[points++] = value;
    }
    const bool fitted = x && y && statistics_power_law(x, y, points, law);
    free(x);
    free(y);
    return fitted;
}

static double exponent_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    power_law law;
    return law_of(s, row, count, of, &law) ? law.p : TRAMA_NAN;
}

static double reached_of(const study *s, const member *row, size_t count, const listing_source *of)
{
    power_law law;
    return law_of(s, row, count, of, &law) ? pow(of->number / law.c, 1.0 / law.p) : TRAMA_NAN;
}

static double (*const number_of[])(const study *s, const member *row, size_t count,
                                   const listing_source *of) = {
    [LISTING_FIRST] = first_of,   [LISTING_COUNT] = count_of,       [LISTING_LARGEST] = largest_of,
    [LISTING_SPREAD] = spread_of, [LISTING_EXPONENT] = exponent_of, [LISTING_REACHED] = reached_of,
};

static void add_cell(const study *s, const member *row, size_t count, const char *of,
                     data_table *out)
{
    listing_source source;
    for (size_t i = 0; i < count; i++)
        if (text_cell(row[i].c, of, out))
            return;
    const double value = listing_source_read(of, &source)
                             ? number_of[source.kind](s, row, count, &source)
                             : TRAMA_NAN;
    if (isnan(value))
        data_text(out, "");
    else
        data_real(out, value);
}

static void add_rows(const study *s, const study_listing *listing, const member *of, size_t count,
                     data_table *out)
{
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && compare_rows(&of[end], &of[first]) == 0; end++)
            ;
        for (size_t k = 0; k < listing->count; k++)
            add_cell(s, of + first, end - first, listing->column[k].of, out);
    }
}

/* ---- The table. */

static bool add_headings(const study_listing *listing, table_result *m)
{
    bool made = (m->heading = calloc(listing->count + 1, sizeof *m->heading)) != NULL;
    for (size_t k = 0; made && k < listing->count; k++)
        made = (m->heading[k] = strdup(listing->column[k].heading)) != NULL;
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
        table_plain_layout(&m->data, &m->swept, &m->document);
    }
    free(of);
    return made && !m->data.no_memory && !m->document.no_memory;
}
