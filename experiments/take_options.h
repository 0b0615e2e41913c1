/* Options common to all commands, read before the command's own: `--plugin FILE`, `--engine
   NAME=...`. */
#ifndef EXPERIMENTS_TAKE_OPTIONS_H
#define EXPERIMENTS_TAKE_OPTIONS_H

#include <stdbool.h>

/* Uses a value; false if it reported an error. */
typedef bool take_value(const char *value);

/* Takes "--NAME VALUE" and "--NAME=VALUE" out of the arguments behind the command (up to `--`), in
 * place, and passes each value to `take`, in order. `option` is "--NAME"; `needs` describes its
 * value. False at the first that is refused, or that has no value: one line on stderr. */
bool take_options(int *argc, char **argv, const char *option, const char *needs, take_value *take);

#endif
