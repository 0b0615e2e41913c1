#include "analysis/read/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "quantities/quantities.h"

/* Whether what the study asks first of all, by a unit, is this, or both are time steps. */
static bool is_asked(const study_block *block, const char *name)
{
    return *block->column && *block->unit &&
           (strcmp(block->column, name) == 0 ||
            (study_is_step(block->column) && study_is_step(name)));
}

static const char *name_of(const study *s, const char *name, const char *own)
{
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        if (is_asked(block, name) && !isnan(unit_factor(own, block->unit)))
            return block->unit;
    }
    return study_unit_of(name, own);
}

shown_unit unit_shown(const study *s, const char *name, const char *own)
{
    const char *unit = name_of(s, name, own);
    const double scale = strcmp(unit, own) == 0 ? 1.0 : unit_factor(own, unit);
    return (shown_unit){strcmp(unit, "1") == 0 ? "" : unit, scale};
}

void number_text(double value, int digits, double whole_from, char *text, size_t size)
{
    static const double six_digits = 1e6;
    const bool whole = value == round(value) || fabs(value) >= whole_from;
    if (whole && fabs(value) < six_digits)
        snprintf(text, size, "%.0f", value);
    else
        snprintf(text, size, "%.*g", digits, value);
}

void unit_step_text(const study *s, double step, int digits, char text[UNIT_STEP])
{
    const shown_unit unit = unit_shown(s, "dt", "s");
    snprintf(text, UNIT_STEP, "%.*g %.20s", digits, unit.scale * step, unit.name);
}
