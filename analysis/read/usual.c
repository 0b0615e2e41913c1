/* The usual response quantity of a task that an experiment has (study/answer.h). */
#include "analysis/read/usual.h"
#include "analysis/read/parts.h"

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

/* The quantity that the index says the task was asked for, if it says so of a case; NULL. */
static const char *known_quantity(const some *of)
{
    const study_answer *known = NULL;
    for (size_t i = 0; !known && i < of->count; i++)
        if (strcmp(task_of(&of->first[i]), task_of(of->first)) == 0)
            known = case_answer(&of->first[i]);
    return known ? known->of.quantity : NULL;
}

static size_t place_of(const some *of)
{
    const study_block *block = case_block(of->first);
    const char *task = task_of(of->first), *known = known_quantity(of), *at;
    for (size_t place = 0; known && *(at = study_response_at(block, task, place).quantity); place++)
        if (strcmp(at, known) == 0)
            return place;
    return known ? 0 : study_response_place(block, task, any_has, of);
}

void cases_choose_usual(study_case *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (first < i && strcmp(task_of(&item[first]), task_of(&item[i])) != 0)
            first++;
        const some of = {&item[i], count - i};
        item[i].usual = first < i ? item[first].usual : place_of(&of);
        item[i].response =
            first < i && item[first].of == item[i].of
                ? item[first].response
                : study_response_at(case_block(&item[i]), task_of(&item[i]), item[i].usual);
    }
}
