#include "analysis/quantities/run_pairs.h"

#include "analysis/read/alike.h"
#include "analysis/read/partition.h"

#include <math.h>
#include <string.h>

bool run_is_unstable(const study_case *c)
{
    return strcmp(case_status(c), "unstable") == 0 || strcmp(case_outcome(c), "unstable") == 0;
}

bool run_has_energies(const study_case *c)
{
    const size_t rows = case_rows(c, &column_series_time);
    const double *kinetic = case_reals(c, &column_series_kinetic, rows);
    return rows > 0 && kinetic && isfinite(kinetic[0]);
}

bool runs_break_alike(const case_list *runs)
{
    bool broken = false;
    for (size_t i = 0; i < runs->count; i++)
        broken = broken || run_is_unstable(runs->item[i]);
    return broken && partition_is_one(runs->item, runs->count, partition_subject);
}

bool runs_stay_whole(const case_list *runs)
{
    return !runs_break_alike(runs);
}

bool runs_differ_in_task_alone(const study_case *a, const study_case *b)
{
    return alike_with_bounds(a, b);
}

static bool is_run(const study_case *c)
{
    return strcmp(case_text(c, &column_case_task), "run") == 0 &&
           case_rows(c, &column_frames_time) > 0 && case_number(c, &column_dt) > 0;
}

static bool is_neighbour(const study_case *a, const study_case *b)
{
    return is_run(b) &&
           strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
               0 &&
           strcmp(case_simulation(a), case_simulation(b)) == 0 &&
           strcmp(case_integrator(a), case_integrator(b)) == 0 && runs_differ_in_task_alone(a, b);
}

/* Of the runs like `c` the stable one with the largest step, or the unstable one with the smallest
 * step above `least`. */
static const study_case *extreme(const study *s, const study_case *c, bool unstable, double least)
{
    const study_case *found = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *other = &s->item[i];
        const double dt = case_number(other, &column_dt);
        if (!is_neighbour(c, other) || run_is_unstable(other) != unstable || !(dt > least))
            continue;
        if (!found || (dt > case_number(found, &column_dt)) != unstable)
            found = other;
    }
    return found;
}

/* Steps that were written down in two ways (0.013, and 0.012 + 0.001) differ in their last bits. */
static bool is_same_step(const study_case *a, const study_case *b)
{
    const double x = case_number(a, &column_dt), y = case_number(b, &column_dt);
    return fabs(x - y) <= 1e-9 * fabs(x);
}

/* Whether a case before it is the same run, in another experiment. */
static bool is_repeated(const study *s, const study_case *c)
{
    for (const study_case *other = s->item; other < c; other++)
        if (is_run(other) && run_is_unstable(other) && is_same_step(other, c) &&
            strcmp(case_simulation(other), case_simulation(c)) == 0 &&
            strcmp(case_integrator(other), case_integrator(c)) == 0 &&
            runs_differ_in_task_alone(other, c))
            return true;
    return false;
}

const study_case *run_just_below(const study *s, const study_case *unstable)
{
    if (!is_run(unstable) || !run_is_unstable(unstable) || is_repeated(s, unstable))
        return NULL;
    const study_case *below = extreme(s, unstable, false, 0);
    if (!below || extreme(s, unstable, true, case_number(below, &column_dt)) != unstable)
        return NULL;
    return below;
}

bool run_is_paired(const study *s, const study_case *c)
{
    if (!is_run(c))
        return false;
    if (run_is_unstable(c))
        return run_just_below(s, c) != NULL;
    const study_case *above = extreme(s, c, true, case_number(c, &column_dt));
    return above && run_just_below(s, above) == c;
}

size_t runs_leave_pairs_out(const study *s, case_list *cases)
{
    size_t paired = 0, kept = 0;
    for (size_t i = 0; i < cases->count; i++)
        paired += run_is_paired(s, cases->item[i]);
    if (paired == cases->count)
        return 0;
    for (size_t i = 0; i < cases->count; i++)
        if (!run_is_paired(s, cases->item[i]))
            cases->item[kept++] = cases->item[i];
    cases->count = kept;
    return paired;
}
