#include "task/end.h"

#include "core/numbers.h"

#include <math.h>
#include <string.h>

trama_status task_end_energy(trama_system *system, const trama_integrator *integrator,
                             double *energy, trama_error *error)
{
    trama_budget *budget = NULL;
    *energy = TRAMA_NAN;
    if (!trama_budget_possible(system))
        return TRAMA_OK;
    const trama_status status = trama_budget_create(system, &budget, error);
    if (status == TRAMA_OK) {
        trama_budget_begin(budget, system, integrator);
        *energy = trama_system_energy(system) + trama_budget_potential(budget);
    }
    trama_budget_destroy(budget);
    return status;
}

/* Where an interaction's depth stands among what it observes; -1: nowhere. */
static int depth_of(const trama_acting *acting)
{
    for (int i = 0; i < TRAMA_OBSERVABLES_MAX && acting->type->observed[i].name; i++)
        if (strcmp(acting->type->observed[i].name, "penetration") == 0)
            return i;
    return -1;
}

bool task_has_depth(const trama_system *system)
{
    for (size_t a = 0; a < system->acting_count; a++)
        if (depth_of(&system->acting[a]) >= 0)
            return true;
    return false;
}

double task_end_depth(const trama_system *system)
{
    double deepest = 0.0, value[TRAMA_OBSERVABLES_MAX];
    for (size_t a = 0; a < system->acting_count; a++) {
        const trama_acting *acting = &system->acting[a];
        const int at = depth_of(acting);
        if (at < 0)
            continue;
        acting->type->observe(acting->self, system->t, system->q, system->v, value);
        deepest = fmax(deepest, value[at]);
    }
    return deepest;
}
