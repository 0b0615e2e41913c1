#include "analysis/read/outcome.h"

#include <string.h>

int outcome_worse(int a, int b)
{
    static const int gravity[] = {[OUTCOME_OK] = 0,
                                  [OUTCOME_BROKEN_CASES] = 1,
                                  [OUTCOME_NOT_REPRODUCED] = 2,
                                  [OUTCOME_USAGE] = 3,
                                  [OUTCOME_IO] = 4};
    return gravity[a] >= gravity[b] ? a : b;
}

static void name_broken_case(const study_case *c, FILE *err)
{
    const char *message = case_text(c, &column_case_message);
    const char *status = case_text(c, &column_case_status);
    fprintf(err, "%s: %s %s: %s%s%s\n", c->path, case_simulation(c), case_integrator(c),
            status[0] ? status : "has no status", message[0] ? ": " : "", message);
}

static bool measure_the_same(const study_case *a, const study_case *b)
{
    return a->published >= 0 && a->published == b->published && a->of == b->of &&
           case_counts_as_published(a) && !*case_block(a)->design.refined &&
           strcmp(case_integrator(a), case_integrator(b)) == 0 &&
           strcmp(case_text(a, &column_case_task), case_text(b, &column_case_task)) == 0;
}

/* As where a study matches fewer factors than it varies; on finer and finer grids it does. */
static void name_doubles(const study *s, FILE *err)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = i + 1; j < s->count; j++)
            if (measure_the_same(&s->item[i], &s->item[j]))
                fprintf(err, "%s and %s measure the same published value; both are shown\n",
                        s->item[i].path, s->item[j].path);
}

static bool has_study(const study *s, const char *experiment)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i].of && case_block(&s->item[i])->given &&
            strcmp(case_text(&s->item[i], &column_case_experiment), experiment) == 0)
            return true;
    return false;
}

/* As when a configuration changed and the cases of the old one still stand. */
static void name_left_over(const study *s, FILE *err)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i].planned == 0 &&
            has_study(s, case_text(&s->item[i], &column_case_experiment)))
            fprintf(err,
                    "%s is no case of its experiment's present study: it is shown beside no "
                    "published value\n",
                    s->item[i].path);
}

int outcome_of_reading(const study *s, const char *folder, FILE *err)
{
    int code = OUTCOME_OK;
    for (size_t i = 0; i < s->count; i++)
        if (!case_ended(&s->item[i])) {
            name_broken_case(&s->item[i], err);
            code = OUTCOME_BROKEN_CASES;
        }
    name_doubles(s, err);
    name_left_over(s, err);
    if (s->unreadable > 0 || s->no_memory)
        return OUTCOME_IO;
    if (s->count > 0)
        return code;
    fprintf(err, "%s: no results here (neither cases/*.h5 nor */cases/*.h5)\n", folder);
    return OUTCOME_USAGE;
}
