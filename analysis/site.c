/* A static site of several results folders: a landing page, and of each its report, tables and
 * plots. Nothing is run; what a folder lacks of tables and plots is made. */
#include "analysis/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/output/file.h"
#include "analysis/read/outcome.h"
#include "analysis/report/page.h"
#include "analysis/site/landing.h"
#include "core/text.h"

typedef struct site {
    site_study *of;
    size_t count;
    const char *target;
    FILE *nowhere; /* what the parts say on standard output */
    FILE *err;
} site;

/* --- copies --- */

static bool read_whole(const char *path, text_buffer *text)
{
    char part[1 << 14];
    size_t read = 0;
    FILE *in = fopen(path, "rb");
    const bool begun = text_begin(text);
    while (in && begun && (read = fread(part, 1, sizeof part, in)) > 0)
        fwrite(part, 1, read, text->stream);
    const bool whole = in && begun && ferror(in) == 0;
    if (in)
        fclose(in);
    return whole;
}

static bool copy_file(const char *from, const char *name, const char *to, FILE *err)
{
    text_buffer text = {0};
    char *path = path_join(from, name);
    struct stat is;
    bool copied = path && stat(path, &is) == 0;
    if (copied && S_ISREG(is.st_mode)) {
        copied = read_whole(path, &text);
        copied = text_finish(&text, name, err) && copied && file_replace(to, name, &text, err);
    }
    if (!copied)
        fprintf(err, "%s/%s: not copied: %s\n", from, name, strerror(errno));
    text_free(&text);
    free(path);
    return copied;
}

/* Every file of <from>/<part>, which may not be there. */
static bool copy_part(const char *from, const char *to, const char *part, FILE *err)
{
    char *source = path_join(from, part), *copy = path_join(to, part);
    struct dirent **entry = NULL;
    bool copied = source && copy;
    const int count = copied ? path_entries(source, &entry) : -1;
    if (count > 0 && !folder_make(copy)) {
        fprintf(err, "%s: %s\n", copy, strerror(errno));
        copied = false;
    }
    for (int i = 0; i < count; i++) {
        copied = copied && copy_file(source, entry[i]->d_name, copy, err);
        free(entry[i]);
    }
    free(entry);
    free(source);
    free(copy);
    return copied;
}

/* --- a study --- */

static bool stands(const char *folder, const char *part)
{
    char *path = path_join(folder, part);
    const bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

/* Tables are made anew, which takes no time; plots where there are none. */
static int make_parts(const site *s, const site_study *of)
{
    int code = analysis_table(of->folder, NULL, "csv", s->nowhere, s->nowhere);
    if (!stands(of->folder, "plots"))
        code = outcome_worse(code, analysis_plot(of->folder, s->nowhere, s->err));
    return code == OUTCOME_IO ? OUTCOME_IO : OUTCOME_OK;
}

static int make_pages(const site *s, const site_study *of)
{
    char *folder = path_join(s->target, of->name);
    char *page = folder ? path_join(folder, "report.html") : NULL;
    int code = OUTCOME_IO;
    if (page && folder_make(folder) && copy_part(of->folder, folder, "tables", s->err) &&
        copy_part(of->folder, folder, "plots", s->err))
        code = analysis_report(&of->folder, 1, page, s->nowhere, s->err);
    else
        fprintf(s->err, "%s/%s: could not be made\n", s->target, of->name);
    free(page);
    free(folder);
    return code == OUTCOME_IO ? OUTCOME_IO : OUTCOME_OK;
}

/* --- the site --- */

/* The last part of a path, "thesis" of "results/thesis/", to be freed; "study" of "." and "..".
 * What stands in a link is kept, other characters become -. */
static char *name_of(const char *folder)
{
    size_t end = strlen(folder);
    while (end > 0 && folder[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    char *name = strndup(folder + begin, end - begin);
    if (name && strspn(name, ".") == strlen(name)) {
        free(name);
        return strdup("study");
    }
    for (char *at = name; at && *at; at++)
        if (trama_name_span(at, "_-.") == 0)
            *at = '-';
    return name;
}

static bool is_taken(const site *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->of[i].name, name) == 0)
            return true;
    return false;
}

/* A study of the site, unless it has no results or the name of another. */
static int add_study(site *s, const char *folder)
{
    site_study *of = &s->of[s->count];
    *of = (site_study){.name = name_of(folder), .folder = folder};
    if (!of->name)
        return OUTCOME_IO;
    study_read(folder, &of->study, s->nowhere);
    if (of->study.count > 0 && !is_taken(s, of->name)) {
        s->count++;
        return OUTCOME_OK;
    }
    if (of->study.count == 0)
        fprintf(s->err, "%s: no results; it is not in the site\n", folder);
    else
        fprintf(s->err, "%s: another folder of the site is named '%s', too\n", folder, of->name);
    study_free(&of->study);
    free(of->name);
    return OUTCOME_USAGE;
}

static int write_landing(const site *s, FILE *out)
{
    text_buffer text;
    if (text_begin(&text))
        landing_write(s->of, s->count, s->target, (const char *)page_css, page_css_size,
                      text.stream);
    const bool written = text_finish(&text, "the landing page", s->err) &&
                         file_replace(s->target, "index.html", &text, s->err);
    if (written)
        fprintf(out, "site: %s/index.html (%zu %s)\n", s->target, s->count,
                s->count == 1 ? "study" : "studies");
    text_free(&text);
    return written ? OUTCOME_OK : OUTCOME_IO;
}

static int make_site(site *s, const char *const *folder, size_t folders, FILE *out)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < folders; i++)
        code = outcome_worse(code, add_study(s, folder[i]));
    if (s->count > 0 && !folder_make(s->target)) {
        fprintf(s->err, "%s: %s\n", s->target, strerror(errno));
        return OUTCOME_IO;
    }
    for (size_t i = 0; i < s->count; i++) {
        code = outcome_worse(code, make_parts(s, &s->of[i]));
        code = outcome_worse(code, make_pages(s, &s->of[i]));
    }
    return s->count > 0 ? outcome_worse(code, write_landing(s, out)) : code;
}

int analysis_site(const char *const *folder, size_t folders, const char *target, FILE *out,
                  FILE *err)
{
    site s = {.target = target ? target : "site", .err = err};
    s.of = calloc(folders + 1, sizeof *s.of);
    s.nowhere = fopen("/dev/null", "w");
    int code = OUTCOME_IO;
    if (s.of && s.nowhere)
        code = make_site(&s, folder, folders, out);
    else
        fprintf(err, "no memory for the site\n");
    for (size_t i = 0; i < s.count; i++) {
        study_free(&s.of[i].study);
        free(s.of[i].name);
    }
    if (s.nowhere)
        fclose(s.nowhere);
    free(s.of);
    return code;
}
