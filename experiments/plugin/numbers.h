/* Floating-point mode of this thread: rounding, denormals, traps, precision. A plugin can change it
 * while it is loaded, since gcc links a start-up file that flushes denormals into libraries built
 * with -ffast-math, and in any call. Each change is undone and reported. */
#ifndef PLUGIN_NUMBERS_H
#define PLUGIN_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the defaults of IEEE 754 (to nearest, denormals kept, no traps) and remembers them. Called
 * at the program's start, before any foreign code. */
void numbers_reset(void);

/* True, and the change in words, if this thread's mode differs from that at the program's start.
 * Restores the mode. */
bool numbers_changed(char *text, size_t size);

/* The same for all threads of cases. It may start them (core/threads.h). */
bool numbers_changed_anywhere(char *text, size_t size);

/* "kept", or "flushed" to zero, by this thread. */
const char *numbers_denormals(void);

#endif
