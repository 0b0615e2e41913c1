/* The cases of an experiment with one quantity as answer, and the parts of its card. */
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
    const selection *apart; /* the same cases, and the coordinates that distinguish them */
} card_group;

/* Fills in value, unit, beside and status of a card if it applies, and sets `made`; false without
 * memory. The first that applies is used. */
typedef bool card_part(const card_group *g, answer_card *card, bool *made);
card_part card_of_errors, card_of_values, card_of_order, card_of_statements, card_of_answers;

/* Most cases of a kind named by a card; it counts the others. */
enum { CARD_NAMED = 3 };

/* printf into memory, for free(); NULL without memory. */
char *card_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "2 of 36 cases have no result. ", or nothing. */
void group_say_broken(const card_group *g, FILE *out);

/* The answer of a case without published value and marks: "12", "unstable". */
enum { CARD_ANSWER = 128, CARD_NAME = 256 };
void group_answer(const card_group *g, const study_case *c, char text[CARD_ANSWER]);

#endif
