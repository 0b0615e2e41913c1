/* Answer cards: the main results of a study, in order of importance. The terminal, the report and
 * the site show the same list. */
#ifndef ANALYSIS_CARDS_CARD_H
#define ANALYSIS_CARDS_CARD_H

#include <stdio.h>

#include "analysis/read/study.h"

/* The kind of value of a card. */
typedef enum card_kind {
    CARD_TOTAL,      /* all reproduced published values and statements of the study */
    CARD_VALUES,     /* published values of an experiment, and the reproduced ones */
    CARD_STATEMENTS, /* published statements that could have failed, and those that hold */
    CARD_ORDER,      /* published times of other hardware: pairs in the same order */
    CARD_ERRORS,     /* relative errors against a closed form or another reference */
    CARD_ANSWERS     /* nothing is published: the smallest and the largest answer */
} card_kind;

typedef enum card_status { CARD_OPEN, CARD_AGREES, CARD_DIFFERS } card_status;

/* The errors of one model, method or other subject with a name. */
typedef struct card_error {
    char name[160];
    size_t cases, without; /* with an error; without a value */
    double median, worst;  /* of the absolute relative errors; NAN without cases */
    char where[160];       /* coordinates of the worst; "": none */
} card_error;

enum { CARD_ERRORS_SHOWN = 12 }; /* rows of errors on a first screen */

/* All texts are plain, "" if empty. */
typedef struct answer_card {
    card_kind kind;
    card_status status;
    bool misses;             /* a published value among its errors is not reproduced */
    int rank;                /* card_rank of its experiment */
    const study_case *first; /* first of its cases; of a total, of the study */
    char *what;              /* the question, else the experiment and its quantity */
    char *value, *unit;      /* "27 of 30", "published values reproduced"; "0.4 to 23", "ms" */
    char *of;                /* its quantity or cases: "largest stable step, ms" */
    char *beside;            /* remarks and exceptions, in sentences */
    card_error *error;       /* of CARD_ERRORS, one per row */
    size_t errors;
    char subject[160]; /* heading of the names of its rows: "cloth", "method" */
} answer_card;

typedef struct answer_cards {
    answer_card *item;
    size_t count;
    size_t shown; /* number of rows on a first screen */
    char *others; /* a sentence about the other rows; "" */
} answer_cards;

/* Makes the cards of a study, in its own order within one rank. False without memory; free them in
   any case. */
bool answer_cards_make(const study *s, answer_cards *made);
void answer_cards_free(answer_cards *cards);

/* Rank of an experiment, by one of its cases: 0 is first. Published steps come first, then other
 * published values, then experiments with a question. */
enum { CARD_RANKS = 5, CARD_RANK_PUBLISHED = 2 /* the last of what is published */ };
int card_rank(const study_case *c);

/* The name of a card's experiment. */
const char *card_experiment(const answer_card *card);

/* The anchor of an experiment's answers on its page, "answers-ball", by one of its cases; and text
 * appended to an anchor, with invalid characters as _. */
enum { CARD_ADDRESS = 400 };
void card_address(const study_case *c, char address[CARD_ADDRESS]);
void card_address_add(char address[CARD_ADDRESS], const char *text);

/* A percentage for people: "0.21 %", "–" of NAN. */
enum { CARD_PERCENT = 32 };
void card_percent(double share, char text[CARD_PERCENT]);

#endif
