/* The first screen: the publication, the answer cards, the first figure. The question stands in the
 * page's heading. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cards/card_document.h"
#include "analysis/output/html.h"
#include "analysis/report/cells.h"
#include "analysis/report/figures.h"
#include "references.h"

/* --- the questions --- */

/* Where the heading counts them. */
static void write_questions(report *r, FILE *out)
{
    size_t count;
    const study_case **first = report_questions(r, &count);
    fputs(count ? "<ol class=\"questions\">\n" : "", out);
    for (size_t i = 0; first && i < count; i++) {
        char address[CARD_ADDRESS];
        card_address(first[i], address);
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

/* --- the answers --- */

/* The name of a card's colour. */
static const char *const colours[] = {
    [CARD_OPEN] = "open", [CARD_AGREES] = "agrees", [CARD_DIFFERS] = "differs"};

static void write_errors(report *r, const answer_card *card, FILE *out)
{
    document d = {0};
    card_errors_document(card, "Relative errors", &d);
    report_document(r, &d, out);
}

static void write_link(const answer_card *card, FILE *out)
{
    char address[CARD_ADDRESS];
    card_address(card->first, address);
    fputs("<p><a href=\"#", out);
    html_text(card->kind == CARD_TOTAL ? "matrix" : address, out);
    fputs("\">All answers</a></p>\n", out);
}

/* Begins with a large letter, if it is one of ASCII. */
static void write_sentence(const char *text, FILE *out)
{
    const bool small = *text >= 'a' && *text <= 'z';
    if (small)
        fputc(*text - 'a' + 'A', out);
    html_text(text + small, out);
}

/* Without a title where that is the heading of the page. */
static void write_card(report *r, const answer_card *card, bool titled, FILE *out)
{
    fprintf(out, "<article class=\"verdict %s%s\">\n<h3%s>", colours[card->status],
            card->errors > 0 ? " wide" : "", titled ? "" : " class=\"said\"");
    html_text(card->what, out);
    fputs("</h3>\n<p class=\"count\"><strong>", out);
    html_text(card->value, out);
    fputs("</strong> ", out);
    html_text(card->unit, out);
    fputs("</p>\n", out);
    if (card->of[0] || card->beside[0]) {
        fputs("<p>", out);
        write_sentence(card->of, out);
        fputs(card->of[0] && card->beside[0] ? ". " : "", out);
        html_text(card->beside, out);
        fputs("</p>\n", out);
    }
    write_errors(r, card, out);
    write_link(card, out);
    fputs("</article>\n", out);
}

/* The cards, and below them the figure of the experiment that leads. */
static void write_cards(report *r, FILE *out)
{
    answer_cards cards;
    char heading[600];
    report_question(r, heading, sizeof heading);
    if (!answer_cards_make(&r->study, &cards)) {
        r->failed = true;
        fprintf(r->err, "no memory for the first screen\n");
    }
    fputs("<div class=\"verdicts\">\n", out);
    for (size_t i = 0; i < cards.shown; i++)
        write_card(r, &cards.item[i], cards.shown > 1 || strcmp(cards.item[i].what, heading) != 0,
                   out);
    fputs("</div>\n", out);
    if (cards.others && cards.others[0]) {
        fputs("<p><a href=\"#matrix\">", out);
        html_text(cards.others, out);
        fputs("</a></p>\n", out);
    }
    if (cards.shown > 0)
        figures_write_leading(
            r, card_experiment(&cards.item[cards.shown > 1 && cards.item[0].kind == CARD_TOTAL]),
            out);
    answer_cards_free(&cards);
}

static void write(report *r, FILE *out)
{
    write_questions(r, out);
    write_sources(r, out);
    write_cards(r, out);
}

const section_type section_front = {.id = "front", .title = "At a glance", .write = write};
