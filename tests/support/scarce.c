#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"
#include "support/scarce.h"

#include "results/text_buffer.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static long allocations(void)
{
    FILE *file = fopen("scarce.log", "r");
    char line[32] = "";
    if (!file || !fgets(line, sizeof line, file))
        fail_msg("the program did not count its allocations");
    fclose(file);
    return strtol(line, NULL, 10);
}

/* at 0: none fails. */
static shell_end starve(const char *const *arguments, long at, bool all_after)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", at);
    setenv("SCARCE_AT", number, 1);
    setenv("SCARCE_LOG", "scarce.log", 1);
    if (all_after)
        setenv("SCARCE_ALL", "1", 1);
    shell_use(SCARCE_PROGRAM);
    const shell_end end = shell_run(arguments);
    shell_use(NULL);
    unsetenv("SCARCE_ALL");
    return end;
}

static bool says_memory(const char *text)
{
    return strstr(text, "memory") != NULL; /* "Cannot allocate memory" too */
}

static void assert_resumes(const char *expected)
{
    const shell_end end =
        shell_run(SHELL("run", "sweep.yaml", "-o", "scarce", "-j1", "-q", "--again", "bad"));
    if (end.code != 0)
        fail_msg("the resumed run ended with %d: %s", end.code, end.err);
    fault_assert_resumes("scarce", expected);
}

static void run_starved(long at, bool all_after, const char *expected)
{
    const shell_end end =
        starve(SHELL("run", "sweep.yaml", "-o", "scarce", "-j1", "-q"), at, all_after);
    if (end.code != 0 && end.code != 3 &&
        !((end.code == 2 || end.code == 4) && says_memory(end.err)))
        fail_msg("allocation %ld: exit code %d: %s", at, end.code, end.err);
    if (experiment_stands("scarce/sweep"))
        fault_assert_sound("scarce");
    if (end.code == 0)
        fault_assert_resumes("scarce", expected);
    else
        assert_resumes(expected);
    folder_remove("scarce");
}

long scarce_columns(void)
{
    const experiment_names *names = experiment_list(FAULT_WHOLE "/sweep/cases", ".h5");
    const experiment_names cases = *names;
    long columns = 0;
    for (size_t i = 0; i < cases.count; i++) {
        char path[128];
        snprintf(path, sizeof path, FAULT_WHOLE "/sweep/cases/%s", cases.name[i]);
        bundle b = experiment_read(path);
        columns += (long)b.count;
        bundle_free(&b);
    }
    assert_true(columns > 0);
    return columns;
}

long scarce_run_each(long first, long stride, const char *expected)
{
    starve(SHELL("run", "sweep.yaml", "-o", "scarce", "-j1", "-q"), 0, false);
    const long needed = allocations();
    folder_remove("scarce");
    for (long at = first; at <= needed; at += stride)
        for (int all_after = 0; all_after < 2; all_after++)
            run_starved(at, all_after != 0, expected);
    return needed;
}

/* A file as text, to be freed; NULL: none. */
static char *text_of(const char *file)
{
    FILE *in = file ? fopen(file, "rb") : NULL;
    text_buffer text = {0};
    for (int c; in && (text.stream || text_begin(&text)) && (c = fgetc(in)) != EOF;)
        fputc(c, text.stream);
    if (in)
        fclose(in);
    size_t size;
    return in ? text_take(&text, &size) : NULL;
}

/* What a command writes into `file` (or NULL) is to be the same, or it says why not. */
static long starve_each(const char *const *arguments, const char *file, bool plans, long first,
                        long stride)
{
    char *whole = strdup(starve(arguments, 0, false).out);
    char *page = text_of(file);
    const long needed = allocations();
    for (long at = first; at <= needed; at += stride)
        for (int all_after = 0; all_after < 2; all_after++) {
            const shell_end end = starve(arguments, at, all_after != 0);
            const bool said = says_memory(end.err) || says_memory(end.out);
            char *now = end.code == 0 ? text_of(file) : NULL;
            const bool same = !page || (now && strcmp(now, page) == 0);
            free(now);
            if (!((end.code == 4 || (plans && end.code == 2)) && said) &&
                !(end.code == 0 && same && strcmp(end.out, whole) == 0))
                fail_msg("%s, allocation %ld: exit code %d: %s", arguments[0], at, end.code,
                         end.err);
        }
    free(page);
    free(whole);
    return needed;
}

long scarce_read_each(const char *command, long first, long stride)
{
    return starve_each(SHELL(command, FAULT_WHOLE), NULL, false, first, stride);
}

long scarce_show_each(long first, long stride)
{
    char path[128];
    snprintf(path, sizeof path, FAULT_WHOLE "/sweep/cases/%s",
             experiment_list(FAULT_WHOLE "/sweep/cases", ".h5")->name[0]);
    return starve_each(SHELL("show", path, "/result"), NULL, false, first, stride);
}

long scarce_report_each(long first, long stride)
{
    return starve_each(SHELL("report", FAULT_WHOLE, "--no-plots"), FAULT_WHOLE "/report.html",
                       false, first, stride);
}

/* --- commands that write folders --- */

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), own = strlen(end);
    return length >= own && strcmp(name + length - own, end) == 0;
}

static bool is_dated(const char *name)
{
    return ends_with(name, ".pdf") || ends_with(name, "SHA256SUMS");
}

/* Whether both hold the same text. */
static bool is_same(const char *now, const char *whole)
{
    char *text = text_of(now), *expected = text_of(whole);
    const bool same = text && expected && strcmp(text, expected) == 0;
    free(text);
    free(expected);
    return same;
}

/* Of each file below `now`, but for what has a date and, without `pages`, pages: it is as its
 * namesake below `whole`. How many there are. */
static size_t assert_whole_files(const char *now, const char *whole, bool pages)
{
    struct dirent **entry = NULL;
    const int count = scandir(now, &entry, NULL, alphasort);
    size_t files = 0;
    for (int i = 0; i < count; i++) {
        char path[512], expected[512];
        struct stat is;
        snprintf(path, sizeof path, "%s/%.200s", now, entry[i]->d_name);
        snprintf(expected, sizeof expected, "%s/%.200s", whole, entry[i]->d_name);
        if (strspn(entry[i]->d_name, ".") == strlen(entry[i]->d_name) || stat(path, &is) != 0)
            continue;
        files += S_ISDIR(is.st_mode) ? assert_whole_files(path, expected, pages) : 1;
        const bool compared = !is_dated(path) && (pages || !ends_with(path, ".html"));
        if (!S_ISDIR(is.st_mode) && compared && !is_same(path, expected))
            fail_msg("%s is not whole", path);
    }
    for (int i = 0; i < count; i++)
        free(entry[i]);
    free(entry);
    return files;
}

static void write_starved(const char *const *arguments, long at, bool all_after, size_t files)
{
    const shell_end end = starve(arguments, at, all_after);
    const bool said = says_memory(end.err) || says_memory(end.out);
    if (end.code != 0 && !(end.code == 4 && said))
        fail_msg("%s, allocation %ld: exit code %d: %s", arguments[0], at, end.code, end.err);
    const size_t made = assert_whole_files(SCARCE_MADE, "expected", end.code == 0);
    assert_whole_files(FAULT_WHOLE "/tables", "expected tables", true);
    if (end.code == 0)
        assert_int_equal(made, files);
    folder_remove(SCARCE_MADE);
}

long scarce_write_each(const char *const *arguments, long first, long stride)
{
    assert_int_equal(shell_run(SHELL("table", FAULT_WHOLE)).code, 0);
    assert_int_equal(starve(arguments, 0, false).code, 0);
    const long needed = allocations();
    assert_int_equal(rename(SCARCE_MADE, "expected"), 0);
    assert_int_equal(shell_run_by("cp -r " FAULT_WHOLE "/tables 'expected tables'", SHELL("")).code,
                     0);
    const size_t files = assert_whole_files("expected", "expected", true);
    assert_true(files > 0);
    for (long at = first; at <= needed; at += stride)
        for (int all_after = 0; all_after < 2; all_after++)
            write_starved(arguments, at, all_after != 0, files);
    folder_remove("expected");
    folder_remove("expected tables");
    return needed;
}

/* --- where addresses are limited --- */

/* With at most that many KiB of addresses. */
static shell_end confine(long kibibytes, const char *const *arguments)
{
    char limit[96];
    snprintf(limit, sizeof limit, "ulimit -v %ld; exec \"$0\" \"$@\"", kibibytes);
    return shell_run_by(limit, arguments);
}

/* Whether it said so. */
static bool lacks_memory(long limit, const char *const *arguments)
{
    const shell_end end = confine(limit, arguments);
    const bool said = says_memory(end.err) || says_memory(end.out);
    if (end.signal || strstr(end.err, "damaged") || strstr(end.out, "damaged") ||
        !(end.code == 0 || end.code == 3 || ((end.code == 2 || end.code == 4) && said)))
        fail_msg("%s, %ld KiB: exit code %d: %s", arguments[0], limit, end.code, end.err);
    return end.code != 0;
}

enum { STEP = 1024, STEPS = 24 }; /* KiB of addresses */

/* The least limit, to a step, under which `trama list` prints its list. */
static long least_limit(void)
{
    long too_little = 0, enough = STEP;
    while (confine(enough, SHELL("list")).code != 0) {
        too_little = enough;
        enough *= 2;
    }
    while (enough - too_little > STEP) {
        const long middle = too_little + (enough - too_little) / (2 * STEP) * STEP;
        if (confine(middle, SHELL("list")).code == 0)
            enough = middle;
        else
            too_little = middle;
    }
    return enough;
}

int scarce_limit_each(void)
{
    const char *const *commands[] = {SHELL("table", FAULT_WHOLE), SHELL("verify", FAULT_WHOLE),
                                     SHELL("index", FAULT_WHOLE),
                                     SHELL("report", FAULT_WHOLE, "--no-plots"),
                                     SHELL("run", "sweep.yaml", "-o", "confined", "-q", "-j1")};
    const long least = least_limit();
    int lacking = 0;
    for (int i = 0; i < STEPS; i++) {
        bool lacks = false;
        for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
            lacks |= lacks_memory(least + i * STEP, commands[k]);
        folder_remove("confined");
        lacking += lacks;
    }
    return lacking;
}

void scarce_advise_each(long stride)
{
    enum { PRINTING = 12 };
    experiment_write("advice.yaml", experiment_spring, NULL);
    const char *const *arguments = SHELL("advise", "advice.yaml", "-o", "advised");
    const shell_end end = shell_run(arguments);
    if (end.code != 0)
        fail_msg("exit code %d: %s", end.code, end.err);
    const long needed = starve_each(arguments, NULL, true, 1, stride);
    starve_each(arguments, NULL, true, needed - PRINTING, 1);
    folder_remove("advised");
}
