/* How one grid of answers is made; for answer_grids.c. */
#ifndef ANALYSIS_TABLE_ANSWER_GRID_MAKE_H
#define ANALYSIS_TABLE_ANSWER_GRID_MAKE_H

#include "analysis/table/answer_grid.h"

/* Of `count` cases, at least one, of one experiment and response. False without memory; free it in
 * any case. */
bool answer_grid_make(const study *s, const study_case *const *item, size_t count, size_t width,
                      answer_grid *g);
void answer_grid_free(answer_grid *g);

#endif
