/* Journals that no run of the experiment as it is now will go on with. */
#include "results/internal.h"
#include "results/journal.h"
#include "results/study.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 32 };

/* cases/<xx>/<id>.part, of a case without a row in the study. */
static bool is_unplanned(const record_study *study, const char *name)
{
    char id[DIGITS + 1] = "";
    const char *file = strrchr(name, '/') + 1;
    if (strspn(file, "0123456789abcdef") != DIGITS || strcmp(file + DIGITS, ".part") != 0)
        return false;
    memcpy(id, file, DIGITS);
    return record_study_row(study, id) == study->rows;
}

static void keep_unplanned(const record_study *study, record_names *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++)
        if (is_unplanned(study, names->name[i]))
            names->name[kept++] = names->name[i];
        else
            free(names->name[i]);
    names->count = kept;
}

record_status record_journal_unplanned(const char *folder, record_names *names, record_error *error)
{
    record_study study;
    record_status status = record_list_ending(folder, ".part", names, error);
    if (status != RECORD_OK || names->count == 0)
        return status == RECORD_MISSING ? record_clear(error) : status;
    status = record_study_read(folder, &study, error);
    if (status == RECORD_OK)
        keep_unplanned(&study, names);
    else
        record_names_free(names);
    record_study_free(&study);
    return status == RECORD_MISSING ? record_clear(error) : status;
}
