/* trama show and trama export write the values of results files, for people and for spreadsheets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/table/data_table.h"
#include "core/numbers.h"
#include "results/csv.h"
#include "results/record.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char file[] = "made.h5";

/* A case with scalars, a table, a column of two columns, a text that needs quotes. */
static void make_case(const char *experiment, const char *path)
{
    bundle b = {0};
    record_error error = {0};
    const double dt[] = {0.1, 1.0 / 3.0}, pair[] = {1, 2, 3, TRAMA_NAN};
    const char *const names[] = {"a,b", "say \"x\"\nand y"};
    bundle_add_text(&b, "/case/id", "identity", "0123456789abcdef0123456789abcdef");
    bundle_add_text(&b, "/case/experiment", "experiment", experiment);
    bundle_add_text(&b, "/case/status", "how it ended", "ok");
    bundle_add_text(&b, "/labels/cloth", "label", "silk, raw");
    bundle_add_real(&b, "/result/dt", "s", "step", 1.0 / 3.0);
    bundle_add_integer(&b, "/result/count", "1", "count", -7);
    bundle_add_reals(&b, "/result/runs/dt", "s", "steps", dt, 2, 1);
    bundle_add_reals(&b, "/result/runs/pair", "m", "pairs", pair, 2, 2);
    bundle_add_texts(&b, "/result/runs/name", "names", names, 2);
    if (record_write(path, &b, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    bundle_free(&b);
}

static void show_lists_every_column_with_shape_and_unit(void **state)
{
    (void)state;
    make_case("cloth", file);
    const shell_end end = shell_run(SHELL("show", file));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.out, "0123456789abcdef0123456789abcdef of cloth: ok"));
    assert_non_null(strstr(end.out, " 0.3333333333333333 s  (step)\n"));
    assert_non_null(strstr(end.out, " real, 2 x 2, m  (pairs)\n"));
    assert_non_null(strstr(end.out, " -7  (count)\n"));
}

static void show_tells_an_index_from_a_case(void **state)
{
    (void)state;
    springs_run("sprung", NULL);
    const shell_end end = shell_run(SHELL("show", "sprung/spring/index.h5"));
    assert_int_equal(end.code, 0);
    assert_ptr_equal(strstr(end.out, "sprung/spring/index.h5\nthe index of 3 cases\n\n"), end.out);
}

/* What a field becomes. */
static const char *field_of(const char *text)
{
    static char field[80];
    FILE *out = fmemopen(field, sizeof field, "w");
    data_csv_field(text, out);
    fputc('\0', out);
    fclose(out);
    return field;
}

static void spreadsheets_are_given_nothing_to_compute(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"=1+1", "'=1+1"},  {"+x", "'+x"},       {"-x", "'-x"},
        {"@sum", "'@sum"},  {"\tx", "'\tx"},     {"=a,\"b\"", "\"'=a,\"\"b\"\"\""},
        {"-", "'-"},        {"-1 ms", "'-1 ms"}, {"-1.5", "-1.5"},
        {"+1e-3", "+1e-3"}, {"-inf", "-inf"},    {"a=b", "a=b"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_string_equal(field_of(table[i][0]), table[i][1]);
}

/* Read back by a reader of CSV: the same values to the bit, text with quotes and line breaks. */
static void show_prints_a_group_as_csv(void **state)
{
    (void)state;
    make_case("cloth", file);
    const shell_end end = shell_run(SHELL("show", file, "/result/runs"));
    csv table;
    char message[256];
    assert_int_equal(end.code, 0);
    assert_true(csv_parse(end.out, &table, message, sizeof message));
    assert_int_equal(table.rows, 2);
    assert_int_equal(table.columns, 4);
    const long dt = csv_column(&table, "dt [s]");
    assert_true(csv_number(&table, 1, (size_t)dt) == 1.0 / 3.0);
    assert_true(csv_number(&table, 1, (size_t)csv_column(&table, "pair_0 [m]")) == 3.0);
    assert_string_equal(csv_cell(&table, 1, (size_t)csv_column(&table, "pair_1 [m]")), "nan");
    assert_string_equal(csv_cell(&table, 0, (size_t)csv_column(&table, "name")), "a,b");
    csv_free(&table);
    const shell_end same = shell_run(SHELL("show", file, "result/runs"));
    assert_string_equal(same.out, end.out); /* as other programs write the path */
}

static void what_is_not_there_is_said(void **state)
{
    (void)state;
    make_case("cloth", file);
    const shell_end none = shell_run(SHELL("show", file, "/result/run"));
    assert_int_equal(none.code, 2);
    assert_non_null(strstr(none.err, "no column or group /result/run;"));
    folder_write("text.h5", "not HDF5");
    assert_int_equal(shell_run(SHELL("show", "text.h5")).code, 2);
    assert_int_equal(shell_run(SHELL("show", "missing.h5")).code, 2);
    assert_int_equal(shell_run(SHELL("show")).code, 2);
    assert_int_equal(shell_run(SHELL("export")).code, 2);
    assert_int_equal(shell_run(SHELL("export", "nowhere")).code, 2);
}

static char *read_text(const char *path)
{
    static char text[65536];
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s is not there", path);
    const size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[size] = '\0';
    return text;
}

static void export_writes_a_row_a_case(void **state)
{
    (void)state;
    csv table;
    char message[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "out", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("export", "out", "--csv"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_true(csv_parse(read_text("out/csv/spring.csv"), &table, message, sizeof message));
    assert_int_equal(table.rows, 3);
    assert_true(csv_column(&table, "case/id") >= 0);
    const long dt = csv_column(&table, "result/dt_stable [s]");
    for (size_t row = 0; row < table.rows; row++)
        assert_true(csv_number(&table, row, (size_t)dt) >= 0.15);
    csv_free(&table);
}

static void export_of_a_file_writes_its_series_where_it_is_told(void **state)
{
    (void)state;
    make_case("cloth", file);
    assert_int_equal(shell_run(SHELL("export", file, "--series", "-o", "sheets")).code, 0);
    assert_non_null(strstr(read_text("sheets/cloth.csv"), "\"silk, raw\""));
    assert_non_null(
        strstr(read_text("sheets/cloth/0123456789abcdef0123456789abcdef-result-runs.csv"), "a,b"));
}

/* A file from elsewhere may name its experiment so that the table would be written anywhere. */
static void export_leads_out_of_no_folder(void **state)
{
    (void)state;
    make_case("../../escaped", "hostile.h5");
    const shell_end end = shell_run(SHELL("export", "hostile.h5", "-o", "sheets"));
    assert_int_equal(end.code, 4);
    assert_non_null(strstr(end.err, "cannot name a file"));
}

static int begin(void **state)
{
    record_begin();
    return folder_enter(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(show_tells_an_index_from_a_case),
        cmocka_unit_test(spreadsheets_are_given_nothing_to_compute),
        cmocka_unit_test(show_lists_every_column_with_shape_and_unit),
        cmocka_unit_test(show_prints_a_group_as_csv),
        cmocka_unit_test(what_is_not_there_is_said),
        cmocka_unit_test(export_writes_a_row_a_case),
        cmocka_unit_test(export_of_a_file_writes_its_series_where_it_is_told),
        cmocka_unit_test(export_leads_out_of_no_folder),
    };
    return cmocka_run_group_tests(tests, begin, folder_leave);
}
