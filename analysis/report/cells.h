/* The cells of the answers on the page: their addresses and details. */
#ifndef ANALYSIS_REPORT_CELLS_H
#define ANALYSIS_REPORT_CELLS_H

#include "analysis/cards/card.h"
#include "analysis/report/report.h"

/* The address of a case's cell: "S1/rk4_thesis" in the page's first experiment,
 * "timing/S1/rk4_thesis" in another. */
const char *cells_lead(const study *s); /* the first experiment of the answers; "": none */
void cells_address(const study *s, const study_case *c, bool leads, char address[CARD_ADDRESS]);

/* Writes the details of a case as a JSON object: title, facts as pairs of texts, the command that
 * runs it again, file and digest. Its prediction is taken from a list of cases. False without
 * memory. */
bool cells_details(const report *r, const case_list *predictions, const study_case *c, FILE *out);

#endif
