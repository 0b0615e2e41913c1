/* How single runs ended, for people. */
#ifndef ANALYSIS_QUANTITIES_RUNS_H
#define ANALYSIS_QUANTITIES_RUNS_H

#include "analysis/quantities/told.h"
#include "analysis/read/partition.h"

/* The difference of a case from others of its title: "damping 0.002". */
told_value run_variation(const study *s, const study_case *c);
/* The subject and the method of a case, with what tells it from others of its title: "S1, damping
 * 0.002". */
partition_text run_subject_told, run_method_told;
/* "strain", "strain of cloth"; "" where nothing fired. */
told_value run_failure(const study *s, const study_case *c);
/* The simulated time of the failure, s; NAN: none. And the simulated time of the run. */
double run_failure_time(const study_case *c);
double run_duration(const study_case *c);

/* A paragraph on contact that did not converge. */
told_paragraph run_unsolved_words;

#endif
