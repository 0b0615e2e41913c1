/* What a column of a study's own table (study_block.h, study_listing) is of: of the first case of
 * its row that has such a value, or of all cases of the row together. */
#ifndef STUDY_LISTING_SOURCE_H
#define STUDY_LISTING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum { LISTING_WORD_MAX = 64, LISTING_QUANTITIES_MAX = 3 };

typedef enum listing_kind {
    LISTING_FIRST,    /* "QUANTITY", "published QUANTITY", a factor, "status": of the first case */
    LISTING_ERROR,    /* "error QUANTITY": measured over published less one, of the first case; of
                         a published 0 the measured value */
    LISTING_COUNT,    /* "count": cases that ended */
    LISTING_LARGEST,  /* "largest QUANTITY": of all cases */
    LISTING_SPREAD,   /* "spread QUANTITY ...": root of the sum of the squares of up to three
                         quantities' ranges, largest less least */
    LISTING_EXPONENT, /* "exponent QUANTITY by FACTOR": p of |QUANTITY| = c FACTOR^p, by least
                         squares of the logarithms */
    LISTING_REACHED,  /* "FACTOR where QUANTITY is NUMBER": by the same law */
} listing_kind;

/* A quantity of a case, or the published value that it is compared with. */
typedef struct listing_quantity {
    char name[LISTING_WORD_MAX];
    bool published;
} listing_quantity;

typedef struct listing_source {
    listing_kind kind;
    size_t count;
    listing_quantity quantity[LISTING_QUANTITIES_MAX];
    char factor[LISTING_WORD_MAX];
    double number;
} listing_source;

/* Reads the text. What is none of the other kinds is LISTING_FIRST, with all the text (less
 * "published ") as its one quantity. False if it begins as one of the others and does not go on as
 * one, or if a word is too long. */
bool listing_source_read(const char *text, listing_source *source);

/* "NAME where NAME is VALUE": the value of the case that has VALUE and is else as a case is. */
enum { COMPANION_WORDS = 256 };
typedef struct companion_source {
    char name[COMPANION_WORDS], by[COMPANION_WORDS], value[COMPANION_WORDS];
} companion_source;

/* False if the text is none, or too long. */
bool companion_source_read(const char *text, companion_source *source);

#endif
