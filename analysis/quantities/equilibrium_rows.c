/* Iterations to equilibrium as tables have them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/equilibrium.h"
#include "core/numbers.h"

/* --- a row a criterion --- */

static size_t count_criteria(const study_case *c)
{
    criterion of;
    size_t count = 0;
    while (criterion_of(&c->data, count, &of))
        count++;
    return count;
}

static bool is_in_metres_a_step(const criterion *of)
{
    return strcmp(of->name, "displacement") == 0 || strcmp(of->name, "level") == 0;
}

static bool read_row(const study_case *c, size_t index, equilibrium_row *made)
{
    if (!criterion_of(&c->data, index, &made->is))
        return false;
    made->threshold = strcmp(made->is.name, "level") == 0 ? TRAMA_NAN : made->is.threshold;
    made->iterations = (double)made->is.iteration;
    made->published = case_published(c, "rest_iterations");
    return true;
}

static bool read(const study *s, const study_case *c, size_t index, void *to)
{
    equilibrium_row *made = to;
    (void)s;
    return read_row(c, index, made) && is_in_metres_a_step(&made->is);
}

static bool read_other(const study *s, const study_case *c, size_t index, void *to)
{
    equilibrium_row *made = to;
    (void)s;
    return read_row(c, index, made) && !is_in_metres_a_step(&made->is);
}

const told_rows equilibrium_rows = {
    .size = sizeof(equilibrium_row), .count = count_criteria, .read = read};
const told_rows equilibrium_other_rows = {
    .size = sizeof(equilibrium_row), .count = count_criteria, .read = read_other};

/* --- a case, by a choice --- */

told_value equilibrium_criterion_told(const equilibrium_choice *choice)
{
    told_value made = {.is_words = true};
    if (choice->stands)
        equilibrium_criterion_text(choice, made.words, sizeof made.words);
    else
        told_in_words(&made, "none");
    return made;
}

told_value equilibrium_told(const study_case *c, const equilibrium_choice *choice)
{
    told_value made = told_count(choice ? (double)rest_iterations_by(&c->data, choice) : -1.0);
    const char *why_not = choice ? rest_why_not(&c->data, choice) : "";
    if (!case_ended(c) || !choice)
        made.word = case_why_not(c, "rest_iterations");
    else if (why_not[0])
        told_in_words(&made, "none: %s", why_not);
    return made;
}

told_value equilibrium_off(const study_case *c, const equilibrium_choice *choice)
{
    const double measured = choice ? (double)rest_iterations_by(&c->data, choice) : TRAMA_NAN,
                 printed = case_published(c, "rest_iterations");
    told_value made = told_number(TRAMA_NAN);
    if (!(measured > 0 && printed > 0))
        return made;
    made.value = round(100 * (measured / printed - 1));
    if (made.value == 0)
        told_in_words(&made, "0");
    else
        told_in_words(&made, "%+.0f", made.value);
    return made;
}

/* --- the thresholds --- */

static bool is_published(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_published(cases->item[i], "rest_iterations") > 0)
            return true;
    return false;
}

static double *thresholds_shown(const case_list *cases, size_t *count)
{
    equilibrium_choice all;
    double *threshold = equilibrium_thresholds(cases, "displacement", count);
    if (threshold && *count > 0 && is_published(cases)) {
        *count = equilibrium_choose(cases, NULL, &all) && !isnan(all.threshold);
        threshold[0] = *count > 0 ? all.threshold : TRAMA_NAN;
    }
    return threshold;
}

static told_value iterations_at(const told_column *column, const study *s, const study_case *c,
                                const void *made)
{
    const equilibrium_choice choice = rest_displacement(column->number);
    (void)s, (void)made;
    return equilibrium_told(c, &choice);
}

static told_value off_at(const told_column *column, const study *s, const study_case *c,
                         const void *made)
{
    const equilibrium_choice choice = rest_displacement(column->number);
    (void)s, (void)made;
    return equilibrium_off(c, &choice);
}

told_column *equilibrium_columns(const study *s, const case_list *cases, size_t *count)
{
    size_t thresholds = 0;
    double *threshold = thresholds_shown(cases, &thresholds);
    told_column *made = threshold ? calloc(2 * thresholds + 1, sizeof *made) : NULL;
    (void)s;
    for (size_t i = 0; made && i < thresholds; i++) {
        made[2 * i] = (told_column){.tell = iterations_at, .number = threshold[i]};
        snprintf(made[2 * i].heading, TOLD_HEADING, "at %.3g m", threshold[i]);
        made[2 * i + 1] = (told_column){"off", "%", .tell = off_at, .number = threshold[i]};
    }
    *count = 2 * thresholds;
    free(threshold);
    return made;
}

void equilibrium_words(const study *s, const case_list *cases, char text[TOLD_PARAGRAPH])
{
    (void)s;
    if (is_published(cases))
        snprintf(text, TOLD_PARAGRAPH,
                 "The threshold behind published counts is the one of the least "
                 "factor: exp of the r.m.s. of ln(measured / published), 1.1 is "
                 "about 10 %% off (docs/equilibrium.md).");
}

/* --- what fits the published counts --- */

/* Two decimals, and none of a factor of ten and more. */
static told_value factor_of(const equilibrium_choice *fit)
{
    told_value made = told_number(fit->factor);
    if (!isnan(fit->factor))
        told_in_words(&made, "%.*f", fit->factor < 10 ? 2 : 0, fit->factor);
    return made;
}

static bool read_best(const case_list *cases, const char *simulation, equilibrium_best *made)
{
    equilibrium_choice best;
    if (!equilibrium_choose(cases, simulation, &best))
        return false;
    *made = (equilibrium_best){.simulation = simulation ? simulation : "all",
                               .best = equilibrium_criterion_told(&best),
                               .factor = factor_of(&best),
                               .reached = {.is_words = true}};
    told_in_words(&made->reached, "%zu of %zu", best.reached, best.published);
    return true;
}

void *equilibrium_bests(const study *s, const case_list *cases, size_t *count)
{
    size_t names = 0;
    const char **name = case_simulations(cases, &names);
    equilibrium_best *made = name ? calloc(names + 1, sizeof *made) : NULL;
    (void)s;
    *count = 0;
    for (size_t i = 0; made && is_published(cases) && i <= names; i++)
        *count += read_best(cases, i < names ? name[i] : NULL, &made[*count]);
    free(name);
    return made;
}

void *equilibrium_thresholds_fitted(const study *s, const case_list *cases, size_t *count)
{
    double *threshold = equilibrium_thresholds(cases, "displacement", count);
    equilibrium_threshold *made = threshold ? calloc(*count + 1, sizeof *made) : NULL;
    (void)s;
    *count = made && is_published(cases) ? *count : 0;
    for (size_t i = 0; i < *count; i++)
        made[i] = (equilibrium_threshold){threshold[i], cases};
    free(threshold);
    return made;
}

static told_value factor_at(const told_column *column, const study *s, const study_case *c,
                            const void *made)
{
    const equilibrium_threshold *at = made;
    const equilibrium_choice fit = equilibrium_fit(at->cases, column->name, at->threshold);
    (void)s, (void)c;
    return factor_of(&fit);
}

told_column *equilibrium_factor_columns(const study *s, const case_list *cases, size_t *count)
{
    size_t names = 0;
    const char **name = case_simulations(cases, &names);
    told_column *made = name ? calloc(names + 1, sizeof *made) : NULL;
    (void)s;
    for (size_t i = 0; made && i <= names; i++) {
        made[i] = (told_column){.tell = factor_at, .name = i < names ? name[i] : NULL};
        snprintf(made[i].heading, TOLD_HEADING, "%s", i < names ? name[i] : "all");
    }
    *count = names + 1;
    free(name);
    return made;
}
