/* The report as files: one page, or, past what a page holds, a first one and an appendix beside it
 * of as many pages as hold the rest. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/report/names.h"
#include "analysis/report/report.h"

/* Past this the report becomes several pages; mail takes one, and a browser opens it in a second.
 * AROUND: style, script and contents of a page. */
enum { PAGE_MOST = 3000000, AROUND = 100000 };

/* --- sections --- */

/* What a section writes on the pages that are being made. A page may end behind each of its parts;
 * what stands before the first opens the section on every page. */
typedef struct section_text {
    text_buffer text;
    report_parts parts;
    size_t *page; /* of each part, from 1 */
} section_text;

static size_t opening(const section_text *s)
{
    return s->parts.count ? s->parts.begin[0] : 0;
}

/* A section that told of no part is one. */
static size_t parts(const section_text *s)
{
    return s->parts.count || s->text.size == 0 ? s->parts.count : 1;
}

static size_t part_begin(const section_text *s, size_t part)
{
    if (part == parts(s))
        return s->text.size;
    return s->parts.count ? s->parts.begin[part] : 0;
}

static size_t part_size(const section_text *s, size_t part)
{
    return part_begin(s, part + 1) - part_begin(s, part);
}

/* The text of a section; empty where there is none. */
static bool section_make(report *r, const section_type *section, section_text *made)
{
    if (!text_begin(&made->text))
        return false;
    r->parts = &made->parts;
    if (!r->is_rest || section->write_rest)
        (r->is_rest ? section->write_rest : section->write)(r, made->text.stream);
    r->parts = NULL;
    const bool done = text_end(&made->text) && !made->parts.no_memory;
    made->page = calloc(parts(made) + 1, sizeof *made->page);
    return done && made->page;
}

static void sections_free(section_text *all)
{
    for (size_t i = 0; all && i < trama_registry_count(&section_registry); i++) {
        text_free(&all[i].text);
        free(all[i].parts.begin);
        free(all[i].page);
    }
    free(all);
}

/* Of all sections, in the registry's order; NULL without memory. */
static section_text *sections_make(report *r)
{
    const size_t count = trama_registry_count(&section_registry);
    section_text *all = calloc(count + 1, sizeof *all);
    bool done = all != NULL;
    for (size_t i = 0; done && i < count; i++)
        done = section_make(r, trama_registry_at(&section_registry, i), &all[i]);
    if (done)
        return all;
    fputs("no memory for the report\n", r->err);
    r->failed = true;
    sections_free(all);
    return NULL;
}

/* --- pages --- */

/* Gives every part its page, in order; the number of pages. `from`: of each section, the first. */
static size_t lay_out(section_text *all, size_t *from)
{
    size_t page = 1, used = 0;
    for (size_t i = 0; i < trama_registry_count(&section_registry); i++)
        for (size_t k = 0; k < parts(&all[i]); k++) {
            const size_t own = part_size(&all[i], k), begun = k > 0 ? 0 : opening(&all[i]);
            const bool over = used > 0 && used + begun + own > PAGE_MOST - AROUND;
            page += over;
            used = over ? opening(&all[i]) + own : used + begun + own;
            all[i].page[k] = page;
            from[i] = from[i] ? from[i] : page;
        }
    return page;
}

extern const section_type section_exceptions;

static void write_section(const report *r, const section_type *section, const section_text *s,
                          size_t page, FILE *out)
{
    fprintf(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">",
            section->id, section->id, section->id);
    html_text(section->title, out);
    fputs("</h2>\n", out);
    fwrite(s->text.data, 1, opening(s), out);
    for (size_t k = 0; k < parts(s); k++)
        if (page == 0 || s->page[k] == page)
            fwrite(s->text.data + part_begin(s, k), 1, part_size(s, k), out);
    if (section == &section_exceptions)
        page_said(r, s->text.size == 0, out);
    fputs("</section>\n", out);
}

static bool is_on(const section_text *s, size_t page)
{
    bool any = false;
    for (size_t k = 0; s->page && k < parts(s); k++)
        any = any || s->page[k] == page;
    return any;
}

/* Page 0 has all sections whole, and says that there are no exceptions. */
static bool is_there(const section_type *section, const section_text *s, size_t page)
{
    return page ? is_on(s, page) : s->text.size > 0 || section == &section_exceptions;
}

static bool make_page(report *r, const section_text *all, size_t page, text_buffer *text)
{
    const size_t count = trama_registry_count(&section_registry);
    bool *there = calloc(count + 1, sizeof *there);
    const bool done = text_begin(text) && there;
    for (size_t i = 0; done && i < count; i++)
        there[i] = is_there(trama_registry_at(&section_registry, i), &all[i], page);
    if (done) {
        page_begin(r, there, text->stream);
        for (size_t i = 0; i < count; i++)
            if (there[i])
                write_section(r, trama_registry_at(&section_registry, i), &all[i], page,
                              text->stream);
        page_end(r, text->stream);
    }
    free(there);
    return text_finish(text, "the report", r->err) && done;
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

/* The first page, or all of the report if it is one. */
static bool make_first(report *r, text_buffer *page)
{
    section_text *all = sections_make(r);
    const bool done = all && make_page(r, all, 0, page);
    sections_free(all);
    return done;
}

static bool save_appendix(report *r, const section_text *all, FILE *out)
{
    bool done = true;
    for (r->number = 1; done && r->number <= r->pages; r->number++) {
        text_buffer page = {0};
        char *path = report_appendix(r->page, r->number);
        done = path && make_page(r, all, r->number, &page) &&
               save_page(r, path, &page, "appendix", out);
        text_free(&page);
        free(path);
    }
    return done;
}

/* The appendix is made first, since the first page says where in it what is. What could not be made
 * has been said when all was one page. */
static bool make_several(report *r, FILE *out)
{
    text_buffer page = {0};
    FILE *err = r->err, *null = fopen("/dev/null", "w");
    size_t *from = calloc(trama_registry_count(&section_registry) + 1, sizeof *from);
    r->err = null ? null : err;
    r->is_rest = true;
    r->pages = 1;
    section_text *all = from ? sections_make(r) : NULL;
    r->pages = all ? lay_out(all, from) : 1;
    r->is_rest = false;
    r->from = from;
    bool done = all && make_first(r, &page);
    r->err = err;
    done = done && save_page(r, r->page, &page, "report", out);
    r->is_rest = true;
    done = done && save_appendix(r, all, out);
    if (null)
        fclose(null);
    sections_free(all);
    text_free(&page);
    free(from);
    r->from = NULL;
    return done;
}

/* A name without an ending has ".html" behind it, unless something else than a file is there. */
static char *page_path(const char *file)
{
    static const char html[] = ".html";
    struct stat is;
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const bool is_other = file_is_output(file) || (door_stat(file, &is) && !S_ISREG(is.st_mode));
    char *path = malloc(strlen(file) + sizeof html);
    if (path)
        sprintf(path, "%s%s", file, *name && !strchr(name, '.') && !is_other ? html : "");
    return path;
}

bool report_make(report *r, const char *file, FILE *out)
{
    text_buffer page = {0};
    char *path = file ? page_path(file) : path_join(r->folder[0], "report.html");
    r->page = path;
    bool done = path && report_names_make(r) && make_first(r, &page);
    if (done && page.size > PAGE_MOST && !file_is_output(path))
        done = make_several(r, out);
    else if (done)
        done = save_page(r, path, &page, "report", out);
    text_free(&page);
    report_names_free(r);
    free(path);
    r->page = NULL;
    return done && !r->failed;
}
