/* From where to where the answers of a grid go, and whose the least and the largest are. */
#ifndef ANALYSIS_REPORT_EXTREMES_H
#define ANALYSIS_REPORT_EXTREMES_H

#include "analysis/output/file.h"
#include "analysis/table/answer_grid.h"

typedef struct extremes {
    text_buffer range; /* HTML: "2.5 to 4 ms"; empty where no answer is a number */
    text_buffer whose; /* HTML: "Least: Symplectic Euler, Verlet; largest: RK4", or empty */
} extremes;

/* False without memory; free either way. */
bool extremes_of(const answer_grid *g, extremes *e);
void extremes_free(extremes *e);

#endif
