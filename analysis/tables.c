#include "analysis/analysis.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/glance.h"
#include "analysis/output/file.h"
#include "analysis/output/pager.h"
#include "analysis/quantities/claims.h"
#include "analysis/quantities/values.h"
#include "analysis/read/outcome.h"
#include "analysis/table/asked.h"
#include "analysis/table/listing.h"
#include "analysis/table/table_result.h"
#include "results/terminal.h"

static void write_csv(const table_result *m, FILE *out)
{
    data_csv_both(&m->data, &m->swept, out);
}

static void write_markdown(const table_result *m, FILE *out)
{
    document_markdown(&m->document, out);
}

static void write_latex(const table_result *m, FILE *out)
{
    document_latex(&m->document, out);
}

static const struct format {
    const char *name, *suffix;
    void (*write)(const table_result *m, FILE *out);
    bool raw; /* raw tables are written so too */
} formats[] = {
    {"csv", ".csv", write_csv, true},
    {"md", ".md", write_markdown, false},
    {"latex", ".tex", write_latex, false},
};

enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

static bool write_file(const table_result *m, const struct format *format, const char *folder,
                       FILE *err)
{
    char name[128];
    text_buffer text;
    snprintf(name, sizeof name, "%s%s", m->type->name, format->suffix);
    if (text_begin(&text))
        format->write(m, text.stream);
    const bool written = text_finish(&text, name, err) && file_replace(folder, name, &text, err);
    text_free(&text);
    return written;
}

/* What is printed, and where. */
typedef struct printer {
    const struct format *format;
    size_t columns;   /* of a terminal, which has a format of its own; 0: no terminal */
    const char *only; /* the table that is asked for; NULL: for people the matrix, for programs
                       * those that are meant to be printed */
    FILE *out, *err;
} printer;

/* People get one table, and the names of the others. */
static bool is_brief(const printer *p)
{
    return !p->only && p->format->write == write_markdown;
}

static bool is_matrix(const table_result *m)
{
    return strcmp(m->type->name, "matrix") == 0;
}

static bool is_wanted(const table_result *m, const printer *p)
{
    if (p->only)
        return strcmp(p->only, m->type->name) == 0;
    return is_brief(p) ? is_matrix(m) : m->type->use == TABLE_IS_PRINTED && !is_matrix(m);
}

/* What depends on the terminal's width is laid out again for it. */
static void print_on_terminal(const study *s, table_result *m, const printer *p)
{
    const bool fits = m->document.width == p->columns || !is_matrix(m) || m->cases.count == 0;
    if (!fits && !table_lay_out(s, p->columns, m))
        study_miss(s);
    document_terminal(&m->document, p->columns, p->out);
}

/* One that is asked for stands alone, ready for another program. */
static void print(const study *s, table_result *m, const printer *p)
{
    const bool titled = !p->only && p->format->write == write_csv;
    if (data_rows(&m->data) == 0)
        return;
    if (!is_wanted(m, p)) {
        if (is_brief(p))
            fprintf(p->out, "    %-20s %s\n", m->type->name, table_title(m->type, s));
        return;
    }
    if (titled)
        fprintf(p->out, "# %s\n", m->type->name);
    if (p->columns > 0)
        print_on_terminal(s, m, p);
    else
        p->format->write(m, p->out);
    if (titled)
        fputc('\n', p->out);
    if (is_brief(p))
        fprintf(p->out, "More tables, by name (`trama table DIR NAME`):\n\n");
}

/* Writes a table that is `made`, and of all that was read, into the folder (NULL: not at all),
 * prints it, and frees it. */
static bool finish(const study *s, table_result *m, bool made, const char *folder, const printer *p)
{
    FILE *err = p->err;
    bool done = made && !outcome_lacked_memory(s);
    if (!done)
        fprintf(err, "no memory for the table %s\n", m->type->name);
    for (size_t i = 0; done && folder && i < FORMATS && data_rows(&m->data) > 0; i++)
        if (formats[i].raw || !table_is_raw(m->type))
            done = write_file(m, &formats[i], folder, err);
    if (done)
        print(s, m, p);
    table_result_free(m);
    return done;
}

/* What an earlier run has written of it is not of these cases. */
static bool leave_out(const table_type *type, size_t files, const char *folder, const printer *p)
{
    char name[128];
    snprintf(name, sizeof name, "%s.csv", type->name);
    char *path = folder ? path_join(folder, name) : NULL;
    if (path && door_stands(path))
        door_remove(path);
    if (is_brief(p))
        fprintf(p->out, "    %-20s %s (reads %zu files: made by this name alone)\n", type->name,
                type->title, files);
    const bool done = path || !folder;
    free(path);
    return done;
}

static bool table(const study *s, const table_type *type, const char *folder, const printer *p)
{
    table_result m;
    const bool is_asked = p->only && strcmp(p->only, type->name) == 0;
    const size_t unread = is_asked ? 0 : table_unread(s, type);
    if (unread > 0)
        return leave_out(type, unread, folder, p);
    const bool made = table_make(s, type, NULL, 0, &m);
    return finish(s, &m, made, folder, p);
}

/* The tables that studies list themselves, those of earlier experiments first; NULL behind them. */
static const study_listing *listing_at(const study *s, size_t i)
{
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *of = &s->experiment[e]->plan.block;
        if (i < of->listing_count)
            return &of->listing[i];
        i -= of->listing_count;
    }
    return NULL;
}

/* Whether listing `i` has a name that is another's: of a built-in table, or of an earlier listing,
 * of a study that was run by another command. */
static bool is_taken(const study *s, size_t i)
{
    const char *name = listing_at(s, i)->name;
    bool taken = study_names_table(name);
    for (size_t k = 0; k < i; k++)
        taken |= strcmp(listing_at(s, k)->name, name) == 0;
    return taken;
}

/* A study's own table. The name of another table stays that table's. */
static bool listing(const study *s, size_t i, const char *folder, const printer *p)
{
    const study_listing *of = listing_at(s, i);
    table_type type;
    table_result m;
    if (is_taken(s, i)) {
        fprintf(p->err, "a study lists '%s', which is another table's name: left out\n", of->name);
        return true;
    }
    config_error error;
    const bool made = listing_make(s, of, &type, &m, &error);
    if (made || !error.text[0])
        return finish(s, &m, made, folder, p);
    fprintf(p->err, "the table '%s' is left out: %s\n", of->name, error.text);
    table_result_free(&m);
    return true;
}

static bool is_listed(const study *s, const char *name)
{
    for (size_t i = 0; listing_at(s, i); i++)
        if (strcmp(listing_at(s, i)->name, name) == 0)
            return true;
    return false;
}

/* --- article.tex: every table that is laid out for people, ready for pdflatex --- */

static const char article_head[] =
    "% Every table of these results. For two columns a page:\n"
    "%   pdflatex '\\PassOptionsToClass{twocolumn}{article}\\input{article}'\n"
    "\\documentclass[a4paper]{article}\n"
    "\\usepackage[utf8]{inputenc}\n"
    "\\usepackage[T1]{fontenc}\n"
    "\\usepackage{amssymb,booktabs,graphicx,siunitx,tabularx}\n"
    "\\begin{document}\n";

/* False without memory. */
static bool input_table(const char *folder, const char *name, FILE *out)
{
    char file[160];
    snprintf(file, sizeof file, "%s.tex", name);
    char *path = path_join(folder, file);
    if (path && door_stands(path))
        fprintf(out, "\\input{%s}\n\\clearpage\n", name);
    free(path);
    return path != NULL;
}

static bool write_article(const study *s, const char *folder, FILE *err)
{
    text_buffer text;
    bool whole = true;
    if (text_begin(&text)) {
        fputs(article_head, text.stream);
        for (size_t i = 0; i < trama_registry_count(&table_registry); i++)
            if (!table_is_raw(trama_registry_at(&table_registry, i)))
                whole &= input_table(folder, trama_registry_name(&table_registry, i), text.stream);
        for (size_t i = 0; listing_at(s, i); i++)
            if (!is_taken(s, i))
                whole &= input_table(folder, listing_at(s, i)->name, text.stream);
        fputs("\\end{document}\n", text.stream);
    }
    if (!whole)
        fputs("no memory for article.tex\n", err);
    const bool written = whole && text_finish(&text, "article.tex", err) &&
                         file_replace(folder, "article.tex", &text, err);
    text_free(&text);
    return written;
}

static bool all_tables(const study *s, const char *folder, const printer *p)
{
    bool done = true;
    for (size_t i = 0; done && i < trama_registry_count(&table_registry); i++)
        done = table(s, trama_registry_at(&table_registry, i), folder, p);
    for (size_t i = 0; done && listing_at(s, i); i++)
        done = listing(s, i, folder, p);
    return done && (!folder || write_article(s, folder, p->err));
}

/* Of results that can only be read tables are printed alone. */
static bool is_read_only(int reason)
{
    return reason == EROFS || reason == EACCES || reason == EPERM;
}

/* <folder>/tables, to be freed; NULL where it cannot be written, which is a fault unless the folder
 * is read-only. */
static char *tables_folder(const char *folder, const printer *p, bool *fault)
{
    char *tables = path_join(folder, "tables");
    const bool there = tables && door_make(tables) && door_may_write(tables);
    const int reason = errno;
    *fault = !there && !is_read_only(reason);
    if (there)
        return tables;
    fprintf(p->err, "%s/tables: not written: %s\n", folder, door_reason(reason));
    free(tables);
    return NULL;
}

/* Of the cases that must give what is published. */
static void say_required(const values_verdict *v, FILE *out)
{
    if (v->required > 0)
        fprintf(out, "; %zu of %zu required values %sreproduced",
                v->missed > 0 ? v->missed : v->required, v->required, v->missed > 0 ? "not " : "");
    if (v->absent > 0)
        fprintf(out, ", and %zu more have no result yet", v->absent);
}

/* What was published and can be judged: limits, statements; nothing of what is not there. */
static void last_line(const study *s, const char *tables, const study_verdict *judged, bool apart,
                      FILE *out)
{
    const values_verdict *verdict = &judged->limits, *values = &judged->others;
    const claim_tally claims = claims_tally(s, NULL);
    fputs(apart ? "\n" : "", out);
    if (tables)
        fprintf(out, "tables in %s", tables);
    else
        fputs("tables are not written", out);
    if (verdict->published > 0)
        fprintf(out, "; %zu of %zu published limits reproduced", verdict->reproduced,
                verdict->published);
    if (verdict->as_printed < verdict->reproduced)
        fprintf(out, " (%zu with every method as printed)", verdict->as_printed);
    if (verdict->published > 0)
        say_required(verdict, out);
    if (values->published > 0)
        fprintf(out, "; %zu of %zu %spublished values reproduced", values->reproduced,
                values->published, verdict->published > 0 ? "other " : "");
    if (values->coarse > 0)
        fprintf(out, " (%zu more of coarser grids are not counted)", values->coarse);
    if (values->required > 0)
        say_required(values, out);
    if (claims.standing[CLAIM_COUNTS] > 0)
        fprintf(out, "; %zu of %zu published statements come out", claims.holds,
                claims.standing[CLAIM_COUNTS]);
    fputc('\n', out);
}

/* Prose is no CSV and no LaTeX, and none of a table that is asked for. */
static FILE *prose_of(const printer *p)
{
    return p->only || p->format->write != write_markdown ? p->err : p->out;
}

enum { NAMED_MAX = 256 };

/* The tables that `trama table DIR NAME` can name: all that are built in, and the studies' own. */
static void name_tables(const char *wrong, const study *s, FILE *err)
{
    const char *known[NAMED_MAX];
    size_t count = 0;
    for (size_t i = 0; i < trama_registry_count(&table_registry) && count < NAMED_MAX; i++)
        known[count++] = trama_registry_name(&table_registry, i);
    for (size_t i = 0; listing_at(s, i) && count < NAMED_MAX; i++)
        known[count++] = listing_at(s, i)->name;
    const char *nearest = trama_nearest(wrong, known, count);
    if (nearest) {
        fprintf(err, "'%s' is not a table; nearest: %s\n", wrong, nearest);
        return;
    }
    fprintf(err, "'%s' is not a table; one of", wrong);
    for (size_t i = 0; i < count; i++)
        fprintf(err, "%s %s", i ? "," : "", known[i]);
    fputc('\n', err);
}

static bool is_table(const study *s, const char *name)
{
    return trama_registry_find(&table_registry, name) || is_listed(s, name);
}

/* All tables, into the folder's own, and what came out. */
static int make_tables(const char *folder, study *s, const printer *p)
{
    const study_verdict judged = values_judge(s);
    if (s->no_memory)
        fprintf(p->err, "no memory for the counts of %s\n", folder);
    bool fault;
    char *tables = tables_folder(folder, p, &fault);
    const bool glanced = !is_brief(p) || glance_print(s, p->columns, p->out);
    if (!glanced)
        fprintf(p->err, "no memory for the first screen\n");
    const bool made = glanced && all_tables(s, tables, p) && !s->no_memory;
    if (made)
        last_line(s, tables, &judged, is_brief(p), prose_of(p));
    free(tables);
    if (!made || fault)
        return OUTCOME_IO;
    return judged.limits.missed + judged.others.missed > 0 ? OUTCOME_NOT_REPRODUCED : OUTCOME_OK;
}

/* One table, with what is asked of it. */
static bool make_asked(const study *s, const table_asked *asked, const printer *p)
{
    table_result m;
    const char *name = p->only ? p->only : "matrix";
    const table_type *type = trama_registry_find(&table_registry, name);
    const bool made = asked->columns > 0 ? table_asked_table(asked, p->only ? type : NULL, &m)
                                         : table_make(s, type, asked, p->columns, &m);
    assert(m.type->name);
    const printer one = {p->format, p->columns, m.type->name, p->out, p->err};
    if (made && data_rows(&m.data) == 0)
        fprintf(p->err, "%s: no such case\n", m.type->name);
    return finish(s, &m, made, NULL, &one);
}

static int answer_asked(const study *s, const table_words *words, const printer *p)
{
    table_asked asked;
    config_error error;
    int code = OUTCOME_OK;
    if (p->only && is_listed(s, p->only)) {
        fprintf(p->err, "--columns, --only, --sort: '%s' is listed by its study, which says them\n",
                p->only);
        return OUTCOME_USAGE;
    }
    if (!table_asked_make(s, words, &asked, &error)) {
        fprintf(p->err, "%s\n", error.text);
        code = OUTCOME_USAGE;
    } else if (!make_asked(s, &asked, p) || s->no_memory)
        code = OUTCOME_IO;
    table_asked_free(&asked);
    return code;
}

static int read_and_print(const char *folder, const table_words *words, const printer *p)
{
    study s;
    study_read(folder, &s, p->err);
    int code = outcome_of_reading(&s, folder, p->err);
    const bool is_asked = words->columns || words->only || words->sort;
    outcome_name_doubles(&s, p->err);
    if (p->only && !is_table(&s, p->only)) {
        name_tables(p->only, &s, p->err);
        code = OUTCOME_USAGE;
    } else if (s.count > 0)
        code =
            outcome_worse(code, is_asked ? answer_asked(&s, words, p) : make_tables(folder, &s, p));
    code = outcome_worse(code, outcome_of_shown(&s, p->err));
    study_free(&s);
    return code;
}

int analysis_table_with(const char *folder, const analysis_table_options *options, FILE *out,
                        FILE *err)
{
    const char *format = options->format;
    const size_t columns = format ? 0 : terminal_columns(out);
    const table_words words = {options->columns, options->only, options->sort};
    pager shown;
    printer p = {find_format(format ? format : "md"), columns, options->name, out, err};
    if (!p.format) {
        fprintf(err, "'%s' is not a format; one of csv, md, latex\n", format);
        return OUTCOME_USAGE;
    }
    pager_open(&shown, out);
    p.out = shown.stream;
    const int code = read_and_print(folder, &words, &p);
    return pager_close(&shown) ? code : OUTCOME_IO;
}

int analysis_table(const char *folder, const char *only, const char *format, FILE *out, FILE *err)
{
    return analysis_table_with(folder, &(analysis_table_options){.name = only, .format = format},
                               out, err);
}
