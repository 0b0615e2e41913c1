/* A reading: one number of a signal that is sampled while a run goes. Crossings of a level lie on
 * the straight line between two samples, extremes on the parabola through three: both are of second
 * order in the time between samples, whatever the method's order is. */
#ifndef TRAMA_MEASURE_READING_H
#define TRAMA_MEASURE_READING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_reading_kind {
    TRAMA_READ_END,       /* the value at the end */
    TRAMA_READ_CHANGE,    /* that, less the value at the start */
    TRAMA_READ_LARGEST,   /* the largest magnitude of any sample */
    TRAMA_READ_RANGE,     /* the largest value less the smallest */
    TRAMA_READ_CROSSING,  /* s, when it crosses the level for the nth time, either way */
    TRAMA_READ_PERIOD,    /* s, mean time between upward crossings of the level */
    TRAMA_READ_PEAK,      /* the value of the nth maximum; the start and the end are none */
    TRAMA_READ_PEAK_TIME, /* s, when that is */
    TRAMA_READ_KINDS
} trama_reading_kind;

/* "end", "change", ...; NULL-terminated. */
extern const char *const trama_reading_names[TRAMA_READ_KINDS + 1];
/* Whether a vector can be read so: the others are of a number that has a sign. */
bool trama_reading_takes_vectors(trama_reading_kind kind);
/* How many numbers are read of a signal of so many. */
size_t trama_reading_width(trama_reading_kind kind, size_t components);
/* Whether what is read is a time, s. */
bool trama_reading_is_time(trama_reading_kind kind);

enum { TRAMA_READING_MAX = 3 };

typedef struct trama_reading {
    trama_reading_kind kind;
    size_t components; /* 1, or 3 of a vector */
    long number;       /* the n of "nth", from 1 */
    double level;
    /* What was seen so far. */
    size_t samples;
    double start[TRAMA_READING_MAX], last[TRAMA_READING_MAX];
    double low, high, largest;
    double time[2], value[2]; /* the last two samples, the older first */
    long found;               /* crossings or maxima */
    double first, found_at; /* s: of the first upward crossing, and of the last or the nth event */
    double found_value;
} trama_reading;

trama_reading trama_reading_begin(trama_reading_kind kind, size_t components, long number,
                                  double level);
/* Takes a sample, of `components` numbers; times rise. */
void trama_reading_take(trama_reading *reading, double time, const double *value);
/* What is read (the reading's width); NAN where the event did not come. */
void trama_reading_result(const trama_reading *reading, double *result);

#ifdef __cplusplus
}
#endif

#endif
