/* Runs with frames in JSON, for page.js. */
#ifndef ANALYSIS_REPORT_RUNS_H
#define ANALYSIS_REPORT_RUNS_H

#include "analysis/quantities/run_pairs.h"
#include "analysis/report/mesh.h"

/* Whether there are pairs of runs, which have a section of their own. */
bool pairs_play(const report *r);

/* Whether its frames fit on a page: the facets of a thousand rigid bodies take 4 MB. */
enum { RUN_FACETS_MOST = 50000 };
bool run_fits_page(const frames *f);

/* Writes a run as an object: id, title, status, step, nodes held, the eye, the parts, iterations,
 * packed frames. With a `strain` > 0 also the stretch of the edges at each node since the first
 * frame, packed, with that at the ends of the scale; and the kinetic energy over time. False
 * without memory. */
bool run_write(const study *s, const study_case *c, const frames *f, const mesh_box *box,
               double strain, FILE *out);

/* The same for only the last frame in which the sheet is intact. */
bool run_write_shape(const study *s, const study_case *c, const frames *f, FILE *out);

/* The largest stretch or shrinkage of an edge since the first frame, in any frame. */
double run_strain(const frames *f);

/* Frames in numbers, as a grid: its header, and the rows of a run. */
void run_numbers_begin(document *d);
void run_numbers(const study *s, const study_case *c, const frames *f, const mesh_box *box,
                 document *d);

#endif
