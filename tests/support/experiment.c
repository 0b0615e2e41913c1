#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char experiment_cloth[] =
    "experiment: cloth\n"
    "case:\n"
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"
    "  scene:\n"
    "    grid: {points: [6, 6], side: [10, 10]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 0.2\n"
    "    pins:\n"
    "      - {k: 0, l: 0}\n"
    "      - {k: 0, l: -1}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1.0}\n"
    "  task: {name: stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: "
    "0.1}}\n";

const char experiment_spring[] =
    "experiment: spring\n"
    "case:\n"
    "  model: {name: oscillator, omega: 10}\n"
    "  integrator: {name: verlet}\n"
    "  bounds: {displacement: 10}\n"
    "  task: {name: stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}}\n"
    "sweep:\n"
    "  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n";

/* A copy with the first `from` replaced by `to`. */
static char *edited(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    if (!at)
        fail_msg("the experiment has no '%s' to replace", from);
    const size_t head = (size_t)(at - text), size = strlen(text) + strlen(to) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    snprintf(copy, size, "%.*s%s%s", (int)head, text, to, at + strlen(from));
    free(text);
    return copy;
}

void experiment_write(const char *file, const char *text, const char *const *pairs)
{
    char *copy = strdup(text);
    for (; pairs && pairs[0]; pairs += 2)
        copy = edited(copy, pairs[0], pairs[1]);
    folder_write(file, copy);
    free(copy);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Adds the names in folder/inner that end with `suffix`; those of the folders of cases too. */
static void list_into(experiment_names *names, const char *folder, const char *inner,
                      const char *suffix)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, inner);
    DIR *open = opendir(path);
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open)) {
        const size_t length = strlen(entry->d_name), end = strlen(suffix);
        if (entry->d_name[0] == '.' && length < 3)
            continue;
        if (!*inner && length == 2 && strspn(entry->d_name, "0123456789abcdef") == 2) {
            list_into(names, folder, entry->d_name, suffix);
            continue;
        }
        if (length < end || strcmp(entry->d_name + length - end, suffix) != 0)
            continue;
        assert_true(names->count < 64);
        const int written = snprintf(names->name[names->count++], sizeof names->name[0], "%s%s%s",
                                     inner, *inner ? "/" : "", entry->d_name);
        assert_in_range(written, 1, sizeof names->name[0] - 1);
    }
    if (open)
        closedir(open);
}

const experiment_names *experiment_list(const char *folder, const char *suffix)
{
    static experiment_names names;
    names.count = 0;
    list_into(&names, folder, "", suffix);
    qsort(names.name, names.count, sizeof names.name[0], by_name);
    return &names;
}

void experiment_await(const char *folder, const char *suffix, size_t count)
{
    long waited = 0;
    while (experiment_list(folder, suffix)->count < count)
        shell_pause(&waited);
}

bundle experiment_read(const char *path)
{
    bundle b = {0};
    record_error error;
    if (record_read(path, NULL, &b, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    return b;
}

char *experiment_digests(const char *folder)
{
    const experiment_names *names = experiment_list(folder, ".h5");
    char *text = calloc(names->count * 160 + 1, 1);
    assert_non_null(text);
    for (size_t i = 0; i < names->count; i++) {
        char path[512], digest[65];
        snprintf(path, sizeof path, "%s/%s", folder, names->name[i]);
        bundle b = experiment_read(path);
        record_digest(&b, "/result", digest);
        sprintf(text + strlen(text), "%s %s\n", names->name[i], digest);
        bundle_free(&b);
    }
    return text;
}

const char *experiment_text(const char *path, const results_column *column)
{
    static char text[4096];
    bundle b = experiment_read(path);
    const bundle_column *found = bundle_get(&b, column);
    snprintf(text, sizeof text, "%s", found ? found->text[0] : "(no such column)");
    bundle_free(&b);
    return text;
}

double experiment_real(const char *path, const results_column *column)
{
    bundle b = experiment_read(path);
    const bundle_column *found = bundle_get(&b, column);
    const double value = !found                          ? -2.0
                         : found->type == BUNDLE_INTEGER ? (double)found->integer[0]
                                                         : found->real[0];
    bundle_free(&b);
    return value;
}

int experiment_stands(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}
