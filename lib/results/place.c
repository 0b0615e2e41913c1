/* The place of the cases of an experiment below its folder: cases/<first two digits of the id>/, so
 * that no folder becomes too large for file systems and people. Cases that an earlier version put
 * into cases/ itself are found too. */
#include "core/memory.h"
#include "results/door.h"
#include "results/internal.h"
#include "results/path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGITS = 2 };

void record_case_path(const char *folder, const char *id, char *path, size_t size)
{
    snprintf(path, size, "%s/cases/%s.h5", folder, id);
    if (!door_stands(path))
        snprintf(path, size, "%s/cases/%.*s/%s.h5", folder, DIGITS, id, id);
}

static bool is_digits(const char *name, size_t length)
{
    return length == DIGITS && strspn(name, "0123456789abcdef") >= DIGITS;
}

/* Where the last part of path[0] to path[length - 1] begins. */
static size_t last_part(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

/* cases/<name> or cases/<two digits>/<name>, wherever that is. */
static bool is_place_of_cases(const char *path)
{
    static const char cases[] = "cases";
    size_t end = last_part(path, strlen(path));
    size_t begin = last_part(path, end > 0 ? end - 1 : 0);
    if (end > 0 && is_digits(path + begin, end - 1 - begin)) {
        end = begin;
        begin = last_part(path, end > 0 ? end - 1 : 0);
    }
    return end == begin + sizeof cases && strncmp(path + begin, cases, sizeof cases - 1) == 0;
}

record_status record_check_place(const char *path, const bundle *b, record_error *error)
{
    const char *id = bundle_text(b, column_case_id.path, NULL),
               *name = path + last_part(path, strlen(path));
    record_clear(error);
    if (!id || !is_place_of_cases(path))
        return RECORD_OK;
    const size_t length = strlen(id);
    if (strncmp(name, id, length) == 0 && strcmp(name + length, ".h5") == 0)
        return RECORD_OK;
    return record_fail(error, RECORD_DAMAGED, path,
                       "is the file of another case, %.64s: it was copied or renamed", id);
}

static bool sync_folder(const char *path)
{
    const int folder = door_folder(path);
    const bool synced = folder >= 0 && record_sync_folder(folder);
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return synced;
}

/* Cuts off the last part. */
static void go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
}

record_status record_case_folder(const char *path, record_error *error)
{
    record_clear(error);
    char *folder = strdup(path);
    if (!folder)
        return record_fail_memory(error, path);
    go_up(folder);
    const bool stood = door_stands(folder), made = door_make(folder);
    const int reason = errno;
    if (!made)
        record_fail(error, RECORD_IO, folder, "the folder cannot be made: %s", door_reason(reason));
    go_up(folder);
    if (made && !stood && !sync_folder(folder))
        record_fail(error, RECORD_IO, folder, "cannot be synced: %s", door_reason(errno));
    free(folder);
    return (record_status)error->status;
}

/* --- the cases that stand --- */

typedef struct lister {
    record_names *names;
    size_t capacity;
    const char *folder, *ending; /* of the names that are listed */
    record_error *error;
} lister;

static bool fail_memory(const lister *l)
{
    record_fail_memory(l->error, l->folder);
    return false;
}

static bool add_name(lister *l, const char *below, const char *name)
{
    record_names *n = l->names;
    char **grown = trama_with_room(n->name, n->count, &l->capacity, sizeof *grown);
    if (!grown)
        return fail_memory(l);
    n->name = grown;
    const size_t size = strlen(below) + strlen(name) + 2;
    char *text = malloc(size);
    if (!text)
        return fail_memory(l);
    snprintf(text, size, "%s/%s", below, name);
    n->name[n->count++] = text;
    return true;
}

/* Temporaries and other hidden files begin with a dot. */
static bool is_listed(const lister *l, const char *name)
{
    const size_t length = strlen(name), end = strlen(l->ending);
    return name[0] != '.' && length > end && strcmp(name + length - end, l->ending) == 0;
}

static bool list_below(lister *l, const char *below, bool deeper);

static bool list_entry(lister *l, const char *name, const char *below, bool deeper)
{
    char inner[sizeof "cases/" + DIGITS];
    if (is_listed(l, name))
        return add_name(l, below, name);
    if (!deeper || !is_digits(name, strlen(name)))
        return true;
    snprintf(inner, sizeof inner, "cases/%.*s", DIGITS, name);
    return list_below(l, inner, false);
}

static bool fail_folder(const lister *l, const char *below)
{
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    const int reason = errno;
    char *path = path_join(l->folder, below);
    if (!path)
        return fail_memory(l);
    record_fail(l->error, missing ? RECORD_MISSING : RECORD_IO, path, "%s", door_reason(reason));
    free(path);
    return false;
}

/* -1 with errno. */
static int open_below(const lister *l, const char *below)
{
    char *path = path_join(l->folder, below);
    const int folder = path ? door_folder(path) : -1;
    const int reason = errno;
    free(path);
    errno = reason;
    return folder;
}

/* The cases in the folder that is `below` as seen from the experiment; of the folders in it
 * (!deeper), what has the name of one and is none is passed over, as other files are. */
static bool list_below(lister *l, const char *below, bool deeper)
{
    const int folder = open_below(l, below);
    DIR *entries = folder >= 0 ? fdopendir(folder) : NULL;
    if (!entries) {
        const bool foreign = !deeper && folder < 0 && (errno == ENOENT || errno == ENOTDIR);
        const bool passed_over = foreign || fail_folder(l, below);
        if (folder >= 0)
            close(folder);
        return passed_over;
    }
    bool listed = true;
    const struct dirent *entry;
    while (listed && (errno = 0, entry = readdir(entries)))
        listed = list_entry(l, entry->d_name, below, deeper);
    if (listed && errno != 0)
        listed = fail_folder(l, below);
    closedir(entries);
    return listed;
}

/* The name alone: the file of an id has its place among the others wherever it stands. */
static int by_file_name(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    const int order = strcmp(strrchr(a, '/'), strrchr(b, '/'));
    return order ? order : strcmp(a, b);
}

record_status record_list_ending(const char *folder, const char *ending, record_names *names,
                                 record_error *error)
{
    *names = (record_names){0};
    lister l = {.names = names, .folder = folder, .ending = ending, .error = error};
    record_clear(error);
    list_below(&l, "cases", true);
    if (names->count > 0)
        qsort(names->name, names->count, sizeof *names->name, by_file_name);
    return (record_status)error->status;
}

record_status record_list(const char *folder, record_names *names, record_error *error)
{
    return record_list_ending(folder, ".h5", names, error);
}

void record_names_free(record_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    *names = (record_names){0};
}
