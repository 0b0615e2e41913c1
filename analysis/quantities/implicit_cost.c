#include "analysis/quantities/implicit_cost.h"

#include <math.h>

#include "analysis/quantities/accuracy.h"
#include "analysis/quantities/timing.h"
#include "core/numbers.h"

bool implicit_is_measured(const study_case *c)
{
    return *case_text(c, &column_solver) != '\0';
}

static size_t count(const study_case *c)
{
    const size_t steps = accuracy_steps_of(c).count;
    return steps > 0 || isnan(timing_processor_median(c)) ? steps : 1;
}

/* All together over how many there were. */
static double each(const study_case *c, const results_column *seconds, const results_column *count)
{
    const double number = case_number(c, count);
    return number > 0.0 ? case_number(c, seconds) / number : TRAMA_NAN;
}

static bool read(const study *s, const study_case *c, size_t i, void *to)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    const bool of_steps = steps.count > 0;
    implicit_row *made = to;
    (void)s;
    *made = (implicit_row){
        .analyse = each(c, &column_solver_analyse_s, &column_solver_analyses),
        .factorise = each(c, &column_solver_factorise_s, &column_solver_factorisations),
        .solve = each(c, &column_solver_solve_s, &column_solver_solutions),
        .assemble = each(c, &column_solver_assemble_s, &column_solver_solutions),
        .dt = of_steps ? steps.dt[i] : case_number(c, &column_dt),
        .error = of_steps ? steps.rms[i] : TRAMA_NAN,
        .step = of_steps ? accuracy_seconds(&steps, i) / (double)steps.taken[i]
                         : timing_processor_median(c),
    };
    return true;
}

const told_rows implicit_rows = {.size = sizeof(implicit_row), .count = count, .read = read};
