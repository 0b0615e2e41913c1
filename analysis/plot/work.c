/* For flock. */
#define _GNU_SOURCE
#include "analysis/plot/work.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "results/door.h"
#include "results/path.h"

static const char form[] = ".figure-XXXXXX";

enum { HEAD = sizeof form - sizeof "XXXXXX" };

bool work_begin(work *w, const char *plots)
{
    *w = (work){.path = path_join(plots, form), .held = -1};
    if (!w->path)
        return false;
    if (!door_make_temporary(w->path)) {
        free(w->path);
        w->path = NULL;
        return false;
    }
    w->held = door_folder(w->path);
    if (w->held >= 0)
        flock(w->held, LOCK_EX | LOCK_NB); /* some file systems cannot: then nobody removes it */
    return w->held >= 0;
}

static int is_file(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

void work_remove(const char *path)
{
    struct dirent **entry = NULL;
    const int count = door_entries(path, &entry, is_file, alphasort);
    for (int i = 0; i < count; i++) {
        char *file = path_join(path, entry[i]->d_name);
        if (file)
            door_remove(file);
        free(file);
        free(entry[i]);
    }
    free(entry);
    door_remove_folder(path);
}

void work_end(work *w)
{
    if (w->path)
        work_remove(w->path);
    if (w->held >= 0)
        close(w->held);
    free(w->path);
    *w = (work){.held = -1};
}

static int is_work(const struct dirent *entry)
{
    return strncmp(entry->d_name, form, HEAD) == 0 && strlen(entry->d_name) == sizeof form - 1;
}

static void remove_unless_held(const char *path)
{
    const int folder = door_folder(path);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
        work_remove(path);
    if (folder >= 0)
        close(folder);
}

void work_remove_abandoned(const char *plots)
{
    struct dirent **entry = NULL;
    const int count = door_entries(plots, &entry, is_work, alphasort);
    for (int i = 0; i < count; i++) {
        char *path = path_join(plots, entry[i]->d_name);
        if (path)
            remove_unless_held(path);
        free(path);
        free(entry[i]);
    }
    free(entry);
}
