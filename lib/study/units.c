/* Units for people: one list. */
#include "study/units.h"

#include <stddef.h>
#include <string.h>

/* What the names of time steps end with, and those of the times of an iteration. */
static const char *const steps[] = {"dt",
                                    "dt_start",
                                    "dt_stable",
                                    "dt_unstable",
                                    "bisected_stable",
                                    "bisected_unstable",
                                    "predicted_dt",
                                    "horizon_dt",
                                    "measured_limit",
                                    "accurate_step",
                                    "accurate_step_failed",
                                    "error_least_step",
                                    "increment",
                                    "search.first",
                                    "search.cap"};
static const char *const iterations[] = {"iteration_time", "iteration_time_low",
                                         "iteration_time_high", "processor_time",
                                         "contact_step_time"};

/* Whether a path ends with these parts. */
static bool ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), size = strlen(end);
    return length >= size && strcmp(path + length - size, end) == 0 &&
           (length == size || path[length - size - 1] == '.' || path[length - size - 1] == '/');
}

static bool is_among(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ends_with(name, list[i]))
            return true;
    return false;
}

bool study_is_step(const char *name)
{
    return is_among(name, steps, sizeof steps / sizeof *steps);
}

const char *study_unit_of(const char *name, const char *own)
{
    if (strcmp(own, "s") != 0)
        return own;
    if (study_is_step(name))
        return "ms";
    return is_among(name, iterations, sizeof iterations / sizeof *iterations) ? "µs" : own;
}
