/* Values in the resolved configuration of a case, one per line: "scene.gravity = [0x0p+0, -1,
   0]". */
#ifndef RESULTS_CONFIG_VALUES_H
#define RESULTS_CONFIG_VALUES_H

#include <stddef.h>

/* The text after " = " in the next line, from `line` on, whose path is the key or ends with a
 * period and the key; NULL: none. Pass the result to find the next one. */
const char *config_value_of(const char *line, const char *key);

/* Reads the numbers of such a value up to the end of its line, at most `most`; returns their
 * number. */
size_t config_numbers(const char *value, double number[], size_t most);

#endif
