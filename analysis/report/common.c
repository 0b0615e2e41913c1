#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/output/html.h"
#include "analysis/report/report.h"
#include "results/door.h"
#include "results/path.h"

void report_document(report *r, document *d, FILE *out)
{
    if (d->no_memory) {
        r->failed = true;
        fprintf(r->err, "no memory for the report\n");
    } else {
        document_html(d, 3, out);
    }
    document_free(d);
}

void report_part(report *r, FILE *out)
{
    report_parts *p = r->parts;
    size_t *grown = p ? realloc(p->begin, (p->count + 1) * sizeof *grown) : NULL;
    if (grown) {
        p->begin = grown;
        p->begin[p->count++] = (size_t)ftell(out);
    } else if (p) {
        p->no_memory = true;
    }
}

/* "a/report.html": "a/report-appendix.html", then "a/report-appendix-2.html". */
char *report_appendix(const char *first, size_t number)
{
    char added[48] = "-appendix";
    const char *slash = strrchr(first, '/'), *end = strrchr(slash ? slash : first, '.');
    const size_t length = end ? (size_t)(end - first) : strlen(first);
    if (number > 1)
        snprintf(added, sizeof added, "-appendix-%zu", number);
    char *path = malloc(strlen(first) + sizeof added);
    if (path)
        sprintf(path, "%.*s%s%s", (int)length, first, added, first + length);
    return path;
}

static size_t page_of(const report *r, const char *section)
{
    for (size_t i = 0; r->from && i < trama_registry_count(&section_registry); i++) {
        const section_type *type = trama_registry_at(&section_registry, i);
        if (strcmp(type->id, section) == 0)
            return r->from[i];
    }
    return 1;
}

void report_appendix_of(const report *r, const char *section, FILE *out)
{
    char *path = report_appendix(r->page, page_of(r, section));
    const char *slash = path ? strrchr(path, '/') : NULL;
    html_text(slash ? slash + 1 : path ? path : "", out);
    free(path);
}

void report_elsewhere(const report *r, const char *section, size_t count, const char *what,
                      FILE *out)
{
    if (!r->pages || r->is_rest || count == 0)
        return;
    fputs("<p><a href=\"", out);
    report_appendix_of(r, section, out);
    fprintf(out, "#%s\">In the appendix: %s (%zu)</a></p>\n", section, what, count);
}

/* Takes "." and ".." and empty names out of an absolute path, in place. */
static void simplify(char *path)
{
    char *end = path;
    for (char *at = path; *at;) {
        const size_t length = strcspn(at + 1, "/");
        const bool here = length == 0 || (length == 1 && at[1] == '.');
        const bool up = length == 2 && strncmp(at + 1, "..", 2) == 0;
        if (up)
            while (end > path && *--end != '/')
                ;
        else if (!here)
            end = (char *)memmove(end, at, length + 1) + length + 1;
        at += length + 1;
    }
    *end = '\0';
}

/* A path from the root, without its last name if it is a file; to be freed. NULL: not known. */
static char *from_root(const char *path, bool file)
{
    char here[4096] = "";
    if (path[0] != '/' && !getcwd(here, sizeof here))
        return NULL;
    char *whole = malloc(strlen(here) + strlen(path) + 2);
    if (!whole)
        return NULL;
    sprintf(whole, "%s%s%s", here, path[0] == '/' ? "" : "/", path);
    simplify(whole);
    char *slash = strrchr(whole, '/');
    if (file && slash)
        *slash = '\0';
    return whole;
}

/* Up from `from` as far as both have a way, and down to `to`; both absolute. */
static void write_way(const char *from, const char *to, FILE *out)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        const bool from_ends = from[i] == '/' || from[i] == '\0';
        const bool to_ends = to[i] == '/' || to[i] == '\0';
        if (from_ends && to_ends)
            common = i;
        if (from[i] != to[i] || from[i] == '\0')
            break;
    }
    for (const char *at = from + common; *at; at++)
        fputs(*at == '/' ? "../" : "", out);
    if (to[common]) {
        html_text(to + common + (to[common] == '/'), out);
        fputc('/', out);
    }
}

/* Whether the page's own folder has a copy, <part>/<file>, as in a site. */
static bool stands_beside(const report *r, const char *part, const char *file)
{
    char *here = path_folder(r->page), *folder = here ? path_join(here, part) : NULL;
    char *copy = folder ? path_join(folder, file) : NULL;
    errno = 0;
    const bool stands = copy && door_stands(copy);
    if (!copy || errno == ENOMEM)
        study_miss(&r->study);
    free(copy);
    free(folder);
    free(here);
    return stands;
}

void report_link(const report *r, const char *folder, const char *file, FILE *out)
{
    const char *slash = strrchr(folder, '/'), *part = slash ? slash + 1 : folder;
    if (stands_beside(r, part, file)) {
        html_text(part, out);
        fputc('/', out);
        html_text(file, out);
        return;
    }
    char *from = from_root(r->page, true), *to = from_root(folder, false);
    if (from && to)
        write_way(from, to, out);
    else
        study_miss(&r->study);
    free(from);
    free(to);
    html_text(file, out);
}

const char **report_distinct(const study *s, const results_column *column, size_t *count)
{
    const char **name = calloc(s->count + 1, sizeof *name);
    *count = 0;
    for (size_t i = 0; name && i < s->count; i++) {
        const char *wanted = case_text(&s->item[i], column);
        if (wanted[0])
            names_add(name, count, wanted);
    }
    if (!name)
        study_miss(s);
    return name;
}
