/* How motion passes along a row of rigid bodies, as the fall does along a row of dominoes: when the
 * centre of each has moved a distance from where it began, and how fast that goes along the row. */
#ifndef TRAMA_MEASURE_PASSING_H
#define TRAMA_MEASURE_PASSING_H

#include "core/status.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_passing trama_passing;

/* The free bodies of an object, in their order; `distance` in m. TRAMA_BAD_INPUT if the object has
 * no rigid bodies, or fewer than `least` free ones; TRAMA_NO_MEMORY. */
trama_status trama_passing_create(const trama_object *object, double distance, size_t least,
                                  trama_passing **passing, trama_error *error);
void trama_passing_destroy(trama_passing *passing); /* accepts NULL */
/* Looks at a state; each must be later than the last. A passage between two of them is where the
 * chord between their distances says. */
void trama_passing_observe(trama_passing *passing, double t, const double *q);

size_t trama_passing_count(const trama_passing *passing);
/* Time of each body's passage, s, NAN if it has not moved so far; and its place along the row, m:
 * its distance at the start from the first body. Of trama_passing_count bodies. */
const double *trama_passing_times(const trama_passing *passing);
const double *trama_passing_places(const trama_passing *passing);

/* Slope of place over time by least squares of the bodies first <= i < end, m/s, and its standard
 * error. NAN unless at least three are there and each has passed later than the one before. */
typedef struct trama_passing_speed {
    double speed, error;
} trama_passing_speed;
trama_passing_speed trama_passing_fit(const trama_passing *passing, size_t first, size_t end);

#ifdef __cplusplus
}
#endif

#endif
