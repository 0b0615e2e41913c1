/* The list of answer cards: cases are grouped by experiment and quantity, each group makes a card,
 * the cards are sorted, and a total comes first if several have published values. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/group.h"
#include "analysis/quantities/claims.h"
#include "analysis/quantities/refinement.h"
#include "analysis/quantities/values.h"
#include "core/text.h"

enum { SHOWN_MOST = 4 };

/* A case, and what puts it into a group. */
typedef struct member {
    const study_case *c;
    const char *experiment;
    response of;
} member;

static size_t list_members(const study *s, member *list);
static bool add_groups(const study *s, const member *list, size_t count, answer_cards *made);
static void sort_cards(answer_cards *made);
static bool add_total(const study *s, answer_cards *made);
static bool say_others(answer_cards *made);

bool answer_cards_make(const study *s, answer_cards *made)
{
    member *list = calloc(s->count + 1, sizeof *list);
    *made = (answer_cards){0};
    bool done = list && add_groups(s, list, list_members(s, list), made);
    free(list);
    sort_cards(made);
    done = done && add_total(s, made);
    return done && say_others(made);
}

static void free_card(answer_card *card)
{
    free(card->what);
    free(card->value);
    free(card->unit);
    free(card->of);
    free(card->beside);
    free(card->error);
}

void answer_cards_free(answer_cards *cards)
{
    for (size_t i = 0; i < cards->count; i++)
        free_card(&cards->item[i]);
    free(cards->item);
    free(cards->others);
    *cards = (answer_cards){0};
}

int card_rank(const study_case *c)
{
    const study_block *of = case_block(c);
    const bool steps = strcmp(case_text(c, &column_case_task), "stable_step") == 0;
    const bool published = of->table_count > 0 && case_counts_as_published(c);
    if (published && of->question[0])
        return steps ? 0 : 1;
    if (published)
        return 2;
    return of->question[0] ? 3 : 4;
}

/* --- groups --- */

static int in_groups(const void *left, const void *right)
{
    const member *a = left, *b = right;
    int order = strcmp(a->experiment, b->experiment);
    order = order ? order : strcmp(a->of.quantity, b->of.quantity);
    return order ? order : (a->c > b->c) - (a->c < b->c);
}

/* Cases that count, of the finest grids, group after group. */
static size_t list_members(const study *s, member *list)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        const bool coarse = refinement_is_compared(c) && !refinement_is_finest(s, c);
        if (case_counts_as_published(c) && !coarse)
            list[count++] = (member){c, case_text(c, &column_case_experiment), response_of(c)};
    }
    qsort(list, count, sizeof *list, in_groups);
    return count;
}

/* Sentences end with a blank for the next. */
static void trim(char *text)
{
    size_t length = text ? strlen(text) : 0;
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = '\0';
}

/* A card of its own, whose texts are all there. */
static bool add_card(answer_cards *made, const answer_card *card)
{
    const bool whole = card->what && card->value && card->unit && card->of && card->beside;
    trim(card->beside);
    answer_card *grown = realloc(made->item, (made->count + 1) * sizeof *grown);
    made->item = grown ? grown : made->item;
    if (whole && grown) {
        made->item[made->count++] = *card;
        return true;
    }
    answer_card lost = *card;
    free_card(&lost);
    return false;
}

/* What stands for a group, from what says most to what says least. */
static bool make_card(const card_group *g, answer_card *card)
{
    static card_part *const parts[] = {card_of_errors, card_of_values, card_of_order,
                                       card_of_statements, card_of_answers};
    bool made = false, done = true;
    for (size_t i = 0; done && !made && i < sizeof parts / sizeof *parts; i++)
        done = parts[i](g, card, &made);
    return done;
}

static char *begin_large(char *text)
{
    if (text && text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    return text;
}

/* The question of the study, or "ball: fall" where it has none, and of its further quantities. */
static char *title_of(const card_group *g, bool titled)
{
    const char *experiment = case_text(g->item[0], &column_case_experiment);
    if (!titled)
        return begin_large(card_text("%s", case_block(g->item[0])->question));
    return card_text("%s: %s", experiment, response_words(&g->of));
}

/* What the title does not say: the quantity, and the unit of values that are named beside. */
static char *quantity_of(const card_group *g, card_kind kind, bool titled)
{
    const bool words_say = titled || kind == CARD_STATEMENTS;
    const char *words = words_say ? "" : response_words(&g->of);
    const bool counts = kind == CARD_VALUES || kind == CARD_ORDER;
    const char *unit = counts ? response_unit(&g->of) : "";
    return card_text("%s%s%s", words, *words && *unit ? ", " : "", unit);
}

typedef struct within {
    const study *s;
    const bool *in; /* of each case of the study */
} within;

static bool is_within(const study *s, const study_case *c, const void *context)
{
    const within *w = context;
    return w->in[c - s->item];
}

static bool add_group(const study *s, const member *list, size_t count, bool again,
                      answer_cards *made)
{
    const study_case **item = calloc(count, sizeof(*item));
    bool *in = calloc(s->count + 1, sizeof *in);
    selection apart = {0};
    for (size_t i = 0; item && in && i < count; i++) {
        item[i] = list[i].c;
        in[list[i].c - s->item] = true;
    }
    bool done = item && in && selection_make(s, NULL, is_within, &(within){s, in}, &apart);
    if (done) {
        const card_group g = {s, item, count, list[0].of, &apart};
        answer_card card = {.first = item[0], .rank = card_rank(item[0])};
        const bool titled = again || !case_block(item[0])->question[0];
        done = make_card(&g, &card);
        card.what = title_of(&g, titled);
        card.of = quantity_of(&g, card.kind, titled);
        done = add_card(made, &card) && done;
    }
    selection_free(&apart);
    free(item);
    free(in);
    return done;
}

static bool is_same_group(const member *a, const member *b)
{
    return strcmp(a->experiment, b->experiment) == 0 && strcmp(a->of.quantity, b->of.quantity) == 0;
}

static bool add_groups(const study *s, const member *list, size_t count, answer_cards *made)
{
    bool done = true;
    for (size_t i = 0, end; done && i < count; i = end) {
        const bool again = i > 0 && strcmp(list[i - 1].experiment, list[i].experiment) == 0;
        end = i + 1;
        while (end < count && is_same_group(&list[i], &list[end]))
            end++;
        done = add_group(s, list + i, end - i, again, made);
    }
    return done;
}

/* --- order --- */

/* What is published, then by rank, then as planned. */
static int in_order(const void *left, const void *right)
{
    const answer_card *a = left, *b = right;
    const int own[] = {a->kind == CARD_ANSWERS, b->kind == CARD_ANSWERS};
    if (own[0] != own[1])
        return own[0] - own[1];
    if (a->rank != b->rank)
        return a->rank - b->rank;
    return (a->first > b->first) - (a->first < b->first);
}

/* What is not reproduced stands before what is, and that before what has no verdict. */
static int urgency(const answer_card *card)
{
    if (card->kind == CARD_ANSWERS)
        return 3;
    if (card->status == CARD_DIFFERS || card->misses)
        return 0;
    return card->status == CARD_AGREES ? 1 : 2;
}

static int by_urgency(const void *left, const void *right)
{
    const int order = urgency(left) - urgency(right);
    return order ? order : in_order(left, right);
}

/* Where a first screen has no room for all, what is not reproduced follows what leads the page. */
static void sort_cards(answer_cards *made)
{
    if (made->count > 0)
        qsort(made->item, made->count, sizeof *made->item, in_order);
    if (made->count > SHOWN_MOST)
        qsort(made->item + 1, made->count - 1, sizeof *made->item, by_urgency);
}

/* --- the total --- */

/* What is counted, by kind. */
typedef struct kinds {
    size_t of[3], came_out[3], count;
} kinds;

static kinds count_kinds(const study *s)
{
    const study_verdict v = values_judge(s);
    const claim_tally t = claims_tally(s, NULL);
    kinds k = {{v.limits.published, v.others.published, t.standing[CLAIM_COUNTS]},
               {v.limits.reproduced, v.others.reproduced, t.holds},
               0};
    for (size_t i = 0; i < 3; i++)
        k.count += k.of[i] > 0;
    return k;
}

/* "30 of 30 largest steps, 8 of 9 statements", of several kinds. */
static char *say_kinds(const kinds *k)
{
    static const char *const word[] = {"largest steps", "other values", "statements"};
    char text[256] = "";
    size_t used = 0;
    for (size_t i = 0; k->count > 1 && i < 3; i++)
        if (k->of[i] > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu of %zu %s",
                                     used ? ", " : "", k->came_out[i], k->of[i], word[i]);
    return card_text("%s", text);
}

static size_t count_published(const answer_cards *made)
{
    size_t count = 0;
    for (size_t i = 0; i < made->count; i++)
        count += made->item[i].status != CARD_OPEN && made->item[i].kind != CARD_ORDER;
    return count;
}

/* In front, where several cards count what is published. */
static bool add_total(const study *s, answer_cards *made)
{
    const kinds k = count_kinds(s);
    const size_t of = k.of[0] + k.of[1] + k.of[2];
    const size_t came_out = k.came_out[0] + k.came_out[1] + k.came_out[2];
    if (s->no_memory || of == 0 || count_published(made) < 2)
        return !s->no_memory;
    const char *what = k.of[2] == 0    ? "values"
                       : k.of[2] == of ? "statements"
                                       : "values and statements";
    const answer_card total = {
        .kind = CARD_TOTAL,
        .status = came_out == of ? CARD_AGREES : CARD_DIFFERS,
        .first = made->item[0].first,
        .what = card_text("All that is published"),
        .value = card_text("%zu of %zu", came_out, of),
        .unit = card_text("published %s reproduced", what),
        .of = say_kinds(&k),
        .beside = card_text("%s", ""),
    };
    if (!add_card(made, &total))
        return false;
    memmove(made->item + 1, made->item, (made->count - 1) * sizeof *made->item);
    made->item[0] = total;
    return true;
}

/* --- the first screen --- */

const char *card_experiment(const answer_card *card)
{
    return case_text(card->first, &column_case_experiment);
}

/* Where something is published, the first screen is of that alone. */
static size_t count_shown(const answer_cards *made)
{
    size_t count = 0;
    const bool published = made->count > 0 && made->item[0].kind != CARD_ANSWERS;
    const bool total = made->count > 0 && made->item[0].kind == CARD_TOTAL;
    const size_t most = total ? SHOWN_MOST + 1 : SHOWN_MOST;
    while (count < made->count && count < most &&
           (!published || made->item[count].kind != CARD_ANSWERS))
        count++;
    return count;
}

/* Failures are as visible as successes: those that are not shown are named. */
static bool say_others(answer_cards *made)
{
    text_buffer text;
    const char *between = "; not everything is reproduced in ";
    made->shown = count_shown(made);
    const size_t left = made->count - made->shown;
    if (!text_begin(&text))
        return false;
    if (left > 0)
        fprintf(text.stream, "%zu more answer%s", left, left == 1 ? "" : "s");
    for (size_t i = made->shown; i < made->count; i++)
        if (made->item[i].status == CARD_DIFFERS || made->item[i].misses) {
            fprintf(text.stream, "%s%s", between, card_experiment(&made->item[i]));
            between = ", ";
        }
    fputs(left > 0 ? "." : "", text.stream);
    made->others = text_take(&text, NULL);
    return made->others != NULL;
}

void card_address_add(char address[CARD_ADDRESS], const char *text)
{
    size_t used = strlen(address);
    for (; *text && used + 1 < CARD_ADDRESS; text++) {
        const char letter[2] = {*text, '\0'};
        address[used++] = trama_is_name(letter, 1, "-_.=") ? *text : '_';
    }
    address[used] = '\0';
}

void card_address(const study_case *c, char address[CARD_ADDRESS])
{
    strcpy(address, "answers-");
    card_address_add(address, case_text(c, &column_case_experiment));
}
