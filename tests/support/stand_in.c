#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/stand_in.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char stand_in_draws[] =
    "echo '<svg></svg>' > \"${2%.gp}.svg\"; echo '%%EOF' > \"${2%.gp}.pdf\"";
const char stand_in_hangs[] =
    "sleep 1000 & echo $! > \"$STAND_IN/child\"; echo $$ > \"$STAND_IN/pid\"; wait";

static char *before;

void stand_in_begin(const char *line)
{
    char here[PATH_MAX], text[1024], path[2 * PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    mkdir("bin", 0777);
    snprintf(text, sizeof text, "#!/bin/sh\n%s\n", line);
    folder_write("bin/gnuplot", text);
    assert_int_equal(chmod("bin/gnuplot", 0777), 0);
    if (!before)
        before = strdup(getenv("PATH"));
    snprintf(path, sizeof path, "%s/bin:%s", here, before);
    setenv("PATH", path, 1);
    setenv("STAND_IN", here, 1);
}

void stand_in_end(void)
{
    setenv("PATH", before, 1);
    free(before);
    before = NULL;
}

/* One that nobody has reaped counts as gone. */
static int lives(long pid)
{
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    const char *end = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file)
        fclose(file);
    return end && end[2] != 'Z' && end[2] != 'X';
}

void stand_in_await_end(const char *file)
{
    char line[32] = "";
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof line, in));
    fclose(in);
    for (long waited = 0; lives(strtol(line, NULL, 10));)
        shell_pause(&waited);
}
