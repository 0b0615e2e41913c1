/* Values in the resolved configuration of a case, found by the ends of their paths. */
#include "results/config_values.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char equals[] = " = ";

/* Whether a path of so many bytes is the key, or ends with a period and the key. */
static bool is_of(const char *path, size_t length, const char *key)
{
    const size_t end = strlen(key);
    return length >= end && strncmp(path + length - end, key, end) == 0 &&
           (length == end || path[length - end - 1] == '.');
}

const char *config_value_of(const char *line, const char *key)
{
    while (*line) {
        const size_t path = strcspn(line, " \n");
        if (is_of(line, path, key) && strncmp(line + path, equals, strlen(equals)) == 0)
            return line + path + strlen(equals);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return NULL;
}

size_t config_numbers(const char *value, double number[], size_t most)
{
    size_t count = 0;
    for (char *end; *value != '\n' && *value && count < most; value = end) {
        const double found = strtod(value, &end);
        if (end > value)
            number[count++] = found;
        end += end == value;
    }
    return count;
}
