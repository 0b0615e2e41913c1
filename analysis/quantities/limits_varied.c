/* Limits under varied assumptions, as people read them. */
#include <math.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/units.h"
#include "core/numbers.h"
#include "core/text.h"

const char *limit_variation(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const char *varied = limit_varied(c), *by = limit_varied_by(c);
    double value;
    const bool number = trama_read_real(by, -TRAMA_INFINITY, TRAMA_INFINITY, &value);
    (void)of;
    snprintf(room, PARTITION_TEXT, number ? "%s × %s" : "%s: %s", varied, by);
    return limit_is_unvaried(c) ? "as it is" : room;
}

told_value limit_told_changed(const study *s, const study_case *c)
{
    const double scale = unit_shown(s, "dt_stable", "s").scale, change = limit_change(s, c);
    told_value made = told_number(case_number(c, &column_dt_stable));
    const double shown = scale * made.value;
    if (isnan(made.value))
        made.word = limit_why_not(c);
    else if (limit_is_censored(c))
        told_in_words(&made, "at least %g (cap)", shown);
    else if (isnan(change) || change == 0)
        told_in_words(&made, "%g", shown);
    else
        told_in_words(&made, "%g (%+.3g)", shown, scale * 1e-3 * change);
    return made;
}

/* "unchanged", "1 ms less", "2 ms more" than the unvaried limit, "none stable" if no step is
 * stable, "at least 50 ms (cap)" if no step fails; empty without an unvaried limit. No text begins
 * with a sign, which spreadsheets would compute. */
told_value limit_told_change(const study *s, const study_case *c)
{
    const double limit = case_number(c, &column_dt_stable), change = limit_change(s, c);
    const char *why_not = limit_why_not(c);
    told_value made = {.is_words = true};
    if (why_not)
        told_in_words(&made, "%s", why_not);
    else if (limit_is_censored(c))
        told_in_words(&made, "at least %g ms (cap)", 1e3 * limit);
    else if (!isnan(change) && change == 0)
        told_in_words(&made, "unchanged");
    else if (!isnan(change))
        told_in_words(&made, "%.3g ms %s", fabs(change), change < 0 ? "less" : "more");
    return made;
}

told_value limit_varied_caption(const study *s, const study_case *c)
{
    told_value made = {.is_words = true};
    told_in_words(&made, "%.200s: largest stable time step (%s)", case_simulation(c),
                  unit_shown(s, "dt_stable", "s").name);
    return made;
}

void limit_varied_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    (void)cases;
    snprintf(text, TOLD_PARAGRAPH,
             "Each assumed value varied alone, and the published search repeated: all "
             "cells are measured, none is predicted. In parentheses: %s from the limit "
             "of the same method with nothing varied (none).",
             unit_shown(s, "dt_stable", "s").name);
}

bool limit_varied_says(const study_case *c, const char *coordinate)
{
    const study_block *own = case_block(c);
    const char *const said[] = {case_subject_factor(c), own->design.varied, own->design.by};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const size_t at = study_block_factor(own, said[i]);
        if (at < own->factor_count && strcmp(coordinate, own->factor[at].path) == 0)
            return true;
    }
    return strcmp(coordinate, "method") == 0 || case_path_is_method(c, coordinate);
}
