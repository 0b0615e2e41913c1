/* The study block: what it says in a text is what the struct says, from a configuration and from
 * study.h5; a stranger's is refused in one line, opens no file, and takes nothing from the plan. */
#define _GNU_SOURCE /* nftw */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/columns/columns.h"
#include "study/study.h"
#include "support/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A block that was read from a text. */
typedef struct sample {
    config_store *store;
    study_block block;
    config_error error;
    bool read;
} sample;

static sample read_text(const char *text)
{
    sample s = {.store = config_store_create()};
    assert_non_null(s.store);
    s.read = study_block_read(s.store, "study", text, &s.block, &s.error);
    return s;
}

static void free_sample(sample *s)
{
    study_block_free(&s->block);
    config_store_destroy(s->store);
}

/* --- what it says --- */

#define HEAD                                                                                       \
    "question: how large a step?\n"                                                                \
    "factors: {method: integrator.name, cells: cells, zeta: model.zeta}\n"                         \
    "response: {column: dt_stable, unit: ms, better: larger}\n"

static void listings_are_one_or_a_list(void **state)
{
    (void)state;
    sample one = read_text(HEAD "listing: {name: a, rows: method, only: {cells: 10}, columns: {dt: "
                                "dt_stable}}\n");
    assert_true(one.read);
    assert_int_equal(one.block.listing_count, 1);
    assert_string_equal(one.block.listing[0].condition[0].factor, "cells");
    assert_string_equal(one.block.listing[0].condition[0].value, "10");
    assert_string_equal(one.block.listing[0].only, "");
    assert_string_equal(one.block.listing[0].sort, "");
    free_sample(&one);
    sample two = read_text(
        HEAD
        "listing:\n"
        "- {name: a, rows: [method, cells], columns: {dt: dt_stable, n: count}}\n"
        "- name: b\n"
        "  rows: zeta\n"
        "  only: zeta > 1 and method != 'rk4'\n"
        "  sort: model.zeta\n"
        "  columns: [zeta, {of: dt_stable, unit: ms, digits: 3}, {name: p, of: published z}]\n");
    assert_true(two.read);
    assert_int_equal(two.block.listing_count, 2);
    const study_listing *b = &two.block.listing[1];
    assert_int_equal(two.block.listing[0].row_count, 2);
    assert_string_equal(two.block.listing[0].column[1].heading, "n");
    assert_string_equal(two.block.listing[0].column[1].of, "count");
    assert_string_equal(b->only, "zeta > 1 and method != 'rk4'");
    assert_string_equal(b->sort, "model.zeta");
    assert_int_equal(b->condition_count, 0);
    assert_int_equal(b->count, 3);
    assert_string_equal(b->column[0].heading, "zeta");
    assert_string_equal(b->column[0].unit, "");
    assert_int_equal(b->column[0].digits, 0);
    assert_string_equal(b->column[1].heading, "dt_stable");
    assert_string_equal(b->column[1].unit, "ms");
    assert_int_equal(b->column[1].digits, 3);
    assert_string_equal(b->column[2].heading, "p");
    assert_string_equal(b->column[2].of, "published z");
    free_sample(&two);
}

static void figures_are_a_list(void **state)
{
    (void)state;
    sample s =
        read_text(HEAD "figures:\n"
                       "- {name: steps, title: largest steps, x: model.zeta, y: {of: dt_stable, "
                       "title: step, unit: "
                       "ms}, line: method, bars: [a, 2 * b], marks: {of: c, title: other},\n"
                       "   panel: cells, only: zeta > 0, scale: {x: log, y: linear}, kind: bars}\n"
                       "- {name: plain, y: z, scale: {y: log}}\n");
    assert_true(s.read);
    assert_int_equal(s.block.figure_count, 2);
    const study_figure *f = s.block.figure;
    assert_string_equal(f[0].name, "steps");
    assert_string_equal(f[0].title, "largest steps");
    assert_string_equal(f[0].x.of, "model.zeta");
    assert_string_equal(f[0].x.title, "");
    assert_string_equal(f[0].y.of, "dt_stable");
    assert_string_equal(f[0].y.title, "step");
    assert_string_equal(f[0].y.unit, "ms");
    assert_string_equal(f[0].low, "a");
    assert_string_equal(f[0].high, "2 * b");
    assert_string_equal(f[0].marks.of, "c");
    assert_string_equal(f[0].marks.title, "other");
    assert_string_equal(f[0].line, "method");
    assert_string_equal(f[0].panel, "cells");
    assert_string_equal(f[0].only, "zeta > 0");
    assert_string_equal(f[0].kind, "bars");
    assert_int_equal(f[0].x_scale, STUDY_SCALE_LOG);
    assert_int_equal(f[0].y_scale, STUDY_SCALE_LINEAR);
    assert_string_equal(f[1].x.of, "");
    assert_string_equal(f[1].low, "");
    assert_string_equal(f[1].title, "");
    assert_int_equal(f[1].x_scale, STUDY_SCALE_ANY);
    assert_int_equal(f[1].y_scale, STUDY_SCALE_LOG);
    free_sample(&s);
}

/* The text of a block says what the block says, and says itself again. */
static void a_text_is_read_as_it_was_written(void **state)
{
    (void)state;
    static const char given[] =
        HEAD "variants: {verlet: [verlet, leapfrog], '0.5': [1/2]} # a comment\n"
             "must_hold: \"method == 'verlet'\"\n"
             "published:\n"
             "- {table: /home/someone/steps.csv, match: [method], compare: {dt_stable: dt_s}}\n"
             "- {table: ../said.csv, match: [method], statements: true}\n"
             "design: {member: cells}\n"
             "reference: {of: 2 / zeta, relative: 0.05}\n";
    config_error error;
    config_node *study;
    config_store *store = config_store_create();
    assert_non_null(store);
    assert_true(config_read(store, "a.yaml", given, &study, &error));
    char *text = study_block_text(study);
    assert_non_null(text);
    assert_null(strstr(text, "home"));
    assert_null(strstr(text, "comment"));
    sample s = read_text(text);
    assert_string_equal(s.error.text, "");
    assert_true(s.read);
    assert_int_equal(s.block.table_count, 3);
    assert_string_equal(s.block.table[0].file, "steps.csv");
    assert_string_equal(s.block.table[1].file, "../said.csv");
    assert_true(s.block.table[1].statements);
    assert_string_equal(s.block.table[2].file, "reference");
    assert_int_equal(s.block.table[2].match_count, 0);
    assert_true(s.block.table[2].comparison[0].relative == 0.05);
    assert_string_equal(s.block.reference, "2 / zeta");
    assert_string_equal(s.block.factor[1].path, "labels.cells");
    assert_true(study_block_stands_for(&s.block, "1/2", "0.50"));
    free_sample(&s);
    assert_true(config_read(store, "b.yaml", text, &study, &error));
    char *again = study_block_text(study);
    assert_string_equal(again, text);
    free(again);
    free(text);
    config_store_destroy(store);
}

/* A key that earlier versions stored is read over in a study.h5, and refused in a configuration. */
static void a_retired_key_is_of_stored_blocks_alone(void **state)
{
    (void)state;
    static const char given[] = HEAD "comparison: sheets\n";
    config_store *store = config_store_create();
    config_node *study;
    config_error error;
    study_block b;
    sample s = read_text(given);
    assert_true(s.read);
    assert_int_equal(s.block.factor_count > 0, true);
    free_sample(&s);
    assert_true(config_read(store, "b.yaml", given, &study, &error));
    assert_false(study_block_parse(store, study, &b, &error));
    assert_non_null(strstr(error.text, "unknown key 'comparison'; allowed: "));
    study_block_free(&b);
    config_store_destroy(store);
}

/* A line for everything that a block says. */
static char *all_of(const study_block *b)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "%s|%s|%s|%s|%s|%s|%s|%s\n", b->question, b->column, b->unit, b->better,
            b->must_hold, b->as_printed, b->folds, b->reference);
    fprintf(out, "%s|%s|%s|%s|%s|%s\n", b->design.varied, b->design.by, b->design.unvaried,
            b->design.member, b->design.size, b->design.refined);
    for (size_t i = 0; i < b->factor_count; i++)
        fprintf(out, "%s|%s\n", b->factor[i].name, b->factor[i].path);
    for (size_t i = 0; i < b->variant_count; i++)
        fprintf(out, "%s|%s\n", b->variant[i].published, b->variant[i].value);
    for (size_t t = 0; t < b->table_count; t++) {
        const study_table *of = &b->table[t];
        fprintf(out, "%s|%d|%zu|%zu\n", of->file, of->statements, of->match_count,
                of->comparison_count);
        for (size_t i = 0; i < of->match_count; i++)
            fprintf(out, "%s\n", of->match[i]);
        for (size_t i = 0; i < of->comparison_count; i++)
            fprintf(out, "%s|%s|%a|%a\n", of->comparison[i].quantity, of->comparison[i].published,
                    of->comparison[i].relative, of->comparison[i].absolute);
    }
    for (size_t p = 0; p < b->panel_count; p++) {
        fprintf(out, "%s|%a|%a|%a\n", b->panel[p].title, b->panel[p].damping, b->panel[p].low,
                b->panel[p].high);
        for (size_t i = 0; i < b->panel[p].member_count; i++)
            fprintf(out, "%s\n", b->panel[p].member[i]);
    }
    for (size_t l = 0; l < b->listing_count; l++) {
        const study_listing *of = &b->listing[l];
        fprintf(out, "%s|%s|%s|%s|%s|%zu\n", of->name, of->title, of->note, of->only, of->sort,
                of->count);
        for (size_t i = 0; i < of->row_count; i++)
            fprintf(out, "%s\n", of->row[i]);
        for (size_t i = 0; i < of->condition_count; i++)
            fprintf(out, "%s|%s\n", of->condition[i].factor, of->condition[i].value);
        for (size_t i = 0; i < of->count; i++)
            fprintf(out, "%s|%s|%s|%ld\n", of->column[i].heading, of->column[i].of,
                    of->column[i].unit, of->column[i].digits);
    }
    for (size_t i = 0; i < b->figure_count; i++) {
        const study_figure *f = &b->figure[i];
        const study_values *of[] = {&f->x, &f->y, &f->marks};
        fprintf(out, "%s|%s|%s|%s|%s|%s|%s|%s|%d|%d\n", f->name, f->title, f->low, f->high, f->line,
                f->panel, f->only, f->kind, f->x_scale, f->y_scale);
        for (size_t k = 0; k < sizeof of / sizeof *of; k++)
            fprintf(out, "%s|%s|%s\n", of[k]->of, of[k]->title, of[k]->unit);
    }
    fclose(out);
    return text;
}

static size_t studies;

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    config_store *store = config_store_create();
    config_error error;
    config_node *root;
    study_block given, read;
    (void)status, (void)place;
    assert_non_null(store);
    if (type == FTW_F && config_load(store, path, &root, &error) && config_get(root, "study")) {
        const config_node *study = config_get(root, "study");
        char *text = study_block_text(study);
        assert_non_null(text);
        if (!study_block_parse(store, study, &given, &error) ||
            !study_block_read(store, "study", text, &read, &error))
            fail_msg("%s", error.text);
        char *first = all_of(&given), *second = all_of(&read);
        assert_string_equal(first, second);
        study_block_free(&given);
        study_block_free(&read);
        free(first);
        free(second);
        free(text);
        studies++;
    }
    config_store_destroy(store);
    return 0;
}

static void every_study_says_the_same_from_its_text(void **state)
{
    (void)state;
    studies = 0;
    nftw(TRAMA_SOURCE_DIR "/configs", visit, 16, FTW_PHYS);
    assert_true(studies > 100);
}

/* --- what is refused --- */

static const struct fault {
    const char *text, *message;
} faults[] = {
    {HEAD "figures: {name: a}\n",
     "study:4:10: figures is a list of {name: NAME, x: NAME, y: NAME}"},
    {HEAD "figures: [{x: zeta}]\n", "study:4:11: a figure is {name: NAME, "},
    {HEAD "figures: [{name: a/b}]\n",
     "study:4:18: 'a/b' cannot name a figure; allowed: 1 to 64 letters, digits and _, the first no "
     "digit"},
    {HEAD "figures: [{name: a}, {name: A}]\n",
     "study:4:29: the study has a figure 'A' already; allowed: another name"},
    {HEAD "figures: [{name: a, scale: {x: logarithmic}}]\n",
     "study:4:32: the scale of x is 'logarithmic'; allowed: linear, log"},
    {HEAD "figures: [{name: a, scale: log}]\n", "study:4:28: scale is a mapping"},
    {HEAD "figures: [{name: a, scale: {z: log}}]\n", "study:4:29: unknown key 'z'"},
    {HEAD "figures: [{name: a, lines: method}]\n",
     "study:4:21: unknown key 'lines'; nearest allowed: 'line'"},
    {HEAD "figures: [a]\n", "study:4:11: a figure is a mapping"},
    {HEAD
     "listing: [{name: a, rows: method, columns: [z]}, {name: a, rows: cells, columns: [z]}]\n",
     "study:4:57: the study lists a table 'a' already; allowed: another name"},
    {HEAD "listing: [{name: a, rows: method, columns: [{name: b}]}]\n",
     "study:4:45: a column is SOURCE, or {name: HEADING, of: SOURCE, unit: UNIT, digits: NUMBER}"},
    {HEAD "listing: [{name: a, rows: method, columns: [{of: z, digits: 99}]}]\n", "digits"},
    {HEAD "listing: [{name: a, rows: method, columns: {b: {of: z}}}]\n",
     "study:4:48: a column of a mapping; allowed: a text"},
    {HEAD "listing: [{name: a, rows: metod, columns: [z]}]\n",
     "study:4:27: unknown factor 'metod'; nearest allowed: 'method'"},
    {HEAD "listing: [{name: ../a, rows: method, columns: [z]}]\n",
     "study:4:18: '../a' cannot name a table; allowed: "},
    {HEAD "include: other.yaml\n", "study:4:1: unknown key 'include'; allowed: question, "},
    {"factors: {a/b: x}\n", "study:1:11: 'a/b' cannot name a factor; "},
    {"published: [{table: /etc/passwd, match: [user], compare: {z: z}}]\n",
     "study:1:42: unknown factor 'user'; the study names none: "},
    {"a: *b\n", "study:1:4: alias '*'; allowed: 'include: FILE' instead"},
    {"[]\n", "study:1:1: not a mapping; "},
    {"", "study:1:1: empty file; "},
    {"question: \xff\n", "study:1:11: byte 0xff is not UTF-8; allowed: UTF-8 text"},
};

static void what_is_wrong_is_refused_with_its_place(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sample s = read_text(faults[i].text);
        if (s.read || !strstr(s.error.text, faults[i].message)) {
            print_error("%s: %s\n", faults[i].text, s.read ? "is read" : s.error.text);
            wrong++;
        }
        free_sample(&s);
    }
    assert_int_equal(wrong, 0);
}

/* `count` items of a list or mapping, each with its number. */
static char *many(const char *before, const char *item, size_t count, const char *after)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(before, out);
    for (size_t i = 0; i < count; i++) {
        char number[32];
        const char *at = strchr(item, '#');
        snprintf(number, sizeof number, "%zu", i);
        fprintf(out, "%.*s%s%s", (int)(at - item), item, number, at + 1);
    }
    fputs(after, out);
    fclose(out);
    return text;
}

static void it_is_bounded(void **state)
{
    (void)state;
    static const struct {
        const char *before, *item, *after;
        size_t most;
        const char *message;
    } lists[] = {
        {"factors: {", "f#: model.a, ", "}\n", 64, "65 factors; allowed: at most 64"},
        {"figures:\n", "- {name: f#}\n", "", 64, "65 figures; allowed: at most 64"},
        {HEAD "listing:\n", "- {name: f#, rows: zeta, columns: [z]}\n", "", 64,
         "65 listings; allowed: at most 64"},
        {HEAD "listing: {name: a, rows: zeta, columns: {", "c#: z, ", "}}\n", 64,
         "65 columns; allowed: at most 64"},
        {HEAD "published:\n", "- {table: f#.csv, match: [zeta], compare: {z: z}}\n", "", 64,
         "65 published tables; allowed: at most 64"},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t more = 0; more < 2; more++) {
            char *text = many(lists[i].before, lists[i].item, lists[i].most + more, lists[i].after);
            sample s = read_text(text);
            assert_int_equal(s.read, more == 0);
            if (more && !strstr(s.error.text, lists[i].message))
                fail_msg("%s", s.error.text);
            free_sample(&s);
            free(text);
        }
    char *large = many("question: >\n", " line #\n", 120000, "");
    sample s = read_text(large);
    assert_string_equal(s.error.text, "study:1:1: too large; allowed: 1048576 bytes");
    free_sample(&s);
    free(large);
}

/* --- study.h5 --- */

/* Two cases, and a block, or the marks alone that earlier versions wrote beside theirs. */
static record_study written(const char *block, bool earlier)
{
    static const char *const id[] = {"b", "a"};
    int64_t marks[] = {1, 0};
    const char *texts[] = {"# unit dt_s s\nmethod,dt_s\nrk4,2\n"};
    record_plan plan = {.rows = 2,
                        .id = (const char **)(uintptr_t)id,
                        .required = marks,
                        .printed = marks,
                        .block = block,
                        .table = texts,
                        .tables = 1};
    record_error error;
    record_study s;
    mkdir("e", 0777);
    if (earlier) {
        bundle b = {0};
        bundle_put_texts(&b, &column_study_id, plan.id, 2);
        bundle_put_texts(&b, &column_study_path, NULL, 0);
        bundle_put_integers(&b, &column_study_required, marks, 2);
        assert_int_equal(record_write("e/study.h5", &b, &error), RECORD_OK);
        bundle_free(&b);
    } else {
        assert_int_equal(record_study_write("e", &plan, &error), RECORD_OK);
    }
    assert_int_equal(record_study_read("e", &s, &error), RECORD_OK);
    return s;
}

static void a_file_keeps_the_block_as_its_text(void **state)
{
    (void)state;
    record_study s =
        written(HEAD "published: [{table: a.csv, match: [method], compare: {dt_stable: "
                     "dt_s}}]\n",
                false);
    assert_string_equal(s.unread, "");
    assert_true(s.block.given);
    assert_string_equal(s.block.question, "how large a step?");
    assert_int_equal(s.block.table_count, 1);
    assert_string_equal(s.block.table[0].text, "# unit dt_s s\nmethod,dt_s\nrk4,2\n");
    assert_int_equal(s.required[0], 1);
    record_study_free(&s);
}

static void a_block_that_cannot_be_read_takes_nothing_from_the_plan(void **state)
{
    (void)state;
    static const struct fault kinds[] = {
        {"questoin: what?\n", "e/study.h5: study:1:1: unknown key 'questoin'; nearest allowed: "
                              "'question'"},
        {NULL, "e/study.h5: its study block is of an earlier version, and not read"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        record_study s = written(kinds[i].text, kinds[i].text == NULL);
        assert_int_equal(strncmp(s.unread, kinds[i].message, strlen(kinds[i].message)), 0);
        assert_null(strchr(s.unread, '\n'));
        assert_false(s.block.given);
        assert_int_equal(s.block.factor_count, 0);
        assert_string_equal(s.block.question, "");
        assert_int_equal(s.rows, 2);
        assert_string_equal(s.id[0], "b");
        assert_int_equal(record_study_row(&s, "a"), 1);
        record_study_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_are_one_or_a_list),
        cmocka_unit_test(figures_are_a_list),
        cmocka_unit_test(a_text_is_read_as_it_was_written),
        cmocka_unit_test(a_retired_key_is_of_stored_blocks_alone),
        cmocka_unit_test(every_study_says_the_same_from_its_text),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(it_is_bounded),
        cmocka_unit_test(a_file_keeps_the_block_as_its_text),
        cmocka_unit_test(a_block_that_cannot_be_read_takes_nothing_from_the_plan),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
