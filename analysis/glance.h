/* The first screen on a terminal: the answer cards of a study as text. */
#ifndef ANALYSIS_GLANCE_H
#define ANALYSIS_GLANCE_H

#include "analysis/cards/card.h"
#include "analysis/table/document.h"

void glance_document(const answer_cards *cards, document *d);

#endif
