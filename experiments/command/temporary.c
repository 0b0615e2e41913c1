/* For nftw. */
#define _GNU_SOURCE
#include "command/temporary.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool temporary_make(const char *command, char *folder, size_t size)
{
    const char *below = getenv("TMPDIR");
    snprintf(folder, size, "%s/trama-%s-XXXXXX", below && *below ? below : "/tmp", command);
    const bool made = mkdtemp(folder) != NULL;
    if (!made)
        fprintf(stderr, "trama %s: %s: %s\n", command, folder, strerror(errno));
    return made;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void temporary_remove(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
