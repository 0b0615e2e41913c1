/* Answers for people: grids with a cell per case. */
#ifndef ANALYSIS_TABLE_ANSWER_LAYOUT_H
#define ANALYSIS_TABLE_ANSWER_LAYOUT_H

#include "analysis/read/study.h"
#include "analysis/table/document.h"

/* The grids of each experiment (answer_grid.h). A terminal gets the first pages of a long one, and
 * a line on how to list the rest. */
void answer_layout(const study *s, const case_list *cases, document *out);

#endif
