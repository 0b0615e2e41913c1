/* What a gallery has drawn, as a list beside the figures: a line a file, as sha256sum writes it. By
 * that list the next drawing knows which files of the last one it does not make any more. A star
 * before the name, sha256sum's mark of binary files, marks one that a command asked for: it is
 * drawn again by the words in its script, or else kept. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/output/file.h"
#include "analysis/plot/figure.h"

static const char list_name[] = "SHA256SUMS";

enum { DIGITS = FILE_DIGEST - 1, LINE = DIGITS + 2 + GALLERY_FILE + 2 };

void gallery_free(gallery *g)
{
    free(g->name);
    free(g->file);
    g->name = NULL;
    g->file = NULL;
}

double gallery_width(const gallery *g)
{
    return g->width > 0 ? g->width : FIGURE_DOUBLE;
}

bool gallery_add_file(gallery *g, const char *name)
{
    gallery_file *grown = realloc(g->file, (g->files + 1) * sizeof *grown);
    if (!grown)
        return false;
    g->file = grown;
    g->file[g->files].asked = g->asked != NULL;
    snprintf(g->file[g->files++].name, GALLERY_FILE, "%s", name);
    return true;
}

static bool is_drawn(const gallery *g, const char *name)
{
    for (size_t i = 0; i < g->files; i++)
        if (strcmp(g->file[i].name, name) == 0)
            return true;
    return false;
}

/* The name in a line of the list, whose end is cut off; NULL: it names no file of this folder. */
static char *name_in(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    if (strlen(line) <= DIGITS + 2 || strchr(line, '/') || line[DIGITS + 2] == '.')
        return NULL;
    return line + DIGITS + 2;
}

/* Removes a file that is what the list says; one that was changed since is its changer's. Whether
 * it is gone by this. */
static bool remove_old(const gallery *g, const char *digest, const char *name)
{
    char now[FILE_DIGEST];
    char *path = path_join(g->folder, name);
    bool removed = false;
    if (path && file_digest(path, now, NULL)) {
        if (strncmp(now, digest, DIGITS) == 0)
            removed = door_remove(path);
        else
            fprintf(g->out, "%s: of no figure any more, but changed since it was drawn: kept\n",
                    path);
    }
    free(path);
    return removed;
}

/* Whether a command asked for the file of a line, and nobody has removed it since. */
static bool is_asked(const gallery *g, const char *line, const char *name)
{
    struct stat is;
    char *path = path_join(g->folder, name);
    const bool stands = path && line[DIGITS + 1] == '*' && door_stat(path, &is);
    free(path);
    return stands;
}

/* One line for what became of files: `what` they are. */
static void say_files(const gallery *g, const char *verb, size_t count, const char *what)
{
    if (count > 0)
        fprintf(g->out, "%s: %s %zu file%s of figures that %s\n", g->folder, verb, count,
                count == 1 ? "" : "s", what);
}

/* Of the last drawing's files those that this one has not made: removed, unless a command asked for
 * them; or after a failure, which leaves figures out, or where figures are added, kept in the list.
 */
static void end_last_drawing(const gallery *g, FILE *list)
{
    char line[LINE], *path = path_join(g->folder, list_name);
    FILE *last = path ? door_read(path) : NULL;
    size_t removed = 0, asked = 0;
    while (last && fgets(line, sizeof line, last)) {
        const char *name = name_in(line);
        if (!name || is_drawn(g, name))
            continue;
        const bool is_kept = is_asked(g, line, name);
        asked += is_kept && !g->adds;
        if (g->failed || g->adds || is_kept)
            fprintf(list, "%s\n", line);
        else
            removed += remove_old(g, line, name);
    }
    say_files(g, "removed", removed, "are not drawn any more");
    say_files(g, "kept", asked, "a command asked for, as it drew them");
    if (last)
        fclose(last);
    free(path);
}

static void write_files(const gallery *g, FILE *list)
{
    char digest[FILE_DIGEST];
    for (size_t i = 0; i < g->files; i++) {
        char *path = path_join(g->folder, g->file[i].name);
        if (path && file_digest(path, digest, NULL))
            fprintf(list, "%s %c%s\n", digest, g->file[i].asked ? '*' : ' ', g->file[i].name);
        free(path);
    }
}

/* Without figures there is no list. */
static bool keep_list(const gallery *g, const text_buffer *list)
{
    if (list->size > 0)
        return file_replace(g->folder, list_name, list, g->err);
    char *path = path_join(g->folder, list_name);
    if (path)
        door_remove(path);
    free(path);
    return true;
}

void gallery_end(gallery *g)
{
    text_buffer list = {0};
    if (text_begin(&list)) {
        end_last_drawing(g, list.stream);
        write_files(g, list.stream);
    }
    if (!text_finish(&list, list_name, g->err) || !keep_list(g, &list))
        g->failed = true;
    text_free(&list);
}

/* --- what commands asked for --- */

/* The words that a script tells in its first lines; false: none. */
static bool read_words(const gallery *g, const char *script, char words[GALLERY_WORDS])
{
    static const size_t before = sizeof GALLERY_ASKED - 1;
    char *path = path_join(g->folder, script);
    FILE *in = path ? door_read(path) : NULL;
    bool found = false;
    for (int line = 0; in && !found && line < 3 && fgets(words, GALLERY_WORDS, in); line++)
        found = strncmp(words, GALLERY_ASKED, before) == 0 && strchr(words, '\n');
    if (found) {
        memmove(words, words + before, strlen(words + before) + 1);
        words[strcspn(words, "\r\n")] = '\0';
    }
    if (in)
        fclose(in);
    free(path);
    return found;
}

static bool is_script(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && strcmp(end, ".gp") == 0;
}

static bool is_known(const gallery_request *all, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(all[i].words, all[count].words) != 0)
        i++;
    return i < count;
}

gallery_request *gallery_requests(const gallery *g, size_t *count)
{
    gallery_request *all = NULL, *grown;
    char line[LINE], *path = path_join(g->folder, list_name);
    FILE *list = path ? door_read(path) : NULL;
    *count = 0;
    while (list && fgets(line, sizeof line, list)) {
        const char *name = name_in(line);
        if (!name || !is_script(name) || !is_asked(g, line, name))
            continue;
        grown = realloc(all, (*count + 1) * sizeof *all);
        if (!grown)
            break;
        all = grown;
        *count += read_words(g, name, all[*count].words) && !is_known(all, *count);
    }
    if (list)
        fclose(list);
    free(path);
    return all;
}
