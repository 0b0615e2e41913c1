/* Runs with frames as page.js plays them: JSON. */
#ifndef ANALYSIS_REPORT_RUNS_H
#define ANALYSIS_REPORT_RUNS_H

#include "analysis/report/mesh.h"

/* Pairs of runs, where there are any. */
extern const section_type section_pairs;

/* Whether a run broke. */
bool run_is_unstable(const study_case *c);

/* Writes a run as an object: id, title, status, step, nodes held, the eye, the parts, iterations,
 * packed frames. With a `strain` > 0 also the stretch of the edges at each node since the first
 * frame, packed, with that at the ends of the scale; and the kinetic energy over time. False
 * without memory. */
bool run_write(const study *s, const study_case *c, const frames *f, const mesh_box *box,
               double strain, FILE *out);

/* The same of the last frame in which the sheet is whole, alone. */
bool run_write_shape(const study *s, const study_case *c, const frames *f, FILE *out);

/* The largest stretch or shrinkage of an edge since the first frame, in any frame. */
double run_strain(const frames *f);

/* Frames in numbers, as a grid: its header, and the rows of a run. */
void run_numbers_begin(document *d);
void run_numbers(const study *s, const study_case *c, const frames *f, const mesh_box *box,
                 document *d);

/* Whether two cases have the same configuration but for the task and the labels. */
bool runs_differ_in_task_alone(const study_case *a, const study_case *b);

/* The case whose unstable neighbour it is: of the same experiment, with the same configuration but
 * for the step, stable at the largest step below; or NULL. The case itself is the unstable one with
 * the smallest such step. */
const study_case *run_just_below(const study *s, const study_case *unstable);

/* Whether a run is one of such a pair. */
bool run_is_paired(const study *s, const study_case *c);

#endif
