/* Limits under varied assumptions, as people read them. */
#include <math.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/units.h"

told_value limit_told_changed(const study *s, const study_case *c)
{
    const double scale = unit_shown(s, "dt_stable", "s").scale, change = limit_change(s, c);
    told_value made = told_number(case_number(c, &column_dt_stable));
    const double shown = scale * made.value;
    if (isnan(made.value))
        limit_text(c, made.words, sizeof made.words);
    else if (limit_is_censored(c))
        told_in_words(&made, "at least %g (cap)", shown);
    else if (isnan(change) || change == 0)
        told_in_words(&made, "%g", shown);
    else
        told_in_words(&made, "%g (%+.3g)", shown, scale * 1e-3 * change);
    return made;
}

/* "unchanged", "1 ms less", "2 ms more" than the unvaried limit, "no limit" if no step is stable,
 * "at least 50 ms (cap)" if no step fails; empty without an unvaried limit. No text begins with a
 * sign, which spreadsheets would compute. */
told_value limit_told_change(const study *s, const study_case *c)
{
    const double limit = case_number(c, &column_dt_stable), change = limit_change(s, c);
    told_value made = {.is_words = true};
    if (isnan(limit))
        limit_text(c, made.words, sizeof made.words);
    else if (limit_is_censored(c))
        told_in_words(&made, "at least %g ms (cap)", 1e3 * limit);
    else if (!isnan(change) && change == 0)
        told_in_words(&made, "unchanged");
    else if (!isnan(change))
        told_in_words(&made, "%.3g ms %s", fabs(change), change < 0 ? "less" : "more");
    return made;
}
