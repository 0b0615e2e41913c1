/* Status codes and error sentences. Bad input is a status and a sentence; divergence of a
 * simulation is a result (measure/), never an error; a programmer's error is an assert. */
#ifndef TRAMA_CORE_STATUS_H
#define TRAMA_CORE_STATUS_H

#include "core/numbers.h" /* refuses to compile without NaN */

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_status {
    TRAMA_OK = 0,
    TRAMA_BAD_INPUT, /* a value that the caller can correct */
    TRAMA_NO_MEMORY, /* an allocation failed */
} trama_status;

/* An error message for people. `path` names the faulty field as in the configuration ("pins[2].k",
 * "mass"), so that a reader of files can add file, line and column. */
typedef struct trama_error {
    trama_status status;
    char path[96];
    char text[512];
} trama_error;

/* Fills `error` (never NULL) with a printf-formatted sentence and returns `status`. */
trama_status trama_fail(trama_error *error, trama_status status, const char *path,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reports that an allocation failed; returns TRAMA_NO_MEMORY. */
static inline trama_status trama_fail_memory(trama_error *error)
{
    trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    return TRAMA_NO_MEMORY;
}

#ifdef __cplusplus
}
#endif

#endif
