#include "analysis/compare/side.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/compare/baseline.h"
#include "analysis/output/file.h"
#include "analysis/read/outcome.h"

/* --- reading --- */

static int is_round(const struct dirent *entry)
{
    return strncmp(entry->d_name, "round-", strlen("round-")) == 0;
}

static study *next_part(side *s)
{
    study *grown = realloc(s->part, (s->parts + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    s->part = grown;
    s->part[s->parts] = (study){0};
    return &s->part[s->parts++];
}

static bool read_part(side *s, const char *folder, FILE *err)
{
    study *part = next_part(s);
    if (!part)
        return false;
    study_read_whole(folder, part, err);
    outcome_name_unplanned(part, err);
    return !part->no_memory && part->unreadable == 0;
}

static bool read_rounds(side *s, const char *folder, FILE *err)
{
    struct dirent **entry;
    const int count = door_entries(folder, &entry, is_round, alphasort);
    bool read = true;
    for (int i = 0; i < count; i++) {
        char *path = path_join(folder, entry[i]->d_name);
        read = path && read_part(s, path, err) && read;
        free(path);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return read;
}

static bool read_file(side *s, const char *path, FILE *err)
{
    study *part = next_part(s);
    return part && baseline_read(path, part, err);
}

/* --- groups --- */

static const char *key_of(const study_case *c)
{
    const char *digest = case_text(c, &column_config_digest);
    return *digest ? digest : case_text(c, &column_case_id);
}

static int by_key_and_path(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    const int order = strcmp(key_of(a), key_of(b));
    return order ? order : strcmp(a->path, b->path);
}

/* All that have a file: one that is planned and missing has nothing to compare. */
static size_t list_cases(side *s)
{
    size_t listed = 0;
    for (size_t i = 0; i < s->parts; i++)
        for (size_t j = 0; j < s->part[i].count; j++)
            if (!s->part[i].item[j].absent)
                s->items[listed++] = &s->part[i].item[j];
    qsort(s->items, listed, sizeof(*s->items), by_key_and_path);
    return listed;
}

static const study *study_of(const side *s, const study_case *c)
{
    for (size_t i = 0; i < s->parts; i++)
        if (c >= s->part[i].item && c < s->part[i].item + s->part[i].count)
            return &s->part[i];
    return NULL;
}

static void form_groups(side *s, size_t count)
{
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *key = key_of(s->items[i]);
        if (!last || strcmp(last, key) != 0)
            s->group[s->groups++] =
                (side_group){.key = key, .item = &s->items[i], .study = study_of(s, s->items[i])};
        s->group[s->groups - 1].count++;
        last = key;
    }
}

static bool group_cases(side *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->parts; i++)
        count += s->part[i].count;
    s->group = calloc(count + 1, sizeof *s->group);
    s->items = calloc(count + 1, sizeof(*s->items));
    if (!s->group || !s->items)
        return false;
    form_groups(s, list_cases(s));
    return true;
}

int side_read(const char *path, side *s, FILE *err)
{
    struct stat found;
    *s = (side){0};
    const bool is_file = stat(path, &found) == 0 && !S_ISDIR(found.st_mode);
    bool read = is_file ? read_file(s, path, err) : read_part(s, path, err);
    if (!is_file)
        read = read_rounds(s, path, err) && read;
    if (!read)
        return OUTCOME_IO;
    if (!group_cases(s)) {
        fprintf(err, "no memory for the results in %s\n", path);
        return OUTCOME_IO;
    }
    if (s->groups > 0)
        return OUTCOME_OK;
    fprintf(err, "%s: no results here, and no baseline file\n", path);
    return OUTCOME_USAGE;
}

void side_free(side *s)
{
    for (size_t i = 0; i < s->parts; i++)
        study_free(&s->part[i]);
    free(s->group);
    free(s->items);
    free(s->part);
    *s = (side){0};
}

/* --- names --- */

void side_name(const study_case *c, char *text, size_t size)
{
    case_name(c, text, size);
    const size_t used = strlen(text);
    snprintf(text + used, size - used, " (%.8s)", case_text(c, &column_case_id));
}
