/* The source of a column of a study's own table (study_block.h, study_listing): the first case of
 * its row that has such a value, or all cases of the row. */
#ifndef STUDY_LISTING_SOURCE_H
#define STUDY_LISTING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum { LISTING_WORD_MAX = 64, LISTING_QUANTITIES_MAX = 3 };

typedef enum listing_kind {
    LISTING_FIRST,    /* "QUANTITY", "published QUANTITY", a factor, "status": of the first case */
    LISTING_ERROR,    /* "error QUANTITY": measured / published - 1, of the first case; the measured
                         value if 0 is published */
    LISTING_COUNT,    /* "count": cases that ended */
    LISTING_LARGEST,  /* "largest QUANTITY": of all cases */
    LISTING_SPREAD,   /* "spread QUANTITY ...": root of the sum of squares of the ranges (largest
                         minus smallest) of up to three quantities */
    LISTING_EXPONENT, /* "exponent QUANTITY by FACTOR": p of |QUANTITY| = c FACTOR^p, by least
                         squares of the logarithms */
    LISTING_REACHED,  /* "FACTOR where QUANTITY is NUMBER": by the same law */
} listing_kind;

/* A quantity of a case, or its published value. */
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

/* Reads the text. Text that begins as no other kind is LISTING_FIRST, with all of it (without
 * "published ") as its one quantity. False if the rest does not fit the kind, or if a word is too
 * long. */
bool listing_source_read(const char *text, listing_source *source);

/* "NAME where NAME is VALUE": the value of the case that has VALUE and is otherwise the same. */
enum { COMPANION_WORDS = 256 };
typedef struct companion_source {
    char name[COMPANION_WORDS], by[COMPANION_WORDS], value[COMPANION_WORDS];
} companion_source;

/* False if the text has another form, or is too long. */
bool companion_source_read(const char *text, companion_source *source);

/* "SOURCE where QUANTITY is least" (or largest): the source of the one case of a row that has the
 * least value of the quantity. */
typedef struct extreme_source {
    char of[COMPANION_WORDS];
    listing_quantity quantity;
    bool least;
} extreme_source;

/* False if the text has another form, or is too long. */
bool extreme_source_read(const char *text, extreme_source *source);

#endif
