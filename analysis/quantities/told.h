/* A value as people read it: in words, with a mark, and with what becomes of it beside a published
 * one. */
#ifndef ANALYSIS_QUANTITIES_TOLD_H
#define ANALYSIS_QUANTITIES_TOLD_H

#include <stdbool.h>
#include <stdio.h>

enum { TOLD_WORDS = 256 };

typedef struct told_value {
    double value;           /* NAN: there is none */
    bool is_count;          /* a whole number, of which one below 0 is none */
    double scale;           /* to the unit for people; 0: the column's */
    const char *text;       /* of a value that is a text; NULL: it is a number */
    bool is_words;          /* the value is `words` themselves */
    const char *word;       /* in the place of the value; NULL: `words` */
    char words[TOLD_WORDS]; /* likewise; "": the value */
    const char *mark;       /* behind it: "†"; NULL: none */
    int sign;               /* above 0 it agrees with what is published, below it does not */
} told_value;

told_value told_number(double value);
told_value told_count(double count);
told_value told_text(const char *text);
/* In the words of a format. */
#define told_in_words(of, ...) snprintf((of)->words, TOLD_WORDS, __VA_ARGS__)

#endif
