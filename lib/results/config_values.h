/* Values in the resolved configuration of a case: a line each, "scene.gravity = [0x0p+0, -1, 0]".
 */
#ifndef RESULTS_CONFIG_VALUES_H
#define RESULTS_CONFIG_VALUES_H

#include <stddef.h>

/* What follows " = " in the next line, from `line` on, whose path is the key or ends with it after
 * a period; NULL: there is none. Pass the answer to find the one after it. */
const char *config_value_of(const char *line, const char *key);

/* The numbers of such a value up to the end of its line, at most `most`; how many there are. */
size_t config_numbers(const char *value, double number[], size_t most);

#endif
