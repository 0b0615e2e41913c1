/* Errors against an unpublished reference, such as a closed form, or on refined grids: for each
 * subject that words name, the median and the worst error, and where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/refinement.h"
#include "analysis/quantities/values.h"
#include "core/numbers.h"

/* The error of a case, and the row that it is of. */
typedef struct error {
    const study_case *c;
    char name[CARD_NAME];
    const study_case *row; /* by its first case */
    double value;          /* absolute and relative; NAN: the case has none */
} error;

/* Names of coordinates, as selection_name leaves them out, to NULL. */
typedef struct names {
    const char **item;
    size_t count;
} names;

static bool is_theory(const study_case *c, const char *quantity, published_value *p)
{
    return case_published_value(c, quantity, p) && !isnan(p->value) &&
           (published_is_theory(p) || refinement_is_compared(c));
}

/* Of a reference of 0 the measured value itself. A search that ended at its cap has none: the limit
 * is at least that. */
static double error_of(const study *s, const study_case *c, const char *quantity,
                       const published_value *p)
{
    if (!case_ended(c) || (limit_is_quantity(quantity) && limit_is_censored(c)))
        return TRAMA_NAN;
    const double measured = limit_or_quantity(s, c, quantity);
    return fabs(p->value == 0 ? measured : measured / p->value - 1);
}

static bool names_make(const selection *apart, bool numbers, names *made)
{
    made->item = calloc(apart->coordinates + 1, sizeof(*made->item));
    made->count = 0;
    for (size_t i = 0; made->item && i < apart->coordinates; i++)
        if (apart->coordinate[i].is_number == numbers)
            made->item[made->count++] = apart->coordinate[i].shown.name;
    return made->item != NULL;
}

/* What its words tell, or else the method. */
static void name_row(const card_group *g, const names *numbers, error *e)
{
    selection_name(g->apart, e->c, numbers->item, e->name, sizeof e->name);
    if (!e->name[0])
        snprintf(e->name, sizeof e->name, "%s", case_method_title(e->c));
}

static int by_name(const void *left, const void *right)
{
    const error *a = left, *b = right;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->c > b->c) - (a->c < b->c);
}

/* Rows in the order of their first cases, in each the values from the least on, NAN last. */
static int by_row(const void *left, const void *right)
{
    const error *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (isnan(a->value) || isnan(b->value))
        return isnan(a->value) - isnan(b->value);
    return (a->value > b->value) - (a->value < b->value);
}

/* Every row is known by its first case. */
static void sort_rows(error *list, size_t count)
{
    qsort(list, count, sizeof *list, by_name);
    for (size_t i = 0, first = 0; i < count; i++) {
        first = strcmp(list[first].name, list[i].name) == 0 ? first : i;
        list[i].row = list[first].c;
    }
    qsort(list, count, sizeof *list, by_row);
}

/* Of the first `count` of a list, which rises. */
static double median_of(const error *list, size_t count)
{
    const double below = list[(count - 1) / 2].value, above = list[count / 2].value;
    return count % 2 ? below : (below + above) / 2;
}

/* Whether the worst reads as the median does: then no place is the worst. */
static bool reads_alike(const card_error *row)
{
    char median[CARD_PERCENT], worst[CARD_PERCENT];
    card_percent(row->median, median);
    card_percent(row->worst, worst);
    return row->cases > 1 && strcmp(median, worst) == 0;
}

static card_error row_of(const card_group *g, const error *list, size_t count, const names *words)
{
    card_error row = {.median = TRAMA_NAN, .worst = TRAMA_NAN};
    snprintf(row.name, sizeof row.name, "%.159s", list->name);
    while (row.cases < count && !isnan(list[row.cases].value))
        row.cases++;
    row.without = count - row.cases;
    if (row.cases == 0)
        return row;
    row.worst = list[row.cases - 1].value;
    row.median = median_of(list, row.cases);
    if (!reads_alike(&row))
        selection_name(g->apart, list[row.cases - 1].c, words->item, row.where, sizeof row.where);
    return row;
}

static bool make_rows(const card_group *g, const error *list, size_t count, answer_card *card)
{
    names words = {0};
    bool done = names_make(g->apart, false, &words);
    card->error = calloc(count + 1, sizeof *card->error);
    done = done && card->error;
    for (size_t i = 0, end; done && i < count; i = end) {
        end = i + 1;
        while (end < count && list[end].row == list[i].row)
            end++;
        card->error[card->errors++] = row_of(g, list + i, end - i, &words);
    }
    if (done && count == 1)
        card->errors = 0; /* what the card says anyway */
    free(words.item);
    return done;
}

/* The title of the only coordinate that is told by words. */
static void name_subject(const selection *apart, answer_card *card)
{
    size_t words = 0;
    snprintf(card->subject, sizeof card->subject, "method");
    for (size_t i = 0; i < apart->coordinates; i++)
        if (!apart->coordinate[i].is_number)
            snprintf(card->subject, sizeof card->subject, "%s",
                     words++ ? "case" : apart->coordinate[i].shown.title);
}

void card_percent(double share, char text[CARD_PERCENT])
{
    if (isnan(share))
        snprintf(text, CARD_PERCENT, "–");
    else
        snprintf(text, CARD_PERCENT, 100 * share < 99.5 ? "%.2g %%" : "%.0f %%", 100 * share);
}

static int by_value(const void *left, const void *right)
{
    const error *a = left, *b = right;
    if (isnan(a->value) || isnan(b->value))
        return isnan(a->value) - isnan(b->value);
    return (a->value > b->value) - (a->value < b->value);
}

/* "0.2 % median", "3.1 % worst" of all rows. */
static bool say_errors(const card_group *g, error *list, size_t count, answer_card *card)
{
    char median[CARD_PERCENT], worst[CARD_PERCENT];
    size_t known = 0;
    qsort(list, count, sizeof *list, by_value);
    while (known < count && !isnan(list[known].value))
        known++;
    text_buffer text;
    if (!text_begin(&text))
        return false;
    const values_verdict v = values_count(g->s, g->item, g->count);
    if (v.published > 0)
        fprintf(text.stream, "%zu of %zu published values reproduced. ", v.reproduced, v.published);
    group_say_broken(g, text.stream);
    card->kind = CARD_ERRORS;
    card->status = CARD_OPEN;
    card->misses = v.reproduced < v.published;
    if (known == 1 && count == 1) {
        card_percent(list[0].value, median);
        card->value = card_text("%s", median);
        card->unit = card_text("error");
    } else if (known > 0) {
        card_percent(median_of(list, known), median);
        card_percent(list[known - 1].value, worst);
        card->value = card_text("%s", median);
        card->unit = card_text("median error, %s at worst, of %zu case%s", worst, known,
                               known == 1 ? "" : "s");
    } else {
        card->errors = 0;
        card->value = card_text("0 of %zu", count);
        card->unit = card_text("cases have an answer");
    }
    card->beside = text_take(&text, NULL);
    return card->value && card->unit && card->beside;
}

bool card_of_errors(const card_group *g, answer_card *card, bool *made)
{
    error *list = calloc(g->count + 1, sizeof *list);
    names numbers = {0};
    size_t count = 0;
    bool done = list && names_make(g->apart, true, &numbers);
    for (size_t i = 0; done && i < g->count; i++) {
        published_value p;
        if (!is_theory(g->item[i], g->of.quantity, &p))
            continue;
        list[count] = (error){.c = g->item[i]};
        list[count].value = error_of(g->s, g->item[i], g->of.quantity, &p);
        name_row(g, &numbers, &list[count++]);
    }
    *made = count > 0;
    if (done && *made) {
        name_subject(g->apart, card);
        sort_rows(list, count);
        done = make_rows(g, list, count, card) && say_errors(g, list, count, card);
    }
    free(numbers.item);
    free(list);
    return done;
}
