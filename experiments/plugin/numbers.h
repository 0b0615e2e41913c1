/* How this thread computes: rounding, denormals, traps, precision. A plugin can change it, while it
 * is loaded (gcc links a start-up file that flushes denormals into what is linked with -ffast-math)
 * or by any call into it. Whatever it has changed is set back, and said. */
#ifndef PLUGIN_NUMBERS_H
#define PLUGIN_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Sets what IEEE 754 has as its default - to nearest, denormals kept, no traps - and notes it: to
 * be called at the program's start, before code that is not its own. */
void numbers_reset(void);

/* True, and what in words, if this thread computes otherwise than the program did at its start. It
 * computes as then afterwards. */
bool numbers_changed(char *text, size_t size);

/* The same of all threads that cases work with. It may start them (core/threads.h). */
bool numbers_changed_anywhere(char *text, size_t size);

/* "kept", or "flushed" to zero, by this thread. */
const char *numbers_denormals(void);

#endif
