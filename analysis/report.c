#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/output/html.h"
#include "analysis/read/outcome.h"
#include "analysis/report/report.h"

/* Moves the cases of a folder to the end of `all`; false without memory. */
static bool take_over(study *all, study *own)
{
    study_case *grown = realloc(all->item, (all->count + own->count + 1) * sizeof *grown);
    experiment_study **studies =
        realloc(all->experiment, (all->experiments + own->experiments + 1) * sizeof(*studies));
    if (studies)
        all->experiment = studies;
    if (grown)
        all->item = grown;
    if (!grown || !studies)
        return false;
    if (own->count > 0)
        memcpy(all->item + all->count, own->item, own->count * sizeof *grown);
    for (size_t i = 0; i < own->experiments; i++)
        all->experiment[all->experiments++] = own->experiment[i];
    all->count += own->count;
    all->capacity = all->count;
    all->unreadable += own->unreadable;
    own->count = own->experiments = 0;
    return true;
}

/* Reads all folders into one study; the graver of what reading each says. */
static int read_folders(report *r)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < r->folders; i++) {
        study own;
        study_read(r->folder[i], &own, r->err);
        code = outcome_worse(code, outcome_of_reading(&own, r->folder[i], r->err));
        if (!take_over(&r->study, &own)) {
            fprintf(r->err, "no memory for the results in %s\n", r->folder[i]);
            code = OUTCOME_IO;
        }
        study_free(&own);
    }
    return code;
}

static void write_section(report *r, const section_type *section, FILE *out)
{
    fprintf(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">",
            section->id, section->id, section->id);
    html_text(section->title, out);
    fputs("</h2>\n", out);
    section->write(r, out);
    fputs("</section>\n", out);
}

static void write_page(report *r, FILE *out)
{
    page_begin(r, out);
    for (size_t i = 0; i < trama_registry_count(&section_registry); i++) {
        const section_type *section = trama_registry_at(&section_registry, i);
        if (section_applies(section, r))
            write_section(r, section, out);
    }
    page_end(out);
}

static int make_page(report *r, const char *file, FILE *out)
{
    text_buffer page = {0};
    char *path = file ? strdup(file) : path_join(r->folder[0], "report.html");
    if (path && text_begin(&page))
        write_page(r, page.stream);
    const bool done = text_finish(&page, "the report", r->err) && file_write(path, &page, r->err);
    if (done)
        fprintf(file_is_output(path) ? r->err : out, "report: %s (%.1f MB)\n", path,
                1e-6 * (double)page.size);
    text_free(&page);
    free(path);
    return done && !r->failed ? OUTCOME_OK : OUTCOME_IO;
}

int analysis_report(const char *const *folder, size_t folders, const char *file, FILE *out,
                    FILE *err)
{
    report r = {.folder = folder, .folders = folders, .err = err};
    int code = read_folders(&r);
    if (r.study.count > 0)
        code = outcome_worse(code, make_page(&r, file, out));
    study_free(&r.study);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
