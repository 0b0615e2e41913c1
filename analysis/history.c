/* trama history: results by commit, in one file that grows. */
#include "analysis/history/history.h"

#include "analysis/analysis.h"
#include "analysis/output/page_head.h"
#include "analysis/read/outcome.h"
#include "analysis/report/page.h"

static int add_results(history *h, const char *folder, const char *commit, FILE *err)
{
    side results;
    int code = side_read(folder, &results, err);
    if (code == OUTCOME_OK)
        code = history_collect(h, &results, commit, err);
    side_free(&results);
    return code;
}

/* What the newest entry changed. */
static void tell_newest(const history *h, double least, FILE *out)
{
    history_steps all = history_find_steps(h, least), newest = all;
    newest.count = 0;
    while (newest.count < all.count && all.item[newest.count].at + 1 == h->entries)
        newest.count++;
    history_show(h, &newest, "md", out);
    history_steps_free(&all);
}

int analysis_history_add(const char *file, const char *folder, const char *commit, double least,
                         FILE *out, FILE *err)
{
    history h;
    int code = history_read(file, true, &h, err);
    if (code == OUTCOME_OK)
        code = add_results(&h, folder, commit, err);
    if (code == OUTCOME_OK)
        code = history_write(file, &h, err);
    if (code == OUTCOME_OK)
        tell_newest(&h, least, out);
    history_free(&h);
    return code;
}

int analysis_history_check(const char *file, const char *references, FILE *out, FILE *err)
{
    history h;
    int code = history_read(file, false, &h, err);
    if (code == OUTCOME_OK)
        code = history_check(&h, references, out, err);
    history_free(&h);
    return code;
}

int analysis_history_refer(const char *file, const char *references, double tolerance, FILE *out,
                           FILE *err)
{
    history h;
    int code = history_read(file, false, &h, err);
    if (code == OUTCOME_OK)
        code = history_refer(&h, references, tolerance, out, err);
    history_free(&h);
    return code;
}

int analysis_history_show(const char *file, double least, const char *format, const char *folder,
                          FILE *out, FILE *err)
{
    history h;
    int code = history_read(file, false, &h, err);
    if (code == OUTCOME_OK) {
        history_steps steps = history_find_steps(&h, least);
        if (folder)
            code =
                history_page(&h, &steps, folder, &(html_part){page_css, page_css_size}, out, err);
        else
            history_show(&h, &steps, format, out);
        if (steps.no_memory) {
            fprintf(err, "no memory for the history\n");
            code = OUTCOME_IO;
        }
        history_steps_free(&steps);
    }
    history_free(&h);
    return code;
}
