/* The first screen on a terminal: a paragraph for each card, and its table if it has one. */
#include "analysis/glance.h"

#include <string.h>

#include "analysis/analysis.h"
#include "analysis/cards/card_document.h"
#include "results/terminal.h"

/* "How far does it fall? 2 to 3 m (fall). Least: ..." */
static void write_card(const answer_card *card, document *d)
{
    const size_t length = strlen(card->what);
    const bool asks = length > 0 && card->what[length - 1] == '?';
    const char *before = card->of[0] ? " (" : "", *after = card->of[0] ? ")" : "";
    document_paragraph(d, "%s%s %s%s%s%s%s%s.%s%s", card->what, asks ? "" : ":", card->value,
                       card->unit[0] ? " " : "", card->unit, before, card->of, after,
                       card->beside[0] ? " " : "", card->beside);
}

static void glance_document(const answer_cards *cards, document *d)
{
    if (cards->count == 0)
        return;
    document_heading(d, "At a glance");
    for (size_t i = 0; i < cards->shown; i++) {
        write_card(&cards->item[i], d);
        card_errors_document(&cards->item[i], "", d);
    }
    if (cards->others[0])
        document_paragraph(d, "%s", cards->others);
}

bool glance_print(const study *s, size_t columns, FILE *out)
{
    answer_cards cards;
    document d = {0};
    bool done = answer_cards_make(s, &cards);
    if (done)
        glance_document(&cards, &d);
    done = done && !d.no_memory;
    if (done && columns > 0)
        document_terminal(&d, columns, out);
    else if (done)
        document_markdown(&d, out);
    document_free(&d);
    answer_cards_free(&cards);
    return done;
}

/* What cannot be read the run has said, or `trama table` does. */
void analysis_glance(const char *folder, FILE *out)
{
    FILE *nowhere = fopen("/dev/null", "w");
    study s;
    if (!nowhere)
        return;
    study_read(folder, &s, nowhere);
    if (s.count > 0) {
        fputc('\n', out);
        glance_print(&s, terminal_columns(out), out);
    }
    study_free(&s);
    fclose(nowhere);
}
