/* Runs just below and just above a limit: they differ in the step alone. */
#ifndef ANALYSIS_QUANTITIES_RUN_PAIRS_H
#define ANALYSIS_QUANTITIES_RUN_PAIRS_H

#include "analysis/read/study.h"

/* Whether a run broke. */
bool run_is_unstable(const study_case *c);

/* Whether the energies of a run were watched: else it has columns of NaN, or none. */
bool run_has_energies(const study_case *c);

/* Of runs of an experiment: whether they are of one simulation, of which some break, and so have
 * one view and the same iterations; and whether not. */
bool runs_break_alike(const case_list *runs), runs_stay_whole(const case_list *runs);

/* Whether two cases have the same configuration but for the task and the labels. */
bool runs_differ_in_task_alone(const study_case *a, const study_case *b);

/* The case whose unstable neighbour it is: of the same experiment, with the same configuration but
 * for the step, stable at the largest step below; or NULL. The case itself is the unstable one with
 * the smallest such step. */
const study_case *run_just_below(const study *s, const study_case *unstable);

/* Whether a run is one of such a pair. */
bool run_is_paired(const study *s, const study_case *c);

/* Takes the runs of such pairs, which the report plays side by side, out of a list for figures,
 * unless there are no others. How many it took out. */
size_t runs_leave_pairs_out(const study *s, case_list *cases);

#endif
