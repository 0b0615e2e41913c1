#include "analysis/read/usual.h"

#include <math.h>
#include <string.h>

#include "quantities/quantities.h"
#include "study/answer.h"

static const char *task_of(const study_case *c)
{
    return case_text(c, &column_case_task);
}

static const char *quantity_at(const study_case *c, size_t place)
{
    return study_response_at(case_block(c), task_of(c), place).quantity;
}

static bool has_value(const study_case *c, const char *quantity)
{
    const measured_case m = case_measured(c);
    return measured_has_ended(&m) && !isnan(quantity_of_case(&m, quantity));
}

/* Whether a case from the first one of its task has it. */
static bool any_has(const study_case *first, size_t count, const char *quantity)
{
    bool any = false;
    for (size_t i = 0; !any && i < count; i++)
        any = strcmp(task_of(&first[i]), task_of(first)) == 0 && has_value(&first[i], quantity);
    return any;
}

/* What the study names has no next one. */
static size_t choose(const study_case *first, size_t count)
{
    const char *asked = quantity_at(first, 0);
    size_t place = 0;
    if (strcmp(quantity_at(first, 1), asked) == 0)
        return 0;
    while (*quantity_at(first, place) && !any_has(first, count, quantity_at(first, place)))
        place++;
    return *quantity_at(first, place) ? place : 0;
}

void cases_choose_usual(study_case *item, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (first < i && strcmp(task_of(&item[first]), task_of(&item[i])) != 0)
            first++;
        const bool alone = !*quantity_at(&item[i], 1);
        item[i].usual = first < i ? item[first].usual : alone ? 0 : choose(&item[i], count - i);
    }
}
