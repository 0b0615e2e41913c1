#include "integrator/guard.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool trama_guard_is_needed(const trama_system *system)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->admissible)
            return true;
    return false;
}

trama_status trama_guard_check(const trama_integrator_type *type, const trama_system *system,
                               trama_error *error)
{
    char allowed[200] = "";
    if (type->guarded)
        return TRAMA_OK;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const size_t length = strlen(allowed);
        if (trama_integrator_at(m)->guarded)
            snprintf(allowed + length, sizeof allowed - length, "%s%s", length > 0 ? ", " : "",
                     trama_integrator_at(m)->name);
    }
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->admissible)
            return trama_fail(error, TRAMA_BAD_INPUT, "",
                              "%s cannot step with %s ('%s'), which allows no position beyond its "
                              "barrier: the method must solve for the step's end by iterates that "
                              "stay before it; allowed: %s",
                              type->name, system->acting[i].type->name, system->acting[i].name,
                              allowed);
    return TRAMA_OK;
}

trama_step_status trama_guard_part(const trama_system *system, const trama_moment *from,
                                   const trama_moment *to, double *part)
{
    *part = 1.0;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        double own = 1.0;
        if (!acting->type->admissible)
            continue;
        const double begun = trama_system_now(system);
        const trama_step_status status = acting->type->admissible(acting->self, from, to, &own);
        acting->seconds += trama_system_now(system) - begun;
        if (status != TRAMA_STEP_OK)
            return status;
        *part = fmin(*part, own);
    }
    return TRAMA_STEP_OK;
}

bool trama_guard_balances(const trama_system *system)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->balance)
            return true;
    return false;
}

bool trama_guard_balance(const trama_system *system, const trama_moment *iterate,
                         const double *left, const double *moves)
{
    bool changed = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        const double from = trama_system_now(system);
        if (acting->type->balance)
            changed |= acting->type->balance(acting->self, iterate, left, moves);
        acting->seconds += trama_system_now(system) - from;
    }
    return changed;
}

bool trama_guard_accept(const trama_system *system, const trama_moment *iterate)
{
    bool changed = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        const double from = trama_system_now(system);
        if (acting->type->accepted)
            changed |= acting->type->accepted(acting->self, iterate);
        acting->seconds += trama_system_now(system) - from;
    }
    return changed;
}

bool trama_guard_renew(const trama_system *system, const trama_moment *solution)
{
    bool renewed = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        const double from = trama_system_now(system);
        if (acting->type->renew)
            renewed |= acting->type->renew(acting->self, solution);
        acting->seconds += trama_system_now(system) - from;
    }
    return renewed;
}
