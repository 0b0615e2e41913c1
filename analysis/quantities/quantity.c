#include "analysis/quantities/quantity.h"

#include <stdio.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/quantities/timing.h"
#include "core/numbers.h"
#include "quantities/quantities.h"
#include "study/shapes.h"

static double rest_iterations(const study *s, const study_case *c)
{
    return rests_iterations(rests_of(s), c);
}

static double rest_time(const study *s, const study_case *c)
{
    return timing_median(c) * rest_iterations(s, c);
}

/* From the case that was planned first in the experiment. */
static double shape_distance(const study *s, const study_case *c)
{
    const study_case *first = NULL;
    for (size_t i = 0; c->of && !first && i < s->count; i++)
        if (s->item[i].planned == 1 && s->item[i].of == c->of)
            first = &s->item[i];
    const measured_case m = case_measured(c);
    const measured_case n = first ? case_measured(first) : m;
    return first ? shape_distance_of(&m, c->path, &n, first->path) : TRAMA_NAN;
}

/* Quantities that other cases decide too; all others are of a case by itself. */
static const struct {
    const char *name;
    double (*of)(const study *s, const study_case *c);
} among_cases[] = {
    {"rest_iterations", rest_iterations},
    {"rest_time", rest_time},
    {"shape_distance", shape_distance},
};

double quantity_of(const study *s, const study_case *c, const char *name)
{
    const measured_case m = case_measured(c);
    for (size_t i = 0; i < sizeof among_cases / sizeof *among_cases; i++)
        if (strcmp(among_cases[i].name, name) == 0)
            return among_cases[i].of(s, c);
    return quantity_of_case(&m, name);
}

bool quantity_is_at_least(const study_case *c, const char *name)
{
    const measured_case m = case_measured(c);
    return quantity_is_bound(&m, name);
}

const char *quantity_word(const char *name, double value)
{
    static const struct {
        const char *name, *words[2];
    } yes_or_no[] = {
        {"unstable", {"stable", "unstable"}},
        {"late_bounds_alone", {"no", "yes"}},
        {"bisected_late_bounds_alone", {"no", "yes"}},
    };
    for (size_t i = 0; i < sizeof yes_or_no / sizeof *yes_or_no; i++)
        if (strcmp(yes_or_no[i].name, name) == 0 && (value == 0.0 || value == 1.0))
            return yes_or_no[i].words[value == 1.0];
    return NULL;
}

void quantity_title(const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s", name);
    for (char *at = text; *at; at++)
        *at = *at == '_' || *at == '/' ? ' ' : *at;
}
