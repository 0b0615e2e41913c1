/* A results folder from a stranger: whatever stands in it, no command writes outside it, takes what
 * is outside along, or waits for something. In each of the folders below every place where a file
 * or folder of trama's is expected holds a trap of one kind. */
/* For memmem and nftw. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/door.h"
#include "study/study.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARK "what-is-outside"
#define EXPERIMENT "largest-step"
#define FIGURE "plots/response"

/* --- the traps --- */

typedef enum trap { LINK_TO_FILE, LINK_TO_FOLDER, LINK_TO_NOTHING, PIPE, FOLDER, TRAPS } trap;

static const char *const files[] = {
    "report.html",       "tables/article.tex",  "tables/matrix.csv", "tables/matrix.md",
    "tables/matrix.tex", FIGURE ".svg",         FIGURE ".pdf",       FIGURE ".gp",
    FIGURE ".dat",       "plots/other.svg",     "plots/SHA256SUMS",  "csv/" EXPERIMENT ".csv",
    EXPERIMENT "/.lock", EXPERIMENT "/index.h5"};
static const char *const folders[] = {"tables", "plots", "plots/column", "csv",
                                      ("csv/" EXPERIMENT)};
static const char *const results[] = {EXPERIMENT "/study.h5", EXPERIMENT "/cases", EXPERIMENT};

static void remove_all(const char *path)
{
    struct stat is;
    if (lstat(path, &is) != 0)
        return;
    if (S_ISDIR(is.st_mode))
        assert_int_equal(folder_remove(path), 0);
    else
        assert_int_equal(unlink(path), 0);
}

/* The links lead from anywhere, as they are absolute. */
static void set_trap(trap kind, const char *path)
{
    char here[PATH_MAX], target[PATH_MAX + 32];
    static const char *const targets[] = {
        [LINK_TO_FILE] = "file", [LINK_TO_FOLDER] = "folder", [LINK_TO_NOTHING] = "made"};
    remove_all(path);
    if (kind == PIPE) {
        assert_int_equal(mkfifo(path, 0600), 0);
    } else if (kind == FOLDER) {
        assert_int_equal(mkdir(path, 0700), 0);
    } else {
        assert_non_null(getcwd(here, sizeof here));
        snprintf(target, sizeof target, "%s/outside/%s", here, targets[kind]);
        assert_int_equal(symlink(target, path), 0);
    }
}

/* A fresh copy of the good results, "hostile". */
static void copy_good(void)
{
    remove_all("hostile");
    assert_int_equal(system("cp -R good hostile"), 0); /* NOLINT(cert-env33-c): a fixed command */
}

/* --- what must not change --- */

static void make_outside(void)
{
    remove_all("outside");
    assert_int_equal(mkdir("outside", 0700), 0);
    assert_int_equal(mkdir("outside/folder", 0700), 0);
    folder_write("outside/file", MARK "\n");
    folder_write("outside/folder/" MARK ".svg", "<svg><title>" MARK "</title></svg>\n");
    folder_write("outside/folder/" MARK ".csv", MARK "\n");
}

static size_t entries(const char *folder)
{
    size_t count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    while (readdir(open))
        count++;
    closedir(open);
    return count - 2;
}

static void assert_text(const char *path, const char *expected)
{
    char *text = text_of_file(path);
    assert_string_equal(text, expected);
    free(text);
}

static void assert_nothing_outside_changed(void)
{
    assert_int_equal(entries("outside"), 2);
    assert_int_equal(entries("outside/folder"), 2);
    assert_text("outside/file", MARK "\n");
    assert_text("outside/folder/" MARK ".svg", "<svg><title>" MARK "</title></svg>\n");
    assert_text("outside/folder/" MARK ".csv", MARK "\n");
}

/* Regular files alone: what is behind a link is not looked at. */
static int look_for_mark(const char *path, const struct stat *is, int kind, struct FTW *at)
{
    assert_null(strstr(path + at->base, MARK));
    if (kind == FTW_F && S_ISREG(is->st_mode)) {
        char *bytes = calloc(1, (size_t)is->st_size + 1);
        FILE *in = fopen(path, "rb");
        assert_true(bytes && in);
        assert_int_equal(fread(bytes, 1, (size_t)is->st_size, in), is->st_size);
        assert_null(memmem(bytes, (size_t)is->st_size, MARK, strlen(MARK)));
        fclose(in);
        free(bytes);
    }
    return 0;
}

static void assert_nothing_came_along(const char *folder)
{
    if (access(folder, F_OK) == 0)
        assert_int_equal(nftw(folder, look_for_mark, 16, FTW_PHYS), 0);
}

/* --- every command --- */

static void run_every_command(void)
{
    const char *const *const commands[] = {SHELL("table", "hostile"),
                                           SHELL("export", "hostile", "--series"),
                                           SHELL("report", "hostile", "--no-plots"),
                                           SHELL("site", "hostile", "-o", "site"),
                                           SHELL("plot", "hostile"),
                                           SHELL("verify", "hostile"),
                                           SHELL("index", "hostile"),
                                           SHELL("baseline", "hostile"),
                                           SHELL("compare", "good", "hostile"),
                                           SHELL("run", "small.yaml", "-o", "hostile"),
                                           SHELL("merge", "small.yaml", "-o", "hostile")};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const shell_end end = shell_run(commands[i]);
        assert_int_equal(end.signal, 0);
        assert_in_range(end.code, 0, 4);
        assert_null(strstr(end.out, MARK));
        assert_null(strstr(end.err, MARK));
        assert_nothing_outside_changed();
    }
    assert_nothing_came_along("hostile");
    assert_nothing_came_along("site");
    remove_all("site");
}

static void try_traps(const char *const *place, size_t places)
{
    for (trap kind = 0; kind < TRAPS; kind++) {
        copy_good();
        for (size_t i = 0; i < places; i++)
            set_trap(kind, place[i]);
        run_every_command();
    }
}

static void files_of_a_stranger_are_no_way_out(void **state)
{
    (void)state;
    char place[sizeof files / sizeof *files][PATH_MAX];
    const char *path[sizeof files / sizeof *files];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(place[i], sizeof place[i], "hostile/%s", files[i]);
        path[i] = place[i];
    }
    try_traps(path, sizeof files / sizeof *files);
}

/* One at a time: one hides what is below it. */
static void folders_of_a_stranger_are_no_way_out(void **state)
{
    (void)state;
    static const trap kinds[] = {LINK_TO_FOLDER, PIPE};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            char path[PATH_MAX];
            copy_good();
            snprintf(path, sizeof path, "hostile/%s", folders[i]);
            set_trap(kinds[k], path);
            run_every_command();
        }
}

/* Adds to the path of a folder its first entry, by name. */
static void enter_first(char path[PATH_MAX])
{
    struct dirent **entry;
    const int count = scandir(path, &entry, NULL, alphasort);
    assert_true(count > 2); /* "." and ".." come first */
    const size_t length = strlen(path);
    snprintf(path + length, PATH_MAX - length, "/%s", entry[2]->d_name);
    for (int i = 0; i < count; i++)
        free(entry[i]);
    free(entry);
}

/* The path of a case in the copy, or of its folder. */
static const char *a_case(bool whole)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "hostile/" EXPERIMENT "/cases");
    enter_first(path);
    if (whole)
        enter_first(path);
    return path;
}

static void results_of_a_stranger_are_no_way_out(void **state)
{
    (void)state;
    static const trap kinds[] = {LINK_TO_FILE, LINK_TO_FOLDER, PIPE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof results / sizeof *results + 3; i++) {
            char path[PATH_MAX];
            copy_good();
            if (i < sizeof results / sizeof *results)
                snprintf(path, sizeof path, "hostile/%s", results[i]);
            else
                snprintf(path, sizeof path, "%s", a_case(i > sizeof results / sizeof *results));
            if (i > sizeof results / sizeof *results + 1) /* its journal */
                memcpy(strrchr(path, '.'), ".part", sizeof ".part");
            set_trap(kinds[k], path);
            run_every_command();
        }
}

/* --- links are said --- */

static void experiments_that_are_links_are_named_and_not_read(void **state)
{
    (void)state;
    static const char line[] =
        "hostile/linked: is a link, and below a results folder no link is followed\n";
    copy_good();
    assert_int_equal(symlink("../good/" EXPERIMENT, "hostile/linked"), 0);
    shell_end end = shell_run(SHELL("table", "hostile"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, line);
    end = shell_run(SHELL("verify", "hostile"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, line);
}

/* The user named it. */
static void the_folder_itself_may_be_a_link(void **state)
{
    (void)state;
    copy_good();
    unlink("way");
    assert_int_equal(symlink("hostile", "way"), 0);
    assert_int_equal(shell_run(SHELL("table", "way")).code, 0);
    assert_int_equal(shell_run(SHELL("table", "way/")).code, 0);
    assert_int_equal(shell_run(SHELL("verify", "way")).code, 0);
    assert_int_equal(shell_run(SHELL("run", "small.yaml", "-o", "way")).code, 0);
    assert_int_equal(access("hostile/tables/matrix.md", F_OK), 0);
}

/* --- what can only be read --- */

static void results_that_can_only_be_read_are_looked_at(void **state)
{
    (void)state;
    copy_good();
    remove_all("hostile/tables");
    remove_all("figures");
    setenv("FAULT_CALLS", "mkdir", 1);
    setenv("FAULT_AT", "1", 1);
    setenv("FAULT_ACTION", "EROFS+", 1);
    setenv("LD_PRELOAD", FAULT_SHIM, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    shell_end end = shell_run(SHELL("table", "hostile"));
    unsetenv("ASAN_OPTIONS");
    unsetenv("LD_PRELOAD");
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "hostile/tables: not written: Read-only file system\n");
    assert_non_null(strstr(end.out, "| RK4 "));
    assert_non_null(strstr(end.out, "\ntables are not written\n"));
    assert_int_equal(entries("hostile"), 4);
    remove_all("hostile/plots");
    end = shell_run(SHELL("plot", "hostile", "-o", "figures"));
    assert_int_equal(end.code, 0);
    assert_int_equal(access("figures/response.svg", F_OK), 0);
    assert_int_equal(entries("hostile"), 3);
}

/* --- names --- */

/* A study whose listing is named so, as a plan would refuse to write it. */
static void write_listing(const char *name)
{
    char block[512];
    snprintf(block, sizeof block,
             "question: how large?\n"
             "response: {column: dt_stable, unit: s, better: larger}\n"
             "factors: {method: integrator.name}\n"
             "listing: {name: '%s', rows: method, columns: {step: dt_stable}}\n",
             name);
    record_study s;
    record_error error;
    assert_int_equal(record_study_read("good/" EXPERIMENT, &s, &error), RECORD_OK);
    const char *id[16] = {0};
    int64_t marks[16] = {0};
    assert_in_range(s.rows, 1, 16);
    for (size_t i = 0; i < s.rows; i++)
        id[i] = s.id[i];
    const record_plan plan = {
        .rows = s.rows, .id = id, .required = marks, .printed = marks, .block = block};
    assert_int_equal(record_study_write("hostile/" EXPERIMENT, &plan, &error), RECORD_OK);
    record_study_free(&s);
}

static void names_are_checked_when_they_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {"../../outside/made",    "..",     "a/b",
                                        "x}\\input{/etc/passwd", "9lives", "a b"};
    copy_good();
    write_listing("by_method"); /* the same study with a name that is one: so the name it is */
    assert_int_equal(shell_run(SHELL("table", "hostile", "by_method")).code, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        copy_good();
        write_listing(names[i]);
        const shell_end end = shell_run(SHELL("table", "hostile"));
        assert_int_equal(end.code, 4);
        assert_non_null(strstr(end.err, "hostile/" EXPERIMENT "/study.h5: "));
        char *article = text_of_file("hostile/tables/article.tex");
        assert_null(strstr(article, names[i]));
        free(article);
        assert_nothing_outside_changed();
    }
    run_every_command();
}

/* --- figures --- */

/* An image in the report, and not in the site at all. */
static void other_figures_are_images_and_not_published(void **state)
{
    (void)state;
    copy_good();
    folder_write("hostile/plots/acts.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\">"
                                           "<script>alert('acts')</script></svg>");
    folder_write("hostile/plots/acts.dat", "1 2\n");
    folder_write("hostile/plots/acts.pdf", "%PDF");
    folder_write("hostile/plots/page.html", "<script>alert('acts')</script>");
    folder_write("hostile/tables/page.html", "<script>alert('acts')</script>");
    assert_int_equal(shell_run(SHELL("report", "hostile", "--no-plots")).code, 0);
    char *page = text_of_file("hostile/report.html");
    assert_null(strstr(page, "alert("));
    assert_non_null(strstr(page, "src=\"data:image/svg+xml;base64,"));
    assert_non_null(strstr(page, "-gnuplot_plot_1")); /* the drawn one stays in the page */
    assert_null(strstr(page, "unsafe"));
    free(page);
    const shell_end end = shell_run(SHELL("site", "hostile", "-o", "site"));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.err, "hostile/plots/acts.svg: not in the site: "));
    assert_non_null(strstr(end.err, "hostile/tables/page.html: not in the site: "));
    assert_int_equal(access("site/hostile/" FIGURE ".svg", F_OK), 0);
    assert_int_not_equal(access("site/hostile/plots/acts.svg", F_OK), 0);
    assert_int_not_equal(access("site/hostile/plots/acts.pdf", F_OK), 0);
    assert_int_not_equal(access("site/hostile/plots/page.html", F_OK), 0);
    assert_int_not_equal(access("site/hostile/tables/page.html", F_OK), 0);
    remove_all("site");
}

/* --- the site's names --- */

static void a_site_keeps_two_folders_of_one_name_apart(void **state)
{
    (void)state;
    remove_all("site");
    remove_all("other");
    assert_int_equal(mkdir("other", 0700), 0);
    assert_int_equal(system("cp -R good other/good"), 0); /* NOLINT(cert-env33-c): fixed */
    const shell_end end = shell_run(SHELL("site", "good", "other/good", "-o", "site"));
    assert_int_equal(end.code, 0);
    assert_int_equal(access("site/good/report.html", F_OK), 0);
    assert_int_equal(access("site/good-2/report.html", F_OK), 0);
    char *page = text_of_file("site/index.html");
    assert_non_null(strstr(page, "href=\"good-2/report.html\""));
    free(page);
    remove_all("site");
}

/* --- the door itself --- */

static void the_door_opens_regular_files_below_what_was_named(void **state)
{
    (void)state;
    make_outside();
    remove_all("room");
    assert_int_equal(mkdir("room", 0700), 0);
    assert_int_equal(mkdir("room/in", 0700), 0);
    folder_write("room/in/file", "x");
    assert_int_equal(symlink("../../outside/file", "room/in/link"), 0);
    assert_int_equal(symlink("../outside", "room/way"), 0);
    assert_int_equal(mkfifo("room/in/pipe", 0600), 0);
    static const struct {
        const char *path;
        int reason;
    } table[] = {
        {"room/in/file", 0},        {"room//in/./file", 0},        {"room/in/link", ENOLINK},
        {"room/way/file", ENOLINK}, {"room/in/pipe", ENODEV},      {"room/in", EISDIR},
        {"room/in/none", ENOENT},   {"room/in/../in/file", EXDEV}, {"room/../outside/file", EXDEV}};
    int file = door_open("room/in/link", O_RDONLY); /* not yet named: as the system does */
    assert_true(file >= 0);
    close(file);
    assert_true(door_name("room/"));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        errno = 0;
        file = door_open(table[i].path, O_RDONLY);
        assert_int_equal(file < 0 ? errno : 0, table[i].reason);
        if (file >= 0)
            close(file);
    }
    assert_false(door_make("room/way/made"));
    assert_false(door_make("room/way"));
    assert_false(door_remove("room/way/file"));
    assert_false(door_rename("room/in/file", "room/way/file"));
    assert_true(door_folder("room/way") < 0);
    assert_nothing_outside_changed();
    assert_true(door_remove("room/in/link")); /* the link itself */
    assert_nothing_outside_changed();
}

/* As the jobs of one sweep do, each of which writes the study before it begins. */
static void a_file_that_is_replaced_meanwhile_is_read(void **state)
{
    enum { READS = 400 };
    record_error error;
    (void)state;
    const char *const study = "good/" EXPERIMENT "/study.h5";
    const pid_t writer = fork();
    if (writer == 0)
        for (alarm(60);;) { /* it ends, even if nobody ends it */
            record_study s;
            if (record_study_read("good/" EXPERIMENT, &s, &error) == RECORD_OK)
                record_write(study, &s.data, &error);
            record_study_free(&s);
        }
    assert_true(writer > 0);
    assert_true(door_name("good"));
    size_t read = 0;
    for (size_t i = 0; i < READS; i++) {
        record_study s;
        read += record_study_read("good/" EXPERIMENT, &s, &error) == RECORD_OK;
        record_study_free(&s);
    }
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    assert_int_equal(read, READS);
}

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    make_outside();
    char *text = text_of_file(TRAMA_SOURCE_DIR "/examples/" EXPERIMENT ".yaml");
    folder_write("small.yaml", text);
    free(text);
    const bool made = shell_run(SHELL("run", "small.yaml", "-o", "good")).code == 0 &&
                      shell_run(SHELL("table", "good")).code == 0 &&
                      shell_run(SHELL("plot", "good")).code == 0 &&
                      shell_run(SHELL("export", "good", "--series")).code == 0 &&
                      shell_run(SHELL("report", "good")).code == 0;
    return made ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_a_stranger_are_no_way_out),
        cmocka_unit_test(folders_of_a_stranger_are_no_way_out),
        cmocka_unit_test(results_of_a_stranger_are_no_way_out),
        cmocka_unit_test(experiments_that_are_links_are_named_and_not_read),
        cmocka_unit_test(the_folder_itself_may_be_a_link),
        cmocka_unit_test(results_that_can_only_be_read_are_looked_at),
        cmocka_unit_test(names_are_checked_when_they_are_read),
        cmocka_unit_test(other_figures_are_images_and_not_published),
        cmocka_unit_test(a_site_keeps_two_folders_of_one_name_apart),
        cmocka_unit_test(the_door_opens_regular_files_below_what_was_named),
        cmocka_unit_test(a_file_that_is_replaced_meanwhile_is_read),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
