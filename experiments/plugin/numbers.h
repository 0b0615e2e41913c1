/* How this thread computes: rounding, denormals, traps, precision. A library can change it while it
 * is loaded: gcc links a start-up file that flushes denormals into what is linked with -ffast-math.
 */
#ifndef PLUGIN_NUMBERS_H
#define PLUGIN_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct numbers_mode {
    int rounding;       /* of fegetround */
    unsigned sse;       /* MXCSR without its sticky flags; 0 on other processors */
    unsigned short x87; /* control word */
} numbers_mode;

numbers_mode numbers_mode_now(void);
void numbers_mode_restore(const numbers_mode *mode);

/* What differs, in words; false if nothing does. */
bool numbers_mode_differs(const numbers_mode *before, const numbers_mode *after, char *text,
                          size_t size);

#endif
