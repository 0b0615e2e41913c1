/* Answer cards: what a study found, in the order in which a reader wants it. They are made here
 * alone; the terminal, the report and the site write the same list. */
#ifndef ANALYSIS_CARDS_CARD_H
#define ANALYSIS_CARDS_CARD_H

#include <stdio.h>

#include "analysis/read/study.h"

/* What the value of a card is. */
typedef enum card_kind {
    CARD_TOTAL,      /* all published values and statements of the study that came out */
    CARD_VALUES,     /* published values of an experiment, and those that are reproduced */
    CARD_STATEMENTS, /* published statements that could have failed, and those that hold */
    CARD_ORDER,      /* published values of other hardware: pairs that stand in the same order */
    CARD_ERRORS,     /* relative errors against a closed form or another reference */
    CARD_ANSWERS     /* nothing is published: the least and the largest answer */
} card_kind;

typedef enum card_status { CARD_OPEN, CARD_AGREES, CARD_DIFFERS } card_status;

/* The errors of one model, method or other subject that is told by words. */
typedef struct card_error {
    char name[160];
    size_t cases, without; /* with an error, and further ones that have no value */
    double median, worst;  /* of the absolute relative errors; NAN: of no case */
    char where[160];       /* the coordinates of the worst; "": there are none */
} card_error;

enum { CARD_ERRORS_SHOWN = 12 }; /* rows of errors that a first screen shows */

/* All texts are plain, and "" where there is nothing to say. */
typedef struct answer_card {
    card_kind kind;
    card_status status;
    bool misses;             /* a published value that its errors are of is not reproduced */
    int rank;                /* card_rank of its experiment */
    const study_case *first; /* of its cases; of a total the first of the study */
    char *what;              /* the question, or else the experiment and its quantity */
    char *value, *unit;      /* "27 of 30", "published values reproduced"; "0.4 to 23", "ms" */
    char *of;                /* of which quantity or cases: "largest stable step, ms" */
    char *beside;            /* what must be known beside it, in sentences; exceptions */
    card_error *error;       /* of CARD_ERRORS, a row each */
    size_t errors;
    char subject[160]; /* what the names of its rows are: "cloth", "method" */
} answer_card;

typedef struct answer_cards {
    answer_card *item;
    size_t count;
    size_t shown; /* of them on a first screen */
    char *others; /* what is said of those that are not; "" */
} answer_cards;

/* The cards of a study, its own order within one rank. False without memory; free them in any case.
 */
bool answer_cards_make(const study *s, answer_cards *made);
void answer_cards_free(answer_cards *cards);

/* How far ahead an experiment stands, by one of its cases: 0 leads. Published steps come first,
 * then other published values, then what has a question. */
enum { CARD_RANKS = 5, CARD_RANK_PUBLISHED = 2 /* the last of what is published */ };
int card_rank(const study_case *c);

/* The name of a card's experiment. */
const char *card_experiment(const answer_card *card);

/* Where the answers of an experiment stand on its page, "answers-ball", by one of its cases; and
 * what is added to an address: what may not stand in one becomes _. */
enum { CARD_ADDRESS = 400 };
void card_address(const study_case *c, char address[CARD_ADDRESS]);
void card_address_add(char address[CARD_ADDRESS], const char *text);

/* A percentage for people: "0.21 %", "–" of NAN. */
enum { CARD_PERCENT = 32 };
void card_percent(double share, char text[CARD_PERCENT]);

#endif
