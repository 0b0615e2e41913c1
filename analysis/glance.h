/* The first screen on a terminal: the answer cards of a study as text. */
#ifndef ANALYSIS_GLANCE_H
#define ANALYSIS_GLANCE_H

#include "analysis/cards/card.h"
#include "analysis/table/document.h"

/* Prints them for a terminal of `columns` columns, or (0) as Markdown. False without memory. */
bool glance_print(const study *s, size_t columns, FILE *out);

#endif
