#include "analysis/archive/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "results/door.h"
#include "results/path.h"

static bool grow(archive_members *m)
{
    if (m->count & (m->count + 1))
        return true; /* room is for a power of two less one */
    const size_t room = 2 * m->count + 1;
    char **name = realloc(m->name, (room + 1) * sizeof *name);
    m->name = name ? name : m->name;
    char **digest = realloc(m->digest, (room + 1) * sizeof *digest);
    m->digest = digest ? digest : m->digest;
    return name && digest;
}

static bool add(archive_members *m, const char *path, const char *name, FILE *err)
{
    char digest[FILE_DIGEST];
    if (!file_digest(path, digest, &m->bytes)) {
        fprintf(err, "%s: %s\n", path, door_reason(errno));
        return false;
    }
    if (!grow(m)) {
        fprintf(err, "no memory for the archive\n");
        return false;
    }
    m->name[m->count] = strdup(name);
    m->digest[m->count] = strdup(digest);
    m->count++;
    return m->name[m->count - 1] && m->digest[m->count - 1];
}

static bool is_results_file(const char *name)
{
    const size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".h5") == 0;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return door_stat(path, &about) && S_ISDIR(about.st_mode);
}

/* Below `folder`, whose name in the archive is `name`. */
static bool add_below(archive_members *m, const char *folder, const char *name, FILE *err)
{
    struct dirent **entry = NULL;
    const int count = path_entries(folder, &entry);
    bool added = count >= 0;
    if (!added)
        fprintf(err, "%s: %s\n", folder, door_reason(errno));
    for (int i = 0; i < count; i++) {
        char *path = path_join(folder, entry[i]->d_name), *own = path_join(name, entry[i]->d_name);
        if (!path || !own)
            added = false;
        else if (is_folder(path))
            added = added && add_below(m, path, own, err);
        else if (is_results_file(own))
            added = added && add(m, path, own, err);
        free(path);
        free(own);
        free(entry[i]);
    }
    free(entry);
    return added;
}

bool archive_add_results(archive_members *m, const char *folder, FILE *err)
{
    const bool added = door_name(folder) && add_below(m, folder, "results", err);
    m->results = m->count;
    return added;
}

bool archive_add_staged(archive_members *m, const char *stage, const char *name, FILE *err)
{
    char *path = path_join(stage, name);
    const bool added = path && add(m, path, name, err);
    free(path);
    return added;
}

void archive_members_free(archive_members *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->name[i]);
        free(m->digest[i]);
    }
    free(m->name);
    free(m->digest);
    *m = (archive_members){0};
}

void archive_sums(const archive_members *m, FILE *out)
{
    for (size_t i = 0; i < m->count; i++)
        fprintf(out, "%s  %s\n", m->digest[i], m->name[i]);
}
