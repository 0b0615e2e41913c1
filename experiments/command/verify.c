/* trama verify: compares every results file below a folder with its checksums. trama index:
 * rebuilds the indices from the cases. */
#include "command/command.h"
#include "command/unpacked.h"
#include "index/index.h"
#include "results/door.h"
#include "results/journal.h"
#include "results/lock.h"
#include "results/path.h"
#include "results/record.h"
#include "results/terminal.h"
#include "study/study.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What a walk through a folder finds, and does. */
typedef struct walk {
    size_t whole, bad; /* files, or indices */
    size_t journals;   /* that are whole, of cases that have not ended */
    size_t unread;     /* folders */
    size_t unknown;    /* files that nobody knows, for want of memory or of a right to read them */
    bool no_memory;
    index_check *check; /* of the folder whose cases are walked through, if it has an index */
    void (*visit)(struct walk *w, const char *path, const char *name);
} walk;

static bool is_folder(const char *path)
{
    struct stat about;
    return door_stat(path, &about) && S_ISDIR(about.st_mode);
}

static void say(const char *path, const char *what)
{
    print_shown(path, strlen(path), stderr);
    fprintf(stderr, ": %s\n", what);
}

/* Everything below `folder` in order of name, folders before what is in them. Hidden names are
 * passed over; a link to a folder is not followed, which is said. */
static void walk_through(walk *w, const char *folder)
{
    struct dirent **entry = NULL;
    const int count = path_entries(folder, &entry);
    if (count < 0) {
        say(folder, door_reason(errno));
        w->unread++;
    }
    for (int i = 0; i < count; i++) {
        char *path = path_join(folder, entry[i]->d_name);
        w->no_memory = w->no_memory || !path;
        if (path)
            w->visit(w, path, entry[i]->d_name);
        if (path && door_is_link(path)) {
            say(path, door_reason(ENOLINK));
            w->unread++;
        }
        if (path && is_folder(path))
            walk_through(w, path);
        free(path);
        free(entry[i]);
    }
    free(entry);
}

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), size = strlen(end);
    return length > size && strcmp(name + length - size, end) == 0;
}

/* --- verify --- */

/* <id>.part */
static bool is_journal(const char *name)
{
    enum { DIGITS = 32 };
    return strspn(name, "0123456789abcdef") == DIGITS && strcmp(name + DIGITS, ".part") == 0;
}

static void fail_file(walk *w, const record_error *error)
{
    const bool tried = error->status != RECORD_NO_MEMORY && error->status != RECORD_IO;
    printf("%s\n", error->text);
    w->bad += tried;
    w->unknown += !tried;
}

/* What a kill has cut at its end is no damage, nor what a machine that stops leaves there. */
static void verify_journal(walk *w, const char *path)
{
    record_error error;
    size_t torn;
    const record_status status = record_journal_verify(path, NULL, &torn, &error);
    if (torn > 0)
        printf("%s: the last %zu bytes of this journal are an incomplete record, as after a crash "
               "of the machine; `trama run` resumes from the records before them\n",
               path, torn);
    if (status == RECORD_OK || status == RECORD_MISSING)
        w->journals++;
    else
        fail_file(w, &error);
}

/* In one line, however many they are. */
static void name_left(const char *folder, const char *ending, const char *what, const char *again)
{
    record_names names = {0};
    record_error error;
    if (record_unplanned(folder, ending, &names, &error) == RECORD_OK && names.count > 0) {
        printf("%s/%s", folder, names.name[0]);
        if (names.count > 1)
            printf(" and %zu more", names.count - 1);
        printf(": %s no longer planned; `trama run --again %s` removes it\n", what, again);
    }
    record_names_free(&names);
}

/* Whole, but of cases that an earlier version of the experiment planned. */
static void name_unplanned(walk *w, const char *cases)
{
    char *folder = path_folder(cases);
    w->no_memory = w->no_memory || !folder;
    if (folder) {
        name_left(folder, ".part", "the journal of a case that is", "stale");
        name_left(folder, ".h5", "the file of a case that is", "unplanned");
    }
    free(folder);
}

/* The cases come before the index beside them, which is compared with what they are found to hold:
 * so they are read once. */
static void begin_check(walk *w, const char *cases)
{
    struct stat about;
    char *folder = path_folder(cases), *index = folder ? path_join(folder, "index.h5") : NULL;
    index_check_free(w->check);
    w->check = index && door_stat(index, &about) ? index_check_begin(folder) : NULL;
    w->no_memory = w->no_memory || !index;
    free(index);
    free(folder);
}

/* An index is compared with the files that it is of. */
static bool says_the_truth(walk *w, const char *path, record_error *error)
{
    char *folder = path_folder(path);
    index_check *check = w->check;
    w->check = NULL;
    w->no_memory = w->no_memory || !folder;
    if (folder && !(check && index_check_is_of(check, folder))) {
        index_check_free(check);
        check = index_check_begin(folder);
    }
    free(folder);
    if (!check)
        return record_fail_memory(error, path) == RECORD_OK;
    const record_status status = index_check_end(check, error);
    return status == RECORD_OK || status == RECORD_MISSING;
}

static bool is_whole(walk *w, const char *path, const char *name, record_error *error)
{
    bundle b = {0};
    bool whole = record_verify(path, NULL, &b, error) == RECORD_OK &&
                 record_check_place(path, &b, error) == RECORD_OK;
    if (whole && strcmp(name, "index.h5") == 0)
        whole = says_the_truth(w, path, error);
    else if (whole && w->check)
        index_check_give(w->check, path, &b);
    bundle_free(&b);
    return whole;
}

static void verify_file(walk *w, const char *path, const char *name)
{
    record_error error;
    if (strcmp(name, "cases") == 0 && is_folder(path)) {
        name_unplanned(w, path);
        begin_check(w, path);
    }
    if (is_journal(name))
        verify_journal(w, path);
    if (!ends_with(name, ".h5"))
        return;
    if (is_whole(w, path, name, &error))
        w->whole++;
    else
        fail_file(w, &error);
}

/* --- index --- */

static bool make_index(const char *folder)
{
    record_error error;
    record_lock lock;
    if (record_lock_take(folder, 1, 1, &lock, &error) == RECORD_OK)
        record_index(folder, true, &error);
    record_lock_release(&lock);
    if (error.status != RECORD_OK)
        fprintf(stderr, "%s\n", error.text);
    return error.status == RECORD_OK;
}

static void index_folder(walk *w, const char *path, const char *name)
{
    if (strcmp(name, "cases") != 0 || !is_folder(path))
        return;
    char *folder = strndup(path, strlen(path) - strlen("/cases"));
    if (folder && make_index(folder))
        w->whole++;
    else
        w->bad++;
    w->no_memory = w->no_memory || !folder;
    free(folder);
}

/* --- both --- */

static void walk_operand(walk *w, const char *operand);

/* The files of an archive by its checksums, and then its results as those of a folder. */
static void walk_archive(walk *w, const char *archive)
{
    unpacked u;
    if (unpacked_begin(archive, &u))
        walk_operand(w, u.results);
    else
        w->bad++;
    unpacked_end(&u);
}

static void walk_operand(walk *w, const char *operand)
{
    struct stat about;
    const char *folder_end = strrchr(operand, '/');
    if (ends_with(operand, ".tar") && w->visit == verify_file)
        walk_archive(w, operand);
    else if (stat(operand, &about) == 0 && S_ISREG(about.st_mode))
        w->visit(w, operand, folder_end ? folder_end + 1 : operand);
    else if (door_name(operand))
        walk_through(w, operand);
    else
        w->no_memory = true;
}

/* A name that leads nowhere is bad usage, for every command that takes results. */
static bool are_there(int count, char **operand)
{
    struct stat about;
    for (int i = 0; i < count; i++)
        if (stat(operand[i], &about) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
            fprintf(stderr, "%s: %s\n", operand[i], strerror(errno));
            return false;
        }
    return true;
}

static int walk_operands(int argc, char **argv, walk *w, const char *what)
{
    const int operands = command_options(argc, argv, NULL, 0);
    if (operands == 0)
        fprintf(stderr, "trama %s: a results folder is needed; see `trama --help`\n", argv[0]);
    if (operands <= 0 || !are_there(operands, argv + 1))
        return EXIT_USAGE;
    for (int i = 1; i <= operands; i++)
        walk_operand(w, argv[i]);
    if (w->no_memory) {
        fprintf(stderr, "trama: out of memory\n");
        return EXIT_IO;
    }
    if (w->whole + w->bad + w->journals + w->unread + w->unknown == 0) {
        fprintf(stderr, "trama %s: no %s in %s\n", argv[0], what, argv[1]);
        return EXIT_USAGE;
    }
    return w->bad + w->unread + w->unknown > 0 ? EXIT_IO : EXIT_OK;
}

int command_verify(int argc, char **argv)
{
    walk w = {.visit = verify_file};
    const int code = walk_operands(argc, argv, &w, "results files");
    index_check_free(w.check);
    if (w.journals > 0)
        printf("%zu %s; `trama run` resumes %s\n", w.journals,
               w.journals == 1 ? "journal of a case that has not ended is whole"
                               : "journals of cases that have not ended are whole",
               w.journals == 1 ? "it" : "them");
    if (w.whole + w.bad > 0)
        printf("%zu %s whole, %zu %s not%s\n", w.whole, w.whole == 1 ? "file is" : "files are",
               w.bad, w.bad == 1 ? "is" : "are",
               w.bad > 0 ? "; `trama run --again bad` runs damaged cases again and writes "
                           "study.h5, `trama index` rebuilds an index"
                         : "");
    if (w.unknown > 0)
        printf("%zu %s not be read, and may be intact\n", w.unknown,
               w.unknown == 1 ? "file could" : "files could");
    return code;
}

int command_index_folders(int argc, char **argv)
{
    walk w = {.visit = index_folder};
    const int code = walk_operands(argc, argv, &w, "folders of cases");
    if (code != EXIT_USAGE)
        printf("%zu indices made\n", w.whole);
    return code;
}
