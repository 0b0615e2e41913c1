/* Published values of an experiment: the number reproduced, the others by name, and the number of
 * readings of a reproduced value that differ. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/values.h"
#include "analysis/read/variety.h"

/* --- reproduced, or not --- */

/* What is said of the values while they are walked through. */
typedef struct telling {
    const card_group *g;
    FILE *out;
    size_t named, left; /* values that are not reproduced: named, and not named any more */
    size_t readings;    /* other readings of reproduced values, which differ */
    size_t late;        /* answers that agree, and that a longer run does not keep */
    size_t absent;      /* values of which no case has run */
} telling;

static void name_miss(telling *t, const study_case *c)
{
    char name[CARD_NAME], text[CARD_ANSWER];
    const answer a = answer_of(t->g->s, c);
    if (t->named == CARD_NAMED) {
        t->left++;
        return;
    }
    selection_name(t->g->apart, c, NULL, name, sizeof name);
    answer_text(&a, text, sizeof text);
    fprintf(t->out, "%s%s%s%s", t->named++ ? "; " : "Not reproduced: ", name, name[0] ? " " : "",
            text);
}

/* One value, and the cases that are readings of it. */
static void tell_value(const study_case *const *reading, size_t count, void *context)
{
    telling *t = context;
    size_t agree = 0, absent = 0;
    const study_case *first = NULL;
    if (value_is_beside(reading[0]))
        return;
    for (size_t i = 0; i < count; i++) {
        const answer a = answer_of(t->g->s, reading[i]);
        agree += a.agrees;
        absent += a.absent;
        t->late += a.agrees && a.late;
        first = first || a.absent ? first : reading[i];
    }
    if (agree > 0)
        t->readings += count - absent - agree;
    else if (first)
        name_miss(t, first);
    else
        t->absent++;
}

static void say_rest(const telling *t, const values_verdict *v, FILE *out)
{
    if (t->left > 0)
        fprintf(out, " and %zu more", t->left);
    fputs(t->named > 0 ? ". " : "", out);
    if (t->absent > 0)
        fprintf(out, "%zu have no result yet. ", t->absent);
    if (t->readings > 0)
        fprintf(out, "%zu other reading%s, below. ", t->readings,
                t->readings == 1 ? " differs" : "s differ");
    if (v->as_printed < v->reproduced)
        fprintf(out, "%zu with every method as printed. ", v->as_printed);
    if (t->late > 0)
        fprintf(out, "%zu of them fail%s in a longer run (†). ", t->late, t->late == 1 ? "s" : "");
    group_say_broken(t->g, out);
}

static char *say_values(const card_group *g, const values_verdict *v)
{
    text_buffer text;
    telling t = {.g = g};
    if (!text_begin(&text))
        return NULL;
    t.out = text.stream;
    const bool done = values_each(g->s, g->item, g->count, tell_value, &t);
    say_rest(&t, v, text.stream);
    char *said = text_take(&text, NULL);
    if (!done) {
        free(said);
        return NULL;
    }
    return said;
}

bool card_of_values(const card_group *g, answer_card *card, bool *made)
{
    const values_verdict v = values_count(g->s, g->item, g->count);
    *made = v.published > 0;
    if (!*made)
        return true;
    card->kind = CARD_VALUES;
    card->status = v.reproduced == v.published ? CARD_AGREES : CARD_DIFFERS;
    card->value = card_text("%zu of %zu", v.reproduced, v.published);
    card->unit = card_text("published values reproduced");
    card->beside = say_values(g, &v);
    return card->value && card->unit && card->beside;
}

/* --- values of other hardware --- */

typedef struct hardware {
    const study_case **item; /* the first case of each value */
    size_t count, cases;
} hardware;

static void add_hardware(const study_case *const *reading, size_t count, void *context)
{
    hardware *h = context;
    if (value_is_beside(reading[0]))
        h->item[h->count++] = reading[0];
    h->cases += value_is_beside(reading[0]) ? count : 0;
}

/* Whether a case and the i-th of the study are of two methods, and differ in nothing else. */
static bool differ_in_method(const variety *methods, const study *s, const study_case *a, size_t i)
{
    const study_case *b = &s->item[i];
    return strcmp(case_method_title(a), case_method_title(b)) != 0 &&
           strcmp(case_simulation(a), case_simulation(b)) == 0 &&
           variety_differ_in(methods, methods->by.class_of[i], a, b);
}

typedef struct pairs {
    size_t of, in_order; /* that the publication tells apart, and those measured in its order */
} pairs;

static void compare_pair(const answer *a, const answer *b, pairs *p)
{
    if (isnan(a->measured) || isnan(b->measured) || a->published == b->published)
        return;
    p->of++;
    p->in_order += (a->published < b->published) == (a->measured < b->measured);
}

static void compare_methods(const study *s, const variety *methods, const hardware *h, pairs *p)
{
    for (size_t i = 0; i < h->count; i++)
        for (size_t j = 0; j < i; j++)
            if (differ_in_method(methods, s, h->item[i], (size_t)(h->item[j] - s->item))) {
                const answer a = answer_of(s, h->item[i]), b = answer_of(s, h->item[j]);
                compare_pair(&a, &b, p);
            }
}

/* The cases of an experiment by one method are a class. False without memory. */
static bool count_pairs(const study *s, const hardware *h, pairs *p)
{
    static partition_text *const told_by[] = {partition_experiment, partition_title, NULL};
    variety methods = {0};
    const study_case **all = calloc(s->count + 1, sizeof(*all));
    for (size_t i = 0; all && i < s->count; i++)
        all[i] = &s->item[i];
    const bool made = all && variety_make(all, s->count, told_by, &methods);
    if (made)
        compare_methods(s, &methods, h, p);
    variety_free(&methods);
    free(all);
    return made;
}

bool card_of_order(const card_group *g, answer_card *card, bool *made)
{
    hardware h = {.item = calloc(g->count + 1, sizeof(*h.item))};
    bool done = h.item && values_each(g->s, g->item, g->count, add_hardware, &h);
    pairs p = {0, 0};
    done = done && count_pairs(g->s, &h, &p);
    free(h.item);
    *made = p.of > 0;
    if (!done || !*made)
        return done;
    card->kind = CARD_ORDER;
    card->status = p.in_order == p.of ? CARD_AGREES : CARD_DIFFERS;
    card->value = card_text("%zu of %zu", p.in_order, p.of);
    card->unit = card_text("pairs of methods stand in the published order");
    card->beside =
        card_text("%zu published values are of other hardware, which is no bound.", h.count);
    return card->value && card->unit && card->beside;
}
