/* A table that a study lists, and the figure of drapes, join cases of several tasks that belong
 * together. Real runs of the program make them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/csv.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEARCH "search: {first: 0.002, increment: 0.002, cap: 0.2, tolerance: 0.01}"

#define COST "iterations_to_rest * `"
#define TIMING " where task is timing`"

/* Forward Euler gains energy at every step: it never comes to rest. */
static const char experiment[] =
    "experiment: sheets\n"
    "study:\n"
    "  factors: {simulation: labels.simulation}\n"
    "  figures:\n"
    "    - name: costs\n"
    "      only: task == 'equilibrium'\n"
    "      x: method\n"
    "      y: {of: " COST "iteration_time" TIMING ", title: Cost, unit: s}\n"
    "      bars: ['" COST "iteration_time_low" TIMING "', '" COST "iteration_time_high" TIMING
    "']\n"
    "      marks: {of: '2 * " COST "iteration_time" TIMING "', title: twice}\n"
    "      line: labels.simulation\n"
    "  listing:\n"
    "    name: costs\n"
    "    rows: cases\n"
    "    only: task == 'equilibrium' and experiment == 'sheets'\n"
    "    columns:\n"
    "      simulation: labels.simulation\n"
    "      integrator: integrator.name\n"
    "      predicted_dt_s: '`predicted_over_measured where task is predict` * `measured_limit "
    "where "
    "task is predict`'\n"
    "      stable_dt_s: limit\n"
    "      dt_s: dt\n"
    "      outcome: status\n"
    "      iterations: iterations_to_rest\n"
    "      equilibrium_s: iterations_to_rest * dt\n"
    "      ns_per_vertex_step: '1e9 * `iteration_time where task is timing` / `nodes where task is "
    "timing`'\n"
    "      cost_s: iterations_to_rest * `iteration_time where task is timing`\n"
    "      cost_low_s: iterations_to_rest * `iteration_time_low where task is timing`\n"
    "      cost_high_s: iterations_to_rest * `iteration_time_high where task is timing`\n"
    "      drop_m: drop\n"
    "      folds_out_of_plane_m: out_of_plane where experiment is folds\n"
    "case:\n"
    "  scene:\n"
    "    grid: {points: 5, side: 1}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 0.03\n"
    "    pins: [{k: 0, l: 0}, {k: -1, l: 0}]\n"
    "  bounds: {strain: 10}\n"
    "sweep:\n"
    "  - zip:\n"
    "      labels.simulation: [soft, stiff]\n"
    "      model:\n"
    "        - {name: nedel, elasticity: 20, mass: 0.1}\n"
    "        - {name: nedel, elasticity: 80, mass: 0.1}\n"
    "  - grid: {integrator.name: [symplectic_euler, forward_euler]}\n"
    "  - zip:\n"
    "      task:\n"
    "        - {name: predict, horizon: 200, every: 100, " SEARCH "}\n"
    "        - {name: equilibrium, horizon: 12000, fraction: 0.5, search_horizon: 200, " SEARCH
    ",\n"
    "           criteria: {displacement_rate: 0.01, window: 20}}\n"
    "        - {name: timing, dt: 1e-4, iterations: 20, repeats: 3, warmup: 1}\n";
static const char folding[] =
    "experiment: folds\n"
    "study: {factors: {simulation: labels.simulation}}\n"
    "case:\n"
    "  labels: {simulation: soft}\n"
    "  model: {name: nedel, elasticity: 20, mass: 0.1}\n"
    "  scene: {grid: {points: 5, side: 1}, wave: [0, 0, 0.02], wave_numbers: [2, 0]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 1e-3, horizon: 2}\n";
/* An experiment of its own. */
static const char other[] = "experiment: other\n"
                            "case:\n"
                            "  model: {name: nedel, elasticity: 20, mass: 0.1}\n"
                            "  scene: {grid: {points: 5, side: 1}, gravity: [0, -1, 0], damping: 1,"
                            " pins: [{k: 0}]}\n"
                            "  integrator: {name: symplectic_euler}\n"
                            "  task: {name: equilibrium, horizon: 50, dt: 1e-3, criteria: {kinetic:"
                            " 1e-9}}\n";

static csv drapes, timing, predictions;

static void read_table(const char *name, csv *table)
{
    static char text[65536];
    char path[128], message[256];
    snprintf(path, sizeof path, "r/tables/%s.csv", name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_true(csv_parse(text, table, message, sizeof message));
}

static int make(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("sheets.yaml", experiment);
    folder_write("folds.yaml", folding);
    folder_write("other.yaml", other);
    const shell_end run = shell_run(
        SHELL("run", "sheets.yaml", "folds.yaml", "other.yaml", "-o", "r", "--quiet", "-j", "2"));
    if (run.code != 0)
        print_error("%s%s", run.out, run.err);
    return run.code;
}

static int drop(void **state)
{
    csv_free(&drapes);
    csv_free(&timing);
    csv_free(&predictions);
    return folder_leave(state);
}

/* The cell of a simulation and an integrator's first row. */
static const char *cell_of(const csv *t, const char *simulation, const char *integrator,
                           const char *column)
{
    const size_t s = (size_t)csv_column(t, "simulation"), i = (size_t)csv_column(t, "integrator");
    assert_true(csv_column(t, column) >= 0);
    for (size_t row = 0; row < t->rows; row++)
        if (strcmp(csv_cell(t, row, s), simulation) == 0 &&
            strcmp(csv_cell(t, row, i), integrator) == 0)
            return csv_cell(t, row, (size_t)csv_column(t, column));
    fail_msg("no row of %s, %s", simulation, integrator);
    return "";
}
static double number_of(const csv *t, const char *simulation, const char *integrator,
                        const char *column)
{
    return strtod(cell_of(t, simulation, integrator, column), NULL);
}

static void the_cost_of_a_drape_is_its_steps_times_the_time_of_one(void **state)
{
    (void)state;
    static const char *const sheets[] = {"soft", "stiff"};
    assert_int_equal(shell_run(SHELL("table", "r")).code, 0);
    read_table("costs", &drapes);
    read_table("timing", &timing);
    read_table("predictions", &predictions);
    assert_int_equal(drapes.rows, 4);
    for (size_t i = 0; i < 2; i++) {
        const char *of = sheets[i], *by = "symplectic_euler";
        const double cost = number_of(&drapes, of, by, "cost_s");
        const double steps = number_of(&drapes, of, by, "iterations");
        const double step = number_of(&timing, of, by, "ti_s");
        assert_near(cost, steps * step, 1e-9 * cost);
        assert_true(number_of(&drapes, of, by, "cost_low_s") <= cost);
        assert_true(number_of(&drapes, of, by, "cost_high_s") >= cost);
        assert_near(number_of(&drapes, of, by, "cost_low_s") / cost,
                    number_of(&timing, of, by, "ti_low_s") / step, 1e-9);
        assert_near(number_of(&drapes, of, by, "ns_per_vertex_step"), 1e9 * step / 25, 1e-4);
        assert_near(number_of(&drapes, of, by, "equilibrium_s"),
                    steps * number_of(&drapes, of, by, "dt_s"), 1e-9);
    }
}

static void limits_stand_beside_one_another(void **state)
{
    (void)state;
    const char *by = "symplectic_euler";
    const double stable = number_of(&drapes, "soft", by, "stable_dt_s");
    assert_near(number_of(&predictions, "soft", by, "dt_stable_s"), stable, 1e-12);
    assert_near(number_of(&drapes, "soft", by, "dt_s"), 0.5 * stable, 1e-12);
    /* 4 times the stiffness, half the step; predicted is the same within a few per cent */
    assert_near(number_of(&drapes, "stiff", by, "stable_dt_s"), 0.5 * stable, 0.05 * stable);
    assert_near(number_of(&drapes, "soft", by, "predicted_dt_s"), stable, 0.05 * stable);
}

static void what_does_not_come_to_rest_has_no_cost(void **state)
{
    (void)state;
    assert_string_equal(cell_of(&drapes, "stiff", "forward_euler", "cost_s"), "");
    assert_string_equal(cell_of(&drapes, "stiff", "forward_euler", "iterations"), "");
    assert_string_not_equal(cell_of(&drapes, "stiff", "forward_euler", "outcome"), "equilibrium");
    assert_string_equal(cell_of(&drapes, "stiff", "symplectic_euler", "outcome"), "equilibrium");
}

static void folds_are_those_of_the_sheets_own_run(void **state)
{
    (void)state;
    const double soft = number_of(&drapes, "soft", "forward_euler", "folds_out_of_plane_m");
    assert_true(soft > 0.01 && soft < 0.02); /* half waves of 0.02 m: 0.0126 m about their plane */
    assert_string_equal(cell_of(&drapes, "stiff", "symplectic_euler", "folds_out_of_plane_m"), "");
}

/* Of the drapes of symplectic Euler; a drape that does not come to rest has no value. */
static void a_figure_has_bars_and_open_marks(void **state)
{
    (void)state;
    static char text[8192];
    double x, cost, low, high, twice;
    assert_int_equal(shell_run(SHELL("plot", "r")).code, 0);
    assert_int_equal(access("r/plots/costs.svg", R_OK), 0);
    FILE *in = fopen("r/plots/costs.dat", "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    const char *soft = strstr(text, "# soft\n NaN NaN NaN NaN NaN 0 NaN 0 0\n");
    assert_non_null(soft);
    soft = strchr(strchr(soft, '\n') + 1, '\n') + 1;
    double *const read[] = {&x, &cost, &low, &high, &twice};
    char *end = (char *)soft;
    for (size_t i = 0; i < 5; i++) {
        const char *at = end;
        *read[i] = strtod(at, &end);
        assert_ptr_not_equal(end, at);
    }
    /* in the unit that the largest asks for */
    const double unit = strstr(text, "Cost (µs)") ? 1e6 : strstr(text, "Cost (ms)") ? 1e3 : 1;
    assert_near(cost, unit * number_of(&drapes, "soft", "symplectic_euler", "cost_s"), 1e-4 * cost);
    assert_near(low, unit * number_of(&drapes, "soft", "symplectic_euler", "cost_low_s"),
                1e-4 * cost);
    assert_near(high, unit * number_of(&drapes, "soft", "symplectic_euler", "cost_high_s"),
                1e-4 * cost);
    assert_near(twice, 2 * cost, 1e-4 * cost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cost_of_a_drape_is_its_steps_times_the_time_of_one),
        cmocka_unit_test(limits_stand_beside_one_another),
        cmocka_unit_test(what_does_not_come_to_rest_has_no_cost),
        cmocka_unit_test(folds_are_those_of_the_sheets_own_run),
        cmocka_unit_test(a_figure_has_bars_and_open_marks),
    };
    return cmocka_run_group_tests(tests, make, drop);
}
