/* The first screen: the publication, what was simulated as pictures, and how each experiment came
 * out, its failures as visible as its successes. The question stands in the page's heading. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/report/cells.h"
#include "analysis/report/runs.h"
#include "analysis/report/tally.h"
#include "references.h"

enum { CARDS_MOST = 3, PICTURES_MOST = 12, RANK_OF_PUBLISHED = 2 };

/* --- the questions --- */

/* Where the heading counts them. */
static void write_questions(report *r, FILE *out)
{
    size_t count;
    const study_case **first = report_questions(r, &count);
    fputs(count ? "<ol class=\"questions\">\n" : "", out);
    for (size_t i = 0; first && i < count; i++) {
        char address[CELL_ADDRESS];
        cells_of_experiment(first[i], address);
        fprintf(out, "<li><a href=\"#%s\">", address);
        html_text(case_block(first[i])->question, out);
        fputs("</a></li>\n", out);
    }
    fputs(count ? "</ol>\n" : "", out);
    r->failed |= !first;
    free(first);
}

/* --- the publication --- */

/* TeX's braces go, and what stands for dashes and quotes. */
static void write_plain(const char *tex, FILE *out)
{
    for (; *tex; tex++) {
        const char letter[2] = {*tex, '\0'};
        const bool twice = tex[0] == tex[1];
        if (*tex == '-' && twice)
            tex += fputs("–", out) > 0;
        else if ((*tex == '`' || *tex == '\'') && twice)
            tex += fputs(*tex == '`' ? "“" : "”", out) > 0;
        else if (*tex == '~')
            fputc(' ', out);
        else if (!strchr("{}\\", *tex))
            html_text(letter, out);
    }
}

/* "Author. Title. School. Year. Note." of what the library knows of it. */
static void write_reference(const trama_reference *reference, FILE *out)
{
    static const char *const wanted[] = {"author", "title",        "journal", "booktitle",
                                         "school", "howpublished", "year",    "note"};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
        for (size_t i = 0; reference->field[i]; i++) {
            const size_t length = strlen(wanted[k]);
            const char *field = reference->field[i];
            if (strncmp(field, wanted[k], length) != 0 || strncmp(field + length, " = ", 3) != 0)
                continue;
            write_plain(field + length + 3, out);
            fputs(". ", out);
        }
}

static const trama_reference *find_reference(const char *source)
{
    for (size_t i = 0; i < trama_reference_count(); i++)
        if (trama_reference_is_cited(trama_reference_at(i), source))
            return trama_reference_at(i);
    return NULL;
}

static void write_source(const char *source, FILE *out)
{
    const trama_reference *reference = find_reference(source);
    html_text(source, out);
    fputs(". ", out);
    if (reference)
        write_reference(reference, out);
}

static void write_sources(report *r, FILE *out)
{
    size_t count;
    char **source = report_sources(r, &count);
    if (count > 0) {
        fputs("<p class=\"citation\">Compared with: ", out);
        write_source(source[0], out);
        fputs("</p>\n", out);
    }
    if (count > 1) {
        fprintf(out, "<details class=\"citation\"><summary>and %zu more source%s</summary>\n<ul>",
                count - 1, count == 2 ? "" : "s");
        for (size_t i = 1; i < count; i++) {
            fputs("<li>", out);
            write_source(source[i], out);
            fputs("</li>\n", out);
        }
        fputs("</ul></details>\n", out);
    }
    r->failed |= !source;
    report_sources_free(source, count);
}

/* --- what was simulated --- */

/* The rank of what leads the page. */
static int leading_rank(const study *s)
{
    int rank = INT_MAX;
    for (size_t i = 0; i < s->count; i++)
        rank = report_rank(&s->item[i]) < rank ? report_rank(&s->item[i]) : rank;
    return rank;
}

static bool is_lead(const study_case *c, int rank)
{
    return report_rank(c) == rank;
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

static const study_case *shown_case(const study *s, const char *subject, int rank)
{
    const study_case *best = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (plays(c) && strcmp(case_simulation(c), subject) == 0 &&
            (!best || shows(s, c, rank) > shows(s, best, rank)))
            best = c;
    }
    return best;
}

/* What the page asks about, as far as there are pictures of it; else whatever has pictures. To be
 * freed. */
static const char **shown_subjects(const study *s, int rank, size_t *count)
{
    case_list cases = study_select(s, NULL, plays);
    const char **subject = case_simulations(&cases, count);
    size_t kept = 0;
    for (size_t i = 0; subject && i < *count; i++) {
        bool asked = false;
        for (size_t j = 0; j < s->count && !asked; j++)
            asked =
                is_lead(&s->item[j], rank) && strcmp(case_simulation(&s->item[j]), subject[i]) == 0;
        if (asked) {
            const char *swapped = subject[kept];
            subject[kept++] = subject[i];
            subject[i] = swapped;
        }
    }
    *count = kept > 0 ? kept : *count;
    free(cases.item);
    return subject;
}

/* player.js draws the shape of this place in the list of shapes. */
static void write_picture(const study_case *c, FILE *out)
{
    char subject[GRID_NAME];
    answer_subject(c, subject);
    fputs("<li><a href=\"#matrix\" data-shows><canvas width=\"320\" height=\"240\" role=\"img\" "
          "aria-label=\"",
          out);
    html_text(subject, out);
    fputs("\"></canvas><span>", out);
    html_text(subject, out);
    fputs("</span> <small></small></a></li>\n", out);
}

/* One subject: its picture, and its shape as JSON. True if it has frames, and a page can hold them.
 */
static bool add_picture(report *r, const study_case *c, bool first, FILE *shapes, FILE *out)
{
    frames f;
    if (!frames_read(c, &f, r->err))
        return false;
    const bool fits = run_fits_page(&f);
    if (fits) {
        fputs(first ? "" : ",\n", shapes);
        r->failed = !run_write_shape(&r->study, c, &f, shapes) || r->failed;
        write_picture(c, out);
    }
    frames_free(&f);
    return fits;
}

static void write_pictures(report *r, FILE *out)
{
    size_t shown = 0, count;
    text_buffer shapes = {0};
    const int rank = leading_rank(&r->study);
    const char **subject = shown_subjects(&r->study, rank, &count);
    const bool begun = text_begin(&shapes);
    fputs(count ? "<ul class=\"thumbs\">\n" : "", out);
    for (size_t i = 0; begun && subject && i < count && shown < PICTURES_MOST; i++) {
        const study_case *c = shown_case(&r->study, subject[i], rank);
        shown += c && add_picture(r, c, shown == 0, shapes.stream, out);
    }
    fputs(count ? "</ul>\n" : "", out);
    r->failed |= !subject || !text_end(&shapes);
    if (shown > 0)
        fprintf(out, "<script type=\"application/json\" id=\"shapes\">[%s]</script>\n",
                shapes.data);
    text_free(&shapes);
    free(subject);
}

/* --- the verdicts --- */

typedef struct cards {
    tally *item;
    size_t count;
    bool no_memory;
} cards;

/* The answers of an experiment that no publication has count together, whatever their quantities.
 */
static bool joins(const tally *last, const tally *next)
{
    return last->kind == TALLY_CASES && next->kind == TALLY_CASES &&
           strcmp(case_text(last->first, &column_case_experiment),
                  case_text(next->first, &column_case_experiment)) == 0;
}

static bool join(tally *last, tally *next)
{
    text_buffer both = {0};
    bool done = text_begin(&both);
    if (done)
        fprintf(both.stream, "%s%s", last->reason.data, next->reason.data);
    done = text_end(&both) && done;
    text_free(&last->reason);
    text_free(&next->reason);
    last->reason = both;
    last->of += next->of;
    last->came_out += next->came_out;
    return done;
}

static void add_card(const answer_grid *g, void *context)
{
    cards *all = context;
    tally *grown = realloc(all->item, (all->count + 1) * sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->item = grown;
    tally *next = &all->item[all->count];
    all->no_memory |= !tally_of(g, next);
    if (!all->no_memory && all->count > 0 && joins(next - 1, next))
        all->no_memory |= !join(next - 1, next);
    else
        all->count++;
}

/* Experiments that answer what is published, and then by rank. */
static int order_of(const tally *t)
{
    enum { LAST = 100 };
    return t->rank + (t->kind == TALLY_CASES ? LAST : 0);
}

/* Stable: experiments of one rank stay in their order. */
static void sort_cards(cards *all)
{
    for (size_t i = 1; i < all->count; i++)
        for (size_t j = i; j > 0 && order_of(&all->item[j]) < order_of(&all->item[j - 1]); j--) {
            const tally swapped = all->item[j];
            all->item[j] = all->item[j - 1];
            all->item[j - 1] = swapped;
        }
}

/* What the count is of: the study's question, or the experiment's name. */
static void write_card(const tally *t, FILE *out)
{
    const char *question = case_block(t->first)->question;
    char address[CELL_ADDRESS];
    cells_of_experiment(t->first, address);
    fprintf(out, "<article class=\"verdict %s\">\n<h3>",
            t->came_out < t->of      ? "differs"
            : t->kind == TALLY_CASES ? "open"
                                     : "agrees");
    html_text(question[0] ? question : case_text(t->first, &column_case_experiment), out);
    fprintf(out, "</h3>\n<p class=\"count\"><strong>%zu of %zu</strong> %s</p>\n<p>", t->came_out,
            t->of, tally_words(t));
    fwrite(t->reason.data, 1, t->reason.size, out);
    fputs("</p>\n<p><a href=\"#", out);
    html_text(address, out);
    fputs("\">All answers</a></p>\n</article>\n", out);
}

/* Where something is published, the cards are of that alone. */
static size_t count_cards(const cards *all)
{
    size_t count = 0;
    const bool published = all->count > 0 && all->item[0].rank <= RANK_OF_PUBLISHED;
    while (count < all->count && count < CARDS_MOST &&
           (!published || all->item[count].rank <= RANK_OF_PUBLISHED))
        count++;
    return count;
}

static void write_cards(report *r, FILE *out)
{
    cards all = {0};
    all.no_memory =
        !answer_grids(&r->study, case_counts_as_published, add_card, &all) || all.no_memory;
    sort_cards(&all);
    const size_t count = all.no_memory ? 0 : count_cards(&all);
    fputs("<div class=\"verdicts\">\n", out);
    for (size_t i = 0; i < count; i++)
        write_card(&all.item[i], out);
    fputs("</div>\n", out);
    if (count < all.count)
        fprintf(out, "<p><a href=\"#matrix\">%zu more experiment%s</a> below.</p>\n",
                all.count - count, all.count - count == 1 ? "" : "s");
    if (all.no_memory) {
        r->failed = true;
        fprintf(r->err, "no memory for the first screen\n");
    }
    for (size_t i = 0; i < all.count; i++)
        text_free(&all.item[i].reason);
    free(all.item);
}

static void write(report *r, FILE *out)
{
    write_questions(r, out);
    write_sources(r, out);
    write_pictures(r, out);
    write_cards(r, out);
}

const section_type section_front = {.id = "front", .title = "At a glance", .write = write};
