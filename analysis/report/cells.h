/* The cells of the answers on the page: their addresses, and what stands behind each. */
#ifndef ANALYSIS_REPORT_CELLS_H
#define ANALYSIS_REPORT_CELLS_H

#include "analysis/cards/card.h"
#include "analysis/report/report.h"

/* The address of the cell that a case is in: "S1/rk4_thesis" in the experiment that leads the page,
 * "timing/S1/rk4_thesis" in another. */
const char *
cells_lead(const study *s); /* the experiment that leads the answers; "": there are none */
void cells_address(const study *s, const study_case *c, bool leads, char address[CARD_ADDRESS]);

/* Writes what is known of a case as an object of JSON: title, facts as pairs of texts, the command
 * that runs it again, file and digest. The prediction for it is looked for among some cases. False
 * without memory. */
bool cells_details(const report *r, const case_list *predictions, const study_case *c, FILE *out);

#endif
