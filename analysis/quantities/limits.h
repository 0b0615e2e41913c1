/* Largest stable steps against the published ones. */
#ifndef ANALYSIS_QUANTITIES_LIMITS_H
#define ANALYSIS_QUANTITIES_LIMITS_H

#include "analysis/quantities/told.h"
#include "analysis/read/partition.h"
#include "analysis/read/study.h"

/* Filters of stable_step cases. A limit with a scene or material varied on purpose (design `varied`
 * of its study), or from an ensemble of starts (`member`), has a table of its own and is not in a
 * published table. */
bool limit_is_published(const study_case *c);
bool limit_is_not_published(const study_case *c);
bool limit_is_varied(const study_case *c);
bool limit_is_of_an_ensemble(const study_case *c);
bool limit_is_plain(const study_case *c); /* neither of the two */

/* The published limit, s; NAN: none. */
double limit_published(const study_case *c);

/* Whether the limit is compared with a published one, which is from the grid of a search. */
bool limit_is_of_a_grid(const study_case *c);

/* The increment of the search that found it, s: from the largest stable step to the smallest
 * unstable one. */
double limit_search_step(const study_case *c);

/* The varied quantity of a varied case, its factor, and whether it is unvaried; and the name of a
   member. */
const char *limit_varied(const study_case *c);
const char *limit_varied_by(const study_case *c);
bool limit_is_unvaried(const study_case *c);
const char *limit_member(const study_case *c);

/* "mass × 0.8", of a factor that is a name "mesh: fine"; "as it is" where nothing is. */
partition_text limit_variation;

/* Order of varied cases by what is varied, the unvaried one first, then by factor. */
int limit_variation_order(const study_case *a, const study_case *b);

/* The limit of the otherwise equal unvaried case, s; the published one if there is no such case. */
double limit_unvaried(const study *s, const study_case *c);

/* Difference between a varied limit and the unvaried one, ms; 0 within half an increment of its
 * search; NAN if one is missing. */
double limit_change(const study *s, const study_case *c);

/* The limit with this difference, "11 (-1)", in the unit for people; and in words: "1 ms less". */
told_value limit_told_changed(const study *s, const study_case *c);
told_value limit_told_change(const study *s, const study_case *c);

/* The largest stable step of the search: "at least 0.05 (cap)", "none stable", with a sign beside
 * the published one; † where the longer check fails, ‡ where it holds by its bounds alone, with a
 * note each. That of the bisection where it is finer than the search's, for people. From the
 * largest stable to the smallest unstable step, of the search and of the bisection: of a case that
 * has ended. */
told_value limit_told(const study *s, const study_case *c);
told_value limit_told_bisected(const study *s, const study_case *c);
told_value limit_told_search(const study *s, const study_case *c);
told_value limit_told_bracket(const study *s, const study_case *c);

/* The detector that fired, "cap" where none did up to the search's cap, or how the case broke off;
 * the iteration at which it fired; "yes" or "no", whether the published limit came out. */
const char *limit_failure(const study_case *c);
told_value limit_told_iteration(const study *s, const study_case *c);
const char *limit_reproduced(const study_case *c);

/* Of varied cases: the caption "S1: largest stable time step (ms)", the text before their table,
 * and whether that contains the coordinate of this name: varied quantity, factor, subject and
 * method. */
told_value limit_varied_caption(const study *s, const study_case *c);
told_paragraph limit_varied_words;
bool limit_varied_says(const study_case *c, const char *coordinate);

/* Of an ensemble of starts: the width of the bisected limits of a scene's members over the
 * smallest, NAN with fewer than two; and how the checks of a member came out, or that members
 * differ, with "†". */
double limit_spread(const study *s, const study_case *c);
told_value limit_told_member(const study *s, const study_case *c);

/* Every run of a search: its columns are the case's. */
extern const told_rows limit_runs;

/* Whether a step is stable and no larger one is known to fail: the search ended at its cap. */
bool limit_is_censored(const study_case *c);

/* Whether no step is stable, and whether it is not known, since the case broke off. */
bool limit_is_none(const study_case *c);
bool limit_is_unknown(const study_case *c);

/* Why a case has no limit, "timeout", "none stable"; NULL of one that has a limit. */
const char *limit_why_not(const study_case *c);

/* The checks of a search that a result fails, as "fails later; stable again above; fails below",
 * or empty. "fails later": the published search's stable step; "bracket fails later": the stable
 * end of the bisected bracket; both over a longer run. */
void limit_failed_checks(const study_case *c, char *text, size_t size);

bool limit_fails_a_check(const study_case *c);

/* The same in words: "holds" if none failed, "none made" if none was made. */
void limit_checks(const study_case *c, char *text, size_t size);

/* Whether the longer check stayed within its bounds, while energy grew that no work explains. */
bool limit_holds_by_bounds_alone(const study_case *c);

/* The answer of a case, s: the largest stable step of its bisected bracket, or else of its search.
 * If a limit is published, that of the search, since published limits are on such grids. */
double limit_answer(const study_case *c);

/* Whether a quantity is the largest stable step. */
bool limit_is_quantity(const char *quantity);
/* The answer of a case for a quantity: limit_answer, or quantity_of for any other quantity. */
double limit_or_quantity(const study *s, const study_case *c, const char *quantity);

/* Its relative error against the published value; the answer itself if that is 0. NAN if one is
 * missing. */
double limit_error(const study *s, const study_case *c, const char *quantity);

/* Whether the published limit is evidence (verdicts.h); "": none published. */
const char *limit_evidence(const study_case *c);

/* Whether the case's largest stable step is the published one. */
bool limit_is_reproduced(const study_case *c);

#endif
