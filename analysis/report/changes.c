/* What changed since an older results folder, or a baseline: answers, times with their intervals,
 * shapes. Which cases belong together is the comparison's to say (analysis/compare). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/output/html.h"
#include "analysis/quantities/timing.h"
#include "analysis/report/runs.h"

enum { PICTURES_MOST = 6 };

/* Both sides, and what belongs together. */
typedef struct changes {
    side was, is;
    match *list;
    size_t count;
    findings found;
} changes;

static bool changes_read(report *r, changes *c)
{
    *c = (changes){0};
    const int codes[] = {side_read(r->since, &c->was, r->err),
                         side_read(r->folder[0], &c->is, r->err)};
    if (codes[0] == OUTCOME_USAGE || codes[0] == OUTCOME_IO || codes[1] == OUTCOME_IO)
        return false;
    if (!match_sides(&c->was, &c->is, &c->list, &c->count))
        return false;
    results_compare(c->list, c->count, &c->found);
    return !c->found.no_memory;
}

static void changes_free(changes *c)
{
    findings_free(&c->found);
    free(c->list);
    side_free(&c->was);
    side_free(&c->is);
}

static size_t count_found(const changes *c, verdict wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < c->found.count; i++)
        count += c->found.item[i].verdict == wanted;
    return count;
}

/* --- counts --- */

static void counts(const report *r, const changes *c, document *d)
{
    static const char *const header[] = {"Cases there and here", "cases", NULL};
    static const struct told {
        verdict of;
        const char *words;
    } told[] = {
        {VERDICT_SAME, "equal to the last bit"},
        {VERDICT_CLOSE, "within the tolerance that the experiment declares"},
        {VERDICT_DIFFERS, "different"},
        {VERDICT_STATUS, "ended in another way"},
        {VERDICT_RANDOM, "have different results in runs of one program"},
        {VERDICT_BROKEN, "broke off, then and now"},
        {VERDICT_MISSING, "there alone"},
        {VERDICT_EXTRA, "here alone"},
    };
    char caption[600];
    snprintf(caption, sizeof caption, "Compared with %s", r->since);
    document_grid(d, "lr", caption);
    document_cells(d, header);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const size_t count = count_found(c, told[i].of);
        if (count == 0)
            continue;
        document_cell(d, "%s", told[i].words);
        document_cell(d, "%zu", count);
    }
}

/* --- answers --- */

static void outcome_row(const change *c, document *d)
{
    const study_case *is = c->of->fresh->item[0];
    char title[256];
    study_case_title(c->of->fresh->study, is, title, sizeof title);
    document_cell(d, "%s: %s", case_text(is, &column_case_experiment), title);
    document_cell(d, "%s", c->what);
    document_cell(d, "%s", c->was);
    document_cell(d, "%s", c->now);
    if (isfinite(c->relative))
        document_cell(d, "%+.3g %%", 100 * c->relative);
    else
        document_cell(d, "–");
}

static void answers(const findings *found, document *d)
{
    static const char *const header[] = {"Case", "Of", "Was", "Is", "Change", NULL};
    size_t rows = 0;
    for (const change *c = found->change; c < found->change + found->changes; c++) {
        if (c->kind == CHANGE_VALUE)
            continue;
        if (rows++ == 0) {
            document_grid(d, "llrrr", "Outcomes that changed");
            document_cells(d, header);
        }
        outcome_row(c, d);
    }
    if (rows == 0)
        document_paragraph(d, "Every answer that both have is the same.");
}

/* --- times --- */

static void time_cell(const study_case *c, document *d)
{
    const interval likely = timing_interval(c);
    document_cell(d, "%.4g [%.4g, %.4g]", 1e6 * timing_median(c), 1e6 * likely.low,
                  1e6 * likely.high);
}

static const char *time_verdict(const study_case *was, const study_case *is)
{
    const interval a = timing_interval(was), b = timing_interval(is);
    if (strcmp(case_text(was, &column_run_host), case_text(is, &column_run_host)) != 0 ||
        strcmp(case_text(was, &column_run_cpu), case_text(is, &column_run_cpu)) != 0)
        return "another machine";
    return b.low > a.high ? "longer" : b.high < a.low ? "shorter" : "cannot be told apart";
}

static void times(const changes *c, document *d)
{
    static const char *const header[] = {"Case",  "Was (µs) [95 %]", "Is (µs) [95 %]",
                                         "Ratio", "In words",        NULL};
    size_t rows = 0;
    for (size_t i = 0; i < c->count; i++) {
        const match *m = &c->list[i];
        char title[256];
        if (!m->baseline || !m->fresh)
            continue;
        const study_case *was = m->baseline->item[0], *is = m->fresh->item[0];
        const double ratio = timing_median(is) / timing_median(was);
        if (isnan(ratio))
            continue;
        if (rows++ == 0) {
            document_grid(d, "lrrrl", "Time of one iteration, medians with their intervals");
            document_cells(d, header);
        }
        study_case_title(m->fresh->study, is, title, sizeof title);
        document_cell(d, "%s: %s", case_text(is, &column_case_experiment), title);
        time_cell(was, d);
        time_cell(is, d);
        document_real(d, ratio, 3);
        document_cell(d, "%s", time_verdict(was, is));
    }
}

/* --- pictures --- */

/* The furthest that a node of the last frame lies from where it lay, m; NAN: the meshes differ. */
static double furthest(const frames *was, const frames *is)
{
    double most = 0;
    if (was->own != is->own)
        return (double)NAN;
    for (size_t i = 0; i < is->own; i++) {
        const vector a = frames_node(was, was->count - 1, i), b = frames_node(is, is->count - 1, i);
        const vector way = vector_sum(1, b, -1, a);
        const double length = sqrt(vector_dot(way, way));
        most = length > most || isnan(length) ? length : most;
    }
    return most;
}

static void write_shape(const char *word, const study_case *c, size_t index, FILE *out)
{
    fprintf(out,
            "<figure><canvas data-shape=\"%zu\" width=\"320\" height=\"240\" role=\"img\" "
            "aria-label=\"",
            index);
    html_text(case_simulation(c), out);
    fprintf(out, ", %s\"></canvas><figcaption>%s</figcaption></figure>\n", word, word);
}

static void write_both(report *r, const match *m, size_t *shown, FILE *shapes, FILE *out)
{
    const study_case *was = m->baseline->item[0], *is = m->fresh->item[0];
    frames f[2];
    char title[256];
    if (!frames_are_told(was) || !frames_are_told(is) || !frames_read(was, &f[0], r->err))
        return;
    if (frames_read(is, &f[1], r->err)) {
        const double way = furthest(&f[0], &f[1]);
        study_case_title(m->fresh->study, is, title, sizeof title);
        fputs("<div class=\"pair\"><h4>", out);
        html_text(title, out);
        fputs("</h4>\n<div class=\"two\">\n", out);
        write_shape("was", was, 2 * *shown, out);
        write_shape("is", is, 2 * *shown + 1, out);
        fputs("</div>\n<p>Furthest that a node ends from where it ended then: ", out);
        if (isnan(way))
            fputs("not known, since the meshes differ or a node is nowhere", out);
        else
            fprintf(out, "%.3g m", way);
        fputs("</p></div>\n", out);
        fputs((*shown)++ ? ",\n" : "", shapes);
        r->failed |= !run_write_shape(&r->study, was, &f[0], shapes);
        fputs(",\n", shapes);
        r->failed |= !run_write_shape(&r->study, is, &f[1], shapes);
        frames_free(&f[1]);
    }
    frames_free(&f[0]);
}

/* Last shapes of runs whose results differ. */
static void pictures(report *r, const changes *c, FILE *out)
{
    size_t shown = 0;
    text_buffer shapes = {0}, text = {0};
    bool done = text_begin(&shapes) && text_begin(&text);
    for (size_t i = 0; done && i < c->found.count && shown < PICTURES_MOST; i++) {
        const finding *found = &c->found.item[i];
        if ((found->verdict == VERDICT_DIFFERS || found->verdict == VERDICT_STATUS) &&
            found->of->baseline && found->of->fresh)
            write_both(r, found->of, &shown, shapes.stream, text.stream);
    }
    done = done && text_end(&shapes) && text_end(&text);
    if (done && shown > 0)
        fprintf(out,
                "<h3>Shapes</h3>\n%s<script type=\"application/json\" id=\"changed\">[%s]"
                "</script>\n",
                text.data, shapes.data);
    r->failed |= !done;
    text_free(&shapes);
    text_free(&text);
}

static void write(report *r, FILE *out)
{
    changes c;
    document d = {0};
    if (!r->since)
        return;
    if (!changes_read(r, &c)) {
        r->failed = true;
        fprintf(r->err, "trama report: nothing can be compared with %s\n", r->since);
    } else {
        counts(r, &c, &d);
        answers(&c.found, &d);
        times(&c, &d);
        report_document(r, &d, out);
        pictures(r, &c, out);
    }
    changes_free(&c);
}

const section_type section_changes = {.id = "changes", .title = "What changed", .write = write};
