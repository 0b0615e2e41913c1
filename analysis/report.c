#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/plots.h"
#include "analysis/read/outcome.h"
#include "analysis/report/report.h"

/* Moves the cases of a folder to the end of `all`; false without memory. */
static bool take_over(study *all, study *own)
{
    study_case *grown = realloc(all->item, (all->count + own->count + 1) * sizeof *grown);
    experiment_study **studies =
        realloc(all->experiment, (all->experiments + own->experiments + 1) * sizeof(*studies));
    char **unplanned = realloc(all->unplanned, (all->unplanned_count + own->unplanned_count + 1) *
                                                   sizeof(*unplanned));
    results_index **indices =
        realloc(all->index, (all->indices + own->indices + 1) * sizeof(*indices));
    if (indices)
        all->index = indices;
    if (studies)
        all->experiment = studies;
    if (grown)
        all->item = grown;
    if (unplanned)
        all->unplanned = unplanned;
    if (!grown || !studies || !unplanned || !indices)
        return false;
    if (own->count > 0)
        memcpy(all->item + all->count, own->item, own->count * sizeof *grown);
    for (size_t i = 0; i < own->experiments; i++)
        all->experiment[all->experiments++] = own->experiment[i];
    for (size_t i = 0; i < own->unplanned_count; i++)
        all->unplanned[all->unplanned_count++] = own->unplanned[i];
    for (size_t i = 0; i < own->indices; i++)
        all->index[all->indices++] = own->index[i];
    all->count += own->count;
    all->capacity = all->count;
    all->unreadable += own->unreadable;
    all->lost += own->lost;
    if (own->missed && (!all->missed || *own->missed)) {
        free(all->missed);
        all->missed = own->missed;
        own->missed = NULL;
    }
    all->unknown = all->unknown || own->unknown;
    own->count = own->experiments = own->indices = own->unplanned_count = 0;
    return true;
}

/* Reads all folders into one study; the graver of what reading each says. `told`: takes what the
 * exceptions of the page tell. */
static int read_folders(report *r, bool draw, FILE *told)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < r->folders; i++) {
        study own;
        study_read(r->folder[i], &own, r->err);
        code = outcome_worse(code,
                             outcome_of_reading(&own, r->folder[i], own.count > 0 ? told : r->err));
        code = outcome_worse(code, outcome_of_studies(&own, r->err));
        if (draw && own.count > 0)
            code = outcome_worse(code, plots_draw_missing(&own, r->folder[i], r->err));
        if (!take_over(&r->study, &own)) {
            fprintf(r->err, "no memory for the results in %s\n", r->folder[i]);
            code = OUTCOME_IO;
        }
        study_free(&own);
    }
    return code;
}

int analysis_report(const char *const *folder, size_t folders, const char *file, FILE *out,
                    FILE *err)
{
    return analysis_report_with(folder, folders, &(analysis_report_options){.file = file}, out,
                                err);
}

/* --- what is said --- */

/* From now on what is said on r->err is kept for the page; without memory it is only said. */
static void begin_said(report *r, text_buffer *said, const char *before)
{
    if (!text_begin(said)) {
        text_free(said);
        return;
    }
    r->said = said;
    r->err = said->stream;
    fputs(before ? before : "", said->stream);
}

/* Says on `err` what has been said since, from byte *passed on. */
static void pass_on(const report *r, size_t *passed, FILE *err)
{
    if (!r->said)
        return;
    fflush(r->said->stream);
    fwrite(r->said->data + *passed, 1, r->said->size - *passed, err);
    *passed = r->said->size;
}

static bool end_said(report *r, size_t *passed, FILE *err)
{
    pass_on(r, passed, err);
    const bool whole = !r->said || text_finish(r->said, "what is to be said", err);
    if (r->said)
        text_free(r->said);
    r->said = NULL;
    r->err = err;
    return whole;
}

/* What fails without a word had no memory. */
static int make_page(report *r, const char *file, FILE *out)
{
    const size_t before = r->said ? r->said->size : 0;
    if (report_make(r, file, out))
        return OUTCOME_OK;
    fflush(r->err);
    if (!r->said || r->said->size == before)
        fputs("no memory for all of the report\n", r->err);
    return OUTCOME_IO;
}

int analysis_report_with(const char *const *folder, size_t folders,
                         const analysis_report_options *options, FILE *out, FILE *err)
{
    report r = {.folder = folder, .folders = folders, .since = options->since, .err = err};
    text_buffer said, told;
    size_t passed = options->said ? strlen(options->said) : 0;
    begin_said(&r, &said, options->said);
    const bool apart = text_begin(&told);
    int code = read_folders(&r, options->draw, apart ? told.stream : r.err);
    pass_on(&r, &passed, err);
    if (apart && fflush(told.stream) == 0)
        fputs(r.told = told.data, err);
    if (r.study.count > 0)
        code = outcome_worse(code, make_page(&r, options->file, out));
    code = outcome_worse(code, outcome_of_shown(&r.study, r.err));
    if (!end_said(&r, &passed, err))
        code = OUTCOME_IO;
    text_free(&told);
    study_free(&r.study);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
