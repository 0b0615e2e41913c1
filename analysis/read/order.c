#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"
#include "core/text.h"

static size_t digits(const char *text)
{
    size_t count = 0;
    while (isdigit((unsigned char)text[count]))
        count++;
    return count;
}

/* Runs of digits compare by length, then by value: no number is too long. */
static int number_order(const char **a, const char **b)
{
    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    const size_t la = digits(*a), lb = digits(*b);
    const int order = la == lb ? strncmp(*a, *b, la) : (la > lb) - (la < lb);
    *a += la;
    *b += lb;
    return order;
}

int parts_order(const char *a, const char *b)
{
    while (*a && *b) {
        int order = 0;
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            order = number_order(&a, &b);
        } else {
            order = (unsigned char)*a - (unsigned char)*b;
            a++;
            b++;
        }
        if (order != 0)
            return order;
    }
    return (*a != '\0') - (*b != '\0');
}

/* Nothing, numbers, texts. */
static int kind_of(const char *text, double *value)
{
    return text[0] == '\0'                                                 ? 0
           : trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, value) ? 1
                                                                           : 2;
}

int natural_order(const char *a, const char *b)
{
    double x = 0.0, y = 0.0;
    const int of = kind_of(a, &x), other = kind_of(b, &y);
    if (of != other)
        return of - other;
    return x != y ? (x > y) - (x < y) : parts_order(a, b);
}

/* The column of a table that the method is matched with; -1: none. */
static long method_column(const study_case *c, const study_table *table, const csv *cells)
{
    const char *method = case_method_factor(c);
    for (size_t i = 0; i < table->match_count; i++)
        if (strcmp(table->match[i], method) == 0)
            return csv_column(cells, method);
    return -1;
}

/* First row of the case's method in the first table that the case joins, so that methods come as
 * the table lists them. */
static long method_rank(const study_case *c)
{
    size_t t = 0;
    if (c->published < 0)
        return -1;
    while (c->joined[t] < 0)
        t++;
    const csv *cells = &c->of->table[t];
    const long column = method_column(c, &case_block(c)->table[t], cells);
    if (column < 0)
        return c->published;
    const char *method = csv_cell(cells, (size_t)c->joined[t], (size_t)column);
    long row = 0;
    while (strcmp(csv_cell(cells, (size_t)row, (size_t)column), method) != 0)
        row++;
    return row;
}

static int rank_order(long a, long b)
{
    if (a < 0 || b < 0)
        return (a < 0) - (b < 0);
    return (a > b) - (a < b);
}

static int number_column_order(const study_case *a, const study_case *b,
                               const results_column *column)
{
    const double x = case_number(a, column), y = case_number(b, column);
    return (x > y) - (x < y);
}

static int text_column_order(const study_case *a, const study_case *b, const results_column *column)
{
    return natural_order(case_text(a, column), case_text(b, column));
}

/* The label of a path, if it says what a case is and not what it is held to; else NULL. */
static const char *label_of(const study_case *c, const char *path)
{
    const char *label = group_rest(group_labels, path);
    return label && !case_label_is_factor(c, label) ? label : NULL;
}

/* Words before numbers, as "unperturbed" before "1e-6 m": what is as it is comes first. */
static int label_order(const char *a, const char *b)
{
    const bool number_a = isdigit((unsigned char)*a), number_b = isdigit((unsigned char)*b);
    return number_a != number_b ? number_a - number_b : natural_order(a, b);
}

/* The first label, by name, in which `a` differs from `b`, if it comes before `first`. */
static const char *first_difference(const study_case *a, const study_case *b, const char *first)
{
    for (size_t i = 0; i < a->data.count; i++) {
        const char *label = label_of(a, a->data.column[i].path);
        if (label && (!first || strcmp(label, first) < 0) &&
            strcmp(case_label(a, label), case_label(b, label)) != 0)
            first = label;
    }
    return first;
}

static int labels_order(const study_case *a, const study_case *b)
{
    const char *label = first_difference(b, a, first_difference(a, b, NULL));
    return label ? label_order(case_label(a, label), case_label(b, label)) : 0;
}

/* Order of two cases of one experiment. */
static int planned_order(const study_case *a, const study_case *b)
{
    return a->planned && b->planned ? (a->planned > b->planned) - (a->planned < b->planned) : 0;
}

static int published_order(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    int order = rank_order(method_rank(a), method_rank(b));
    order = order ? order : natural_order(case_integrator(a), case_integrator(b));
    order = order ? order : rank_order(a->published, b->published);
    order = order ? order : text_column_order(a, b, &column_case_experiment);
    order = order ? order : natural_order(case_simulation(a), case_simulation(b));
    order = order ? order : planned_order(a, b);
    order = order ? order : labels_order(a, b);
    order = order ? order : number_column_order(a, b, &column_dt);
    return order ? order : strcmp(a->path, b->path);
}

/* All cases in that order, which each selection keeps. */
static void *sort(const study *s)
{
    const study_case **all = calloc(s->count + 1, sizeof(*all));
    for (size_t i = 0; all && i < s->count; i++)
        all[i] = &s->item[i];
    if (all)
        qsort(all, s->count, sizeof *all, published_order);
    return all;
}

static bool is_selected(const study_case *c, const char *task, case_filter *filter)
{
    return (!task || strcmp(case_text(c, &column_case_task), task) == 0) && (!filter || filter(c));
}

size_t study_files(const study *s, const char *task, case_filter *filter)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += !s->item[i].absent && is_selected(&s->item[i], task, filter);
    return count;
}

case_list study_select(const study *s, const char *task, case_filter *filter)
{
    case_list list = {.item = calloc(s->count + 1, sizeof *list.item)};
    const study_case *const *sorted = list.item ? study_made(s, sort, free) : NULL;
    for (size_t i = 0; sorted && i < s->count; i++)
        if (is_selected(sorted[i], task, filter))
            list.item[list.count++] = sorted[i];
    if (!sorted)
        study_miss(s);
    return list;
}

void names_add(const char **name, size_t *count, const char *wanted)
{
    size_t at = 0;
    while (at < *count && natural_order(name[at], wanted) < 0)
        at++;
    if (at < *count && strcmp(name[at], wanted) == 0)
        return;
    memmove(name + at + 1, name + at, (*count - at) * sizeof *name);
    name[at] = wanted;
    ++*count;
}

const char **case_simulations(const case_list *cases, size_t *count)
{
    const char **name = calloc(cases->count + 1, sizeof *name);
    *count = 0;
    for (size_t i = 0; name && i < cases->count; i++)
        names_add(name, count, case_simulation(cases->item[i]));
    return name;
}
