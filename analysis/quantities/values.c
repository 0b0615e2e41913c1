#include "analysis/quantities/values.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/refinement.h"
#include "analysis/quantities/response.h"

bool value_answers(const study_case *c, published_value *p)
{
    const response r = response_of(c);
    return case_counts_as_published(c) && r.quantity[0] && case_published_value(c, r.quantity, p) &&
           !isnan(p->value) && !published_is_theory(p);
}

bool value_is_beside(const study_case *c)
{
    return strcmp(case_published_cell(c, response_of(c).quantity, "kind"), "hardware") == 0;
}

static int place_order(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* Order of two cases by the values that they are held to: quantity, table, row and subject. */
static int value_order(const study_case *a, const published_value *x, const study_case *b,
                       const published_value *y)
{
    int order = strcmp(x->comparison->quantity, y->comparison->quantity);
    order =
        order || x->table->text == y->table->text ? order : strcmp(x->table->text, y->table->text);
    order = order ? order : place_order(x->row, y->row);
    return order ? order : strcmp(case_simulation(a), case_simulation(b));
}

bool value_counts(const study *s, const study_case *c, const comparison *made)
{
    return strcmp(response_of(c).quantity, made->asked->quantity) == 0 &&
           (made->verdict == VERDICT_REPRODUCED || made->verdict == VERDICT_NOT_REPRODUCED) &&
           !published_is_theory(&made->published) && refinement_is_finest(s, c);
}

/* --- counts --- */

/* A case and the value that it is held to. */
typedef struct held {
    const study_case *c;
    published_value value;
} held;

static int by_value(const void *left, const void *right)
{
    const held *a = left, *b = right;
    const int order = value_order(a->c, &a->value, b->c, &b->value);
    return order ? order : (a->c > b->c) - (a->c < b->c);
}

/* The cases that stand for one value: it came out if one of them gives it. */
static void count_value(const study *s, const study_case *const *of, size_t count,
                        values_verdict *v)
{
    bool any = false, printed = false;
    if (value_is_beside(of[0])) {
        v->beside++;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const study_case *c = of[i];
        const bool agrees = answer_of(s, c).agrees;
        any |= agrees;
        printed |= agrees && case_is_printed(c);
        v->required += case_is_required(c) && !c->absent;
        v->missed += case_is_required(c) && !c->absent && !agrees;
        v->absent += case_is_required(c) && c->absent;
    }
    v->published++;
    v->reproduced += any;
    v->as_printed += printed;
}

/* The cases that are held to a value, of the finest grids. */
static size_t list_held(const study *s, const study_case *const *item, size_t count, held *of,
                        values_verdict *v)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        held next = {.c = item[i]};
        if (!value_answers(item[i], &next.value))
            continue;
        if (refinement_is_finest(s, item[i]))
            of[listed++] = next;
        else
            v->coarse += !value_is_beside(item[i]);
    }
    qsort(of, listed, sizeof *of, by_value);
    return listed;
}

static void lacks_memory(const study *s)
{
    study *keeper = (study *)(uintptr_t)s; /* what it says does not change */
    keeper->no_memory = true;
}

/* The values of a list, each with the cases that are held to it. */
static void visit_values(const held *of, size_t count, const study_case **reading,
                         value_visit *visit, void *context)
{
    for (size_t i = 0, end; i < count; i = end) {
        end = i;
        while (end < count && value_order(of[i].c, &of[i].value, of[end].c, &of[end].value) == 0) {
            reading[end - i] = of[end].c;
            end++;
        }
        visit(reading, end - i, context);
    }
}

static bool walk(const study *s, const study_case *const *item, size_t count, value_visit *visit,
                 void *context, values_verdict *v)
{
    held *of = calloc(count + 1, sizeof *of);
    const study_case **reading = calloc(count + 1, sizeof(*reading));
    const bool done = of && reading;
    if (done)
        visit_values(of, list_held(s, item, count, of, v), reading, visit, context);
    else
        lacks_memory(s);
    free(reading);
    free(of);
    return done;
}

bool values_each(const study *s, const study_case *const *item, size_t count, value_visit *visit,
                 void *context)
{
    values_verdict coarse = {0};
    return walk(s, item, count, visit, context, &coarse);
}

typedef struct counting {
    const study *s;
    values_verdict v;
} counting;

static void count_visited(const study_case *const *reading, size_t count, void *context)
{
    counting *n = context;
    count_value(n->s, reading, count, &n->v);
}

values_verdict values_count(const study *s, const study_case *const *item, size_t count)
{
    counting n = {.s = s};
    values_verdict coarse = {0};
    if (walk(s, item, count, count_visited, &n, &coarse))
        n.v.coarse = coarse.coarse;
    return n.v;
}

static values_verdict judge(const study *s, bool limits)
{
    const study_case **item = calloc(s->count + 1, sizeof(*item));
    size_t count = 0;
    for (size_t i = 0; item && i < s->count; i++)
        if (limit_is_quantity(response_of(&s->item[i]).quantity) == limits)
            item[count++] = &s->item[i];
    if (!item)
        lacks_memory(s);
    const values_verdict v = values_count(s, item, count);
    free(item);
    return v;
}

study_verdict values_judge(const study *s)
{
    return (study_verdict){.limits = judge(s, true), .others = judge(s, false)};
}
