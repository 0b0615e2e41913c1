/* The table of claims: what a reference says of runs, held against what they measured. Real runs of
 * the program, its real tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/read/csv.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char claims[] = "# Of a sheet that hangs.\n"
                             "set,claim,figure,relation,published,tolerance,source\n"
                             "hangs,it stretches,stretch,at least,0.01,0,p. 1\n"
                             "hangs,it stretches little,stretch,at most,0.001,0,p. 2\n"
                             "hangs,it stays in its plane,out_of_plane,equals,0,0,p. 3\n"
                             "hangs,its folds,projection,beside,,,p. 4\n"
                             "breaks,it is stable,unstable,equals,0,0,p. 5\n"
                             "breaks,it stretches,stretch,at least,0.01,0,p. 6\n"
                             "other,of another run,stretch,at least,0.01,0,p. 7\n"
                             "rests,it rests,steps_to_rest,beside,220,,p. 8\n";

static const char experiment[] =
    "experiment: hanging\n"
    "reference: claims.csv\n"
    "case:\n"
    "  model: {name: provot, structural: 10, shear: 5, flexion: 1, mass: 0.1, sweeps: 0}\n"
    "  scene:\n"
    "    grid: {points: 5, side: 1, axis1: [0, -1, 0], axis2: [1, 0, 0]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 10}\n"
    "  task: {name: run, horizon: 60}\n"
    "sweep:\n"
    "  - zip: {labels.claims: [hangs, breaks, ''], labels.simulation: [sheet, broken, free],\n"
    "          task.dt: [0.002, 0.2, 0.002]}\n";

/* The same that comes to rest; its criterion is the one of the figure. */
static const char resting[] =
    "experiment: resting\n"
    "reference: claims.csv\n"
    "case:\n"
    "  labels: {claims: rests}\n"
    "  model: {name: provot, structural: 10, shear: 5, flexion: 1, mass: 0.1, sweeps: 0}\n"
    "  scene:\n"
    "    grid: {points: 5, side: 1, axis1: [0, -1, 0], axis2: [1, 0, 0]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 0.05\n"
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: equilibrium, dt: 0.002, horizon: 9000, criteria: {displacement: [1e-5, 1e-6, "
    "1e-7]}}\n";

static csv table;

static int make_tables(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("claims.csv", claims);
    folder_write("hanging.yaml", experiment);
    folder_write("resting.yaml", resting);
    const shell_end run =
        shell_run(SHELL("run", "hanging.yaml", "resting.yaml", "-o", "r", "--quiet"));
    if (run.code != 0)
        print_error("%s%s", run.out, run.err);
    if (shell_run(SHELL("table", "r")).code != 0)
        return -1;
    FILE *in = fopen("r/tables/claims.csv", "r");
    static char text[8192];
    char message[256];
    if (!in)
        return -1;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return csv_parse(text, &table, message, sizeof message) ? 0 : -1;
}

static int drop_tables(void **state)
{
    csv_free(&table);
    return folder_leave(state);
}

/* The row of a source, or fails. */
static size_t row_of(const char *source)
{
    const size_t column = (size_t)csv_column(&table, "source");
    for (size_t row = 0; row < table.rows; row++)
        if (strcmp(csv_cell(&table, row, column), source) == 0)
            return row;
    fail_msg("no row of %s", source);
    return 0;
}
static const char *cell_of(const char *source, const char *column)
{
    return csv_cell(&table, row_of(source), (size_t)csv_column(&table, column));
}

static void every_claim_of_a_run_is_a_row_and_no_other(void **state)
{
    (void)state;
    assert_int_equal(table.rows, 7);
    assert_string_equal(cell_of("p. 1", "simulation"), "sheet");
    assert_string_equal(cell_of("p. 6", "simulation"), "broken");
}

static void relations_are_judged(void **state)
{
    (void)state;
    assert_string_equal(cell_of("p. 1", "verdict"), "holds");
    assert_string_equal(cell_of("p. 2", "verdict"), "does not hold");
    assert_string_equal(cell_of("p. 3", "verdict"), "holds");
    assert_string_equal(cell_of("p. 4", "verdict"), "");
    assert_string_equal(cell_of("p. 5", "verdict"), "does not hold");
}

static void the_measured_figure_stands_beside_the_published_one(void **state)
{
    (void)state;
    assert_near(strtod(cell_of("p. 1", "published"), NULL), 0.01, 1e-15);
    assert_true(strtod(cell_of("p. 1", "measured"), NULL) > 0.01);
    assert_near(strtod(cell_of("p. 4", "measured"), NULL), 1.0, 1e-12);
}

/* Of the three thresholds the one of 1e-6 m, the second. */
static void steps_to_rest_are_those_of_a_micrometre_a_step(void **state)
{
    (void)state;
    FILE *in = fopen("r/tables/equilibrium.csv", "r");
    static char text[4096];
    char message[256];
    csv rests;
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_true(csv_parse(text, &rests, message, sizeof message));
    assert_int_equal(rests.rows, 3);
    const size_t column = (size_t)csv_column(&rests, "iterations");
    const double steps = csv_number(&rests, 1, column);
    assert_true(csv_number(&rests, 0, column) < steps && steps < csv_number(&rests, 2, column));
    assert_near(strtod(cell_of("p. 8", "measured"), NULL), steps, 1e-9);
    csv_free(&rests);
}

static void a_run_that_broke_has_no_last_state_to_claim_of(void **state)
{
    (void)state;
    assert_string_equal(cell_of("p. 6", "measured"), "");
    assert_string_equal(cell_of("p. 6", "verdict"), "does not hold");
}

/* Two hold (p. 1, p. 3), three do not (p. 2, 5, 6), two have no verdict (p. 4, 8). */
static void the_report_has_a_section_that_counts_them(void **state)
{
    (void)state;
    const shell_end closing = shell_run(SHELL("table", "r"));
    assert_non_null(
        strstr(closing.out, "tables in r/tables; 2 of 5 published statements come out\n"));
    assert_int_equal(shell_run(SHELL("report", "r", "-o", "page.html")).code, 0);
    FILE *in = fopen("page.html", "r");
    assert_non_null(in);
    static char page[1 << 20];
    page[fread(page, 1, sizeof page - 1, in)] = '\0';
    fclose(in);
    const char *section = strstr(page, "<section id=\"models\"");
    assert_non_null(section);
    assert_non_null(strstr(page, "<a href=\"#models\">"));
    assert_non_null(strstr(section, "Of 5 published statements that can be judged, 2 come out and "
                                    "3 do not. Without a verdict, beside what was measured: 2."));
    const char *claimed =
        strstr(section, "What is said of single runs, and what they measure</h3>");
    assert_non_null(claimed);
    assert_true(claimed < strstr(page, "<section id=\"tables\""));
    assert_null(strstr(claimed + 10, "What is said of single runs, and what they measure</h3>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_claim_of_a_run_is_a_row_and_no_other),
        cmocka_unit_test(relations_are_judged),
        cmocka_unit_test(the_measured_figure_stands_beside_the_published_one),
        cmocka_unit_test(steps_to_rest_are_those_of_a_micrometre_a_step),
        cmocka_unit_test(the_report_has_a_section_that_counts_them),
        cmocka_unit_test(a_run_that_broke_has_no_last_state_to_claim_of),
    };
    return cmocka_run_group_tests(tests, make_tables, drop_tables);
}
