#include "support/laws.h"
#include "support/shell.h"
#include "support/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

char *law_text(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, LAWS "%s.yaml", name);
    return text_of_file(path);
}

bundle law_run(const char *name, const char *only, const char *const *edits)
{
    static int runs;
    char file[64], folder[256], tail[64];
    char *text = law_text(name);
    snprintf(file, sizeof file, "law%d.yaml", ++runs);
    snprintf(tail, sizeof tail, "out%d", runs);
    experiment_write(file, strstr(text, "\nexperiment: "), edits);
    free(text);
    const shell_end ran = shell_run(SHELL("run", file, "-o", tail, "--only", only, "-q"));
    if (ran.code != 0)
        fail_msg("%s: %s", name, ran.err);
    snprintf(folder, sizeof folder, "%s/%s/cases", tail, name);
    for (char *c = strchr(folder, '/'); *c; c++)
        if (*c == '_')
            *c = '-';
    const experiment_names *names = experiment_list(folder, ".h5");
    assert_int_equal(names->count, 1);
    snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "/%s", names->name[0]);
    return experiment_read(folder);
}

/* The header's line of that key, split at the last ` mark `; what is behind it may be missing. */
static void split(const char *text, const char *key, const char *mark, char *first, char *second,
                  size_t sizes[2])
{
    char line[64], said[512];
    snprintf(line, sizeof line, "\n# %s: ", key);
    const char *found = strstr(text, line);
    if (!found)
        fail_msg("no '# %s:'", key);
    found += strlen(line);
    snprintf(said, sizeof said, "%.*s", (int)strcspn(found, "\n"), found);
    char *cut = NULL;
    for (char *at = strstr(said, mark); at; at = strstr(at + 1, mark))
        cut = at;
    snprintf(second, sizes[1], "%s", cut ? cut + strlen(mark) : "");
    if (cut)
        *cut = '\0';
    snprintf(first, sizes[0], "%s", said);
}

law_seen law_seen_of(const char *path)
{
    law_seen seen = {0};
    char *text = text_of_file(path);
    const char *name = strrchr(path, '/') + 1;
    snprintf(seen.law, sizeof seen.law, "%.*s", (int)strcspn(name, "."), name);
    split(text, "break", " -> ", seen.from, seen.to, (size_t[]){sizeof seen.from, sizeof seen.to});
    split(text, "seen", " at ", seen.only, seen.step,
          (size_t[]){sizeof seen.only, sizeof seen.step});
    seen.step[strcspn(seen.step, " ")] = '\0'; /* "0.01 s" */
    free(text);
    return seen;
}
