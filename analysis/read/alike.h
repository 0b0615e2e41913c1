/* Whether cases simulate the same thing: their configurations, line by line. */
#ifndef ANALYSIS_READ_ALIKE_H
#define ANALYSIS_READ_ALIKE_H

#include "analysis/read/study.h"

/* Whether a line of /config/resolved ("model.zeta = 0x1.9p+6") counts. */
typedef bool alike_line(const char *line);

/* What is simulated and how: not the experiment's name, labels, the task, or the bounds. */
bool alike_in_system(const char *line);
/* The method with its parameters alone. */
bool alike_in_method(const char *line);

/* Order of two cases by the lines that count; 0: they are alike. Cases without a record of their
 * configuration are alike. */
int alike_order(const study_case *a, const study_case *b, alike_line *counts);

/* The first case of a task that simulates what `c` does: of its subject and method, with the same
 * configuration but for task and bounds; NULL: there is none. `filter` may be NULL. */
const study_case *alike_find(const study *s, const study_case *c, const char *task,
                             case_filter *filter);

#endif
