/* The unit in which a study shows a quantity or a coordinate to people, and the factor to it. */
#ifndef ANALYSIS_READ_UNITS_H
#define ANALYSIS_READ_UNITS_H

#include "analysis/read/study.h"
#include "study/units.h"

typedef struct shown_unit {
    const char *name; /* "" for a pure number; lives as long as the study and `own` */
    double scale;     /* factor from its own unit */
} shown_unit;

/* The unit of a quantity, or of a path of a case, whose numbers are in `own`: the unit of the
 * study's response for it (a response that is a time step sets it for all time steps), else that of
 * study_unit_of. */
shown_unit unit_shown(const study *s, const char *name, const char *own);

/* A number for people with `digits` significant digits. An integer, or a number of at least
 * `whole_from`, has no decimals if it has at most six digits. */
void number_text(double value, int digits, double whole_from, char *text, size_t size);

/* "0.5 ms": a time step in s, in the unit that the study shows steps in. */
enum { UNIT_STEP = 48 };
void unit_step_text(const study *s, double step, int digits, char text[UNIT_STEP]);

#endif
