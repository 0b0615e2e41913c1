/* The unit in which a study shows a quantity or a coordinate to people, and the factor to it: the
 * one place that decides it. */
#ifndef ANALYSIS_READ_UNITS_H
#define ANALYSIS_READ_UNITS_H

#include "analysis/read/study.h"
#include "study/units.h"

typedef struct shown_unit {
    const char *name; /* "" of a pure number; lives as long as the study and `own` */
    double scale;     /* by which a number in its own unit is multiplied */
} shown_unit;

/* Of a quantity's name, or a path of a case, whose numbers are in `own`: the unit that a response
 * of the study names for it, which one for a time step names for all of them; else that of
 * study_unit_of. */
shown_unit unit_shown(const study *s, const char *name, const char *own);

/* A number for people, in so many digits: one that is whole, or `whole_from` or more, has none
 * behind its point, as long as it has six digits at most. */
void number_text(double value, int digits, double whole_from, char *text, size_t size);

/* "0.5 ms": a time step in s, in the unit that the study shows steps in. */
enum { UNIT_STEP = 48 };
void unit_step_text(const study *s, double step, int digits, char text[UNIT_STEP]);

#endif
