#include "command/unpacked.h"

#include "command/temporary.h"
#include "core/numbers.h"
#include "process/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a program said, if it is not content. */
static bool run(const char *archive, const char *folder, const char *const *argument)
{
    process_said *said = calloc(1, sizeof *said);
    process_end end = {PROCESS_LATE, 0};
    const process_plan plan = {.argument = argument,
                               .folder = folder,
                               .out = PROCESS_HEARD,
                               .error = PROCESS_HEARD,
                               .said = said,
                               .group = true};
    const bool started = said && process_run(&plan, TRAMA_INFINITY, &end);
    const bool content = started && end.how == PROCESS_EXITED && end.code == 0;
    if (!content)
        printf("%s: %s: %s\n", archive, argument[0], started ? said->text : strerror(errno));
    free(said);
    return content;
}

bool unpacked_begin(const char *archive, unpacked *u)
{
    u->folder[0] = '\0';
    if (!temporary_make("verify", u->folder, sizeof u->folder))
        return false;
    snprintf(u->results, sizeof u->results, "%s/results", u->folder);
    const char *const tar[] = {"tar",    "--extract", "--force-local",
                               "--file", archive,     "--no-same-owner",
                               "-C",     u->folder,   NULL};
    const char *const sums[] = {"sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", NULL};
    return run(archive, NULL, tar) && run(archive, u->folder, sums);
}

void unpacked_end(const unpacked *u)
{
    if (u->folder[0])
        temporary_remove(u->folder);
}
