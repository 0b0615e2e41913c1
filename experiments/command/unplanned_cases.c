#include "command/unplanned_cases.h"
#include "results/journal.h"
#include "results/path.h"
#include "study/study.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is left of cases: the ending of its files, what they are and what is to be known of them,
 * and how one is removed. */
typedef struct leaving {
    const char *ending, *one, *many, *note, *again;
    record_status (*remove)(const char *path, record_error *error);
    bool removes;
} leaving;

static bool is_asked_for(const request *r, const char *again)
{
    return r->again && strcmp(r->again, again) == 0;
}

static bool remove_one(const leaving *l, const char *folder, const char *name)
{
    record_error error = {0};
    char *path = path_join(folder, name);
    if (!path)
        return false;
    strcpy(strrchr(path, '.'), ".h5"); /* a journal is named by the file of its case */
    const bool removed = l->remove(path, &error) == RECORD_OK;
    if (!removed)
        fprintf(stderr, "%s\n", error.text);
    free(path);
    return removed;
}

/* In one line, however many they are. */
static bool tidy(const leaving *l, const char *folder, const record_names *names)
{
    bool tidied = true;
    if (names->count == 0)
        return true;
    fprintf(stderr, "%s/%s", folder, names->name[0]);
    if (names->count > 1)
        fprintf(stderr, " and %zu more", names->count - 1);
    fprintf(stderr, ": %s no longer planned", names->count > 1 ? l->many : l->one);
    if (l->removes)
        fprintf(stderr, " %s removed\n", names->count > 1 ? "are" : "is");
    else
        fprintf(stderr, "; %s`--again %s` removes %s\n", l->note, l->again,
                names->count > 1 ? "them" : "it");
    for (size_t i = 0; tidied && l->removes && i < names->count; i++)
        tidied = remove_one(l, folder, names->name[i]);
    return tidied;
}

static bool tidy_folder(const leaving *l, const char *folder)
{
    record_names names;
    record_error error;
    bool tidied = record_unplanned(folder, l->ending, &names, &error) == RECORD_OK;
    if (!tidied)
        fprintf(stderr, "%s\n", error.text);
    tidied = tidied && tidy(l, folder, &names);
    record_names_free(&names);
    return tidied;
}

bool unplanned_cases_tidy(const request *r, const plan *p)
{
    const bool unplanned = is_asked_for(r, "unplanned");
    const leaving kind[] = {
        {".part", "the journal of a case that is", "the journals of cases that are", "", "stale",
         record_journal_remove, unplanned || is_asked_for(r, "stale") || is_asked_for(r, "all")},
        {".h5", "the file of a case that is", "the files of cases that are",
         "tables leave out cases that are not planned; ", "unplanned", record_remove, unplanned}};
    for (size_t i = 0; i < p->experiment_count; i++)
        for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
            char folder[PATH_MAX];
            snprintf(folder, sizeof folder, "%s/%s", r->folder, p->experiment[i].name);
            if (!tidy_folder(&kind[k], folder))
                return false;
        }
    return true;
}
