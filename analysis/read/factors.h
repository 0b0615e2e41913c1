/* The factors of a study: the swept paths that take several values among some cases. */
#ifndef ANALYSIS_READ_FACTORS_H
#define ANALYSIS_READ_FACTORS_H

#include "analysis/read/study.h"
#include "results/swept.h"

enum { FACTORS_MOST = 32 };

typedef struct factors {
    size_t count;
    const bundle_column *column[FACTORS_MOST]; /* of one of the cases: path, unit, summary */
    bool is_number[FACTORS_MOST];
} factors;

/* The factors of the cases in the order of the sweep. A factor that the method (`case_integrator`)
 * or another factor determines is left out: of two that vary in step one remains, a number rather
 * than a text. False without memory. */
bool factors_of(const case_list *cases, factors *found);

/* Whether a number goes with a text that is swept, as a density with its material or a duration
 * with its scene: each value of the text has one value of the number. False without memory. */
bool factors_go_with_a_text(const case_list *cases, const bundle_column *number, bool *goes);

/* The value of a case; false if it has none. */
bool factor_value(const study_case *c, const bundle_column *factor, swept_value *value);

/* ", points 20, scheme natural, Δt = 10 ms": all factors of the case except `besides` (may be
 * NULL); "" if there are no others. */
void factors_text(const study_case *c, const factors *all, const bundle_column *besides, char *text,
                  size_t size);

#endif
