#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/read/outcome.h"
#include "analysis/report/report.h"

/* Moves the cases of a folder to the end of `all`; false without memory. */
static bool take_over(study *all, study *own)
{
    study_case *grown = realloc(all->item, (all->count + own->count + 1) * sizeof *grown);
    experiment_study **studies =
        realloc(all->experiment, (all->experiments + own->experiments + 1) * sizeof(*studies));
    if (studies)
        all->experiment = studies;
    if (grown)
        all->item = grown;
    if (!grown || !studies)
        return false;
    if (own->count > 0)
        memcpy(all->item + all->count, own->item, own->count * sizeof *grown);
    for (size_t i = 0; i < own->experiments; i++)
        all->experiment[all->experiments++] = own->experiment[i];
    all->count += own->count;
    all->capacity = all->count;
    all->unreadable += own->unreadable;
    own->count = own->experiments = 0;
    return true;
}

/* Reads all folders into one study; the graver of what reading each says. */
static int read_folders(report *r)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < r->folders; i++) {
        study own;
        study_read(r->folder[i], &own, r->err);
        code = outcome_worse(code, outcome_of_reading(&own, r->folder[i], r->err));
        if (!take_over(&r->study, &own)) {
            fprintf(r->err, "no memory for the results in %s\n", r->folder[i]);
            code = OUTCOME_IO;
        }
        study_free(&own);
    }
    return code;
}

/* --- pages --- */

/* Past this the report becomes two pages; mail takes it, and a browser opens it in a second. */
enum { PAGE_MOST = 3000000 };

static bool makes_part(const section_type *section, const report *r)
{
    return r->is_rest ? section->write_rest != NULL : section_applies(section, r);
}

/* The text of a section's part; empty where there is none. */
static bool section_text(report *r, const section_type *section, text_buffer *text)
{
    if (!text_begin(text))
        return false;
    if (makes_part(section, r))
        (r->is_rest ? section->write_rest : section->write)(r, text->stream);
    return text_end(text);
}

static void write_section(const section_type *section, const text_buffer *text, FILE *out)
{
    fprintf(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">",
            section->id, section->id, section->id);
    html_text(section->title, out);
    fputs("</h2>\n", out);
    fwrite(text->data, 1, text->size, out);
    fputs("</section>\n", out);
}

/* False without memory. */
static bool write_page(report *r, FILE *out)
{
    const size_t count = trama_registry_count(&section_registry);
    text_buffer *text = calloc(count + 1, sizeof *text);
    bool *there = calloc(count + 1, sizeof *there), done = text && there;
    for (size_t i = 0; done && i < count; i++) {
        const section_type *section = trama_registry_at(&section_registry, i);
        done = section_text(r, section, &text[i]);
        there[i] = done && makes_part(section, r) && (!r->is_rest || text[i].size > 0);
    }
    if (done) {
        page_begin(r, there, out);
        for (size_t i = 0; i < count; i++)
            if (there[i])
                write_section(trama_registry_at(&section_registry, i), &text[i], out);
        page_end(r, out);
    }
    for (size_t i = 0; text && i < count; i++)
        text_free(&text[i]);
    free(text);
    free(there);
    return done;
}

static bool make_page(report *r, text_buffer *page)
{
    bool done = text_begin(page) && write_page(r, page->stream);
    done = text_finish(page, "the report", r->err) && done;
    r->failed |= !done;
    return done;
}

static bool save_page(const report *r, const char *path, const text_buffer *page, const char *word,
                      FILE *out)
{
    if (!file_write(path, page, r->err))
        return false;
    fprintf(file_is_output(path) ? r->err : out, "%s: %s (%.1f MB)\n", word, path,
            1e-6 * (double)page->size);
    return true;
}

/* "a/report.html" as "a/report-appendix.html"; to be freed. */
static char *path_of_rest(const char *path)
{
    static const char added[] = "-appendix";
    const char *name = strrchr(path, '/'), *end = strrchr(name ? name : path, '.');
    const size_t length = end ? (size_t)(end - path) : strlen(path);
    char *rest = malloc(strlen(path) + sizeof added);
    if (rest)
        sprintf(rest, "%.*s%s%s", (int)length, path, added, path + length);
    return rest;
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What could not be made has been said when all was one page. */
static bool make_two(report *r, const char *path, const char *rest, FILE *out)
{
    text_buffer page = {0}, second = {0};
    FILE *err = r->err, *null = fopen("/dev/null", "w");
    r->err = null ? null : err;
    r->rest = name_in(rest);
    bool done = make_page(r, &page);
    r->is_rest = true;
    r->rest = name_in(path);
    done = done && make_page(r, &second);
    r->err = err;
    if (null)
        fclose(null);
    done = done && save_page(r, path, &page, "report", out) &&
           save_page(r, rest, &second, "appendix", out);
    text_free(&page);
    text_free(&second);
    return done;
}

static int make_report(report *r, const char *file, FILE *out)
{
    text_buffer page = {0};
    char *path = file ? strdup(file) : path_join(r->folder[0], "report.html");
    char *rest = path ? path_of_rest(path) : NULL;
    r->page = path;
    bool done = rest && make_page(r, &page);
    if (done && page.size > PAGE_MOST && !file_is_output(path))
        done = make_two(r, path, rest, out);
    else if (done)
        done = save_page(r, path, &page, "report", out);
    text_free(&page);
    free(rest);
    free(path);
    return done && !r->failed ? OUTCOME_OK : OUTCOME_IO;
}

int analysis_report(const char *const *folder, size_t folders, const char *file, FILE *out,
                    FILE *err)
{
    return analysis_report_since(folder, folders, NULL, file, out, err);
}

int analysis_report_since(const char *const *folder, size_t folders, const char *since,
                          const char *file, FILE *out, FILE *err)
{
    report r = {.folder = folder, .folders = folders, .since = since, .err = err};
    int code = read_folders(&r);
    if (r.study.count > 0)
        code = outcome_worse(code, make_report(&r, file, out));
    study_free(&r.study);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
