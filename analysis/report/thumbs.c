#include "analysis/report/thumbs.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/card.h"
#include "analysis/output/html.h"
#include "analysis/report/runs.h"
#include "analysis/table/answer_grid.h"
#include "core/numbers.h"

enum { PICTURES_MOST = 12, OF_SEVERAL_MOST = 7 }; /* one row beside a list of questions */

/* The rank of what leads the page. */
static int leading_rank(const study *s)
{
    int rank = INT_MAX;
    for (size_t i = 0; i < s->count; i++)
        rank = card_rank(&s->item[i]) < rank ? card_rank(&s->item[i]) : rank;
    return rank;
}

static bool is_lead(const study_case *c, int rank)
{
    return card_rank(c) == rank;
}

/* Whether a case simulates just what one of that rank does. */
static bool is_like_lead(const study *s, const study_case *c, int rank)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_lead(&s->item[i], rank) && runs_differ_in_task_alone(&s->item[i], c))
            return true;
    return false;
}

/* How well a case shows its subject: what the page asks about rather than another scene of that
 * name, a run by itself rather than one of a pair, one that did not break rather than one that did,
 * and the longer of two. */
static double shows(const study *s, const study_case *c, int rank)
{
    const double time = case_number(c, &column_iterations) * case_number(c, &column_dt);
    const bool alone = strcmp(case_text(c, &column_case_task), "run") == 0 && !run_is_paired(s, c);
    const double known =
        (time > 0 ? time : 0) + (alone ? 1e15 : 0) + (is_like_lead(s, c, rank) ? 1e20 : 0);
    return run_is_unstable(c) ? known - 1e30 : known;
}

static bool plays(const study_case *c)
{
    const char *task = case_text(c, &column_case_task);
    return frames_are_told(c) && (strcmp(task, "run") == 0 || strcmp(task, "equilibrium") == 0);
}

/* What one picture shows: a subject, or, where a page asks several questions, an experiment; what
 * is NULL is any. */
typedef struct shown {
    const char *experiment, *subject;
} shown;

static bool is_of(const study_case *c, const shown *what)
{
    return (!what->experiment ||
            strcmp(case_text(c, &column_case_experiment), what->experiment) == 0) &&
           (!what->subject || strcmp(case_simulation(c), what->subject) == 0);
}

static const study_case *shown_case(const study *s, const shown *what, int rank)
{
    const study_case *best = NULL;
    double most = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        const double now = plays(c) && is_of(c, what) ? shows(s, c, rank) : TRAMA_NAN;
        if (isnan(now) || (best && now <= most))
            continue;
        best = c;
        most = now;
    }
    return best;
}

/* Each once. */
static void add(shown *list, size_t *count, shown what)
{
    for (size_t i = 0; i < *count; i++)
        if ((what.subject && strcmp(list[i].subject, what.subject) == 0) ||
            (what.experiment && strcmp(list[i].experiment, what.experiment) == 0))
            return;
    list[(*count)++] = what;
}

/* Experiments that have pictures, by rank. */
static void add_experiments(const study *s, shown *list, size_t *count)
{
    for (int rank = 0; rank < CARD_RANKS; rank++)
        for (size_t i = 0; i < s->count; i++)
            if (plays(&s->item[i]) && is_lead(&s->item[i], rank))
                add(list, count,
                    (shown){.experiment = case_text(&s->item[i], &column_case_experiment)});
}

static bool is_asked_about(const study *s, const char *subject, int rank)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_lead(&s->item[i], rank) && strcmp(case_simulation(&s->item[i]), subject) == 0)
            return true;
    return false;
}

/* What the page asks about, as far as there are pictures of it; else whatever has pictures. */
static bool add_subjects(const study *s, int rank, shown *list, size_t *count)
{
    size_t subjects;
    case_list cases = study_select(s, NULL, plays);
    const char **subject = case_simulations(&cases, &subjects);
    for (int asked = 1; subject && asked >= 0 && *count == 0; asked--)
        for (size_t i = 0; i < subjects; i++)
            if (!asked || is_asked_about(s, subject[i], rank))
                add(list, count, (shown){.subject = subject[i]});
    free(cases.item);
    free(subject);
    return subject != NULL;
}

/* "S1"; of several questions "pile", and small what of it is shown. player.js draws the shape of
 * this place in the list of shapes, and says what it is made of. */
static void write_picture(const study_case *c, const shown *what, FILE *out)
{
    char subject[GRID_NAME];
    case_subject_title(c, subject, sizeof subject);
    const char *name = what->experiment ? what->experiment : subject;
    fputs("<li><a href=\"#matrix\" data-shows><canvas width=\"320\" height=\"240\" role=\"img\" "
          "aria-label=\"",
          out);
    html_text(name, out);
    fputs("\"></canvas><span>", out);
    html_text(name, out);
    fputs("</span> <small>", out);
    html_text(strcmp(name, subject) == 0 ? "" : subject, out);
    fputs("</small></a></li>\n", out);
}

/* One picture, and its shape as JSON. True if the case has frames, and a page can hold them. */
static bool add_picture(report *r, const shown *what, const study_case *c, bool first, FILE *shapes,
                        FILE *out)
{
    frames f;
    if (!frames_read(c, &f, r->err))
        return false;
    const bool fits = run_fits_page(&f);
    if (fits) {
        fputs(first ? "<ul class=\"thumbs\">\n" : "", out);
        fputs(first ? "" : ",\n", shapes);
        r->failed = !run_write_shape(&r->study, c, &f, shapes) || r->failed;
        write_picture(c, what, out);
    }
    frames_free(&f);
    return fits;
}

static void write_list(report *r, const shown *list, size_t count, int rank, FILE *out)
{
    size_t drawn = 0;
    const size_t most = count > 0 && list[0].experiment ? OF_SEVERAL_MOST : PICTURES_MOST;
    text_buffer shapes = {0};
    const bool begun = text_begin(&shapes);
    for (size_t i = 0; begun && i < count && drawn < most; i++) {
        const study_case *c = shown_case(&r->study, &list[i], rank);
        drawn += c && add_picture(r, &list[i], c, drawn == 0, shapes.stream, out);
    }
    fputs(drawn ? "</ul>\n" : "", out);
    r->failed |= !text_end(&shapes);
    if (drawn > 0)
        fprintf(out, "<script type=\"application/json\" id=\"shapes\">[%s]</script>\n",
                shapes.data);
    text_free(&shapes);
}

void thumbs_write(report *r, FILE *out)
{
    size_t count = 0;
    const int rank = leading_rank(&r->study);
    shown *list = calloc(r->study.count + 1, sizeof *list);
    bool listed = list != NULL;
    if (listed && report_asks_several(r))
        add_experiments(&r->study, list, &count);
    else if (listed)
        listed = add_subjects(&r->study, rank, list, &count);
    r->failed |= !listed;
    write_list(r, list, count, rank, out);
    free(list);
}
