/* Largest stable steps as tables tell them. */
#include <math.h>

#include "analysis/quantities/limits.h"
#include "quantities/quantities.h"

static void note_late(const study_case *c, told_value *made)
{
    made->mark = "†";
    made->is_note = true;
    told_in_words(made,
                  "stable over the search's horizon of %.0f iterations; the longer check fails at "
                  "iteration %.0f.",
                  case_number(c, &column_horizon), case_number(c, &column_late_iteration));
}

static void note_bounds(const study_case *c, told_value *made)
{
    made->mark = "‡";
    made->is_note = true;
    told_in_words(made,
                  "holds by its bounds alone; in the longer check energy grows that no work "
                  "explains, to %.3g J at its end (%.2g of the largest energy or work).",
                  case_number(c, &column_late_excess), case_number(c, &column_late_growth));
}

const char *limit_why_not(const study_case *c)
{
    return case_why_not(c, quantity_name(&column_dt_stable));
}

/* Above 0 for a limit that came out as published; 0 beside nothing. */
static int sign_of(const study_case *c)
{
    const bool is_beside = limit_is_published(c) && !c->absent;
    return !is_beside ? 0 : limit_is_reproduced(c) ? 1 : -1;
}

told_value limit_told(const study *s, const study_case *c)
{
    told_value made = told_number(case_number(c, &column_dt_stable));
    (void)s;
    made.word = limit_why_not(c);
    made.sign = sign_of(c);
    if (limit_is_censored(c)) {
        made.before = "at least ";
        made.after = " (cap)";
    }
    if (case_number(c, &column_late_iteration) >= 0)
        note_late(c, &made);
    else if (limit_holds_by_bounds_alone(c))
        note_bounds(c, &made);
    return made;
}

told_value limit_told_bisected(const study *s, const study_case *c)
{
    told_value made = told_number(case_number(c, &column_bisected_stable));
    (void)s;
    const bool finer =
        case_number(c, &column_bisected_unstable) < case_number(c, &column_dt_unstable) ||
        made.value > case_number(c, &column_dt_stable);
    made.word = finer ? NULL : "–";
    return made;
}

told_value limit_told_search(const study *s, const study_case *c)
{
    told_value made =
        told_range(case_number(c, &column_dt_stable), case_number(c, &column_dt_unstable));
    (void)s;
    made.sign = case_ended(c) && limit_is_reproduced(c);
    made.word = case_ended(c) ? NULL : case_status(c);
    return made;
}

told_value limit_told_bracket(const study *s, const study_case *c)
{
    (void)s;
    if (!case_ended(c))
        return told_text("");
    return told_range(case_number(c, &column_bisected_stable),
                      case_number(c, &column_bisected_unstable));
}

const char *limit_failure(const study_case *c)
{
    return limit_is_censored(c) ? "cap" : case_ended(c) ? case_failure(c) : case_status(c);
}

told_value limit_told_iteration(const study *s, const study_case *c)
{
    const bool failed = !limit_is_censored(c) && case_failure(c)[0];
    (void)s;
    return told_count(failed ? case_number(c, &column_failure_iteration) : -1.0);
}

const char *limit_reproduced(const study_case *c)
{
    const int sign = sign_of(c);
    return sign > 0 ? "yes" : sign < 0 ? "no" : "";
}
