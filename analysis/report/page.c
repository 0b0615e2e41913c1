/* The page around the sections: head, contents, end. Its policy lets nothing in from outside and no
 * script run but its own, whose hash it names; so no text of a results file can act. */
#include "analysis/report/page.h"

#include <sha2.h>
#include <stdlib.h>

#include "analysis/output/html.h"
#include "analysis/report/report.h"

static void write_policy(FILE *out)
{
    SHA2_CTX hash;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&hash);
    SHA256Update(&hash, page_js, page_js_size);
    SHA256Final(digest, &hash);
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data: blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
          "script-src 'sha256-",
          out);
    html_base64(digest, sizeof digest, out);
    fputs("'\">\n", out);
}

static void write_experiments(const report *r, FILE *out)
{
    size_t count;
    const char **experiment = report_distinct(&r->study, &column_case_experiment, &count);
    for (size_t i = 0; experiment && i < count; i++) {
        fputs(i ? ", " : "", out);
        html_text(experiment[i], out);
    }
    free(experiment);
}

static void write_contents(const report *r, FILE *out)
{
    fputs("<nav aria-label=\"Contents\"><ul>\n", out);
    for (size_t i = 0; i < trama_registry_count(&section_registry); i++) {
        const section_type *section = trama_registry_at(&section_registry, i);
        if (!section_applies(section, r))
            continue;
        fprintf(out, "<li><a href=\"#%s\">", section->id);
        html_text(section->title, out);
        fputs("</a></li>\n", out);
    }
    fputs("</ul></nav>\n", out);
}

void page_begin(const report *r, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    write_policy(out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>trama: report on ",
          out);
    write_experiments(r, out);
    fputs("</title>\n<style>\n", out);
    fwrite(page_css, 1, page_css_size, out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n"
          "<header>\n<h1>Report of results</h1>\n<p>trama on ",
          out);
    write_experiments(r, out);
    fputs("</p>\n", out);
    write_contents(r, out);
    fputs("</header>\n<main id=\"main\" tabindex=\"-1\">\n", out);
}

void page_end(FILE *out)
{
    fputs("</main>\n<footer><p>One file by itself: nothing is loaded from anywhere. Made by "
          "<code>trama report</code>.</p></footer>\n<script>",
          out);
    fwrite(page_js, 1, page_js_size, out);
    fputs("</script>\n</body>\n</html>\n", out);
}
