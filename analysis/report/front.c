/* The first screen: the publication, what was simulated as pictures, and how each experiment came
 * out, its failures as visible as its successes. The question stands in the page's heading. */
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/response.h"
#include "analysis/report/cells.h"
#include "analysis/report/figures.h"
#include "analysis/report/tally.h"
#include "analysis/report/thumbs.h"
#include "references.h"

enum { CARDS_MOST = 3, RANK_OF_PUBLISHED = 2 };

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

/* "Measured, largest stable step: 2.5 to 4 ms. Least: ...", where it does not stand by itself. */
static void write_answers(const tally *t, FILE *out)
{
    const response r = response_of(t->first);
    if (t->answers.range.size == 0)
        return;
    fputs("Measured, ", out);
    html_text(response_words(&r), out);
    fprintf(out, ": %s. %s%s", t->answers.range.data, t->answers.whose.data,
            t->answers.whose.size ? ". " : "");
}

static bool join(tally *last, tally *next)
{
    text_buffer both = {0};
    bool done = text_begin(&both);
    if (done) {
        fputs(last->reason.data, both.stream);
        write_answers(last, both.stream);
        fputs(next->reason.data, both.stream);
        write_answers(next, both.stream);
    }
    done = text_end(&both) && done;
    tally_free(next);
    text_free(&last->reason);
    extremes_free(&last->answers);
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

/* "largest-step: largest stable step before the first failure": what it is of, if no question says
 * so. The only experiment of a page needs no name. */
static void write_title(const tally *t, bool alone, FILE *out)
{
    const response r = response_of(t->first);
    const char *question = case_block(t->first)->question;
    const bool answers = t->answers.range.size > 0;
    html_text(question, out);
    if (question[0])
        return;
    html_text(alone && answers ? "" : case_text(t->first, &column_case_experiment), out);
    fputs(alone || !answers ? "" : ": ", out);
    html_text(answers ? response_words(&r) : "", out);
}

/* Where nothing is published the answers themselves stand where a count does elsewhere. */
static void write_count(const tally *t, FILE *out)
{
    const response r = response_of(t->first);
    const bool asked = case_block(t->first)->question[0] != '\0';
    fputs("<p class=\"count\"><strong>", out);
    if (t->answers.range.size > 0) {
        fprintf(out, "%s</strong> ", t->answers.range.data);
        html_text(asked ? response_words(&r) : "", out);
        fputs("</p>\n<p>", out);
        fwrite(t->answers.whose.data, 1, t->answers.whose.size, out);
        fprintf(out, "%s%zu of %zu %s. ", t->answers.whose.size ? ". " : "", t->came_out, t->of,
                tally_words(t));
    } else {
        fprintf(out, "%zu of %zu</strong> %s</p>\n<p>", t->came_out, t->of, tally_words(t));
    }
    fwrite(t->reason.data, 1, t->reason.size, out);
}

static void write_card(const tally *t, bool alone, FILE *out)
{
    char address[CELL_ADDRESS];
    cells_of_experiment(t->first, address);
    fprintf(out, "<article class=\"verdict %s\">\n<h3>",
            t->came_out < t->of      ? "differs"
            : t->kind == TALLY_CASES ? "open"
                                     : "agrees");
    write_title(t, alone, out);
    fputs("</h3>\n", out);
    write_count(t, out);
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

/* How many more there are, and in which of them something does not come out: failures are as
 * visible as successes. */
static void write_others(const cards *all, size_t shown, FILE *out)
{
    const char *between = "; published values or statements do not all come out in ";
    if (shown == all->count)
        return;
    fprintf(out, "<p><a href=\"#matrix\">%zu more experiment%s</a> below", all->count - shown,
            all->count - shown == 1 ? "" : "s");
    for (size_t i = shown; i < all->count; i++) {
        const tally *t = &all->item[i];
        char address[CELL_ADDRESS];
        if (t->kind == TALLY_CASES || t->came_out == t->of)
            continue;
        cells_of_experiment(t->first, address);
        fprintf(out, "%s<a href=\"#%s\">", between, address);
        html_text(case_text(t->first, &column_case_experiment), out);
        fputs("</a>", out);
        between = ", ";
    }
    fputs(".</p>\n", out);
}

/* With the figure of the first, if asked. */
static void write_cards(report *r, bool figure, FILE *out)
{
    cards all = {0};
    all.no_memory =
        !answer_grids_of(&r->study, case_counts_as_published, add_card, &all) || all.no_memory;
    sort_cards(&all);
    const size_t count = all.no_memory ? 0 : count_cards(&all);
    fputs("<div class=\"verdicts\">\n", out);
    for (size_t i = 0; i < count; i++)
        write_card(&all.item[i], all.count == 1, out);
    fputs("</div>\n", out);
    if (figure && count > 0)
        figures_write_leading(r, case_text(all.item[0].first, &column_case_experiment), out);
    write_others(&all, count, out);
    if (all.no_memory) {
        r->failed = true;
        fprintf(r->err, "no memory for the first screen\n");
    }
    for (size_t i = 0; i < all.count; i++)
        tally_free(&all.item[i]);
    free(all.item);
}

static void write(report *r, FILE *out)
{
    write_questions(r, out);
    write_sources(r, out);
    const size_t pictures = thumbs_write(r, out);
    write_cards(r, pictures == 0 && !report_asks_several(r), out);
}

const section_type section_front = {.id = "front", .title = "At a glance", .write = write};
