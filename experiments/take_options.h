/* Options that every command takes, before it sees its own: `--plugin FILE`, `--engine NAME=...`.
 */
#ifndef EXPERIMENTS_TAKE_OPTIONS_H
#define EXPERIMENTS_TAKE_OPTIONS_H

#include <stdbool.h>

/* Does what a value asks; false if it said why not. */
typedef bool take_value(const char *value);

/* Takes "--NAME VALUE" and "--NAME=VALUE" out of the arguments behind the command (up to `--`), in
 * place, and hands each value to `take`, in order. `option` is "--NAME"; `needs` says what its
 * value is. False at the first that is refused, or that has no value: one line on stderr. */
bool take_options(int *argc, char **argv, const char *option, const char *needs, take_value *take);

#endif
