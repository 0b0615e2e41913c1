/* Drift of a quantity that an exact solution conserves, such as the energy of a system without
 * loads, separated from its oscillation by means over blocks of the run.
 *
 * The energy of a symplectic method oscillates without drift; that of a method with artificial
 * damping or growth falls or rises in every block (Hairer, Lubich and Wanner, Geometric Numerical
 * Integration, 2006, chapter IX). */
#ifndef TRAMA_MEASURE_DRIFT_H
#define TRAMA_MEASURE_DRIFT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_drift_kind {
    TRAMA_DRIFT_UNKNOWN,     /* too few samples */
    TRAMA_DRIFT_ROUND_OFF,   /* never above the floor */
    TRAMA_DRIFT_BOUNDED,     /* oscillates; block means are not monotonic */
    TRAMA_DRIFT_IRREGULAR,   /* as above, but the means vary by more than the oscillation */
    TRAMA_DRIFT_LINEAR,      /* means are monotonic, error = rate t */
    TRAMA_DRIFT_EXPONENTIAL, /* the same, 1 + error = exp(rate t) */
} trama_drift_kind;

extern const char *const trama_drift_names[]; /* by trama_drift_kind */

enum { TRAMA_DRIFT_BLOCKS = 16, TRAMA_DRIFT_SAMPLES_MIN = 4 * TRAMA_DRIFT_BLOCKS };

/* Changes of the means below this are called linear, since an exponential would look the same. */
#define TRAMA_DRIFT_SMALL 0.1

typedef struct trama_drift {
    trama_drift_kind kind;
    double amplitude; /* half the range within a block, the median of the blocks */
    double change;    /* of the block means, from the first to the last */
    double rate;      /* 1/s: slope of the means; of ln(1 + means) if exponential */
    double low, high; /* its 95 % interval */
    double largest;   /* |error| */
} trama_drift;

/* Classifies relative errors error[0..count) at times time[0..count), s, which rise; all finite.
 * Samples are equally far apart. */
trama_drift trama_drift_classify(const double *time, const double *error, size_t count,
                                 double floor);

#ifdef __cplusplus
}
#endif

#endif
