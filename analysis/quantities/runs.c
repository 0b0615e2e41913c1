#include "analysis/quantities/runs.h"

#include <math.h>
#include <string.h>

#include "core/numbers.h"

told_value run_variation(const study *s, const study_case *c)
{
    told_value made = {.is_words = true};
    study_case_variation(s, c, made.words, sizeof made.words);
    const size_t comma = strlen(", "), length = strlen(made.words);
    if (length > 0)
        memmove(made.words, made.words + comma, length - comma + 1);
    return made;
}

static const char *tell_apart(const char *name, const study *s, const study_case *c,
                              char room[PARTITION_TEXT])
{
    char variation[100];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(room, PARTITION_TEXT, "%.60s%.66s", name, variation);
    return room;
}

const char *run_subject_told(const study_case *c, const void *s, char room[PARTITION_TEXT])
{
    return tell_apart(case_simulation(c), s, c, room);
}

const char *run_method_told(const study_case *c, const void *s, char room[PARTITION_TEXT])
{
    return tell_apart(case_method_title(c), s, c, room);
}

told_value run_failure(const study *s, const study_case *c)
{
    const char *object = case_text(c, &column_failure_object);
    told_value made = {.is_words = true};
    (void)s;
    told_in_words(&made, "%s%s%s", case_failure(c), *object ? " of " : "", object);
    return made;
}

double run_failure_time(const study_case *c)
{
    const double failed = case_number(c, &column_failure_iteration);
    return failed >= 0 ? failed * case_number(c, &column_dt) : TRAMA_NAN;
}

double run_duration(const study_case *c)
{
    return case_number(c, &column_iterations) * case_number(c, &column_dt);
}

void run_unsolved_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    size_t count = 0;
    double most = 0.0;
    (void)s;
    for (size_t i = 0; i < cases->count; i++) {
        const double unsolved = case_number(cases->item[i], &column_unsolved);
        count += unsolved > 0.0;
        most = fmax(most, unsolved);
    }
    if (count > 0)
        snprintf(text, TOLD_PARAGRAPH,
                 "Contact did not converge in every step of %zu of %zu cases: up to %.0f %s. Raise "
                 "contact.sweeps.",
                 count, cases->count, most, column_unsolved.summary);
}
