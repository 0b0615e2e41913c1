/* What the tables of largest stable steps share: why a step fails, and what a longer run says. */
#include "analysis/table/limit_notes.h"

#include "analysis/quantities/limits.h"

const char *limit_failure(const study_case *c)
{
    if (limit_is_censored(c))
        return "cap";
    return case_ended(c) ? case_failure(c) : case_status(c);
}

static bool fails_late(const study_case *c)
{
    return case_number(c, &column_late_iteration) >= 0;
}

const char *limit_late_mark(const study_case *c)
{
    return fails_late(c) ? " †" : limit_holds_by_bounds_alone(c) ? " ‡" : "";
}

static void late_note(const study *s, const study_case *c, document *out)
{
    const char *method = case_method_title(c);
    char simulation[CASE_ROW];
    study_case_row(s, c, false, simulation);
    if (fails_late(c))
        document_note(out,
                      "† %s, %s: stable over the search's horizon of %.0f iterations; "
                      "the longer check fails at iteration %.0f.",
                      simulation, method, case_number(c, &column_horizon),
                      case_number(c, &column_late_iteration));
    else if (limit_holds_by_bounds_alone(c))
        document_note(out,
                      "‡ %s, %s: holds by its bounds alone; in the longer check energy grows "
                      "that no work explains, to %.3g J at its end (%.2g of the largest "
                      "energy or work).",
                      simulation, method, case_number(c, &column_late_excess),
                      case_number(c, &column_late_growth));
}

void limit_late_notes(const study *s, const case_list *cases, size_t first, size_t end,
                      document *out)
{
    for (size_t i = first; i < end; i++)
        late_note(s, cases->item[i], out);
}
