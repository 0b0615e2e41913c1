/* JUnit's XML, as continuous integration reads it: a test for each result and each time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/output/file.h"
#include "analysis/output/html.h"

/* What an HTML page takes within quotes, XML 1.0 takes too. */
static void write_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    html_text(value, out);
    fputc('"', out);
}

static void write_outcome(const finding *f, FILE *out)
{
    static const char *const elements[] = {
        [VERDICT_FAILED] = "failure", [VERDICT_SKIPPED] = "skipped"};
    const verdict_type *type = &verdict_types[f->verdict];
    char message[600];
    snprintf(message, sizeof message, "%s: %s%s%s", type->name, type->summary,
             f->detail[0] ? ": " : "", f->detail);
    fprintf(out, "      <%s", elements[type->kind]);
    write_attribute("message", message, out);
    fputs("/>\n", out);
}

static void write_test(const finding *f, FILE *out)
{
    char name[300], title[400];
    const study_case *c = finding_case(f);
    side_name(c, name, sizeof name);
    snprintf(title, sizeof title, "%s: %s%s%s", name, f->of_time ? "time" : "results",
             f->part[0] ? " of the " : "", f->part);
    fputs("    <testcase", out);
    write_attribute("classname", case_text(c, &column_case_experiment), out);
    write_attribute("name", title, out);
    if (verdict_types[f->verdict].kind == VERDICT_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    write_outcome(f, out);
    fputs("    </testcase>\n", out);
}

static size_t count_kind(const findings *found, verdict_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < found->count; i++)
        count += verdict_types[found->item[i].verdict].kind == kind;
    return count;
}

static void write_suite(const findings *found, FILE *out)
{
    const size_t failed = count_kind(found, VERDICT_FAILED);
    const size_t skipped = count_kind(found, VERDICT_SKIPPED);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    fprintf(out, "<testsuites tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n", found->count,
            failed, skipped);
    fprintf(out,
            "  <testsuite name=\"trama compare\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%zu\">\n",
            found->count, failed, skipped);
    for (size_t i = 0; i < found->count; i++)
        write_test(&found->item[i], out);
    fputs("  </testsuite>\n</testsuites>\n", out);
}

bool compare_junit(const findings *found, const char *file, FILE *err)
{
    text_buffer text;
    bool written = text_begin(&text);
    if (written) {
        write_suite(found, text.stream);
        written = text_end(&text) && file_write(file, &text, err);
    }
    text_free(&text);
    return written;
}
