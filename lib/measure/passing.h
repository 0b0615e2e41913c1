/* Propagation of motion along a row of rigid bodies, such as dominoes: the time at which the centre
 * of each has moved a given distance from its start, and the speed along the row. */
#ifndef TRAMA_MEASURE_PASSING_H
#define TRAMA_MEASURE_PASSING_H

#include "core/status.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_passing trama_passing;

/* Watches the free bodies of an object, in their order; `distance` in m. TRAMA_BAD_INPUT if the
 * object has no rigid bodies, or fewer than `least` free ones; TRAMA_NO_MEMORY. */
trama_status trama_passing_create(const trama_object *object, double distance, size_t least,
                                  trama_passing **passing, trama_error *error);
void trama_passing_destroy(trama_passing *passing); /* accepts NULL */
/* Adds a state, later than the last. Passages between two states are interpolated linearly in the
 * distance. */
void trama_passing_observe(trama_passing *passing, double t, const double *q);

size_t trama_passing_count(const trama_passing *passing);
/* For trama_passing_count bodies: time of passage, s, NAN if not yet; and place along the row, m,
 * the initial distance from the first body. */
const double *trama_passing_times(const trama_passing *passing);
const double *trama_passing_places(const trama_passing *passing);

/* Speed by least squares of place over time of the bodies first <= i < end, m/s, and its standard
 * error. NAN unless there are at least three and each passed later than the one before. */
typedef struct trama_passing_speed {
    double speed, error;
} trama_passing_speed;
trama_passing_speed trama_passing_fit(const trama_passing *passing, size_t first, size_t end);

#ifdef __cplusplus
}
#endif

#endif
