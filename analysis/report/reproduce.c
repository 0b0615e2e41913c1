/* How to run it again: the commands, and the configurations as they were read. */
#include <stdlib.h>
#include <string.h>

#include <sha2.h>

#include "analysis/output/html.h"
#include "analysis/read/alike.h"
#include "analysis/report/foreign.h"
#include "core/text.h"

/* One configuration file, as some case read it. */
typedef struct source {
    const char *name, *text;
    bool top;      /* given on the command line, not included by another */
    bool imported; /* it describes results of another program */
} source;

static int in_order(const void *left, const void *right)
{
    const source *a = left, *b = right;
    const int name = strcmp(a->name, b->name), text = strcmp(a->text, b->text);
    return name ? name : text ? text : (int)b->top - (int)a->top;
}

static bool is_same(const source *a, const source *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->text, b->text) == 0;
}

/* Drops repetitions of a sorted list; a file that is both given and included counts as given. */
static size_t distinct(source *all, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || !is_same(&all[kept - 1], &all[i]))
            all[kept++] = all[i];
    return kept;
}

/* The files of all cases; the first of a case is the experiment itself. Free it. */
static source *collect(const study *s, size_t *count)
{
    size_t most = 0;
    for (size_t i = 0; i < s->count; i++)
        if (alike_source(s, &s->item[i]) == &s->item[i])
            most += case_rows(&s->item[i], &column_config_file_name);
    source *all = calloc(most + 1, sizeof *all);
    *count = 0;
    for (size_t i = 0; all && i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (alike_source(s, c) != c)
            continue;
        const size_t rows = case_rows(c, &column_config_file_name);
        char *const *name = case_texts(c, &column_config_file_name, rows);
        char *const *text = case_texts(c, &column_config_file_text, rows);
        const bool imported = case_text(c, &column_run_origin)[0] != '\0';
        for (size_t j = 0; name && text && j < rows; j++)
            all[(*count)++] = (source){name[j], text[j], j == 0, imported};
    }
    if (all) {
        qsort(all, *count, sizeof *all, in_order);
        *count = distinct(all, *count);
    }
    return all;
}

/* Whether a case in the folder was given this configuration. */
static bool was_run(const study *s, const source *file, const char *folder)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i], *like = alike_source(s, c);
        const size_t rows = case_rows(like, &column_config_file_name);
        char *const *name = case_texts(like, &column_config_file_name, rows);
        if (name && rows > 0 && foreign_is_below(c->path, folder) &&
            strcmp(name[0], file->name) == 0)
            return true;
    }
    return false;
}

/* "trama run FILE ... -o FOLDER", or import, if cases of the folder were given such files. */
static void write_making(report *r, const char *folder, const source *all, size_t count,
                         bool imported, FILE *out)
{
    size_t files = 0;
    for (size_t i = 0; i < count; i++) {
        if (!all[i].top || all[i].imported != imported || !was_run(&r->study, &all[i], folder))
            continue;
        if (files++ == 0)
            fprintf(out, "build/release/trama %s", imported ? "import" : "run");
        fputs(" \\\n    ", out);
        html_word(all[i].name, out);
    }
    if (files == 0)
        return;
    if (!imported)
        r->failed |= !foreign_write_options(&r->study, folder, out);
    fputs(" \\\n    -o ", out);
    html_word(folder, out);
    fputc('\n', out);
}

/* How the cases of one folder are made, its plots and its tables. */
static void write_folder(report *r, const char *folder, const source *all, size_t count, FILE *out)
{
    static const char *const verbs[] = {"plot", "table"};
    write_making(r, folder, all, count, false, out);
    write_making(r, folder, all, count, true, out);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        fprintf(out, "build/release/trama %s ", verbs[i]);
        html_word(folder, out);
        fputc('\n', out);
    }
}

static void write_commands(report *r, const source *all, size_t count, FILE *out)
{
    fputs("<p>In the repository, at the commit named above, on Debian as root or with sudo. What "
          "stands is kept: a second run resumes.</p>\n<pre tabindex=\"0\"><code>",
          out);
    fputs(foreign_has_engine(&r->study) ? "make engines\n"
                                        : "tools/setup.sh reproduce\ncmake --preset release\n"
                                          "cmake --build --preset release --target trama_program\n",
          out);
    for (size_t i = 0; i < r->folders; i++)
        write_folder(r, r->folder[i], all, count, out);
    fputs("build/release/trama report", out);
    for (size_t i = 0; i < r->folders; i++) {
        fputc(' ', out);
        html_word(r->folder[i], out);
    }
    fputs("\n</code></pre>\n", out);
    foreign_write(r, out);
}

static void write_source(const source *file, FILE *out)
{
    char hash[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)file->text, strlen(file->text), hash);
    fputs("<details><summary><code>", out);
    html_text(file->name, out);
    fputs("</code></summary>\n<p class=\"source\">SHA-256 <code>", out);
    fputs(hash, out);
    fputs("</code></p>\n<pre tabindex=\"0\"><code>", out);
    html_text(file->text, out);
    fputs("</code></pre></details>\n", out);
}

/* The commands, the configurations, or both. */
static void write_both(report *r, bool commands, bool configurations, FILE *out)
{
    size_t count;
    source *all = collect(&r->study, &count);
    if (commands)
        write_commands(r, all, count, out);
    if (configurations)
        fputs("<h3>Configurations as they were read</h3>\n", out);
    else
        report_elsewhere(r, "again", count, "the configurations as they were read", out);
    for (size_t i = 0; configurations && i < count; i++) {
        report_part(r, out);
        write_source(&all[i], out);
    }
    if (!all) {
        r->failed = true;
        fprintf(r->err, "no memory for the configurations\n");
    }
    free(all);
}

static void write(report *r, FILE *out)
{
    write_both(r, true, !r->pages, out);
}

static void write_rest(report *r, FILE *out)
{
    write_both(r, false, true, out);
}

const section_type section_reproduce = {
    .id = "again", .title = "How to run it again", .write = write, .write_rest = write_rest};
