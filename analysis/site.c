/* A static site of several results folders: a landing page, and the report, tables and plots of
 * each. Nothing is run; missing tables and plots are made. */
#include "analysis/analysis.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/output/file.h"
#include "analysis/output/plain_svg.h"
#include "analysis/plots.h"
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

static bool copy_file(const char *from, const char *name, const char *to, FILE *err)
{
    text_buffer text = {0};
    const bool copied = file_read(from, name, &text, err) && file_replace(to, name, &text, err);
    text_free(&text);
    return copied;
}

/* Bytes of the figure's name: "shapes" of "shapes.pdf", and of its first picture, "shapes.1.png".
 */
static size_t figure_span(const char *name)
{
    size_t length = (size_t)(strrchr(name, '.') - name), digits = 0;
    if (strcmp(name + length, ".png") != 0)
        return length;
    while (digits < length && strchr("0123456789", name[length - digits - 1]))
        digits++;
    return digits < length && name[length - digits - 1] == '.' ? length - digits - 1 : length;
}

/* Whether the figure that a file is of is one by gnuplot: others may hold what acts when it is
 * looked at. */
static bool is_of_plain_figure(const char *from, const char *name)
{
    char svg[NAME_MAX + 8];
    text_buffer text = {0};
    snprintf(svg, sizeof svg, "%.*s.svg", (int)figure_span(name), name);
    const bool plain = file_read(from, svg, &text, NULL) && svg_is_plain(text.data, text.size);
    text_free(&text);
    return plain;
}

static bool ends_with_one_of(const char *name, const char *const *end, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(name), own = strlen(end[i]);
        if (length > own && strcmp(name + length - own, end[i]) == 0)
            return true;
    }
    return false;
}

/* Why a file does not belong into a site; NULL: it does. */
static const char *unfit(const char *from, const char *part, const char *name)
{
    static const char *const tables[] = {".csv", ".md", ".tex"};
    static const char *const figures[] = {".svg", ".pdf", ".gp", ".dat", ".png"};
    if (strcmp(part, "tables") == 0)
        return ends_with_one_of(name, tables, sizeof tables / sizeof *tables) ? NULL
                                                                              : "is no table";
    if (strcmp(name, "SHA256SUMS") == 0)
        return NULL;
    if (!ends_with_one_of(name, figures, sizeof figures / sizeof *figures))
        return "is no file of a figure";
    return is_of_plain_figure(from, name) ? NULL : "is of a figure whose SVG is not gnuplot's";
}

/* A folder in it, such as plots/column, is none of the site's. */
static bool copy_entry(const char *from, const char *part, const char *name, const char *to,
                       FILE *err)
{
    struct stat is;
    char *path = path_join(from, name);
    const bool folder = path && door_stat(path, &is) && S_ISDIR(is.st_mode);
    const char *why = folder ? NULL : unfit(from, part, name);
    free(path);
    if (why)
        fprintf(err, "%s/%s: not in the site: it %s\n", from, name, why);
    return folder || why || copy_file(from, name, to, err);
}

/* The tables or figures of <from>/<part>, which may not be there. Whether all could be copied. */
static bool copy_part(const char *from, const char *to, const char *part, FILE *err)
{
    char *source = path_join(from, part), *copy = path_join(to, part);
    struct dirent **entry = NULL;
    bool copied = source && copy;
    const int count = copied ? path_entries(source, &entry) : -1;
    if (count > 0 && !door_make(copy)) {
        fprintf(err, "%s: %s\n", copy, door_reason(errno));
        copied = false;
    }
    const bool made = copied;
    for (int i = 0; i < count; i++) {
        copied = made && copy_entry(source, part, entry[i]->d_name, copy, err) && copied;
        free(entry[i]);
    }
    free(entry);
    free(source);
    free(copy);
    return copied;
}

/* --- a study --- */

/* Tables are made anew, which takes no time. What they say is said where they fail alone. */
static int make_tables(const site *s, const site_study *of, FILE *said)
{
    text_buffer own;
    int code = OUTCOME_IO;
    if (text_begin(&own))
        code = analysis_table(of->folder, NULL, "csv", s->nowhere, own.stream);
    if (text_finish(&own, "the tables", said) && code == OUTCOME_IO)
        fputs(own.data, said);
    text_free(&own);
    return code;
}

/* Tables, and plots where there are none. `said`: what is to be said of it, for the page. */
static int make_parts(const site *s, const site_study *of, text_buffer *said)
{
    int code = OUTCOME_IO;
    if (text_begin(said)) {
        code = make_tables(s, of, said->stream);
        if (!plots_have_figure(of->folder))
            code = outcome_worse(code, analysis_plot(of->folder, s->nowhere, said->stream));
    }
    if (text_finish(said, of->name, s->err))
        fputs(said->data, s->err);
    else
        code = OUTCOME_IO;
    return code == OUTCOME_IO ? OUTCOME_IO : OUTCOME_OK;
}

static int make_pages(const site *s, const site_study *of, const char *said)
{
    char *folder = path_join(s->target, of->name);
    char *page = folder ? path_join(folder, "report.html") : NULL;
    int code = OUTCOME_IO;
    if (page && door_make(folder)) {
        const bool tables = copy_part(of->folder, folder, "tables", s->err);
        const bool plots = copy_part(of->folder, folder, "plots", s->err);
        code = analysis_report_with(&of->folder, 1,
                                    &(analysis_report_options){.file = page, .said = said},
                                    s->nowhere, s->err);
        code = tables && plots ? code : OUTCOME_IO;
    } else {
        fprintf(s->err, "%s/%s: could not be made\n", s->target, of->name);
    }
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

/* "thesis-2" where another study is "thesis"; takes over `name`. NULL without memory. */
static char *own_name(const site *s, char *name)
{
    const size_t size = name ? strlen(name) + 24 : 0;
    char *own = name ? malloc(size) : NULL;
    if (own)
        snprintf(own, size, "%s", name);
    for (size_t i = 2; own && is_taken(s, own); i++)
        snprintf(own, size, "%s-%zu", name, i);
    free(name);
    return own;
}

/* What cannot be read its report names, but not that it could not be read for the landing page. */
static int outcome_of_landing(const site *s, const site_study *of)
{
    if (!of->study.unknown && !of->study.no_memory)
        return OUTCOME_OK;
    fprintf(s->err,
            "%s: the landing page does not know all of it, for want of memory or of the right "
            "to read it\n",
            of->folder);
    return OUTCOME_IO;
}

/* Why a folder is not in the site, of whose cases none can be read. */
static int refuse_study(const study *read, const char *folder, FILE *err)
{
    const char *why = "no results";
    if (read->no_memory)
        why = "there is not enough memory to read its results";
    else if (read->unreadable > 0)
        why = "its results cannot be read, and `trama verify` says why";
    fprintf(err, "%s: %s; it is not in the site\n", folder, why);
    return read->no_memory || read->unreadable > 0 ? OUTCOME_IO : OUTCOME_USAGE;
}

/* A study of the site, unless it has no results. */
static int add_study(site *s, const char *folder)
{
    site_study *of = &s->of[s->count];
    *of = (site_study){.name = own_name(s, name_of(folder)), .folder = folder};
    if (!of->name)
        return OUTCOME_IO;
    study_read(folder, &of->study, s->nowhere);
    if (of->study.count > 0) {
        s->count++;
        return outcome_of_landing(s, of);
    }
    const int code = refuse_study(&of->study, folder, s->err);
    study_free(&of->study);
    free(of->name);
    return code;
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
    int code = written ? OUTCOME_OK : OUTCOME_IO;
    for (size_t i = 0; i < s->count; i++) {
        code = outcome_worse(code, outcome_of_landing(s, &s->of[i]));
        code = outcome_worse(code, outcome_of_shown(&s->of[i].study, s->err));
    }
    return code;
}

static int make_site(site *s, const char *const *folder, size_t folders, FILE *out)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < folders; i++)
        code = outcome_worse(code, add_study(s, folder[i]));
    if (s->count > 0 && !door_make(s->target)) {
        fprintf(s->err, "%s: %s\n", s->target, door_reason(errno));
        return OUTCOME_IO;
    }
    for (size_t i = 0; i < s->count; i++) {
        text_buffer said;
        code = outcome_worse(code, make_parts(s, &s->of[i], &said));
        code = outcome_worse(code, make_pages(s, &s->of[i], said.data));
        text_free(&said);
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
    if (s.of && s.nowhere && door_name(s.target))
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
