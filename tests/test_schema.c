/* The columns that lib/results/columns defines, the page docs/results-columns.md that is made of
 * them, and the files of real cases agree, and a baseline of those cases reads back. If the page is
 * out of date, `TRAMA_RENEW=1 ctest --test-dir build/release -R test_schema` makes it anew. The
 * schema version rises if a reader could fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "results/columns/columns.h"
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
/* By an implicit method, as the comment says. */
#define IMPLICIT                                                                                   \
    "  model: {name: oscillator, omega: 10} # implicit\n"                                          \
    "  bounds: {displacement: 10}\n"
#define BODIES                                                                                     \
    "  model: {name: rigid_bodies, bodies: {ball: {shape: sphere, radius: 0.1, velocity: [1, 0, "  \
    "0], arrangement: line, count: 3, step: [1, 0, 0]}}}\n"
#define SEARCH "search: {first: 0.01, increment: 0.01, cap: 0.2}"

#define SEVERAL                                                                                    \
    "  environment: {gravity: [0, -9.8, 0]}\n"                                                     \
    "  objects:\n"                                                                                 \
    "    cloth: {model: {name: provot, structural: 40, density: 0.2}, scene: {grid: {points: 5, "  \
    "side: 1, origin: [0, 0.3, 0]}}}\n"                                                            \
    "    ball: {model: {name: sphere, position: [0.5, 0, 0.5], radius: 0.25}}\n"                   \
    "  interactions:\n"                                                                            \
    "    touch: {name: bouncing_contact, among: [cloth, ball], thickness: 0.005}\n"

/* With what each contact gives, as the comment says. */
#define TOUCHING                                                                                   \
    "  environment: {gravity: [0, -9.8, 0]} # forces\n"                                            \
    "  objects:\n"                                                                                 \
    "    bodies: {model: {name: rigid_bodies, bodies: {floor: {shape: box, side: [2, 1, 2], "      \
    "position: [0, -0.5, 0], motion: static}, ball: {shape: sphere, radius: 0.1, position: [0, "   \
    "0.1, 0]}}}}\n"                                                                                \
    "    stone: {model: {name: sphere_mesh, radius: 0.1, position: [5, 0, 0], points: [5, 5]}}\n"  \
    "  interactions:\n"                                                                            \
    "    touch: {name: rigid_contact, among: [bodies]}\n"

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
    {"accurate_step", SHEET, "law: [0, 0, 0], scale: 1, end: 0.1, answer: {signal: place}"},
    {"drift", SPRING, "dt: 0.01, horizon: 200"},
    {"predict", SHEET, "horizon: 50, every: 25, " SEARCH},
    {"advice", SHEET, "iterations: 40, looks: 2, samples: 2"},
    {"modes", SHEET, "rest: {iterations: 0}"},
    {"buckling", SHEET, "iterations: 2, rest: {iterations: 0}"},
    {"waves", SHEET, "dt: 0.01, horizon: 10, every: 1, direction: [0, 1, 0]"},
    {"passing", BODIES, "dt: 0.01, horizon: 20, distance: 0.1, height: 1, skip: 0"},
    {"memory", SPRING, "dt: 0.01"},
    {"one_step", SPRING, "dt: 0.01"},
    {"stability_map", SPRING, "omega_points: 5, c_points: 4, rays: 3"},
    {"run", SEVERAL, "dt: 0.01, horizon: 10, frames_every: 5"},
    {"run", IMPLICIT, "dt: 0.01, horizon: 10"},
    {"run", TOUCHING, "dt: 0.01, horizon: 10, frames_every: 5, forces: true, body: ball"},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void every_task_has_a_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_registry_count(&task_registry); i++) {
        const char *task = trama_registry_name(&task_registry, i);
        size_t s = 0;
        while (s < SAMPLES && strcmp(samples[s].task, task) != 0)
            s++;
        if (s == SAMPLES)
            fail_msg("the task %s has no sample here", task);
        if (!column_set_find(task))
            fail_msg("the task %s has no set in lib/results/columns", task);
    }
}

static bool has_several(size_t sample)
{
    return strstr(samples[sample].model, "objects:") != NULL;
}

static bool is_implicit(size_t sample)
{
    return strstr(samples[sample].model, "# implicit") != NULL;
}

static const char *name_of(size_t sample)
{
    if (is_implicit(sample))
        return "implicit";
    if (strstr(samples[sample].model, "# forces"))
        return "forces";
    return has_several(sample) ? "several" : samples[sample].task;
}

static bundle case_of(size_t sample)
{
    char text[2048], folder[64];
    snprintf(text, sizeof text,
             "experiment: %s\ntolerance: {'*': {relative: 1e-9}}\ncase:\n  labels: {simulation: "
             "S1}\n%s  integrator: {name: %s}\n"
             "  task: {name: %s, %s}\n",
             name_of(sample), samples[sample].model,
             is_implicit(sample) ? "backward_euler" : "verlet", samples[sample].task,
             samples[sample].options);
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

/* Calls `visit` for each column of the set and of those that it shares. */
typedef void column_visit(const results_column *column, void *context);

static void visit_columns(const column_set *set, column_visit *visit, void *context)
{
    for (const results_column *const *c = set->column; *c; c++)
        visit(*c, context);
    for (const char *const *name = set->shares; *name; name++)
        visit_columns(column_set_find(*name), visit, context);
}

static const column_set *set_of(size_t sample)
{
    return column_set_find(samples[sample].task);
}

/* ---- The page. */

static void print_summary(FILE *out, const char *summary)
{
    for (; *summary; summary++)
        fprintf(out, *summary == '|' ? "\\%c" : "%c", *summary);
}

static void print_column(FILE *out, const results_column *c)
{
    static const char *const types[] = {[COLUMN_REAL] = "real",
                                        [COLUMN_INTEGER] = "integer",
                                        [COLUMN_BOOLEAN] = "boolean",
                                        [COLUMN_TEXT] = "text",
                                        [COLUMN_VARIES] = "its own"};
    static const char *const shapes[] = {
        [COLUMN_SCALAR] = "scalar", [COLUMN_ROWS] = "rows", [COLUMN_MATRIX] = "matrix"};
    fprintf(out, "| `%s`%s | %s | %s | %s | ", c->path, c->optional ? " °" : "", types[c->type],
            shapes[c->shape], c->unit ? c->unit : "its own");
    print_summary(out, c->summary ? c->summary : "its own");
    fputs(" |\n", out);
}

static void print_set(FILE *out, const column_set *set)
{
    fprintf(out, "\n## %s\n\n", set->title);
    for (const char *const *name = set->shares; *name; name++)
        fprintf(out, "%s*%s*%s", name == set->shares ? "The columns of " : ", ",
                column_set_find(*name)->title,
                name[1]          ? ""
                : set->column[0] ? ", and:\n\n"
                                 : ".\n");
    if (!set->column[0])
        return;
    fputs("| column | type | shape | unit | what |\n| --- | --- | --- | --- | --- |\n", out);
    for (const results_column *const *c = set->column; *c; c++)
        print_column(out, *c);
}

static char *page_of_columns(void)
{
    char *page;
    size_t size;
    FILE *out = open_memstream(&page, &size);
    assert_non_null(out);
    fprintf(
        out,
        "# Columns of results files, schema version %d\n\n"
        "Made by `tests/test_schema.c` of `lib/results/columns/*.def`, and held to the files of "
        "real cases. How a column is stored:\n`results-format.md`. Unit 1: a pure number. "
        "Shape: a scalar has one value, a matrix rows and columns. A column marked ° is\nthere "
        "where there is something to say. In place of `<...>` stands a name: of an object that "
        "has none the path is\nwithout it, `/frames/x`. Type, unit and meaning are the column's "
        "`own` where they come from what it is named after: a\nswept field, a detector, what a "
        "model or an interaction observes.\n",
        RECORD_SCHEMA_VERSION);
    for (size_t i = 0; i < column_set_count; i++)
        print_set(out, &column_sets[i]);
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

static void the_page_says_what_the_columns_are(void **state)
{
    (void)state;
    char *page = page_of_columns();
    if (getenv("TRAMA_RENEW"))
        write_page(page);
    char *written = read_page();
    if (strcmp(page, written) != 0)
        fail_difference(page, written);
    free(page);
    free(written);
}

/* ---- Real cases. */

static bundle cases[SAMPLES];

static bool same_text(const char *said, const char *written)
{
    return !said || strcmp(said, written) == 0;
}

static column_type type_of(const bundle_column *written)
{
    return written->boolean ? COLUMN_BOOLEAN : (column_type)written->type;
}

static bool fits(const results_column *said, const bundle_column *written)
{
    const bool is_text = written->type == BUNDLE_TEXT;
    const bool is_single = said->shape == COLUMN_SCALAR || group_rest(group_swept, said->path);
    return (said->type == COLUMN_VARIES || said->type == type_of(written)) &&
           written->single == is_single && (is_text || same_text(said->unit, written->unit)) &&
           same_text(said->summary, written->summary) &&
           (said->shape != COLUMN_SCALAR || (written->rows == 1 && written->columns == 1)) &&
           (said->shape == COLUMN_MATRIX || written->columns == 1);
}

/* The columns that say the most of the path of one that was written: how much, and whether one of
 * them fits it. */
typedef struct best_said {
    const bundle_column *written;
    size_t most;
    bool fits;
} best_said;

static void keep_best(const results_column *column, void *context)
{
    best_said *best = context;
    const size_t says = column_says(column, best->written->path);
    if (says == 0 || says < best->most)
        return;
    best->fits = fits(column, best->written) || (says == best->most && best->fits);
    best->most = says;
}

static void what_is_written_is_as_the_columns_say(void **state)
{
    (void)state;
    for (size_t s = 0; s < SAMPLES; s++)
        for (size_t i = 0; i < cases[s].count; i++) {
            best_said best = {.written = &cases[s].column[i]};
            visit_columns(column_set_find("case"), keep_best, &best);
            visit_columns(set_of(s), keep_best, &best);
            if (best.most == 0)
                fail_msg("%s: no column says %s", name_of(s), best.written->path);
            if (!best.fits)
                fail_msg("%s: %s is written otherwise than said", name_of(s), best.written->path);
        }
}

static void expect_written(const results_column *column, void *context)
{
    const size_t s = *(const size_t *)context;
    if (!column->optional && !bundle_get(&cases[s], column))
        fail_msg("%s: %s is not written", name_of(s), column->path);
}

static void what_the_columns_say_is_written(void **state)
{
    (void)state;
    for (size_t s = 0; s < SAMPLES; s++) {
        visit_columns(column_set_find("case"), expect_written, &s);
        visit_columns(set_of(s), expect_written, &s);
    }
}

typedef struct seen_paths {
    const results_column *column[256];
    size_t count;
} seen_paths;

static void expect_new_path(const results_column *column, void *context)
{
    seen_paths *seen = context;
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->column[i]->path, column->path) == 0)
            fail_msg("%s is said twice of one file", column->path);
    assert_true(seen->count < sizeof seen->column / sizeof seen->column[0]);
    seen->column[seen->count++] = column;
}

static void a_file_has_a_path_once(void **state)
{
    (void)state;
    for (size_t s = 0; s < SAMPLES; s++) {
        seen_paths seen = {.count = 0};
        visit_columns(column_set_find("case"), expect_new_path, &seen);
        visit_columns(set_of(s), expect_new_path, &seen);
    }
}

/* With the same cases. */
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
            c->real[i] = TRAMA_NAN;
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

/* With the same cases: tables and pages show a dash or a word for what was not found. */
static void tables_and_pages_show_no_nan(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        forget_numbers(i);
    const shell_end end = shell_run(SHELL("table", "out"));
    if (no_number(end.out))
        fail_msg("a table has '%.99s'", no_number(end.out));
    const shell_end report = shell_run(SHELL("report", "out"));
    if (report.code != 0)
        fail_msg("report ends with %d: %s", report.code, report.err);
    char *page = text_of_file("out/report.html");
    if (no_number(page))
        fail_msg("the page has '%.99s'", no_number(page));
    free(page);
}

static int begin(void **state)
{
    record_begin();
    const int entered = folder_enter(state);
    for (size_t i = 0; entered == 0 && i < SAMPLES; i++)
        cases[i] = case_of(i);
    return entered;
}

static int end(void **state)
{
    for (size_t i = 0; i < SAMPLES; i++)
        bundle_free(&cases[i]);
    return folder_leave(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_has_a_sample),
        cmocka_unit_test(the_page_says_what_the_columns_are),
        cmocka_unit_test(what_is_written_is_as_the_columns_say),
        cmocka_unit_test(what_the_columns_say_is_written),
        cmocka_unit_test(a_file_has_a_path_once),
        cmocka_unit_test(a_baseline_of_every_task_reads_back_as_the_same),
        cmocka_unit_test(tables_and_pages_show_no_nan), /* the last: it changes the cases */
    };
    return cmocka_run_group_tests(tests, begin, end);
}
