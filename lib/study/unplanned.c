/* Files of cases that the current experiment does not plan. */
#include "results/door.h"
#include "results/path.h"
#include "study/study.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 32 };

bool record_study_left(const record_study *s, const char *name)
{
    char id[DIGITS + 1] = "";
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    if (strspn(file, "0123456789abcdef") != DIGITS ||
        (strcmp(file + DIGITS, ".part") != 0 && strcmp(file + DIGITS, ".h5") != 0))
        return false;
    memcpy(id, file, DIGITS);
    return s->by_id && record_study_row(s, id) == s->rows;
}

static void keep_unplanned(const record_study *study, record_names *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++)
        if (record_study_left(study, names->name[i]))
            names->name[kept++] = names->name[i];
        else
            free(names->name[i]);
    names->count = kept;
}

record_status record_unplanned(const char *folder, const char *ending, record_names *names,
                               record_error *error)
{
    record_study study;
    record_status status = record_list_ending(folder, ending, names, error);
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

/* Another process may have removed it before. */
static bool unlink_file(const char *path)
{
    return door_remove(path) || errno == ENOENT;
}

record_status record_remove(const char *path, record_error *error)
{
    char *sidecar = path_of_sidecar(path);
    record_clear(error);
    if (!sidecar)
        return record_fail_memory(error, path);
    if (!unlink_file(sidecar) || !unlink_file(path))
        record_fail(error, RECORD_IO, path, "cannot be removed: %s", door_reason(errno));
    free(sidecar);
    return (record_status)error->status;
}
