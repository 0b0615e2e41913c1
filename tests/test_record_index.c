/* The index of a folder has a row for each case, and the sidecar shows ParaView every frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "index/index.h"
#include "study/study.h"
#include "support/record_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FACTS = 20 }; /* columns below /index and /answer */

/* The four texts that every case has. */
static bundle case_of(const char *id, const char *status)
{
    bundle b = {0};
    bundle_add_text(&b, "/case/id", "identity", id);
    bundle_add_text(&b, "/case/experiment", "experiment", "dt-limits");
    bundle_add_text(&b, "/case/status", "how it ended", status);
    bundle_add_text(&b, "/result/outcome", "what it gave", id);
    return b;
}

/* Six files: three cases with labels of three kinds, one cut short, one of another sort, one
 * hidden. */
static void write_cases(const char *folder)
{
    char path[64];
    bundle first = case_of("0a", "ok"), second = case_of("7c", "unstable"),
           third = case_of("e1", "ok"), other = sample_bundle();
    bundle_add_text(&first, "/labels/simulation", "", "S1");
    bundle_add_real(&first, "/labels/dt", "s", "", 0.012);
    bundle_add_text(&second, "/labels/simulation", "", "S\xc3\xa3o");
    bundle_add_integer(&second, "/labels/nodes", "1", "", 121);
    bundle_add_real(&third, "/labels/dt", "s", "", 1.0 / 3);
    bundle_add_text(&third, "/labels/not/one", "below a label", "S1");
    const struct {
        const char *name;
        const bundle *content;
    } files[] = {{"e1.h5", &third}, {"0a.h5", &first},  {"7c.h5", &second}, {"4d.h5", &first},
                 {"9b.h5", &other}, {".0a.h5", &first}, {"0a.xdmf", &first}};
    sample_make_folder(folder);
    snprintf(path, sizeof path, "%s/cases", folder);
    sample_make_folder(path);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/cases/%s", folder, files[i].name);
        sample_record(sample_path(path), files[i].content);
    }
    snprintf(path, sizeof path, "%s/cases/4d.h5", folder);
    assert_int_equal(truncate(sample_path(path), 700), 0);
    bundle_free(&first);
    bundle_free(&second);
    bundle_free(&third);
    bundle_free(&other);
}

static void make_index(const char *folder)
{
    record_error error;
    if (record_index(sample_path(folder), true, &error) != RECORD_OK)
        fail_msg("%s", error.text);
}

static void assert_texts(const bundle *b, const char *path, size_t count, const char *const *texts)
{
    const bundle_column *column = bundle_find(b, path);
    assert_non_null(column);
    assert_int_equal(column->type, BUNDLE_TEXT);
    assert_int_equal(column->rows, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(column->text[i], texts[i]);
}

/* NaN equals NaN. */
static void assert_reals(const bundle *b, const char *path, const char *unit, const double *values)
{
    const bundle_column *column = bundle_find(b, path);
    assert_non_null(column);
    assert_int_equal(column->type, BUNDLE_REAL);
    assert_string_equal(column->unit, unit);
    for (size_t i = 0; i < column->rows; i++)
        if (isnan(values[i]) ? !isnan(column->real[i]) : column->real[i] != values[i])
            fail_msg("%s: row %zu is %g", path, i, column->real[i]);
}

static void the_index_has_a_row_for_every_file_in_order_of_id(void **state)
{
    (void)state;
    static const struct {
        const char *path, *texts[5];
    } columns[] = {
        {"/index/id", {"0a", "4d", "7c", "9b", "e1"}},
        {"/index/file",
         {"cases/0a.h5", "cases/4d.h5", "cases/7c.h5", "cases/9b.h5", "cases/e1.h5"}},
        {"/index/experiment", {"dt-limits", "", "dt-limits", "", "dt-limits"}},
        {"/index/status", {"ok", "damaged", "unstable", "foreign", "ok"}},
        {"/labels/simulation", {"S1", "", "S\xc3\xa3o", "", ""}},
        {"/result/outcome", {"0a", "", "7c", "", "e1"}},
    };
    write_cases("six");
    make_index("six");
    bundle index = sample_back(sample_path("six/index.h5"));
    assert_int_equal(index.count, FACTS + 5);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        assert_texts(&index, columns[i].path, 5, columns[i].texts);
    assert_reals(&index, "/labels/dt", "s",
                 (double[]){0.012, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, 1.0 / 3});
    assert_reals(&index, "/labels/nodes", "1",
                 (double[]){TRAMA_NAN, TRAMA_NAN, 121, TRAMA_NAN, TRAMA_NAN});
    bundle_free(&index);
}

/* Writes three cases that have some results each. */
static void write_results(void)
{
    const double list[] = {4, 5}, one = 6;
    bundle a = case_of("0a", "ok"), b = case_of("7c", "ok"), c = case_of("e1", "timeout");
    bundle_add_real(&a, "/result/dt_stable", "s", "largest step", 0.0125);
    bundle_add_integer(&a, "/result/ball/hits", "1", "of all", 0);
    bundle_add_integer(&b, "/result/ball/hits", "1", "of all", -3);
    bundle_add_integer(&c, "/result/ball/hits", "1", "of all", 7);
    bundle_add_integer(&b, "/result/some", "1", "of one", 12);
    bundle_add_real(&b, "/result/mixed", "m", "a real here", 0.5);
    bundle_add_integer(&c, "/result/mixed", "m", "an integer there", 2);
    bundle_add_real(&b, "/result/never", "m", "no number", TRAMA_NAN);
    bundle_add_text(&c, "/result/word", "a text", "stuck");
    bundle_add_reals(&a, "/result/runs/dt", "s", "of each run", list, 2, 1);
    bundle_add_reals(&b, "/result/runs/dt", "s", "of each run", &one, 1, 1);
    bundle_add_reals(&b, "/result/list", "s", "of nobody's", list, 1, 2);
    bundle_add_real(&c, "/result/runs_of_mine", "s", "of nobody's", 2.5);
    sample_make_folder("results");
    sample_make_folder("results/cases");
    sample_record(sample_path("results/cases/0a.h5"), &a);
    sample_record(sample_path("results/cases/7c.h5"), &b);
    sample_record(sample_path("results/cases/e1.h5"), &c);
    bundle_free(&a);
    bundle_free(&b);
    bundle_free(&c);
}

/* Of three cases, and then of a plan in which two are missing; a file that is no case has no
 * results. */
static void the_index_has_every_result_that_is_a_single_value(void **state)
{
    (void)state;
    static const char *const ids[] = {"e1", "0000", "0a", "ffff", "7c", "4d"};
    static const char *const words[] = {"stuck", "", "", "", "", ""};
    record_error error;
    write_results();
    make_index("results");
    bundle index = sample_back(sample_path("results/index.h5"));
    const bundle_column *hits = bundle_find(&index, "/result/ball/hits");
    assert_non_null(hits);
    assert_int_equal(hits->type, BUNDLE_INTEGER);
    assert_true(hits->integer[0] == 0 && hits->integer[1] == -3 && hits->integer[2] == 7);
    bundle_free(&index);
    sample_write(sample_path("results/cases/4d.h5"), "no case\n", 8);
    const record_plan plan = {.id = (const char **)ids, .rows = 5};
    assert_int_equal(record_study_write(sample_path("results"), &plan, &error), RECORD_OK);
    make_index("results");
    index = sample_back(sample_path("results/index.h5"));
    assert_texts(&index, "/index/id", 6, ids);
    assert_texts(&index, "/result/word", 6, words);
    assert_reals(&index, "/result/dt_stable", "s",
                 (double[]){TRAMA_NAN, TRAMA_NAN, 0.0125, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN});
    assert_reals(&index, "/result/ball/hits", "1",
                 (double[]){7, TRAMA_NAN, 0, TRAMA_NAN, -3, TRAMA_NAN});
    assert_reals(&index, "/result/some", "1",
                 (double[]){TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, 12, TRAMA_NAN});
    assert_reals(&index, "/result/mixed", "m",
                 (double[]){2, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, 0.5, TRAMA_NAN});
    assert_reals(&index, "/result/never", "m",
                 (double[]){TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN});
    assert_reals(&index, "/result/runs_of_mine", "s",
                 (double[]){2.5, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN});
    assert_string_equal(bundle_find(&index, "/result/dt_stable")->summary, "largest step");
    assert_null(bundle_find(&index, "/result/runs/dt")); /* a list, also where it has one row */
    assert_null(bundle_find(&index, "/result/list"));
    assert_int_equal(index.count, FACTS + 8);
    bundle_free(&index);
}

/* No file of HDF5 can have both. */
static void a_result_that_is_a_group_in_other_cases_is_its_value(void **state)
{
    (void)state;
    bundle a = case_of("0a", "ok"), b = case_of("7c", "ok");
    bundle_add_real(&a, "/result/ball", "m", "", 1);
    bundle_add_real(&b, "/result/ball/x", "m", "", 2);
    sample_make_folder("apart");
    sample_make_folder("apart/cases");
    sample_record(sample_path("apart/cases/0a.h5"), &a);
    sample_record(sample_path("apart/cases/7c.h5"), &b);
    make_index("apart");
    bundle index = sample_back(sample_path("apart/index.h5"));
    assert_reals(&index, "/result/ball/value", "m", (double[]){1, TRAMA_NAN});
    assert_reals(&index, "/result/ball/x", "m", (double[]){TRAMA_NAN, 2});
    bundle_free(&index);
    bundle_free(&a);
    bundle_free(&b);
}

static void the_index_has_the_digest_of_the_result(void **state)
{
    (void)state;
    char digest[65];
    write_cases("digests");
    make_index("digests");
    bundle index = sample_back(sample_path("digests/index.h5"));
    bundle third = sample_back(sample_path("digests/cases/e1.h5"));
    const bundle_column *digests = bundle_find(&index, "/index/digest");
    assert_non_null(digests);
    record_digest(&third, "/result", digest);
    assert_string_equal(digests->text[4], digest);
    assert_string_not_equal(digests->text[0], digest);
    assert_string_equal(digests->text[1], "");
    bundle_free(&third);
    bundle_free(&index);
}

/* Also where the cases lie in another order on the disk: the copy is made in order of name. */
static void the_index_depends_on_the_cases_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"0a.h5", "4d.h5", "7c.h5", "9b.h5", "e1.h5"};
    write_cases("one");
    sample_make_folder("two");
    sample_make_folder("two/cases");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char from[64], to[64];
        snprintf(from, sizeof from, "one/cases/%s", names[i]);
        snprintf(to, sizeof to, "two/cases/%s", names[i]);
        assert_int_equal(link(sample_path(from), sample_path(to)), 0);
    }
    make_index("one");
    make_index("one");
    make_index("two");
    sample_bytes one = sample_read(sample_path("one/index.h5"));
    sample_bytes two = sample_read(sample_path("two/index.h5"));
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.bytes, two.bytes, one.size);
    assert_int_equal(sample_entries(sample_path("one")), 2);
    free(one.bytes);
    free(two.bytes);
}

/* As the runner puts them, and as an earlier version did. */
static void cases_stand_in_folders_of_their_first_digits_or_where_they_always_stood(void **state)
{
    (void)state;
    static const char *const names[] = {"cases/0a/0abc.h5", "cases/0b77.h5", "cases/ff/ff01.h5"};
    bundle b = case_of("0abc", "ok");
    char path[512];
    record_names found;
    record_error error;
    sample_make_folder("deep");
    sample_make_folder("deep/cases");
    sample_make_folder("deep/cases/gg");
    sample_record(sample_path("deep/cases/gg/ee12.h5"), &b); /* no folder of ours */
    sample_record(sample_path("deep/cases/0b77.h5"), &b);
    sample_write(sample_path("deep/cases/0c"), "no folder\n", 10);
    const char *const ids[] = {"0abc", "0b77", "ff01"};
    for (size_t i = 0; i < 3; i++) {
        record_case_path(sample_path("deep"), ids[i], path, sizeof path);
        assert_non_null(strstr(path, names[i]));
        assert_int_equal(record_case_folder(path, &error), RECORD_OK);
        sample_record(path, &b);
    }
    assert_int_equal(record_list(sample_path("deep"), &found, &error), RECORD_OK);
    assert_int_equal(found.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(found.name[i], names[i]);
    make_index("deep");
    bundle index = sample_back(sample_path("deep/index.h5"));
    assert_texts(&index, "/index/file", 3, names);
    bundle_free(&index);
    record_names_free(&found);
    bundle_free(&b);
}

static void no_cases_make_an_index_without_rows(void **state)
{
    (void)state;
    sample_make_folder("no");
    sample_make_folder("no/cases");
    make_index("no");
    bundle index = sample_back(sample_path("no/index.h5"));
    assert_texts(&index, "/index/id", 0, NULL);
    assert_int_equal(index.count, FACTS);
    bundle_free(&index);
}

static void an_index_that_would_be_wrong_is_not_made(void **state)
{
    (void)state;
    record_error error;
    assert_int_equal(record_index(sample_path("nothing"), true, &error), RECORD_MISSING);
    assert_non_null(strstr(error.text, "nothing/cases"));
    write_cases("lost");
    assert_int_equal(symlink("nowhere", sample_path("lost/cases/ff.h5")), 0);
    assert_int_equal(record_index(sample_path("lost"), true, &error), RECORD_MISSING);
    assert_non_null(strstr(error.text, "lost/cases/ff.h5"));
    assert_int_equal(sample_entries(sample_path("lost")), 1);
}

/* --- the sidecar --- */

enum { FRAMES = 3, M = 2, N = 5 };

/* Frames of a grid of M x N nodes; `columns` and `frames` may be made wrong. */
static bundle film(size_t frames, size_t columns, int64_t m)
{
    const double time[FRAMES] = {0, 0.1, 0.472}, x[FRAMES * M * N] = {2.385};
    const int64_t iteration[FRAMES] = {0, 9, 42}, points[2] = {m, N};
    bundle b = {0};
    bundle_add_integers(&b, "/frames/iteration", "1", "iteration", iteration, frames, 1);
    bundle_add_reals(&b, "/frames/time", "s", "time", time, frames, 1);
    bundle_add_reals(&b, "/frames/x", "m", "x", x, frames, columns);
    bundle_add_reals(&b, "/frames/y", "m", "y", x, frames, columns);
    bundle_add_reals(&b, "/frames/z", "m", "z", x, FRAMES, columns);
    bundle_add_integers(&b, "/config/points", "1", "nodes", points, 2, 1);
    return b;
}

static char *sidecar_of(const char *name, const char *sidecar)
{
    record_error error;
    bundle b = film(FRAMES, M * N, M);
    sample_record(sample_path(name), &b);
    if (record_xdmf(sample_path(name), &error) != RECORD_OK)
        fail_msg("%s", error.text);
    bundle_free(&b);
    sample_bytes text = sample_read(sample_path(sidecar));
    text.bytes[text.size] = '\0';
    return (char *)text.bytes;
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static void the_sidecar_names_every_frame_of_the_results_file(void **state)
{
    (void)state;
    static const struct {
        const char *part;
        size_t count;
    } parts[] = {
        {"GridType=\"Collection\" CollectionType=\"Temporal\"", 1},
        {"GridType=\"Uniform\"", 3},
        {"<Time Value=\"0\"/>", 1},
        {"<Time Value=\"0.10000000000000001\"/>", 1},
        {"<Time Value=\"0.47199999999999998\"/>", 1},
        {"<Topology TopologyType=\"2DSMesh\" Dimensions=\"2 5\"/>", 3},
        {"<Geometry GeometryType=\"X_Y_Z\">", 3},
        {"<DataItem ItemType=\"HyperSlab\" Dimensions=\"2 5\">", 9},
        {">0 0 1 1 1 10</DataItem>", 3},
        {">1 0 1 1 1 10</DataItem>", 3},
        {">2 0 1 1 1 10</DataItem>", 3},
        {"Precision=\"8\" Dimensions=\"3 10\">film.h5:/frames/x</DataItem>", 3},
        {"Precision=\"8\" Dimensions=\"3 10\">film.h5:/frames/y</DataItem>", 3},
        {"Precision=\"8\" Dimensions=\"3 10\">film.h5:/frames/z</DataItem>", 3},
    };
    char *text = sidecar_of("film.h5", "film.xdmf2");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (occurrences(text, parts[i].part) != parts[i].count)
            fail_msg("%s is not there %zu times:\n%s", parts[i].part, parts[i].count, text);
    free(text);
}

/* Each frame of two objects with names, a grid and triangles, is a spatial collection. */
static void the_sidecar_shows_every_object(void **state)
{
    (void)state;
    static const struct {
        const char *part;
        size_t count;
    } parts[] = {
        {"GridType=\"Collection\" CollectionType=\"Spatial\"", 2},
        {"<Grid Name=\"ball\" GridType=\"Uniform\">", 2},
        {"<Grid Name=\"cloth\" GridType=\"Uniform\">", 2},
        {"<Topology TopologyType=\"2DSMesh\" Dimensions=\"2 2\"/>", 2},
        {"<Topology TopologyType=\"Triangle\" NumberOfElements=\"1\">", 2},
        {">two.h5:/frames/ball/triangles</DataItem>", 2},
        {"Dimensions=\"2 4\">two.h5:/frames/cloth/z</DataItem>", 2},
        {"Dimensions=\"2 3\">two.h5:/frames/ball/z</DataItem>", 2},
    };
    static const char *const axes[] = {"x", "y", "z"};
    const double time[2] = {0, 0.472}, x[8] = {2.385};
    const int64_t grid[2] = {2, 2}, points[2] = {3, 1}, corner[3] = {0, 1, 2};
    record_error error;
    bundle b = {0};
    char path[64];
    bundle_add_reals(&b, "/frames/time", "s", "time", time, 2, 1);
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "/frames/cloth/%s", axes[i]);
        bundle_add_reals(&b, path, "m", "", x, 2, 4);
        snprintf(path, sizeof path, "/frames/ball/%s", axes[i]);
        bundle_add_reals(&b, path, "m", "", x, 2, 3);
    }
    bundle_add_integers(&b, "/frames/cloth/points", "1", "nodes", grid, 2, 1);
    bundle_add_integers(&b, "/frames/ball/points", "1", "nodes", points, 2, 1);
    bundle_add_integers(&b, "/frames/ball/triangles", "1", "corners", corner, 1, 3);
    sample_record(sample_path("two.h5"), &b);
    bundle_free(&b);
    assert_int_equal(record_xdmf(sample_path("two.h5"), &error), RECORD_OK);
    sample_bytes text = sample_read(sample_path("two.xdmf2"));
    text.bytes[text.size] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (occurrences((char *)text.bytes, parts[i].part) != parts[i].count)
            fail_msg("%s is not there %zu times:\n%s", parts[i].part, parts[i].count,
                     (char *)text.bytes);
    free(text.bytes);
}

/* 0 if xmllint, a parser that is not ours, accepts the file and finds `count` nodes named `name`.
 */
static int xmllint_counts(const char *path, const char *name, int count)
{
    char command[1024];
    snprintf(command, sizeof command, "test \"$(xmllint --xpath 'count(//%s)' \"%s\" 2>&1)\" = %d",
             name, path, count);
    return system(command);
}

static void the_sidecar_is_well_formed_whatever_the_name(void **state)
{
    (void)state;
    free(sidecar_of("a&b <c> 'd'.h5", "a&b <c> 'd'.xdmf2"));
    char *text = sidecar_of("no-ending", "no-ending.xdmf2");
    assert_int_equal(occurrences(text, ">no-ending:/frames/x<"), 3);
    free(text);
    if (system("command -v xmllint >/dev/null") != 0)
        skip();
    assert_int_equal(xmllint_counts(sample_path("a&b <c> 'd'.xdmf2"), "DataItem", 27), 0);
    assert_int_equal(xmllint_counts(sample_path("no-ending.xdmf2"), "Grid", 4), 0);
}

static void a_file_without_whole_frames_gets_no_sidecar(void **state)
{
    (void)state;
    bundle none = sample_bundle(), few = film(FRAMES - 1, M * N, M),
           narrow = film(FRAMES, M * N - 1, M), other_grid = film(FRAMES, M * N, M + 1),
           backward = film(FRAMES, M * N, -M);
    const bundle *const bundles[] = {&none, &few, &narrow, &other_grid, &backward};
    sample_make_folder("frameless");
    for (size_t i = 0; i < sizeof bundles / sizeof bundles[0]; i++) {
        record_error error;
        sample_record(sample_path("frameless/x.h5"), bundles[i]);
        assert_int_equal(record_xdmf(sample_path("frameless/x.h5"), &error), RECORD_NOT_OURS);
        assert_non_null(strstr(error.text, "frameless/x.h5: holds no frames"));
        assert_int_equal(sample_entries(sample_path("frameless")), 1);
    }
    bundle_free(&none);
    bundle_free(&few);
    bundle_free(&narrow);
    bundle_free(&other_grid);
    bundle_free(&backward);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_has_a_row_for_every_file_in_order_of_id),
        cmocka_unit_test(the_index_has_every_result_that_is_a_single_value),
        cmocka_unit_test(a_result_that_is_a_group_in_other_cases_is_its_value),
        cmocka_unit_test(the_index_has_the_digest_of_the_result),
        cmocka_unit_test(the_index_depends_on_the_cases_alone),
        cmocka_unit_test(cases_stand_in_folders_of_their_first_digits_or_where_they_always_stood),
        cmocka_unit_test(no_cases_make_an_index_without_rows),
        cmocka_unit_test(an_index_that_would_be_wrong_is_not_made),
        cmocka_unit_test(the_sidecar_names_every_frame_of_the_results_file),
        cmocka_unit_test(the_sidecar_shows_every_object),
        cmocka_unit_test(the_sidecar_is_well_formed_whatever_the_name),
        cmocka_unit_test(a_file_without_whole_frames_gets_no_sidecar),
    };
    return cmocka_run_group_tests_name("record_index", tests, sample_folder_begin,
                                       sample_folder_end);
}
