/* What a report, a plot or a site lacks is said on the page and in the exit code: damaged files, a
 * study that is not there, a gnuplot that fails or hangs. Nothing of a program that was killed is
 * left. A stand-in draws in place of gnuplot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/plot/figure.h"
#include "analysis/plot/work.h"
#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/stand_in.h"
#include "support/text.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char study_file[] = "r/sweep/study.h5";

/* A new copy of the results, without figures. */
static void renew(void)
{
    folder_remove("r");
    folder_remove("s");
    shell_use("/bin/cp");
    assert_int_equal(shell_run(SHELL("-r", FAULT_WHOLE, "r")).code, 0);
    shell_use(NULL);
}

static bool file_has(const char *path, const char *part)
{
    char *text = text_of_file(path);
    const bool has = strstr(text, part) != NULL;
    free(text);
    return has;
}

/* Of the exceptions, what was said while the page was made. */
static bool page_says(const char *page, const char *part)
{
    char *text = text_of_file(page), *begin = strstr(text, "<div id=\"amiss\"");
    char *end = begin ? strstr(begin, "</div>") : NULL;
    if (end)
        *end = '\0';
    const bool says = end && strstr(begin, part);
    free(text);
    return says;
}

static void assert_amiss(const char *part)
{
    const shell_end report = shell_run(SHELL("report", "r"));
    assert_int_equal(report.code, 4);
    assert_non_null(strstr(report.err, part));
    assert_true(page_says("r/report.html", part));
    assert_int_equal(shell_run(SHELL("site", "r", "-o", "s")).code, 4);
    assert_true(page_says("s/r/report.html", part));
}

/* --- what cannot be read --- */

static void a_whole_folder_has_nothing_amiss(void **state)
{
    (void)state;
    renew();
    stand_in_begin(stand_in_draws);
    assert_int_equal(shell_run(SHELL("report", "r")).code, 0);
    assert_false(file_has("r/report.html", "id=\"amiss\""));
    assert_int_equal(shell_run(SHELL("site", "r", "-o", "s")).code, 0);
    assert_true(file_has("s/index.html", "8 of 8 cases ended in a result"));
}

static void a_study_that_is_not_there_is_said(void **state)
{
    (void)state;
    renew();
    unlink(study_file);
    assert_int_equal(shell_run(SHELL("plot", "r")).code, 4);
    assert_amiss("study.h5: is not there");
}

/* Changes a byte. */
static void damage(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 0x55, file);
    assert_int_equal(fclose(file), 0);
}

static void spoil(const char *path)
{
    folder_write(path, "nothing of the kind");
}

/* A case with frames, or the first one. */
static const char *path_of_case(bool filmed)
{
    static char path[128];
    const experiment_names *found = experiment_list("r/sweep/cases", filmed ? ".xdmf2" : ".h5");
    snprintf(path, sizeof path, "r/sweep/cases/%s", found->name[0]);
    char *end = strstr(path, ".xdmf2");
    if (end)
        snprintf(end, 4, ".h5");
    return path;
}

static void a_damaged_case_is_counted(void **state)
{
    (void)state;
    for (int planned = 1; planned >= 0; planned--) {
        renew();
        if (!planned)
            unlink(study_file);
        spoil(path_of_case(false));
        assert_amiss("is not an HDF5 file");
        assert_true(file_has("s/index.html", "7 of 8 cases ended in a result"));
    }
}

/* Three cases that timed out, each in a row; and once what cannot be read. */
static void assert_listed_once(const char *page, const char *unread)
{
    char *text = text_of_file(page), *exceptions = strstr(text, "<section id=\"exceptions\"");
    *strstr(exceptions, "</section>") = '\0';
    assert_int_equal(text_count(exceptions, ">timeout</td>"), 3);
    char *amiss = strstr(exceptions, "<div id=\"amiss\"");
    assert_non_null(amiss);
    assert_null(strstr(amiss, "timeout"));
    assert_int_equal(text_count(amiss, unread), 1);
    free(text);
}

/* Cases that timed out have a row each among the exceptions, and stand in no second list beside
 * what cannot be read. */
static void a_case_without_a_result_is_listed_once(void **state)
{
    (void)state;
    folder_write("slow.yaml", "experiment: slow\nlimits: {timeout: 0.01}\ncase:\n"
                              "  model: {name: oscillator, omega: 10}\n"
                              "  integrator: {name: rk4}\n"
                              "  task: {name: run, dt: 0.001, horizon: 100000000}\n"
                              "sweep: [{grid: {model.omega: [1, 2, 3, 4]}}]\n");
    assert_int_equal(shell_run(SHELL("run", "slow.yaml", "-o", "slow", "-q")).code, 3);
    char path[128];
    snprintf(path, sizeof path, "slow/slow/cases/%s",
             experiment_list("slow/slow/cases", ".h5")->name[0]);
    spoil(path);
    assert_int_equal(shell_run(SHELL("report", "slow", "--no-plots")).code, 4);
    assert_listed_once("slow/report.html", path);
    stand_in_begin("echo 'no pens' >&2; exit 1"); /* then all is said to the page */
    assert_int_equal(shell_run(SHELL("site", "slow", "-o", "s")).code, 4);
    assert_listed_once("s/slow/report.html", path);
    stand_in_begin(stand_in_draws);
}

/* Results that cannot be read are not called none. */
static void a_site_says_why_a_folder_is_not_in_it(void **state)
{
    (void)state;
    renew();
    folder_remove("r/sweep");
    assert_int_equal(symlink(FAULT_WHOLE "/sweep", "r/sweep"), 0);
    const shell_end unread = shell_run(SHELL("site", "r", "-o", "s"));
    assert_int_equal(unread.code, 4);
    assert_non_null(strstr(unread.err, "r: its results cannot be read"));
    assert_int_equal(unlink("r/sweep"), 0);
    const shell_end none = shell_run(SHELL("site", "r", "-o", "s"));
    assert_int_equal(none.code, 2);
    assert_non_null(strstr(none.err, "r: no results; it is not in the site"));
}

static bool reads(const char *path, const char *group)
{
    const char *const groups[] = {group, NULL};
    bundle b = {0};
    record_error error;
    const bool read = record_read(path, groups, &b, &error) == RECORD_OK;
    bundle_free(&b);
    return read;
}

/* Damages a case in its frames alone. */
static void damage_frames(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    for (long at = 64; at < about.st_size; at += 16) {
        damage(path, at);
        if (!reads(path, "/frames") && reads(path, "/case") && reads(path, "/result") &&
            reads(path, "/config") && reads(path, "/run") && reads(path, "/frames/time"))
            return;
        damage(path, at);
    }
    fail_msg("no byte of %s is of its frames alone", path);
}

static void damaged_frames_are_said(void **state)
{
    (void)state;
    renew();
    damage_frames(path_of_case(true));
    const shell_end plot = shell_run(SHELL("plot", "r"));
    assert_int_equal(plot.code, 4);
    assert_int_equal(text_count(plot.err, "is damaged"), 1);
    assert_amiss("is damaged");
}

/* --- gnuplot --- */

static void a_gnuplot_that_fails_is_said_and_tried_again(void **state)
{
    (void)state;
    renew();
    stand_in_begin("echo 'no pens' >&2; exit 1");
    assert_amiss("gnuplot: no pens");
    assert_int_equal(experiment_list("r/plots", ".svg")->count, 0);
    stand_in_begin(stand_in_draws);
    assert_int_equal(shell_run(SHELL("report", "r")).code, 0);
    assert_true(experiment_list("r/plots", ".svg")->count > 0);
}

static void draw(gallery *g, const char *name)
{
    figure f;
    assert_true(figure_begin(&f, g, name, 8, 8));
    figure_end(&f, g);
}

/* What is said of two figures where gnuplot hangs over the first. */
static void draw_two(double seconds)
{
    char expected[256];
    text_buffer err;
    snprintf(expected, sizeof expected,
             "first: not made: gnuplot had not ended after %g s, and was killed\n"
             "second: not made: gnuplot came to no end over a figure before it\n",
             seconds);
    assert_true(text_begin(&err));
    gallery g = {.folder = "figures", .out = err.stream, .err = err.stream, .seconds = seconds};
    draw(&g, "first");
    draw(&g, "second");
    assert_true(g.failed);
    assert_true(text_end(&err));
    assert_string_equal(err.data, expected);
    text_free(&err);
    gallery_free(&g);
}

/* It is waited for once. */
static void a_gnuplot_that_hangs_is_killed_and_not_asked_again(void **state)
{
    (void)state;
    double seconds = 0.25;
    mkdir("figures", 0777);
    stand_in_begin(stand_in_hangs);
    do /* a machine may have no time for it to come to what it starts */
        draw_two(seconds *= 2);
    while (!experiment_stands("pid"));
    stand_in_await_end("child");
    assert_int_equal(rmdir("figures"), 0);
    stand_in_begin(stand_in_draws);
}

/* --- a trama that is killed --- */

static size_t works(void)
{
    size_t count = 0;
    DIR *plots = opendir("r/plots");
    for (struct dirent *entry = plots ? readdir(plots) : NULL; entry; entry = readdir(plots))
        count += strncmp(entry->d_name, ".figure-", 8) == 0;
    if (plots)
        closedir(plots);
    return count;
}

static void a_program_that_is_killed_leaves_no_gnuplot_and_no_folder(void **state)
{
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        renew();
        unlink("pid");
        stand_in_begin(stand_in_hangs);
        const shell_process plot = shell_start(SHELL("plot", "r"));
        for (long waited = 0; !experiment_stands("pid");)
            shell_pause(&waited);
        assert_int_equal(works(), 1);
        kill(plot.pid, signals[i]);
        assert_int_equal(shell_wait(plot).signal, signals[i]);
        for (long waited = 0; works() > 0;)
            shell_pause(&waited);
        stand_in_await_end("pid");
        stand_in_await_end("child");
    }
    stand_in_begin(stand_in_draws);
}

/* Where the machine was switched off. One that another program works in stays. */
static void what_was_left_goes_when_figures_are_drawn_again(void **state)
{
    work held;
    (void)state;
    renew();
    mkdir("r/plots", 0777);
    mkdir("r/plots/.figure-abcdef", 0777);
    folder_write("r/plots/.figure-abcdef/a.gp", "plot x");
    assert_true(work_begin(&held, "r/plots"));
    assert_int_equal(works(), 2);
    assert_int_equal(shell_run(SHELL("plot", "r")).code, 0);
    assert_int_equal(works(), 1);
    assert_true(experiment_stands(held.path));
    work_end(&held);
    assert_int_equal(works(), 0);
}

/* --- anything --- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Some bytes changed, the end cut off, or all gone. */
static void damage_somehow(const char *path, uint64_t *seed)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    const uint64_t way = next_random(seed) % 4;
    if (way == 0 || about.st_size == 0)
        assert_int_equal(unlink(path), 0);
    else if (way == 1)
        assert_int_equal(truncate(path, (long)(next_random(seed) % (uint64_t)about.st_size)), 0);
    for (int bytes = 0; way > 1 && about.st_size > 0 && bytes < 3; bytes++)
        damage(path, (long)(next_random(seed) % (uint64_t)about.st_size));
}

/* One of the files that the commands read: those of cases, of figures, the study, the index. */
static const char *some_file(uint64_t *seed)
{
    static const struct {
        const char *folder, *suffix;
    } places[] = {{"r/sweep/cases", ".h5"}, {"r/sweep", ".h5"}, {"r/plots", ""}};
    static char path[256];
    for (;;) {
        const size_t place = next_random(seed) % 3;
        const experiment_names *found = experiment_list(places[place].folder, places[place].suffix);
        if (found->count == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", places[place].folder,
                 found->name[next_random(seed) % found->count]);
        struct stat about;
        if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
            return path;
    }
}

static void assert_ends(const char *const *arguments, uint64_t round)
{
    const shell_end end = shell_run(arguments);
    if (end.signal || end.code == 1 || end.code > 4 || (end.code != 0 && !*end.err))
        fail_msg("round %llu: %s ends with code %d: %s", (unsigned long long)round, arguments[0],
                 end.code, end.err);
}

static void over_any_damage_the_commands_come_to_their_end(void **state)
{
    enum { ROUNDS = 12 };
    (void)state;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        uint64_t seed = round * 0x9E3779B97F4A7C15u;
        renew();
        assert_int_equal(shell_run(SHELL("plot", "r")).code, 0);
        for (uint64_t i = 0; i < 1 + round % 3; i++)
            damage_somehow(some_file(&seed), &seed);
        assert_ends(SHELL("report", "r"), round);
        assert_ends(SHELL("plot", "r"), round);
        assert_ends(SHELL("site", "r", "-o", "s"), round);
    }
}

static int leave(void **state)
{
    stand_in_end();
    return fault_leave(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_folder_has_nothing_amiss),
        cmocka_unit_test(a_study_that_is_not_there_is_said),
        cmocka_unit_test(a_damaged_case_is_counted),
        cmocka_unit_test(a_case_without_a_result_is_listed_once),
        cmocka_unit_test(a_site_says_why_a_folder_is_not_in_it),
        cmocka_unit_test(damaged_frames_are_said),
        cmocka_unit_test(a_gnuplot_that_fails_is_said_and_tried_again),
        cmocka_unit_test(a_gnuplot_that_hangs_is_killed_and_not_asked_again),
        cmocka_unit_test(a_program_that_is_killed_leaves_no_gnuplot_and_no_folder),
        cmocka_unit_test(what_was_left_goes_when_figures_are_drawn_again),
        cmocka_unit_test(over_any_damage_the_commands_come_to_their_end),
    };
    record_begin();
    record_guard(20.0); /* damaged files are read here, too */
    return cmocka_run_group_tests_name("amiss", tests, fault_enter_in_memory, leave);
}
