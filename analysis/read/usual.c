/* Which of the quantities that a task is usually asked for an experiment has (study/answer.h). */
#include "analysis/read/usual.h"

#include <math.h>
#include <string.h>

#include "quantities/quantities.h"
#include "study/answer.h"

/* Cases from the first one of a task on. */
typedef struct some {
    const study_case *first;
    size_t count;
} some;

static const char *task_of(const study_case *c)
{
    return case_text(c, &column_case_task);
}

/* Whether a case of the task has a value. */
static bool any_has(const void *context, const char *quantity)
{
    const some *of = context;
    bool any = false;
    for (size_t i = 0; !any && i < of->count; i++) {
        const measured_case m = case_measured(&of->first[i]);
        any = strcmp(task_of(&of->first[i]), task_of(of->first)) == 0 && measured_has_ended(&m) &&
              !isnan(quantity_of_case(&m, quantity));
    }
    return any;
}

void cases_choose_usual(study_case *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (first < i && strcmp(task_of(&item[first]), task_of(&item[i])) != 0)
            first++;
        const some of = {&item[i], count - i};
        item[i].usual =
            first < i ? item[first].usual
                      : study_response_place(case_block(&item[i]), task_of(&item[i]), any_has, &of);
    }
}
