/* An archive of `trama archive`, unpacked into a temporary folder. */
#ifndef COMMAND_UNPACKED_H
#define COMMAND_UNPACKED_H

#include <limits.h>
#include <stdbool.h>

typedef struct unpacked {
    char folder[PATH_MAX - 16], results[PATH_MAX];
} unpacked;

/* False after a line on stdout if it cannot be unpacked, or a file is missing or does not match its
 * checksum. End it in any case. */
bool unpacked_begin(const char *archive, unpacked *u);
void unpacked_end(const unpacked *u);

#endif
