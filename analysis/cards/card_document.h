/* Cards as parts of a document, for the terminal and the page. */
#ifndef ANALYSIS_CARDS_CARD_DOCUMENT_H
#define ANALYSIS_CARDS_CARD_DOCUMENT_H

#include "analysis/cards/card.h"
#include "analysis/table/document.h"

/* The first CARD_ERRORS_SHOWN errors of a card as a grid, and the number of others; nothing for a
 * card without errors. */
void card_errors_document(const answer_card *card, const char *caption, document *d);

#endif
