/* What made the results: program, compiler, machine, date; every file with its hash. */
#include <stdlib.h>
#include <string.h>

#include "analysis/report/names.h"
#include "analysis/report/report.h"
#include "results/record.h"

enum { FILES_MOST = 2000 }; /* that a page lists */

static const struct fact {
    const results_column *column;
    const char *name;
} facts[] = {
    {&column_run_origin, "Origin"},
    {&column_run_source, "Source"},
    {&column_run_engine_name, "Solver"},
    {&column_run_engine_version, "Version of the solver"},
    {&column_run_build, "Program"},
    {&column_run_commit, "Commit"},
    {&column_run_compiler, "Compiler"},
    {&column_run_flags, "Compiler flags"},
    {&column_run_library_hdf5, "HDF5"},
    {&column_run_library_gsl, "GSL"},
    {&column_run_library_suitesparse, "SuiteSparse"},
    {&column_run_library_blas, "BLAS"},
    {&column_run_host, "Machine"},
    {&column_run_system, "Kernel"},
    {&column_run_cpu, "Processor"},
    {&column_run_cpu_cache, "Cache"},
    {&column_run_memory, "Memory"},
    {&column_run_isa, "Instruction set"},
    {&column_run_governor, "Frequency"},
    {&column_run_denormals, "Denormal numbers"},
};

static size_t count_with(const study *s, const results_column *column, const char *value)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += strcmp(case_text(&s->item[i], column), value) == 0;
    return count;
}

/* One row for every value that cases have: one build and one machine, one row a fact. */
static void fact_rows(const study *s, const struct fact *f, document *d)
{
    size_t count;
    const char **value = report_distinct(s, f->column, &count);
    for (size_t i = 0; value && i < count; i++) {
        document_cell(d, "%s", f->name);
        document_cell(d, "%s", value[i]);
        document_cell(d, "%zu", count_with(s, f->column, value[i]));
    }
    d->no_memory = d->no_memory || !value;
    free(value);
}

static void date_row(const char *name, const char *date, document *d)
{
    document_cell(d, "%s", name);
    document_cell(d, "%s", *date ? date : "–");
    document_cell(d, "1");
}

/* The dates are in one form, whose order is that of time. */
static void date_rows(const study *s, document *d)
{
    const char *first = "", *last = "";
    for (size_t i = 0; i < s->count; i++) {
        const bool imported = case_text(&s->item[i], &column_run_origin)[0] != '\0';
        const char *date = imported ? "" : case_text(&s->item[i], &column_run_date);
        first = date[0] && (!first[0] || strcmp(date, first) < 0) ? date : first;
        last = strcmp(date, last) > 0 ? date : last;
    }
    date_row("First case run", first, d);
    date_row("Last case run", last, d);
}

static void made_by(const study *s, document *d)
{
    static const char *const header[] = {"What", "Value", "Cases", NULL};
    document_grid(d, "llr", "What made the results");
    document_cells(d, header);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        fact_rows(s, &facts[i], d);
    date_rows(s, d);
}

static int by_path(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    return strcmp(a->path, b->path);
}

static void files(const report *r, document *d)
{
    static const char *const header[] = {"File", "Case", "Status", "SHA-256 of its result", NULL};
    const study *s = &r->study;
    const study_case **item = calloc(s->count + 1, sizeof *item);
    size_t count = 0;
    document_grid(d, "llll",
                  "Results files, and the digest of what they found: equal digests are "
                  "equal results, bit for bit");
    document_cells(d, header);
    for (size_t i = 0; item && i < s->count; i++)
        if (!s->item[i].absent)
            item[count++] = &s->item[i];
    if (item)
        qsort(item, count, sizeof *item, by_path);
    for (size_t i = 0; item && i < count && i < FILES_MOST; i++) {
        char title[REPORT_NAME], digest[65];
        report_name(r, item[i], title);
        case_digest(item[i], digest);
        document_cell(d, "%s", item[i]->path);
        document_cell(d, "%s", title);
        document_cell(d, "%s", case_status(item[i]));
        document_cell(d, "%s", digest);
    }
    if (count > FILES_MOST)
        document_paragraph(d, "The first %d of %zu: `trama verify` checks all.", FILES_MOST, count);
    d->no_memory = d->no_memory || !item;
    free(item);
}

static size_t count_files(const study *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += !s->item[i].absent;
    return count;
}

static void write_files(report *r, FILE *out)
{
    document list = {0};
    fprintf(out,
            "<details class=\"hashes\"><summary>All %zu results files and their hashes"
            "</summary>\n",
            count_files(&r->study));
    files(r, &list);
    report_document(r, &list, out);
    fputs("</details>\n", out);
}

static void write(report *r, FILE *out)
{
    document d = {0};
    made_by(&r->study, &d);
    report_document(r, &d, out);
    if (!r->pages)
        write_files(r, out);
    report_elsewhere(r, "provenance", count_files(&r->study), "the results files and their hashes",
                     out);
}

const section_type section_provenance = {
    .id = "provenance", .title = "Provenance", .write = write, .write_rest = write_files};
