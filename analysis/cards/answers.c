/* Cards without published values: the smallest and the largest answer, and the cases that have
 * them. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/values.h"
#include "core/numbers.h"
#include "core/text.h"

enum { ENDINGS_MOST = 16 };

char *card_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = trama_format(format, arguments);
    va_end(arguments);
    return text;
}

void group_say_broken(const card_group *g, FILE *out)
{
    size_t broken = 0;
    for (size_t i = 0; i < g->count; i++)
        broken += !case_ended(g->item[i]);
    if (broken > 0)
        fprintf(out, "%zu of %zu cases %s no result. ", broken, g->count,
                broken == 1 ? "has" : "have");
}

void group_answer(const card_group *g, const study_case *c, char text[CARD_ANSWER])
{
    answer a = answer_of(g->s, c);
    a.published = TRAMA_NAN;
    a.late = a.parts = false;
    answer_text(&a, text, CARD_ANSWER);
}

/* Where the least and the largest stand; `count` of the group if no case has a value. */
typedef struct ends {
    size_t least, largest;
} ends;

static ends find_ends(const card_group *g)
{
    ends found = {g->count, g->count};
    double low = 0, high = 0;
    for (size_t i = 0; i < g->count; i++) {
        const double value = answer_of(g->s, g->item[i]).measured;
        if (isnan(value))
            continue;
        if (found.least == g->count || value < low) {
            found.least = i;
            low = value;
        }
        if (found.largest == g->count || value > high) {
            found.largest = i;
            high = value;
        }
    }
    return found;
}

/* Of the cases whose answer reads the same the first, and how many others there are. */
static void write_names(const card_group *g, const char *same, FILE *out)
{
    size_t alike = 0;
    for (size_t i = 0; i < g->count; i++) {
        char text[CARD_ANSWER], name[CARD_NAME];
        group_answer(g, g->item[i], text);
        if (strcmp(text, same) != 0 || alike++ > 0)
            continue;
        selection_name(g->apart, g->item[i], NULL, name, sizeof name);
        fputs(name, out);
    }
    if (alike > 1)
        fprintf(out, " and %zu more", alike - 1);
}

/* How cases without a value ended, in the order in which that comes first. */
typedef struct endings {
    char word[ENDINGS_MOST][CARD_ANSWER];
    size_t cases[ENDINGS_MOST], count;
} endings;

static void add_ending(endings *e, const char *word)
{
    size_t i = 0;
    while (i < e->count && strcmp(e->word[i], word) != 0)
        i++;
    if (i == e->count && e->count < ENDINGS_MOST)
        snprintf(e->word[e->count++], CARD_ANSWER, "%s", word);
    if (i < e->count)
        e->cases[i]++;
}

/* "12 of 40 not reached, 3 of 40 timeout. " */
static void say_endings(const card_group *g, FILE *out)
{
    endings e = {0};
    for (size_t i = 0; i < g->count; i++) {
        char text[CARD_ANSWER];
        if (!isnan(answer_of(g->s, g->item[i]).measured))
            continue;
        group_answer(g, g->item[i], text);
        add_ending(&e, text);
    }
    for (size_t i = 0; i < e.count; i++)
        fprintf(out, "%s%zu of %zu %s", i ? ", " : "", e.cases[i], g->count, e.word[i]);
    fputs(e.count > 0 ? ". " : "", out);
}

static char *say_beside(const card_group *g, const char *low, const char *high)
{
    text_buffer text;
    if (!text_begin(&text))
        return NULL;
    if (strcmp(low, high) != 0) {
        fputs("Least: ", text.stream);
        write_names(g, low, text.stream);
        fputs(". Largest: ", text.stream);
        write_names(g, high, text.stream);
        fputs(". ", text.stream);
    }
    say_endings(g, text.stream);
    const values_verdict v = values_count(g->s, g->item, g->count);
    if (v.beside > 0)
        fprintf(text.stream, "%zu published values are of other hardware, which is no bound. ",
                v.beside);
    return text_take(&text, NULL);
}

/* Applies to every group, so it is asked last. */
bool card_of_answers(const card_group *g, answer_card *card, bool *made)
{
    char low[CARD_ANSWER] = "", high[CARD_ANSWER] = "";
    const ends found = find_ends(g);
    const char *unit = response_unit(&g->of);
    const bool any = found.least < g->count;
    if (any) {
        group_answer(g, g->item[found.least], low);
        group_answer(g, g->item[found.largest], high);
    }
    const bool differ = strcmp(low, high) != 0;
    *made = true;
    card->kind = CARD_ANSWERS;
    card->status = CARD_OPEN;
    if (any)
        card->value = card_text("%s%s%s", low, differ ? " to " : "", differ ? high : "");
    else
        card->value = card_text("0 of %zu", g->count);
    card->unit = card_text("%s", any ? unit : "cases have an answer");
    card->beside = say_beside(g, low, high);
    return card->value && card->unit && card->beside;
}
