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
    return r->pages && r->is_rest == type->printed;
}

enum { ROWS_MOST = 2000 }; /* of a table on a page */

/* Where a table is that is too long for a page. */
static void write_elsewhere(const report *r, const table_type *type, FILE *out)
{
    char file[128];
    snprintf(file, sizeof file, "tables/%s.csv", type->name);
    fprintf(out, "<p>More than %d rows: <code>trama table ", ROWS_MOST);
    html_word(r->folder[0], out);
    fprintf(out, " %s</code> prints them, and <a href=\"", type->name);
    report_link(r, r->folder[0], file, out);
    fprintf(out, "\">%s</a> has them as data.</p>\n", file);
}

/* Behind its title: the answers above are what is read first, and a print leaves closed parts out.
 */
static void write_table(const report *r, const table_result *m, FILE *out)
{
    const size_t rows = data_rows(&m->data);
    fprintf(out, "<details id=\"table-%s\"><summary>", m->type->name);
    html_text(table_title(m->type, &r->study), out);
    fprintf(out, " (%zu row%s)</summary>\n", rows, rows == 1 ? "" : "s");
    if (rows > ROWS_MOST)
        write_elsewhere(r, m->type, out);
    else
        document_html(&m->document, 3, out);
    fputs("</details>\n", out);
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
        table_result m;
        /* the report has the answers as a section of its own */
        if (!is_of_section(table, section) || table == &table_matrix)
            continue;
        if (is_elsewhere(r, table)) {
            elsewhere++;
            continue;
        }
        if (!table_make(&r->study, table, NULL, 0, &m)) {
            r->failed = true;
            fprintf(r->err, "no memory for the table %s\n", table->name);
        } else if (data_rows(&m.data) > 0) {
            report_part(r, out);
            write_table(r, &m, out);
        }
        table_result_free(&m);
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
