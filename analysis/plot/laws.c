/* The matrix of laws by solvers: a row a law, a column a solver, and in each cell the largest
 * accurate step, on a ground that is darker the smaller it is; the error that stays where no step
 * is enough, on red. */
#include <stdio.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/select/law_grid.h"
#include "core/numbers.h"

enum { FINE, TENTHS, ONES, TENS, STAYS, NO_STEP, TINTS };
static const chart_tint tints[TINTS] = {
    [FINE] = {0x6baed6, "< 0.1 ms"},        [TENTHS] = {0x9ecae1, "< 1 ms"},
    [ONES] = {0xc6dbef, "< 10 ms"},         [TENS] = {0xeff3ff, "10 ms or more"},
    [STAYS] = {0xfdbba1, "an error stays"}, [NO_STEP] = {0xe8e8e8, "no answer"}};

static size_t tint_of(const law_answer *a)
{
    const bool is_step = a->verdict == LAW_STEP || a->verdict == LAW_MOST;
    return !is_step ? (a->verdict == LAW_STAYS || a->verdict == LAW_CHANCE ? STAYS : NO_STEP)
           : a->step < 1e-4 ? FINE
           : a->step < 1e-3 ? TENTHS
           : a->step < 1e-2 ? ONES
                            : TENS;
}

/* "3.2 %" for "3.2 % stay": the ground says that it stays. */
static void add_cell(chart_source *to, const study_case *c)
{
    const study *s = to->to->s;
    const law_case *of = law_grid_find(law_grid_of(s), c);
    const law_answer a = law_answer_of(c);
    char *text = of ? study_keep(s, TOLD_WORDS) : NULL;
    if (!text)
        return;
    law_answer_text(c, text, TOLD_WORDS);
    if (a.verdict == LAW_STAYS)
        text[strcspn(text, "%") + 1] = '\0';
    if (law_mark(&a))
        strcat(strcat(text, " "), law_mark(&a));
    chart_source row = chart_on_line(to, of->law);
    chart_point p = chart_at(chart_name_at(to->to, of->method), TRAMA_NAN);
    p.word = text;
    p.tint = tint_of(&a);
    chart_add(&row, NULL, p);
}

static const chart_form forms[] = {{
    .name = "laws",
    .task = "accurate_step",
    .y = {.title = "Largest step within the law's tolerance (ms); ~: approximate, †: in parts"},
    .line = "",
    .points = add_cell,
    .together = true,
    .least = 2,
    .tints = tints,
    .tint_count = TINTS,
}};

const plot_type plot_laws = {.name = "laws",
                             .needs = "cases of the task accurate_step of several experiments",
                             PLOT_CHARTS(forms)};
