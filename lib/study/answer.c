/* The answer of a case: its quantity, and its value or a word. */
#include "study/answer.h"

#include "core/numbers.h"
#include "quantities/quantities.h"
#include "study/units.h"

#include <math.h>
#include <string.h>

/* --- what is asked --- */

/* What a task is usually asked for, where the study names nothing; of a task with several the next
 * one where no case has a value of the first. */
static const struct {
    const char *task, *quantity;
} usual[] = {
    {"stable_step", "dt_stable"},
    {"accuracy", "order/observed"},
    {"accurate_step", "accurate_step"},
    {"drift", "drift/change"},
    {"equilibrium", "rest_iterations"},
    {"timing", "processor_time"},
    {"cost", "processor_time"},
    {"run", "fall"},
    {"run", "energy_added"},
    {"predict", "predicted_over_measured"},
};

/* The only quantity that the tables of a study are compared with; NULL: there is none, or several,
 * or `besides` is one of them. */
static const char *only_compared(const study_block *block, const char *besides)
{
    const char *only = NULL;
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; i < block->table[t].comparison_count; i++) {
            const char *next = block->table[t].comparison[i].quantity;
            if (strcmp(next, besides) == 0 || (only && strcmp(next, only) != 0))
                return NULL;
            only = next;
        }
    return only;
}

static study_response of_quantity(const char *task, const char *quantity, const char *unit)
{
    const results_column *q = quantity_find(quantity);
    return (study_response){.task = task,
                            .quantity = quantity,
                            .unit = *unit || !q ? unit : study_unit_of(quantity, q->unit)};
}

static study_response usual_of(const char *task, size_t place)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i].task, task) == 0 && place-- == 0)
            return of_quantity(task, usual[i].quantity, "");
    return (study_response){task, "", "", false};
}

study_response study_response_of(const study_block *block, const char *task)
{
    return study_response_at(block, task, 0);
}

study_response study_response_at(const study_block *block, const char *task, size_t place)
{
    study_response of = usual_of(task, place);
    const char *compared = only_compared(block, usual_of(task, 0).quantity);
    if (*block->column)
        of = of_quantity(task, block->column, block->unit);
    else if (compared)
        of = of_quantity(task, compared, "");
    of.named = *block->column != '\0';
    return of;
}

size_t study_response_place(const study_block *block, const char *task, study_has_value *has,
                            const void *context)
{
    const char *at = study_response_at(block, task, 0).quantity;
    const char *second = study_response_at(block, task, 1).quantity;
    size_t place = 0;
    if (!*second || strcmp(second, at) == 0) /* what the study names has no next one */
        return 0;
    while (*at && !has(context, at))
        at = study_response_at(block, task, ++place).quantity;
    return *at ? place : 0;
}

double study_response_value(const study_response *of, double value)
{
    const results_column *q = quantity_find(of->quantity);
    return q && *of->unit ? value * unit_factor(q->unit, of->unit) : value;
}

/* --- limits --- */

bool study_is_limit(const char *quantity)
{
    return strcmp(quantity, "dt_stable") == 0;
}

static double number(const measured_case *m, const results_column *column)
{
    return bundle_get_number(m->data, column);
}

/* Whether the answer is the end of the bracket. */
static bool answers_by_bracket(const measured_case *m, bool held_to_grid)
{
    return !held_to_grid && !isnan(number(m, &column_bisected_stable));
}

/* A bracket that begins at 0 has no stable step. */
double study_limit_of(const measured_case *m, bool held_to_grid)
{
    const bool bracket = answers_by_bracket(m, held_to_grid);
    const double limit = number(m, bracket ? &column_bisected_stable : &column_dt_stable);
    return limit > 0.0 ? limit : TRAMA_NAN;
}

/* The smallest step that failed: the end of the bracket, or of the grid. */
static double fails_at(const measured_case *m, bool by_bracket)
{
    const double high = number(m, &column_bisected_unstable);
    return by_bracket && !isnan(high) ? high : number(m, &column_dt_unstable);
}

/* The longer check of the step that is the answer, and what it lies between. */
static void mark_limit(const measured_case *m, bool held_to_grid, study_answer *a)
{
    const double stable = number(m, &column_dt_stable), low = number(m, &column_bisected_stable);
    const bool finer = low > stable, bracket = finer && answers_by_bracket(m, held_to_grid);
    const results_column *late = bracket ? &column_bisected_late_iteration : &column_late_iteration;
    const results_column *alone =
        bracket ? &column_bisected_late_bounds_alone : &column_late_bounds_alone;
    a->at_least = !isnan(stable) && isnan(number(m, &column_dt_unstable));
    a->late = !isnan(a->value) && number(m, late) >= 0;
    a->energy = !isnan(a->value) && number(m, alone) > 0;
    a->grid = !isnan(a->value) && held_to_grid && finer;
    a->upper = study_response_value(
        &a->of, fails_at(m, isnan(a->value) || answers_by_bracket(m, held_to_grid)));
    if (isnan(a->value))
        a->lower = isnan(a->upper) ? TRAMA_NAN : 0.0;
}

/* --- the answer --- */

/* Why a case has no value: its end, if that is a reason; else, of a case that went to its end,
 * `why` if it is given, and "none" if a value was requested. */
static const char *word_of(const study_response *of, const measured_case *m, const char *why)
{
    const char *reason = measured_why_not(m, of->quantity), *outcome = measured_outcome(m);
    const bool completed = !*outcome || measured_is_complete(m);
    const bool requested = of->named || (*of->quantity && !*outcome);
    if (reason || !completed)
        return reason ? reason : outcome;
    return *why ? why : requested ? "none" : measured_end(m);
}

study_answer study_answer_with(const study_response *of, const measured_case *m, bool held_to_grid,
                               double value, const char *why)
{
    const bool unstable = strcmp(measured_outcome(m), "unstable") == 0;
    study_answer a = {
        .of = *of, .value = TRAMA_NAN, .word = "", .lower = TRAMA_NAN, .upper = TRAMA_NAN};
    if (*of->quantity && (of->named || !unstable) && measured_has_ended(m)) {
        a.value = study_response_value(of, value);
        a.at_least = quantity_is_bound(m, of->quantity);
        a.lower = a.upper = a.value;
        if (study_is_limit(of->quantity))
            mark_limit(m, held_to_grid, &a);
        if (a.at_least)
            a.upper = TRAMA_INFINITY;
    }
    if (isnan(a.value))
        a.word = word_of(of, m, why);
    return a;
}

study_answer study_answer_of(const study_response *of, const measured_case *m, bool held_to_grid)
{
    if (study_is_limit(of->quantity))
        return study_answer_with(of, m, held_to_grid, study_limit_of(m, held_to_grid), "");
    if (strcmp(of->quantity, "rest_iterations") != 0)
        return study_answer_with(of, m, held_to_grid, quantity_of_case(m, of->quantity), "");
    return study_answer_with(of, m, held_to_grid, quantity_of_case(m, "iterations_to_rest"),
                             "not reached");
}
