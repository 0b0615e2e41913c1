/* trama compare: the new results against those of the baseline. */
#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/baseline.h"
#include "analysis/compare/compare.h"
#include "analysis/output/file.h"

/* Both sides of one measurement, and what belongs together. */
typedef struct comparison {
    side baseline, fresh;
    match *list;
    size_t count;
} comparison;

static int comparison_read(const char *baseline, const char *fresh, comparison *c, FILE *err)
{
    *c = (comparison){0};
    const int codes[] = {side_read(baseline, &c->baseline, err), side_read(fresh, &c->fresh, err)};
    int code = outcome_worse(codes[0], codes[1]);
    if (code == OUTCOME_OK && !match_sides(&c->baseline, &c->fresh, &c->list, &c->count)) {
        fprintf(err, "no memory to compare %s with %s\n", fresh, baseline);
        code = OUTCOME_IO;
    }
    return code;
}

static void comparison_free(comparison *c)
{
    free(c->list);
    side_free(&c->baseline);
    side_free(&c->fresh);
}

static bool any(const findings *found, verdict wanted)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->item[i].verdict == wanted)
            return true;
    return false;
}

/* Measures again, if there is a way to, where times are suspect. */
static int confirm(const analysis_comparison *wanted, findings *found, FILE *err)
{
    comparison c;
    findings again = {0};
    const rule r = {wanted->limit, wanted->level};
    if (!any(found, VERDICT_SUSPECT) || !wanted->again_baseline)
        return OUTCOME_OK;
    int code = wanted->measure_again ? wanted->measure_again(wanted->context) : OUTCOME_OK;
    if (code != OUTCOME_OK)
        return code;
    code = comparison_read(wanted->again_baseline, wanted->again_fresh, &c, err);
    if (code == OUTCOME_OK) {
        times_judge(c.list, c.count, &r, wanted->force, &again);
        times_confirm(found, &again, &r);
        found->no_memory |= again.no_memory;
    }
    comparison_free(&c);
    findings_free(&again);
    return code;
}

static int code_of(const findings *found)
{
    int code = found->no_memory ? OUTCOME_IO : OUTCOME_OK;
    for (size_t i = 0; i < found->count; i++)
        code = outcome_worse(code, verdict_types[found->item[i].verdict].code);
    return code;
}

static int report(const analysis_comparison *wanted, const findings *found, FILE *out, FILE *err)
{
    const rule r = {wanted->limit, wanted->level};
    if (found->no_memory) {
        fprintf(err, "no memory for the comparison\n");
        return OUTCOME_IO;
    }
    compare_show(found, &r, wanted->format, out);
    if ((wanted->junit && !compare_junit(found, wanted->junit, err)) ||
        (wanted->json && !compare_json(found, wanted->json, err)))
        return OUTCOME_IO;
    return fflush(out) == 0 ? code_of(found) : OUTCOME_IO;
}

static int judge(const analysis_comparison *wanted, const comparison *c, FILE *out, FILE *err)
{
    const rule r = {wanted->limit, wanted->level};
    findings found = {0};
    results_compare(c->list, c->count, &found);
    tolerance_check_names(c->list, c->count, err);
    times_judge(c->list, c->count, &r, wanted->force, &found);
    int code = confirm(wanted, &found, err);
    if (code == OUTCOME_OK)
        code = report(wanted, &found, out, err);
    findings_free(&found);
    return code;
}

static bool is_format(const char *name)
{
    static const char *const formats[] = {"md", "csv", "latex"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(name, formats[i]) == 0)
            return true;
    return false;
}

int analysis_compare(const analysis_comparison *wanted, FILE *out, FILE *err)
{
    comparison c;
    if (!is_format(wanted->format)) {
        fprintf(err, "'%s' is not a format; one of csv, md, latex\n", wanted->format);
        return OUTCOME_USAGE;
    }
    int code = comparison_read(wanted->baseline, wanted->fresh, &c, err);
    if (code == OUTCOME_OK)
        code = judge(wanted, &c, out, err);
    comparison_free(&c);
    return code;
}

/* --- baselines --- */

static bool write_baseline(const study *s, const char *file, FILE *out, FILE *err)
{
    text_buffer text;
    if (!file)
        return baseline_write(s, out) && fflush(out) == 0;
    bool written = text_begin(&text);
    if (written)
        written = baseline_write(s, text.stream) && text_end(&text) && file_write(file, &text, err);
    text_free(&text);
    return written;
}

int analysis_baseline(const char *folder, const char *file, FILE *out, FILE *err)
{
    study s;
    study_read_whole(folder, &s, err);
    int code = outcome_of_reading(&s, folder, err);
    if (code == OUTCOME_OK && !write_baseline(&s, file, out, err))
        code = OUTCOME_IO;
    study_free(&s);
    return code;
}
