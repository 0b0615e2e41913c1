/* The Markdown table of a card: for each subject its errors, and where the largest is. */
#include "analysis/cards/card_document.h"

static bool has_places(const answer_card *card)
{
    for (size_t i = 0; i < card->errors; i++)
        if (card->error[i].where[0])
            return true;
    return false;
}

static void write_error(const card_error *row, bool places, document *d)
{
    char median[CARD_PERCENT], worst[CARD_PERCENT];
    card_percent(row->median, median);
    card_percent(row->worst, worst);
    document_cell(d, "%s", row->name);
    if (row->without > 0)
        document_cell(d, "%zu of %zu", row->cases, row->cases + row->without);
    else
        document_cell(d, "%zu", row->cases);
    document_cell(d, "%s", median);
    document_cell(d, "%s", worst);
    if (places)
        document_cell(d, "%s", row->where);
}

void card_errors_document(const answer_card *card, const char *caption, document *d)
{
    const size_t shown = card->errors < CARD_ERRORS_SHOWN ? card->errors : CARD_ERRORS_SHOWN;
    const bool places = has_places(card);
    if (shown == 0)
        return;
    document_grid(d, places ? "lrrrl" : "lrrr", caption);
    document_cell(d, "%s", card->subject);
    document_cells(d, (const char *const[]){"cases", "median error", "worst error",
                                            places ? "worst at" : NULL, NULL});
    for (size_t i = 0; i < shown; i++)
        write_error(&card->error[i], places, d);
    if (shown < card->errors)
        document_paragraph(d, "and %zu more.", card->errors - shown);
}
