/* Frames in numbers, for those who do not see them. */
#include <math.h>

#include "analysis/report/runs.h"

enum { ROWS_MOST = 12 }; /* a run */

/* Lowest and highest node (y is up), and the furthest that a node has come since the first frame;
 * over nodes in the box, without those that only show an obstacle. */
static void height_cells(const frames *f, size_t frame, const mesh_box *box, document *d)
{
    double low = (double)NAN, high = (double)NAN, moved = (double)NAN;
    for (size_t i = 0; i < f->own; i++) {
        const vector now = frames_node(f, frame, i);
        const vector way = vector_sum(1, now, -1, frames_node(f, 0, i));
        if (!mesh_is_inside(box, now))
            continue;
        low = fmin(low, now.y);
        high = fmax(high, now.y);
        moved = fmax(moved, sqrt(vector_dot(way, way)));
    }
    document_real(d, low, 4);
    document_real(d, high, 4);
    document_real(d, moved, 4);
}

void run_numbers(const study *s, const study_case *c, const frames *f, const mesh_box *box,
                 document *d)
{
    const size_t rows = f->count < ROWS_MOST ? f->count : ROWS_MOST;
    char title[256];
    study_case_title(s, c, title, sizeof title);
    for (size_t i = 0; i < rows; i++) {
        const size_t frame = rows < 2 ? 0 : i * (f->count - 1) / (rows - 1);
        document_cell(d, "%s%s", title, run_is_unstable(c) ? ", unstable" : "");
        document_cell(d, "%lld", (long long)f->iteration[frame]);
        document_real(d, (double)f->iteration[frame] * case_number(c, &column_dt), 4);
        height_cells(f, frame, box, d);
        document_count(d, (double)mesh_outside(f, frame, box));
    }
}

void run_numbers_begin(document *d)
{
    static const char *const header[] = {"Run",         "Iteration", "Time (s)",  "Lowest (m)",
                                         "Highest (m)", "Moved (m)", "Not shown", NULL};
    document_grid(
        d, "lrrrrrr",
        "Frames in numbers, at most 12 a run: lowest and highest node, the furthest that "
        "a node has come since the first frame, nodes too far away to be shown or not there");
    document_cells(d, header);
}
