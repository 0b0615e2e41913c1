/* What came out, on one screen: for each experiment its response, methods against what they were
 * tried on, and beside it what was published. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/table.h"
#include "core/numbers.h"
#include "results/quantities.h"

/* --- the response of a case --- */

/* What a task is usually asked for, where the study names nothing. */
static const struct response {
    const char *task, *quantity, *unit;
} usual[] = {
    {"stable_step", "dt_stable", "ms"},
    {"accuracy", "order/observed", "1"},
    {"drift", "drift/change", "1"},
};

/* Of no quantity: how the case ended. */
static struct response response_of(const study_case *c)
{
    const study_block *of = case_block(c);
    const char *task = case_text(c, &column_case_task);
    if (of->column[0]) {
        const results_column *q = quantity_find(of->column);
        return (struct response){task, of->column, of->unit[0] ? of->unit : q ? q->unit : ""};
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].task, task) == 0)
            return usual[i];
    return (struct response){task, "", ""};
}

static double in_unit(const struct response *r, double value)
{
    const results_column *q = quantity_find(r->quantity);
    return q && r->unit[0] ? value * unit_factor(q->unit, r->unit) : value;
}

/* A response, and the published value; NAN where there is none. */
typedef struct answer {
    struct response of;
    double measured, published;
    bool agrees;
} answer;

static answer answer_of(const study *s, const study_case *c)
{
    answer a = {.of = response_of(c), .measured = TRAMA_NAN, .published = TRAMA_NAN};
    published_value p;
    if (!a.of.quantity[0])
        return a;
    if (case_ended(c))
        a.measured = in_unit(&a.of, quantity_of(s, c, a.of.quantity));
    if (case_published_value(c, a.of.quantity, &p)) {
        a.published = in_unit(&a.of, p.value);
        a.agrees = case_ended(c) && published_agrees(&p, quantity_of(s, c, a.of.quantity));
    }
    return a;
}

/* Four digits; a count of up to six in full. */
static void number_text(double value, char *text, size_t size)
{
    const bool count = value == round(value) && fabs(value) < 1e6;
    snprintf(text, size, count ? "%.0f" : "%.4g", value);
}

/* "12 ✓", "10 ≠ 12", "12", "unstable"; "none" of a case that ended and has no such value. */
static void answer_text(const study_case *c, const answer *a, char *text, size_t size)
{
    char value[32], published[32];
    const bool none = a->of.quantity[0] && case_ended(c);
    if (isnan(a->measured))
        snprintf(value, sizeof value, "%.31s", none ? "none" : case_text(c, &column_case_status));
    else
        number_text(a->measured, value, sizeof value);
    number_text(a->published, published, sizeof published);
    if (isnan(a->published))
        snprintf(text, size, "%s", value);
    else if (a->agrees)
        snprintf(text, size, "%s ✓", value);
    else
        snprintf(text, size, "%s ≠ %s", value, published);
}

/* --- the grid of an experiment --- */

enum { NAME = 160, ACROSS_MOST = 12, DOWN_MOST = 40 };

/* Different names, in the order in which they come. */
typedef struct names {
    char (*name)[NAME];
    size_t count;
} names;

static size_t place_of(names *n, const char *name)
{
    size_t i = 0;
    while (i < n->count && strncmp(n->name[i], name, NAME - 1) != 0)
        i++;
    if (i == n->count)
        snprintf(n->name[n->count++], NAME, "%s", name);
    return i;
}

typedef struct matrix {
    const study *s;
    const study_case *const *item; /* the cases of one experiment */
    size_t count;
    names method, subject;
    size_t *at; /* of each case: its method's place, and then its subject's */
} matrix;

static void name_method(const study *s, const study_case *c, char *name)
{
    char variation[NAME];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(name, NAME, "%s%s", case_method_title(c), variation);
}

static bool matrix_make(const study *s, const study_case *const *item, size_t count, matrix *m)
{
    char name[NAME];
    *m = (matrix){.s = s, .item = item, .count = count};
    m->method.name = calloc(count, NAME);
    m->subject.name = calloc(count, NAME);
    m->at = calloc(2 * count, sizeof *m->at);
    if (!m->method.name || !m->subject.name || !m->at)
        return false;
    for (size_t i = 0; i < count; i++) {
        name_method(s, item[i], name);
        m->at[i] = place_of(&m->method, name);
        m->at[count + i] = place_of(&m->subject, case_simulation(item[i]));
    }
    return true;
}

static void matrix_free(matrix *m)
{
    free(m->method.name);
    free(m->subject.name);
    free(m->at);
}

/* All cases of one place, one after another. */
static void cell(const matrix *m, size_t method, size_t subject, document *out)
{
    char text[256] = "";
    size_t used = 0, found = 0;
    bool agree = true;
    for (size_t i = 0; i < m->count && used < sizeof text; i++) {
        char one[128];
        if (m->at[i] != method || m->at[m->count + i] != subject)
            continue;
        const answer a = answer_of(m->s, m->item[i]);
        answer_text(m->item[i], &a, one, sizeof one);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", found++ ? "; " : "", one);
        agree = agree && a.agrees;
    }
    document_cell(out, "%s", found > 0 ? text : "");
    if (found > 0 && agree)
        document_agrees(out);
}

/* What is fewer stands across. */
static void grid(const matrix *m, const char *caption, document *out)
{
    const bool turned = m->method.count < m->subject.count && m->subject.count > ACROSS_MOST;
    const names *down = turned ? &m->subject : &m->method,
                *across = turned ? &m->method : &m->subject;
    char align[ACROSS_MOST + 2] = "l";
    memset(align + 1, 'r', across->count);
    document_grid(out, align, caption);
    document_cell(out, "%s", turned ? case_simulation_word(m->item[0]) : "method");
    for (size_t i = 0; i < across->count; i++)
        document_cell(out, "%s", across->name[i]);
    for (size_t d = 0; d < down->count; d++) {
        document_cell(out, "%s", down->name[d]);
        for (size_t i = 0; i < across->count; i++)
            cell(m, turned ? i : d, turned ? d : i, out);
    }
}

/* "dt-limits: how large a time step does each method take? (largest stable step, ms)" */
static void introduction(const matrix *m, char *text, size_t size)
{
    const study_case *c = m->item[0];
    const struct response r = response_of(c);
    const results_column *q = quantity_find(r.quantity);
    const bool unit = r.unit[0] && strcmp(r.unit, "1") != 0;
    const char *question = case_block(c)->question;
    snprintf(text, size, "%s%s%s (%s%s%s)", case_text(c, &column_case_experiment),
             question[0] ? ": " : "", question, q ? q->summary : "how each case ended",
             unit ? ", " : "", unit ? r.unit : "");
}

static bool fits(const matrix *m)
{
    const size_t a = m->method.count, b = m->subject.count;
    return (a < b ? a : b) <= ACROSS_MOST && (a < b ? b : a) <= DOWN_MOST;
}

static void show(const study *s, const study_case *const *item, size_t count, document *out)
{
    matrix m;
    out->no_memory |= !matrix_make(s, item, count, &m);
    if (!out->no_memory) {
        char text[1024];
        introduction(&m, text, sizeof text);
        if (fits(&m))
            grid(&m, text, out);
        else
            document_paragraph(out,
                               "%s: %zu methods on %zu of %s: too many for a screen; the tables "
                               "below list them.",
                               text, m.method.count, m.subject.count,
                               case_simulation_word(item[0]));
    }
    matrix_free(&m);
}

static bool is_same_experiment(const study_case *a, const study_case *b)
{
    return strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
           0;
}

/* Cases come by method; those of an experiment stay in that order. */
static void layout(const study *s, const case_list *cases, document *out)
{
    document_mark(out, "✓: as published, within the study's tolerance or else in the digits "
                       "printed.");
    document_mark(out, "≠: not as published; 10 ≠ 12: measured 10, published 12.");
    const study_case **item = calloc(cases->count + 1, sizeof(*item));
    bool *taken = calloc(cases->count + 1, sizeof *taken);
    out->no_memory |= !item || !taken;
    for (size_t i = 0; !out->no_memory && i < cases->count; i++) {
        size_t count = 0;
        for (size_t k = i; k < cases->count; k++)
            if (!taken[i] && !taken[k] && is_same_experiment(cases->item[i], cases->item[k])) {
                item[count++] = cases->item[k];
                taken[k] = k > i;
            }
        if (count > 0)
            show(s, item, count, out);
    }
    free(item);
    free(taken);
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    const answer a = answer_of(s, c);
    char method[NAME];
    name_method(s, c, method);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, method);
    data_text(out, case_simulation(c));
    data_text(out, case_text(c, &column_case_status));
    data_text(out, a.of.quantity);
    data_text(out, a.of.unit);
    data_real(out, a.measured);
    data_real(out, a.published);
    data_text(out, isnan(a.published) ? "" : a.agrees ? "yes" : "no");
}

static const char *const columns[] = {"experiment",   "method", "subject",  "status",
                                      "quantity",     "unit",   "measured", "published",
                                      "as_published", NULL};

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .task = NULL,
    .filter = case_counts_as_published,
    .column = columns,
    .printed = true,
    .rows = rows,
    .layout = layout,
};
