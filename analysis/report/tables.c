/* Every table that is of no other section: those for people in full, the long ones behind their
 * titles. */
#include "analysis/output/html.h"
#include "analysis/report/report.h"
#include "analysis/table/table_result.h"

#include <string.h>

static void write_table(const table_result *m, FILE *out)
{
    if (m->type->printed) {
        document_html(&m->document, 3, out);
        return;
    }
    fputs("<details><summary>", out);
    html_text(m->type->title, out);
    fputs(" (long)</summary>\n", out);
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
    for (size_t i = 0; i < trama_registry_count(&table_registry); i++) {
        const table_type *table = trama_registry_at(&table_registry, i);
        table_result m;
        if (!is_of_section(table, section))
            continue;
        if (!table_make(&r->study, table, &m)) {
            r->failed = true;
            fprintf(r->err, "no memory for the table %s\n", table->name);
        } else if (data_rows(&m.data) > 0) {
            write_table(&m, out);
        }
        table_result_free(&m);
    }
}

void report_marks(FILE *out)
{
    fputs("<p class=\"key\">How to read the marks: "
          "<span class=\"agrees\">✓ as published</span> "
          "<span class=\"differs\">≠ differs from the published value</span> "
          "<span class=\"late\">† holds, with a note</span></p>\n",
          out);
}

static void write(report *r, FILE *out)
{
    report_marks(out);
    report_tables(r, NULL, out);
}

const section_type section_tables = {
    .id = "tables", .title = "Measured beside published", .write = write};
