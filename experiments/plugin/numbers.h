/* How this thread computes: rounding, denormals, traps, precision. A plugin can change that while
 * it is loaded, since gcc adds a start-up file that flushes denormals to whatever is linked with
 * -ffast-math. It can also change it in any call. Each change is set back and reported. */
#ifndef PLUGIN_NUMBERS_H
#define PLUGIN_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the defaults of IEEE 754 (to nearest, denormals kept, no traps) and remembers them. Called
 * at the program's start, before any foreign code. */
void numbers_reset(void);

/* True, and the change in words, if this thread computes otherwise than the program did at its
 * start. Sets the thread back. */
bool numbers_changed(char *text, size_t size);

/* The same for all threads that cases work with. It may start them (core/threads.h). */
bool numbers_changed_anywhere(char *text, size_t size);

/* "kept", or "flushed" to zero, by this thread. */
const char *numbers_denormals(void);

#endif
