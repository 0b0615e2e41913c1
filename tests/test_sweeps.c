/* A sweep over meshes, steps, methods, labels and tasks: every printed number is that of its own
 * case. The files are read with HDF5 itself, and the names of cells by what the sweep was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

/* Debian keeps the serial one apart. */
#if __has_include(<hdf5.h>)
#include <hdf5.h>
#else
#include <hdf5/serial/hdf5.h>
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cells[] =
    "experiment: cells\n"
    "case:\n"
    "  labels: {drag: 1}\n"
    "  model: {name: provot, structural: 20, density: 0.2, sweeps: 0}\n"
    "  scene: {grid: {points: 3, side: 1}, gravity: [0, -9.8, 0], pins: [{k: 0}]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1}\n"
    "sweep:\n"
    "  - grid:\n"
    "      scene.grid.points: [3, 4]\n"
    "      integrator.name: [symplectic_euler, rk4]\n"
    "      labels.drag: [1, 2]\n"
    "      task:\n"
    "        - {name: equilibrium, dt: 0.002, horizon: 20000, frames: false, criteria: "
    "{displacement_rate: [1e-2, 1e-3], window: 10}}\n"
    "        - {name: equilibrium, dt: 0.004, horizon: 20000, frames: false, criteria: "
    "{displacement_rate: [1e-2, 1e-3], window: 10}}\n"
    "        - {name: stable_step, horizon: 200, search: {first: 0.01, increment: 0.01, cap: 0.5, "
    "tolerance: 0.01}}\n"
    "        - {name: timing, dt: 0.002, iterations: 50, repeats: 2, blocks: 2, warmup: 5}\n"
    "derive: {scene.damping: 0.05 * drag}\n";

enum { CASES = 32, SAMPLES_MOST = 64, TEXT = 64 };

/* A case, as HDF5 reads its file. */
typedef struct cell {
    char path[128], task[TEXT], method[TEXT];
    double points, drag, dt;
    double rest;           /* iterations by the finest threshold */
    double limit, grid;    /* s: of the bracket, and of the search */
    double iteration_time; /* s, the median of the samples */
} cell;

static cell item[CASES];

/* The numbers of a dataset; how many: 0, if there is none. */
static size_t numbers(hid_t file, const char *path, double value[SAMPLES_MOST])
{
    const hid_t data = H5Dopen2(file, path, H5P_DEFAULT);
    if (data < 0)
        return 0;
    const hid_t space = H5Dget_space(data);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    assert_true(count > 0 && count <= SAMPLES_MOST);
    assert_true(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Sclose(space);
    H5Dclose(data);
    return (size_t)count;
}

static double last_of(hid_t file, const char *path)
{
    double value[SAMPLES_MOST];
    const size_t count = numbers(file, path, value);
    return count > 0 ? value[count - 1] : (double)NAN;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(hid_t file, const char *path)
{
    double value[SAMPLES_MOST];
    const size_t count = numbers(file, path, value);
    qsort(value, count, sizeof *value, by_value);
    return count > 0 ? 0.5 * (value[(count - 1) / 2] + value[count / 2]) : (double)NAN;
}

static void text_of(hid_t file, const char *path, char text[TEXT])
{
    const hid_t data = H5Dopen2(file, path, H5P_DEFAULT);
    assert_true(data >= 0);
    const hid_t type = H5Dget_type(data);
    if (H5Tis_variable_str(type)) {
        char *read = NULL;
        assert_true(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &read) >= 0);
        snprintf(text, TEXT, "%s", read);
        H5free_memory(read);
    } else {
        assert_true(H5Tget_size(type) < TEXT);
        memset(text, 0, TEXT);
        assert_true(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    }
    H5Tclose(type);
    H5Dclose(data);
}

static double number_in_text(hid_t file, const char *path)
{
    char text[TEXT];
    text_of(file, path, text);
    return strtod(text, NULL);
}

static cell read_cell(const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    cell c = {.points = last_of(file, "/swept/scene.grid.points"),
              .drag = number_in_text(file, "/labels/drag"),
              .dt = last_of(file, "/result/dt"),
              .rest = last_of(file, "/result/criteria/iteration"),
              .limit = last_of(file, "/result/bisected_stable"),
              .grid = last_of(file, "/result/dt_stable"),
              .iteration_time = median_of(file, "/timing/sample")};
    snprintf(c.path, sizeof c.path, "%s", path);
    text_of(file, "/case/task", c.task);
    text_of(file, "/case/integrator", c.method);
    H5Fclose(file);
    return c;
}

static int run_cells(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    experiment_write("cells.yaml", cells, NULL);
    const shell_end end = shell_run(SHELL("run", "cells.yaml", "-o", "out", "--quiet"));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const experiment_names names = *experiment_list("out/cells/cases", ".h5");
    assert_int_equal(names.count, CASES);
    for (size_t i = 0; i < CASES; i++) {
        char path[128];
        snprintf(path, sizeof path, "out/cells/cases/%s", names.name[i]);
        item[i] = read_cell(path);
    }
    return 0;
}

/* The only case of this; dt may be NAN. */
static const cell *find(const char *task, const char *method, double points, double drag, double dt)
{
    const cell *found = NULL;
    for (size_t i = 0; i < CASES; i++) {
        const cell *c = &item[i];
        if (strcmp(c->task, task) != 0 || strcmp(c->method, method) != 0 || c->points != points ||
            c->drag != drag || (!isnan(dt) && fabs(c->dt - dt) > 1e-12))
            continue;
        assert_null(found);
        found = c;
    }
    assert_non_null(found);
    return found;
}

/* --- tables --- */

enum { COLUMNS = 12 };

/* Cells of a line "| a | b |", without the spaces around them; how many. */
static size_t split(const char *line, char part[COLUMNS][TEXT])
{
    size_t count = 0;
    while (*line == '|' && line[1] != '\n' && count < COLUMNS) {
        line += 1 + strspn(line + 1, " ");
        size_t length = strcspn(line, "|\n");
        const char *next = line + length;
        while (length > 0 && line[length - 1] == ' ')
            length--;
        snprintf(part[count++], TEXT, "%.*s", (int)length, line);
        line = next;
    }
    return count;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static const char *method_of(const char *title)
{
    return strncmp(title, "RK4", 3) == 0 ? "rk4" : "symplectic_euler";
}

typedef double expected_value(const char *method, double points, double drag, double dt);

/* Compares every cell of the grid whose caption has `what`: drag and points are the first keys,
 * then the step, if there is one, and methods stand across; how many there are. */
static size_t compare_grid(const char *out, const char *what, expected_value *expected)
{
    char head[COLUMNS][TEXT], row[COLUMNS][TEXT];
    const char *line = strstr(out, what);
    size_t compared = 0;
    assert_non_null(line);
    line = next_line(next_line(line));
    const size_t columns = split(line, head);
    assert_string_equal(head[0], "drag");
    assert_string_equal(head[1], "points");
    const size_t keys = strcmp(head[2], "dt (ms)") == 0 ? 3 : 2;
    for (line = next_line(next_line(line)); split(line, row) == columns; line = next_line(line))
        for (size_t k = keys; k < columns; k++) {
            const double dt = keys > 2 ? strtod(row[2], NULL) / 1e3 : (double)NAN;
            const double value =
                expected(method_of(head[k]), strtod(row[1], NULL), strtod(row[0], NULL), dt);
            char *end;
            const double printed = strtod(row[k], &end);
            if (*end || fabs(printed / value - 1) > 5e-4) /* four digits */
                fail_msg("%s, %s: '%s', %g in the file", row[0], head[k], row[k], value);
            compared++;
        }
    return compared;
}

static double rest_of(const char *method, double points, double drag, double dt)
{
    return find("equilibrium", method, points, drag, dt)->rest;
}

static double limit_of(const char *method, double points, double drag, double dt)
{
    (void)dt;
    return 1e3 * find("stable_step", method, points, drag, (double)NAN)->limit;
}

/* Counts by the criterion that was asked, which is no displacement; limits by bisection. */
static void each_answer_is_that_of_its_own_case(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "out"));
    assert_int_equal(s.code, 0);
    assert_int_equal(compare_grid(s.out, "cells (iterations to equilibrium", rest_of), 16);
    assert_int_equal(compare_grid(s.out, "cells (largest stable step", limit_of), 8);
    size_t finer = 0;
    for (size_t i = 0; i < CASES; i++)
        finer += item[i].limit > item[i].grid * 1.01;
    assert_true(finer >= 6); /* so that the one is not taken for the other */
}

/* The number in a CSV's cell. */
static double csv_cell_of(const char *line, size_t column)
{
    bool quoted = false;
    for (; column > 0; line++) {
        quoted ^= *line == '"';
        column -= *line == ',' && !quoted;
    }
    return strtod(line, NULL);
}

/* The place of a column in a header. */
static size_t column_of(const char *header, const char *name)
{
    const char *at = strstr(header, name);
    assert_non_null(at);
    size_t column = 0;
    for (const char *c = header; c < at; c++)
        column += *c == ',';
    return column;
}

static void each_row_of_the_csv_is_that_of_its_own_case(void **state)
{
    (void)state;
    char *csv = text_of_file("out/tables/matrix.csv");
    const size_t measured = column_of(csv, "measured"),
                 points = column_of(csv, "scene.grid.points"), drag = column_of(csv, "labels.drag"),
                 dt = column_of(csv, "task.dt");
    size_t compared = 0;
    for (const char *line = next_line(csv); *line; line = next_line(line)) {
        char row[512];
        snprintf(row, sizeof row, "%.*s", (int)strcspn(line, "\n"), line);
        const char *method = strstr(row, ",rk4,") ? "rk4" : "symplectic_euler";
        const double p = csv_cell_of(row, points), d = csv_cell_of(row, drag);
        if (strstr(row, "rest_iterations"))
            assert_near(csv_cell_of(row, measured), rest_of(method, p, d, csv_cell_of(row, dt)),
                        0.0);
        else if (strstr(row, "dt_stable"))
            assert_near(csv_cell_of(row, measured), limit_of(method, p, d, 0), 1e-8);
        else
            continue;
        compared++;
    }
    assert_int_equal(compared, 24);
    free(csv);
}

/* Ti over that of RK4 on the same mesh under the same drag; Te by the count of its own case and
 * step: runs of twice the step come to rest in half as many iterations. */
static void each_ratio_is_to_the_same_but_for_the_method(void **state)
{
    (void)state;
    char row[COLUMNS][TEXT];
    const char *method = "";
    size_t compared = 0;
    const shell_end s = shell_run(SHELL("table", "out", "timing"));
    for (const char *line = s.out; *line; line = next_line(line)) {
        if (*line != '|' && *line != '\n' &&
            strstr(line, ": processing times\n") == strchr(line, ':'))
            method = method_of(line);
        if (*line != '|' || split(line, row) != 7 || strspn(row[0], "12") != 1)
            continue;
        const double drag = strtod(row[0], NULL), points = strtod(row[1], NULL);
        const double own = find("timing", method, points, drag, (double)NAN)->iteration_time;
        const double other = find("timing", "rk4", points, drag, (double)NAN)->iteration_time;
        assert_near(strtod(row[2], NULL), points * points, 0.0);
        assert_near(strtod(row[6], NULL), own / other, 0.00501);
        assert_near(strtod(row[4], NULL), own * rest_of(method, points, drag, 0.002),
                    6e-3 * own * rest_of(method, points, drag, 0.002));
        compared++;
    }
    assert_int_equal(compared, 8);
}

/* No two rows of a grid have one name: drag and points, and the method where captions do not say
 * it.
 */
static void rows_are_told_apart(void **state)
{
    (void)state;
    static const char *const names[] = {"timing", "dt_limits_other"};
    for (size_t t = 0; t < 2; t++) {
        const shell_end s = shell_run(SHELL("table", "out", names[t]));
        char row[COLUMNS][TEXT], name[CASES][3 * TEXT];
        size_t first = 0, rows = 0;
        for (const char *line = s.out; *line; line = next_line(line)) {
            first = *line == '|' ? first : rows; /* of the grid */
            if (*line != '|' || split(line, row) < 4 || strspn(row[0], "12") != 1)
                continue;
            snprintf(name[rows], sizeof name[rows], "%s %s %s", row[0], row[1],
                     t == 1 ? row[2] : "");
            for (size_t i = first; i < rows; i++)
                assert_string_not_equal(name[i], name[rows]);
            rows++;
        }
        assert_int_equal(rows, 8);
    }
}

/* Page and LaTeX have each count as often as files have it. */
static void page_and_latex_have_every_count(void **state)
{
    (void)state;
    assert_int_equal(shell_run(SHELL("report", "out", "--no-plots")).code, 0);
    char *page = text_of_file("out/report.html"), *tex = text_of_file("out/tables/matrix.tex");
    const char *answers = strstr(page, "<table class=\"answers\">");
    assert_non_null(answers);
    for (size_t i = 0; i < CASES; i++) {
        char in_page[32], in_tex[32];
        if (isnan(item[i].rest))
            continue;
        snprintf(in_page, sizeof in_page, "data-cell>%.0f</a>", item[i].rest);
        snprintf(in_tex, sizeof in_tex, " %.0f ", item[i].rest);
        text_assert_has(answers, in_page);
        text_assert_has(tex, in_tex);
    }
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < CASES; i++) {
        least = fmin(least, item[i].rest);
        most = fmax(most, item[i].rest);
    }
    char range[64];
    snprintf(range, sizeof range, "<strong>%.0f to %.0f</strong>", least, most);
    text_assert_has(page, range); /* the first screen */
    free(page);
    free(tex);
}

/* The cell of a case without a file, and no other, says that it is missing; its count stands for no
 * other step. */
static void a_missing_case_stands_in_its_cell(void **state)
{
    (void)state;
    char row[COLUMNS][TEXT];
    const cell *gone = find("equilibrium", "rk4", 4, 2, 0.002);
    assert_int_equal(remove(gone->path), 0);
    shell_end s = shell_run(SHELL("table", "out"));
    assert_int_equal(s.code, 0);
    text_assert_has(s.err, "31 of 32 planned cases have a results file");
    const char *line = strstr(s.out, "\n|    2 |      4 |       2 | missing ");
    assert_non_null(line);
    assert_int_equal(split(line + 1, row), 5);
    text_assert_has(s.out, "1 of 16 missing."); /* at a glance */
    assert_int_equal(text_count(s.out, "missing"), 2);
    char *tex = text_of_file("out/tables/matrix.tex");
    assert_int_equal(text_count(tex, "missing"), 1);
    free(tex);
    s = shell_run(SHELL("table", "out", "timing"));
    line = strstr(s.out, "\n|    2 |      4 |"); /* under RK4, which comes first */
    assert_non_null(line);
    assert_int_equal(split(line + 1, row), 7);
    assert_string_equal(row[4], "–");
    assert_int_equal(shell_run(SHELL("report", "out", "--no-plots")).code, 0);
    char *page = text_of_file("out/report.html");
    text_assert_has(page, "data-cell>missing</a>");
    text_assert_has(page, "1 of 16 missing.");
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_answer_is_that_of_its_own_case),
        cmocka_unit_test(each_row_of_the_csv_is_that_of_its_own_case),
        cmocka_unit_test(each_ratio_is_to_the_same_but_for_the_method),
        cmocka_unit_test(rows_are_told_apart),
        cmocka_unit_test(page_and_latex_have_every_count),
        cmocka_unit_test(a_missing_case_stands_in_its_cell),
    };
    return cmocka_run_group_tests(tests, run_cells, folder_leave);
}
