/* Runs just below and just above a limit, which differ only in the step. */
#ifndef ANALYSIS_QUANTITIES_RUN_PAIRS_H
#define ANALYSIS_QUANTITIES_RUN_PAIRS_H

#include "analysis/read/study.h"

/* Whether a run became unstable. */
bool run_is_unstable(const study_case *c);

/* Whether the energies of a run were watched: else it has columns of NaN, or none. */
bool run_has_energies(const study_case *c);

/* Of runs of an experiment: whether they are of one simulation, of which some break, and so have
 * one view and the same iterations; and whether not. */
bool runs_break_alike(const case_list *runs), runs_stay_whole(const case_list *runs);

/* Whether two cases have the same configuration but for the task and the labels. */
bool runs_differ_in_task_alone(const study_case *a, const study_case *b);

/* The stable neighbour of an unstable case: of the same experiment, with the same configuration
 * except for the step, and the largest stable step below; or NULL. `unstable` must have the
 * smallest unstable step. */
const study_case *run_just_below(const study *s, const study_case *unstable);

/* Whether a run belongs to such a pair. */
bool run_is_paired(const study *s, const study_case *c);

/* Removes the runs of such pairs, which the report plays side by side, from a list for figures,
 * unless there are no others. Returns the number removed. */
size_t runs_leave_pairs_out(const study *s, case_list *cases);

#endif
