/* Makes one grid of answers; for the files answer_grid*.c. */
#ifndef ANALYSIS_TABLE_ANSWER_GRID_MAKE_H
#define ANALYSIS_TABLE_ANSWER_GRID_MAKE_H

#include "analysis/table/answer_grid.h"

/* Of `count` cases, at least one, of one experiment and response. False without memory; free it in
 * any case. */
bool answer_grid_make(const study *s, const study_case *const *item, size_t count, size_t width,
                      answer_grid *g);
void answer_grid_free(answer_grid *g);

enum { GRID_ROWS = 40 }; /* of a page, at most; of a terminal in all */

/* Later steps, once the coordinate of the columns and the keys are chosen: assigns cells to cases,
 * and divides many rows into pages. False without memory. */
bool answer_grid_place(answer_grid *g);
void answer_grid_page_rows(answer_grid *g);

/* The value of a coordinate of a case, as in a heading ("RK4", "zeta 10 N/m"); and whether it is a
 * number for all cases, and so is ordered by value rather than by cases. */
datum answer_grid_value(const answer_grid *g, size_t axis, const study_case *c);
void answer_grid_value_text(const answer_grid *g, size_t axis, const study_case *c,
                            char text[GRID_NAME]);
bool answer_grid_is_number(const answer_grid *g, size_t axis);

#endif
