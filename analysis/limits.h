/* Largest stable steps against the published ones. */
#ifndef ANALYSIS_LIMITS_H
#define ANALYSIS_LIMITS_H

#include "analysis/read/study.h"

/* Filters of stable_step cases. A limit of a scene or material that was varied on purpose (label
 * `varied`), and one of an ensemble of starts (label `member`), is neither published nor not: it
 * has a table of its own. */
bool limit_is_published(const study_case *c);
bool limit_is_not_published(const study_case *c);
bool limit_is_varied(const study_case *c);
bool limit_is_of_an_ensemble(const study_case *c);

/* The published limit that a varied case or a member carries as its label published_dt_s; NAN:
 * none. */
double limit_label(const study_case *c);

/* The checks of a search that a result fails, as "fails later; stable again above; fails below",
 * or empty. "fails later": the published search's stable step; "bracket fails later": the stable
 * end of the bisected bracket; both over a longer run. */
void limit_failed_checks(const study_case *c, char *text, size_t size);

/* Whether the case's largest stable step equals the published one on its 1 ms grid. */
bool limit_is_reproduced(const study_case *c);

typedef struct limit_verdict {
    size_t published, reproduced; /* cells with a published value, and those that equal it */
    size_t required, missed; /* cells labelled must_reproduce, and those that do not equal it */
} limit_verdict;

limit_verdict limits_verdict(const study *s);

#endif
