/* The cases of an experiment that answer with one quantity, and the parts of its card. */
#ifndef ANALYSIS_CARDS_GROUP_H
#define ANALYSIS_CARDS_GROUP_H

#include "analysis/cards/card.h"
#include "analysis/quantities/response.h"
#include "analysis/select/selection.h"
#include "results/text_buffer.h"

typedef struct card_group {
    const study *s;
    const study_case *const *item; /* that count as published, of the finest grids */
    size_t count;
    response of;
    const selection *apart; /* the same cases, and what tells them apart */
} card_group;

/* Each fills in value, unit, beside and status of a card where it applies, and says so in `made`;
 * false without memory. The first that is made is the card's. */
typedef bool card_part(const card_group *g, answer_card *card, bool *made);
card_part card_of_errors, card_of_values, card_of_order, card_of_statements, card_of_answers;

/* Cases that a card names of a kind, before it counts the rest. */
enum { CARD_NAMED = 3 };

/* printf into memory, to be freed; NULL without memory. */
char *card_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "2 of 36 cases have no result. ", or nothing. */
void group_say_broken(const card_group *g, FILE *out);

/* The answer of a case without what is published and without marks: "12", "unstable". */
enum { CARD_ANSWER = 128, CARD_NAME = 256 };
void group_answer(const card_group *g, const study_case *c, char text[CARD_ANSWER]);

#endif
