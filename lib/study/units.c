/* Units for people: one list. */
#include "study/units.h"

#include <stddef.h>
#include <string.h>

/* The last parts of the names of time steps, and those of the times of an iteration. */
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
                                    "increment"};
static const char *const iterations[] = {"iteration_time", "iteration_time_low",
                                         "iteration_time_high", "processor_time",
                                         "contact_step_time"};

static bool is_among(const char *name, const char *const *list, size_t count)
{
    const char *last = name + strlen(name);
    while (last > name && last[-1] != '.' && last[-1] != '/')
        last--;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], last) == 0)
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
