#include "analysis/compare/side.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/compare/baseline.h"
#include "analysis/output/file.h"
#include "analysis/read/outcome.h"

/* --- reading --- */

static bool is_version(const char *line)
{
    static const char *const versions[] = {
        "model.version = ", "integrator.version = ", "task.version = "};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strncmp(line, versions[i], strlen(versions[i])) == 0)
            return true;
    return false;
}

/* A case of a file that tells no configuration is known by its name alone. */
static char *key_of(const study_case *c)
{
    const char *resolved = case_text(c, &column_config_resolved);
    const char *line = *resolved ? resolved : case_text(c, &column_case_id);
    char *key = malloc(strlen(line) + 1), *end = key;
    while (key && *line) {
        const size_t length = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        if (!is_version(line)) {
            memcpy(end, line, length);
            end += length;
        }
        line += length;
    }
    if (key)
        *end = '\0';
    return key;
}

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
    study_read(folder, part, err);
    return !part->no_memory && part->unreadable == 0;
}

static bool read_rounds(side *s, const char *folder, FILE *err)
{
    struct dirent **entry;
    const int count = scandir(folder, &entry, is_round, alphasort);
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

typedef struct keyed {
    char *key;
    const study_case *item;
} keyed;

static int by_key_and_path(const void *left, const void *right)
{
    const keyed *a = left, *b = right;
    const int order = strcmp(a->key, b->key);
    return order ? order : strcmp(a->item->path, b->item->path);
}

static size_t count_cases(const side *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->parts; i++)
        count += s->part[i].count;
    return count;
}

static bool list_cases(const side *s, keyed *list)
{
    size_t count = 0;
    for (size_t i = 0; i < s->parts; i++)
        for (size_t j = 0; j < s->part[i].count; j++, count++) {
            list[count].item = &s->part[i].item[j];
            list[count].key = key_of(list[count].item);
            if (!list[count].key)
                return false;
        }
    qsort(list, count, sizeof *list, by_key_and_path);
    return true;
}

/* The groups take the keys over; those of further members are freed. */
static void form_groups(side *s, keyed *list, size_t count)
{
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        s->items[i] = list[i].item;
        if (last && strcmp(last, list[i].key) == 0) {
            s->group[s->groups - 1].count++;
            continue;
        }
        last = list[i].key;
        s->group[s->groups++] = (side_group){.key = list[i].key, .item = &s->items[i], .count = 1};
        list[i].key = NULL;
    }
}

static bool group_cases(side *s)
{
    const size_t count = count_cases(s);
    keyed *list = calloc(count + 1, sizeof *list);
    s->group = calloc(count + 1, sizeof *s->group);
    s->items = calloc(count + 1, sizeof(*s->items));
    const bool listed = list && s->group && s->items && list_cases(s, list);
    if (listed)
        form_groups(s, list, count);
    for (size_t i = 0; list && i < count; i++)
        free(list[i].key);
    free(list);
    return listed;
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
    for (size_t i = 0; i < s->groups; i++)
        free(s->group[i].key);
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
