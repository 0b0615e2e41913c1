/* The results contain the files from which cases were read, with the names under which they were
 * given or included: "configs/x.yaml", "configs/../scenes/S1.yaml". An archive keeps their relative
 * places, so that they include each other as before. */
#include "analysis/archive/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/read/alike.h"

enum { PARTS = 256, PLACE = 4096 };

typedef struct file {
    char *place; /* an absolute path without . and .. */
    const char *text;
    bool first; /* of those that a run was given */
} file;

typedef struct files {
    file *item;
    size_t count;
    bool no_memory;
} files;

/* Names that are relative are of a folder which nobody knows: one as deep as they may lead out of.
 */
static char *place_of(const char *name)
{
    char text[PLACE], *part[PARTS], *rest = NULL;
    size_t parts = 0, length = 0;
    snprintf(text, sizeof text, "%s%s", name[0] == '/' ? "" : "/1/2/3/4/5/6/7/study/", name);
    for (char *at = strtok_r(text, "/", &rest); at && parts < PARTS;
         at = strtok_r(NULL, "/", &rest)) {
        if (strcmp(at, "..") == 0)
            parts -= parts > 0;
        else if (strcmp(at, ".") != 0)
            part[parts++] = at;
    }
    char *place = calloc(1, PLACE + PARTS);
    for (size_t i = 0; place && i < parts; i++)
        length += (size_t)snprintf(place + length, PLACE + PARTS - length, "/%s", part[i]);
    return place;
}

static void add(files *f, const char *name, const char *text, bool first)
{
    char *place = place_of(name);
    f->no_memory |= !place;
    for (size_t i = 0; place && i < f->count; i++)
        if (strcmp(f->item[i].place, place) == 0 && strcmp(f->item[i].text, text) == 0) {
            f->item[i].first |= first;
            free(place);
            return;
        }
    file *more = place ? realloc(f->item, (f->count + 1) * sizeof *more) : NULL;
    if (!more) {
        f->no_memory = true;
        free(place);
        return;
    }
    f->item = more;
    f->item[f->count++] = (file){place, text, first};
}

/* Cases of the same sources have the same files. */
static void collect(const study *s, files *f)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (c->absent || alike_source(s, c) != c)
            continue;
        const size_t rows = case_rows(c, &column_config_file_name);
        char *const *name = case_texts(c, &column_config_file_name, rows);
        char *const *text = case_texts(c, &column_config_file_text, rows);
        for (size_t k = 0; name && text && k < rows; k++)
            add(f, name[k], text[k], k == 0);
    }
}

/* How many characters of all places lead to the folder that all are in. */
static size_t common_folder(const files *f)
{
    size_t same = f->count > 0 ? strlen(f->item[0].place) : 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t k = 0;
        while (k < same && f->item[i].place[k] == f->item[0].place[k])
            k++;
        same = k;
    }
    while (same > 0 && f->item[0].place[same - 1] != '/')
        same--;
    return same;
}

static bool make_folders(const char *path)
{
    char part[2 * PLACE];
    bool made = true;
    for (const char *at = strchr(path + 1, '/'); at && made; at = strchr(at + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        made = door_make(part);
    }
    return made;
}

static bool write_file(const char *stage, const char *name, const char *content, FILE *err)
{
    text_buffer text;
    char *path = path_join(stage, name);
    bool written = path && make_folders(path) && text_begin(&text);
    if (!written) {
        fprintf(err, "%s: %s\n", name, strerror(errno));
    } else {
        fputs(content, text.stream);
        written = text_end(&text) && file_write(path, &text, err);
        text_free(&text);
    }
    free(path);
    return written;
}

/* A file that was another when other cases were run has the number of the earlier ones behind its
 * name. */
static bool write_one(const files *f, size_t at, size_t common, const char *stage,
                      archive_members *m, FILE *first, FILE *err)
{
    char name[2 * PLACE];
    size_t earlier = 0;
    for (size_t i = 0; i < at; i++)
        earlier += strcmp(f->item[i].place, f->item[at].place) == 0;
    snprintf(name, sizeof name, "configuration/%s", f->item[at].place + common);
    if (earlier > 0)
        snprintf(name + strlen(name), sizeof name - strlen(name), ".%zu", earlier + 1);
    if (f->item[at].first)
        fprintf(first, "%s\n", name);
    return write_file(stage, name, f->item[at].text, err) &&
           archive_add_staged(m, stage, name, err);
}

bool archive_configurations(const study *s, const char *stage, archive_members *m, FILE *first,
                            FILE *err)
{
    files f = {0};
    collect(s, &f);
    const size_t common = common_folder(&f);
    bool written = !f.no_memory;
    for (size_t i = 0; written && i < f.count; i++)
        written = write_one(&f, i, common, stage, m, first, err);
    for (size_t i = 0; i < f.count; i++)
        free(f.item[i].place);
    free(f.item);
    return written;
}
