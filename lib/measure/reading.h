/* A reading: one number taken from a signal that is sampled during a run. Crossings of a level are
 * interpolated linearly between two samples, extremes by a parabola through three: both are of
 * second order in the sampling interval, whatever the order of the method. */
#ifndef TRAMA_MEASURE_READING_H
#define TRAMA_MEASURE_READING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_reading_kind {
    TRAMA_READ_END,       /* the value at the end */
    TRAMA_READ_CHANGE,    /* the value at the end minus that at the start */
    TRAMA_READ_LARGEST,   /* the largest magnitude of any sample */
    TRAMA_READ_RANGE,     /* the largest value minus the smallest */
    TRAMA_READ_CROSSING,  /* s, time of the nth crossing of the level, in either direction */
    TRAMA_READ_PERIOD,    /* s, mean time between upward crossings of the level */
    TRAMA_READ_PEAK,      /* the value of the nth maximum; start and end do not count */
    TRAMA_READ_PEAK_TIME, /* s, time of that maximum */
    TRAMA_READ_KINDS
} trama_reading_kind;

/* "end", "change", ...; NULL-terminated. */
extern const char *const trama_reading_names[TRAMA_READ_KINDS + 1];
/* True if a vector can be read so; the other kinds need a signed number. */
bool trama_reading_takes_vectors(trama_reading_kind kind);
/* Number of values read from a signal of `components` numbers. */
size_t trama_reading_width(trama_reading_kind kind, size_t components);
/* True if the reading is a time, s. */
bool trama_reading_is_time(trama_reading_kind kind);

enum { TRAMA_READING_MAX = 3 };

typedef struct trama_reading {
    trama_reading_kind kind;
    size_t components; /* 1, or 3 of a vector */
    long number;       /* the n of "nth", from 1 */
    double level;
    /* Values so far. */
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
/* Adds a sample of `components` numbers, later than the last. */
void trama_reading_take(trama_reading *reading, double time, const double *value);
/* The result (trama_reading_width numbers); NAN if the event did not occur. */
void trama_reading_result(const trama_reading *reading, double *result);

#ifdef __cplusplus
}
#endif

#endif
