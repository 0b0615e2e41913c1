/* Every table that is of no other section, behind its title. */
#include "analysis/output/html.h"
#include "analysis/report/report.h"
#include "analysis/table/table_result.h"

#include <stdio.h>
#include <string.h>

extern const table_type table_matrix;

/* Long tables go to the other page, where there is one. */
static bool is_elsewhere(const report *r, const table_type *type)
{
    return r->pages && r->is_rest == (type->use == TABLE_IS_PRINTED);
}

enum { ROWS_MOST = 2000 }; /* of a table on a page */

static void begin_table(const report *r, const table_type *type, FILE *out)
{
    fprintf(out, "<details id=\"table-%s\"><summary>", type->name);
    html_text(table_title(type, &r->study), out);
}

static void write_command(const report *r, const table_type *type, FILE *out)
{
    fputs("<code>trama table ", out);
    html_word(r->folder[0], out);
    fprintf(out, " %s</code>", type->name);
}

/* A table for which too many files would be read. */
static void write_unread(const report *r, const table_type *type, size_t files, FILE *out)
{
    begin_table(r, type, out);
    fprintf(out, "</summary>\n<p>Of %zu files: ", files);
    write_command(r, type, out);
    fputs(" makes it.</p>\n</details>\n", out);
}

/* Where a table is that is too long for a page. */
static void write_elsewhere(const report *r, const table_type *type, FILE *out)
{
    char file[128];
    snprintf(file, sizeof file, "tables/%s.csv", type->name);
    fprintf(out, "<p>More than %d rows: ", ROWS_MOST);
    write_command(r, type, out);
    fputs(" prints them, and <a href=\"", out);
    report_link(r, r->folder[0], file, out);
    fprintf(out, "\">%s</a> has them as data.</p>\n", file);
}

/* Behind its title: the answers above are what is read first, and a print leaves closed parts out.
 * False without memory. */
static bool write_table(const report *r, table_result *m, FILE *out)
{
    const size_t rows = data_rows(&m->data);
    const bool done = rows > ROWS_MOST || table_lay_out(&r->study, 0, m);
    begin_table(r, m->type, out);
    fprintf(out, " (%zu row%s)</summary>\n", rows, rows == 1 ? "" : "s");
    if (rows > ROWS_MOST)
        write_elsewhere(r, m->type, out);
    else
        document_html(&m->document, 3, out);
    fputs("</details>\n", out);
    return done;
}

static void make_table(report *r, const table_type *type, FILE *out)
{
    table_result m;
    bool done = table_make_data(&r->study, type, NULL, &m);
    if (done && data_rows(&m.data) > 0) {
        report_part(r, out);
        done = write_table(r, &m, out);
    }
    if (!done) {
        r->failed = true;
        fprintf(r->err, "no memory for the table %s\n", type->name);
    }
    table_result_free(&m);
}

static bool is_of_section(const table_type *type, const char *section)
{
    if (!section || !type->section)
        return section == type->section;
    return strcmp(type->section, section) == 0;
}

void report_tables(report *r, const char *section, FILE *out)
{
    size_t elsewhere = 0;
    for (size_t i = 0; i < trama_registry_count(&table_registry); i++) {
        const table_type *table = trama_registry_at(&table_registry, i);
        const size_t unread = table_unread(&r->study, table);
        /* the report has the answers as a section of its own */
        if (!is_of_section(table, section) || table == &table_matrix)
            continue;
        if (is_elsewhere(r, table)) {
            elsewhere++;
            continue;
        }
        if (unread == 0) {
            make_table(r, table, out);
        } else {
            report_part(r, out);
            write_unread(r, table, unread, out);
        }
    }
    report_elsewhere(r, "tables", elsewhere, "long tables", out);
}

static void write(report *r, FILE *out)
{
    report_tables(r, NULL, out);
}

static void write_rest(report *r, FILE *out)
{
    report_tables(r, NULL, out);
    report_tables(r, "models", out);
}

const section_type section_tables = {
    .id = "tables", .title = "Tables", .write = write, .write_rest = write_rest};
