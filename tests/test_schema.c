/* docs/results-columns.md says what is in the file of a case, task by task. It is made from cases
 * of every registered task, and this fails when the two differ: then either the change is a fault,
 * or `TRAMA_RENEW=1 build/release/tests/test_schema` makes the page anew, and the schema version
 * rises if a reader could stumble. What a baseline keeps of the same cases reads back, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/record.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"
#include "task/task.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_file[] = TRAMA_SOURCE_DIR "/docs/results-columns.md";

#define SHEET                                                                                      \
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"                        \
    "  scene: {grid: {points: 6, side: 10}, gravity: [0, -9.8, 0], damping: 2, pins: [{k: 0}]}\n"  \
    "  bounds: {strain: 1.0}\n"
#define SPRING                                                                                     \
    "  model: {name: oscillator, omega: 10}\n"                                                     \
    "  bounds: {displacement: 10}\n"
#define SEARCH "search: {first: 0.01, increment: 0.01, cap: 0.2}"

#define SEVERAL                                                                                    \
    "  environment: {gravity: [0, -9.8, 0]}\n"                                                     \
    "  objects:\n"                                                                                 \
    "    cloth: {model: {name: provot, structural: 40, density: 0.2}, scene: {grid: {points: 5, "  \
    "side: 1, origin: [0, 0.3, 0]}}}\n"                                                            \
    "    ball: {model: {name: sphere, position: [0.5, 0, 0.5], radius: 0.25}}\n"                   \
    "  interactions:\n"                                                                            \
    "    touch: {name: bouncing_contact, among: [cloth, ball], thickness: 0.005}\n"

/* A small case of each task, and one of several objects. */
static const struct {
    const char *task, *model, *options;
} samples[] = {
    {"stable_step", SHEET, "horizon: 50, " SEARCH},
    {"equilibrium", SHEET, "horizon: 50, dt: 0.01, criteria: {displacement: [1e-3]}"},
    {"timing", SPRING, "dt: 0.01, iterations: 20, repeats: 2, warmup: 1"},
    {"cost", SHEET, "dt: 0.01, iterations: 5, repeats: 2, warmup: 1"},
    {"run", SHEET, "dt: 0.01, horizon: 10, frames_every: 5"},
    {"accuracy", SPRING, "end: 1, dts: [0.1, 0.05], reference: {integrator: rk4, dt: 0.01}"},
    {"drift", SPRING, "dt: 0.01, horizon: 200"},
    {"predict", SHEET, "horizon: 50, every: 25, " SEARCH},
    {"one_step", SPRING, "dt: 0.01"},
    {"stability_map", SPRING, "omega_points: 5, c_points: 4, rays: 3"},
    {"run", SEVERAL, "dt: 0.01, horizon: 10, frames_every: 5"},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void every_task_has_a_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_registry_count(&task_registry); i++) {
        size_t s = 0;
        while (s < SAMPLES && strcmp(samples[s].task, trama_registry_name(&task_registry, i)) != 0)
            s++;
        if (s == SAMPLES)
            fail_msg("the task %s has no sample here", trama_registry_name(&task_registry, i));
    }
}

static bool has_several(size_t sample)
{
    return strstr(samples[sample].model, "objects:") != NULL;
}

static const char *name_of(size_t sample)
{
    return has_several(sample) ? "several" : samples[sample].task;
}

static bundle case_of(size_t sample)
{
    char text[2048], folder[64];
    snprintf(text, sizeof text,
             "experiment: %s\ntolerance: {'*': {relative: 1e-9}}\ncase:\n  labels: {simulation: "
             "S1}\n%s  integrator: {name: verlet}\n"
             "  task: {name: %s, %s}\n",
             name_of(sample), samples[sample].model, samples[sample].task, samples[sample].options);
    folder_write("sample.yaml", text);
    const shell_end end = shell_run(SHELL("run", "sample.yaml", "-o", "out", "-q"));
    if (end.code != 0)
        fail_msg("%s: %s%s", samples[sample].task, end.out, end.err);
    snprintf(folder, sizeof folder, "out/%s", name_of(sample));
    record_names names;
    record_error error = {0};
    assert_int_equal(record_list(folder, &names, &error), RECORD_OK);
    assert_int_equal(names.count, 1);
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, names.name[0]);
    record_names_free(&names);
    bundle b = {0};
    assert_int_equal(record_read(path, NULL, &b, &error), RECORD_OK);
    return b;
}

static void print_column(FILE *out, const bundle_column *c)
{
    static const char *const types[] = {
        [BUNDLE_REAL] = "real", [BUNDLE_INTEGER] = "integer", [BUNDLE_TEXT] = "text"};
    fprintf(out, "| `%s` | %s | %s | %s |\n", c->path, types[c->type], c->unit, c->summary);
}

static int in_all(const bundle *b, const char *path)
{
    for (size_t i = 0; i < SAMPLES; i++)
        if (!bundle_find(&b[i], path))
            return 0;
    return 1;
}

static const char head[] = "| column | type | unit | what |\n| --- | --- | --- | --- |\n";

/* The page of all samples' columns. */
static char *page_of(const bundle *b)
{
    char *page;
    size_t size;
    FILE *out = open_memstream(&page, &size);
    assert_non_null(out);
    fprintf(out,
            "# Columns of results files, schema version %d\n\n"
            "Made by `tests/test_schema.c` from a case of each task, and held to it. How a column "
            "is stored:\n`results-format.md`. Unit 1: a pure number.\n\nBeside these stand "
            "`/swept/<path>`: "
            "the value of each path that the experiment sweeps, with the\ntype and unit of its "
            "field.\n\n## In every case\n\n%s",
            RECORD_SCHEMA_VERSION, head);
    for (size_t i = 0; i < b[0].count; i++)
        if (in_all(b, b[0].column[i].path))
            print_column(out, &b[0].column[i]);
    for (size_t s = 0; s < SAMPLES; s++) {
        fprintf(out, "\n## Task `%s`%s\n\n%s", samples[s].task,
                has_several(s)
                    ? ", an object `cloth`, an obstacle `ball` and an interaction `touch`"
                    : "",
                head);
        for (size_t i = 0; i < b[s].count; i++)
            if (!in_all(b, b[s].column[i].path))
                print_column(out, &b[s].column[i]);
    }
    assert_int_equal(fclose(out), 0);
    return page;
}

static char *read_page(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size), *in = fopen(page_file, "rb");
    assert_non_null(out);
    for (int c; in && (c = fgetc(in)) != EOF;)
        fputc(c, out);
    if (in)
        fclose(in);
    fclose(out);
    return text;
}

static void write_page(const char *page)
{
    FILE *out = fopen(page_file, "wb");
    assert_non_null(out);
    fputs(page, out);
    assert_int_equal(fclose(out), 0);
}

/* The first line in which they differ. */
static void fail_difference(const char *page, const char *written)
{
    size_t line = 1, start = 0, i = 0;
    for (; page[i] && page[i] == written[i]; i++)
        if (page[i] == '\n') {
            line++;
            start = i + 1;
        }
    fail_msg("line %zu of %s is\n  %.*s\nand the cases have\n  %.*s\nTRAMA_RENEW=1 makes it anew",
             line, page_file, (int)strcspn(written + start, "\n"), written + start,
             (int)strcspn(page + start, "\n"), page + start);
}

static void the_page_says_what_the_files_hold(void **state)
{
    (void)state;
    bundle b[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++)
        b[i] = case_of(i);
    char *page = page_of(b);
    if (getenv("TRAMA_RENEW"))
        write_page(page);
    char *written = read_page();
    if (strcmp(page, written) != 0)
        fail_difference(page, written);
    free(page);
    free(written);
    for (size_t i = 0; i < SAMPLES; i++)
        bundle_free(&b[i]);
}

/* Of the cases that the page was made from. */
static void a_baseline_of_every_task_reads_back_as_the_same(void **state)
{
    (void)state;
    char said[64];
    shell_end end = shell_run(SHELL("baseline", "out", "-o", "all.txt"));
    assert_string_equal(end.err, "");
    end = shell_run(SHELL("compare", "all.txt", "out"));
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    snprintf(said, sizeof said, "%d cases: %d same", (int)SAMPLES, (int)SAMPLES);
    assert_non_null(strstr(end.out, said));
}

static bool is_found(const bundle_column *c)
{
    return c->type == BUNDLE_REAL && strncmp(c->path, "/config/", strlen("/config/")) != 0 &&
           !strstr(c->path, "threshold"); /* which is given */
}

/* Takes away every number that the case has found. */
static void forget_numbers(size_t sample)
{
    char folder[64], path[512];
    record_names names;
    record_error error = {0};
    bundle b = {0};
    snprintf(folder, sizeof folder, "out/%s", name_of(sample));
    assert_int_equal(record_list(folder, &names, &error), RECORD_OK);
    snprintf(path, sizeof path, "%s/%s", folder, names.name[0]);
    record_names_free(&names);
    assert_int_equal(record_read(path, NULL, &b, &error), RECORD_OK);
    for (bundle_column *c = b.column; c < b.column + b.count; c++)
        for (size_t i = 0; is_found(c) && i < c->rows * c->columns; i++)
            c->real[i] = NAN;
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
}

/* The first `nan` or `inf` that is a word of its own, or NULL. */
static const char *no_number(const char *text)
{
    static const char *const words[] = {"nan", "inf"};
    for (const char *at = text; *at; at++)
        for (size_t i = 0; i < 2; i++)
            if (strncmp(at, words[i], 3) == 0 && !isalnum((unsigned char)at[3]) &&
                (at == text || !isalnum((unsigned char)at[-1])))
                return at;
    return NULL;
}

/* Of the same cases: what a person reads shows a dash or a word for what was not found. */
static void tables_and_pages_show_no_nan(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        forget_numbers(i);
    const shell_end end = shell_run(SHELL("table", "out"));
    if (no_number(end.out))
        fail_msg("a table has '%.99s'", no_number(end.out));
    assert_int_equal(shell_run(SHELL("report", "out")).code, 0);
    char *page = text_of_file("out/report.html");
    if (no_number(page))
        fail_msg("the page has '%.99s'", no_number(page));
    free(page);
}

static int begin(void **state)
{
    record_begin();
    return folder_enter(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_has_a_sample),
        cmocka_unit_test(the_page_says_what_the_files_hold),
        cmocka_unit_test(a_baseline_of_every_task_reads_back_as_the_same),
        cmocka_unit_test(tables_and_pages_show_no_nan), /* the last: it changes the cases */
    };
    return cmocka_run_group_tests(tests, begin, folder_leave);
}
